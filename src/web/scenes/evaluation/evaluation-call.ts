import type { ChoicesReply } from '../../../server/routes/evaluation/evaluations.ts';

/** A task of the release. */
export type ChosenTask = ChoicesReply['tasks'][number];

/** What a system says, in the order of the form. */
const kinds = ['labels', 'class', 'ranking', 'rag', 'verdicts', 'rules'] as const;
export type PredictedKind = (typeof kinds)[number];

/** What somebody chose to measure. */
export interface EvaluationChoice {
  readonly task: string;
  readonly split: 'test' | 'dev';
  readonly kind: PredictedKind;
  /** The question, the family, the policy, or what makes a rule right. */
  readonly of: string;
  readonly system: string;
  readonly otherSystem: string;
  readonly madeBy: string;
  readonly slice: string;
  readonly overVotes: boolean;
  readonly predictions: File | null;
  readonly compare: File | null;
  readonly training: File | null;
}

/** What the form begins with. */
export function firstChoice(choices: ChoicesReply): EvaluationChoice {
  const [task] = choices.tasks;
  return {
    ...taskChoice(choices, task),
    system: '',
    otherSystem: '',
    madeBy: '',
    overVotes: false,
    predictions: null,
    compare: null,
    training: null,
  };
}

/** What changes with the task: kinds, questions and fields are its own. */
export function taskChoice(
  choices: ChoicesReply,
  task: ChosenTask | undefined,
): Pick<EvaluationChoice, 'task' | 'split' | 'kind' | 'of' | 'slice'> {
  const possible = kindsOf(choices, task);
  const kind = possible.includes('rag') ? 'rag' : (possible[0] ?? 'labels');
  const of = optionsOf(choices, task, kind)[0] ?? '';
  return { task: task?.task ?? '', split: 'test', kind, of, slice: '' };
}

/** What systems may say about a task. */
export function kindsOf(
  { policies }: ChoicesReply,
  task: ChosenTask | undefined,
): readonly PredictedKind[] {
  if (task === undefined) return [];
  const has: Readonly<Record<PredictedKind, boolean>> = {
    labels: task.labels.length > 0,
    class: task.classes.length > 0,
    ranking: task.relevance.length > 0,
    rag: task.families.length > 0,
    verdicts: policies.some((one) => one.task === task.task),
    rules: task.has_subjects && task.classes.length > 0,
  };
  return kinds.filter((kind) => has[kind]);
}

/** What else has to be named: a question, a family, a policy or what makes a rule right. */
export function optionsOf(
  { policies }: ChoicesReply,
  task: ChosenTask | undefined,
  kind: PredictedKind,
): readonly string[] {
  if (task === undefined || kind === 'labels') return [];
  if (kind === 'rag') return task.families;
  if (kind === 'verdicts')
    return policies.filter((one) => one.task === task.task).map((one) => one.policy);
  if (kind === 'rules')
    return task.classes.flatMap(({ id, answers }) => answers.map((answer) => `${id}=${answer}`));
  return (kind === 'class' ? task.classes : task.relevance).map(({ id }) => id);
}

/** Whether there is a side to choose. */
export function hasSides(
  { policies }: ChoicesReply,
  task: ChosenTask,
  { kind, of }: EvaluationChoice,
): boolean {
  if (task.sides === null) return false;
  return kind !== 'verdicts' || policies.some((one) => one.policy === of && one.has_sides);
}

/** Whether everything is there that an evaluation needs. */
export function isReady({ kind, system, predictions, compare, otherSystem }: EvaluationChoice) {
  if (system.trim() === '') return false;
  if (kind === 'rag') return true;
  return predictions !== null && (compare === null || otherSystem.trim() !== '');
}

/** The upload: a line that says what is measured, then the files one after the other. */
export function evaluationBody(
  choice: EvaluationChoice,
  sides: boolean,
  override: string | null,
): Blob {
  const { kind, of, predictions, compare, training } = choice;
  const isRag = kind === 'rag';
  const second = isRag ? null : compare;
  const files = [isRag ? null : predictions, second].filter((file) => file !== null);
  const told = ({ name, size }: File) => ({ name: name.slice(-200), bytes: size });
  const line = JSON.stringify({
    task: choice.task,
    split: sides ? choice.split : null,
    predicted: predictedOf(kind, of),
    systems: [choice.system, ...(second === null ? [] : [choice.otherSystem])],
    predictions: files.map(told),
    training: training === null ? null : told(training),
    made_by: choice.madeBy
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    slice: choice.slice === '' ? null : choice.slice,
    over_votes: choice.overVotes && !isRag && kind !== 'verdicts' && kind !== 'rules',
    override,
  });
  return new Blob([`${line}\n`, ...files, ...(training === null ? [] : [training])]);
}

function predictedOf(kind: PredictedKind, of: string): object {
  if (kind === 'labels') return { as: kind };
  if (kind === 'rag') return { as: kind, family: of };
  return kind === 'verdicts' ? { as: kind, policy: of } : { as: kind, question: of };
}
