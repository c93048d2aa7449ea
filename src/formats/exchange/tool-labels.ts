import type { Answer } from '../../domain/answer.ts';
import type { Fault } from '../../domain/fault.ts';
import { wrongField, wrongValue } from '../../domain/field-fault.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { spelledName } from '../judging/spelling.ts';

/** What yes and no to a label mean on its scale. A grade that yes leaves open stays true. */
export function appliesAnswer({ scale }: Pick<Question, 'scale'>, applies: boolean): Answer {
  if (scale.kind !== 'ordinal' || scale.present === null) return applies;
  return applies ? (scale.ticked ?? applies) : scale.values[0]!.value;
}

/** The labels that somebody chose, and those that could be chosen: null where it is not known. */
interface Ticks {
  readonly chosen: ReadonlySet<string>;
  readonly offered: ReadonlySet<string> | null;
}

/**
 * Chosen labels apply, all others that were offered do not; a label of the task that was not
 * offered has no answer. A label that the task lacks stays in
 * the row, for the import's mode to decide; a label that it spells differently is left open
 * meanwhile.
 */
export function tick(
  task: Task,
  { chosen, offered: listed }: Ticks,
  answers: Map<string, unknown>,
  add: (found: Fault) => void,
): void {
  const offered = task.questions.filter(
    ({ scale }) => scale.kind === 'binary' || (scale.kind === 'ordinal' && scale.present !== null),
  );
  const names = offered.map((question) => question.id);
  const unknown = [...chosen].filter((label) => !names.includes(label));
  const spelled = new Set(unknown.map((label) => spelledName(names, label)));
  const asked = new Set([...(listed ?? names)].map((label) => spelledName(names, label)));
  for (const question of offered) {
    const { id } = question;
    const isChosen = chosen.has(id);
    if (answers.has(id)) {
      if (isChosen && answers.get(id) === appliesAnswer(question, false))
        add(wrongField(id, codedText('chosen-and-denied'), codedText('one-of-both')));
    } else if (isChosen || (asked.has(id) && !spelled.has(id)))
      setTick(question, isChosen, answers);
  }
  for (const label of unknown) {
    const meant = offered.find((question) => question.id === spelledName(names, label));
    if (task.questions.some((question) => question.id === label))
      add(wrongValue('labels', label, oneOf(names)));
    else answers.set(label, meant === undefined ? true : appliesAnswer(meant, true));
  }
}

/** A grade that a tick leaves open is not filled in; the validator asks for it. */
function setTick({ id, scale }: Question, isChosen: boolean, answers: Map<string, unknown>): void {
  if (scale.kind === 'binary') answers.set(id, isChosen);
  else if (scale.kind === 'ordinal') {
    if (!isChosen) answers.set(id, scale.values[0]!.value);
    else if (scale.ticked !== null) answers.set(id, scale.ticked);
  }
}
