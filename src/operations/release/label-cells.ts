import { refuse } from '../../domain/fault.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isLabel, scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { TextValue } from '../../domain/coded-text.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { appliesByCode } from '../../truth/protocol/answer-codes.ts';
import { severalTasks } from '../protocol/choose-task.ts';

/** Reads the cells of one label. */
export interface LabelCells {
  /** Whether the label applies: 1 or 0; null when the cell does not say. */
  readonly read: (cell: string) => number | null;
  readonly expected: TextValue;
}

/** From which grade on a label applies: a number for all of them, or as a task says. */
export interface PresenceRule {
  readonly present: number | null;
  readonly task: Task | null;
}

/**
 * How the cells of a label are read: as 0 and 1, or as grades that apply from a threshold on. A
 * label whose grades are in a column of their own, as in the files of a release, is 0 or 1.
 */
export function labelCells(
  label: string,
  columns: readonly string[],
  { present, task }: PresenceRule,
): LabelCells {
  const plain = { read: isSet, expected: codedText('zero-or-one') };
  if (columns.includes(`${label}_grade`)) return plain;
  if (present !== null) return { read: gradeReader(present), expected: codedText('whole-number') };
  const question = task?.questions.find((one) => one.id === label);
  return question === undefined || !isLabel(question.scale) ? plain : scaleCells(question);
}

/** The task with this name, or the only one that asks about all labels. */
export function labelTask(
  tasks: readonly Task[],
  labels: readonly string[],
  name: string | undefined,
): Task {
  const asks = (task: Task): boolean =>
    labels.every((label) => task.questions.some((question) => question.id === label));
  if (name === undefined) {
    const [task, other] = tasks.length === 1 ? tasks : tasks.filter(asks);
    return task !== undefined && other === undefined
      ? task
      : refuse('usage', { reason: severalTasks(tasks) });
  }
  const expected = oneOf(tasks.map((one) => one.id));
  return tasks.find((one) => one.id === name) ?? refuse('unknown-task', { got: name, expected });
}

function scaleCells(question: Question): LabelCells {
  const answers = scaleAnswers(question.scale);
  const codes = new Map(answers.map((answer, code) => [String(answer), code]));
  const applies = appliesByCode(question);
  if (question.scale.kind === 'binary') return { read: isSet, expected: codedText('zero-or-one') };
  return {
    read: (cell) => {
      const code = codes.get(cell.trim());
      return code === undefined ? null : applies[code]!;
    },
    expected: oneOf(answers),
  };
}

function gradeReader(present: number): LabelCells['read'] {
  return (cell) => {
    const text = cell.trim();
    return /^\d+$/.test(text) ? Number(Number(text) >= present) : isSet(text);
  };
}

function isSet(cell: string): 0 | 1 | null {
  if (cell === '1') return 1;
  if (cell === '0') return 0;
  const word = cell.trim().toLowerCase();
  if (word === '1' || word === 'true') return 1;
  return word === '0' || word === 'false' ? 0 : null;
}
