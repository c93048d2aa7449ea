import { foundValue, printChoice } from '../../domain/text-values.ts';
import { fault } from '../../domain/fault.ts';
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
      found.add(
        fault('wrong-value', {
          field: '--set',
          got: foundValue(text),
          expected: `question=value with one of ${printChoice(task.questions.map((one) => one.id))}`,
        }),
      );
      return [];
    }
    const answer = answerOf(question, value);
    if (answer === null)
      found.add(
        fault('wrong-value', {
          field: question.id,
          got: foundValue(value),
          expected: expectation(question),
        }),
      );
    return answer === null ? [] : [[question.id, answer]];
  });
  found.throwIfAny();
  return Object.fromEntries(answers);
}

function answerOf(question: Question, value: string): Answer | null {
  if (question.scale.kind === 'text' || question.scale.kind === 'quote') return value;
  if (question.scale.kind === 'binary')
    return /^(yes|true|1)$/i.test(value) ? true : /^(no|false|0)$/i.test(value) ? false : null;
  return scaleAnswers(question.scale).find((one) => String(one) === value) ?? null;
}
