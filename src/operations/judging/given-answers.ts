import { printChoice } from '../../domain/text-values.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Answer } from '../../domain/answer.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { expectation } from '../../truth/judging/faults.ts';
import { FaultList } from '../text-file.ts';

/** Answers typed as `question=value`, converted to their scales. Throws all faults together. */
export function typedAnswers(
  task: Task,
  typed: readonly string[],
): Readonly<Record<string, Answer>> {
  const found = new FaultList();
  const answers = typed.flatMap((text): readonly [string, Answer][] => {
    const [name = '', ...rest] = text.split('=');
    const question = task.questions.find((one) => one.id === name.trim());
    const value = rest.join('=').trim();
    if (question === undefined || rest.length === 0) {
      const names = printChoice(task.questions.map((one) => one.id));
      found.add(wrongValue('--set', text, `question=value with one of ${names}`));
      return [];
    }
    const answer = answerOf(question, value);
    if (answer !== null) return [[question.id, answer]];
    found.add(wrongValue(question.id, value, expectation(question)));
    return [];
  });
  found.throwIfAny();
  return Object.fromEntries(answers);
}

function answerOf(question: Question, value: string): Answer | null {
  if (question.scale.kind === 'text' || question.scale.kind === 'quote') return value;
  if (question.scale.kind === 'binary') {
    const isYes = /^(yes|true|1)$/i.test(value);
    return isYes || /^(no|false|0)$/i.test(value) ? isYes : null;
  }
  return scaleAnswers(question.scale).find((one) => String(one) === value) ?? null;
}
