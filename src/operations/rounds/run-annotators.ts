import type { CodedText } from '../../domain/coded-text.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { annotatorStanding, panelAnnotators } from '../../domain/judging/annotator.ts';
import { fault, InputError, refuse } from '../../domain/fault.ts';
import type { Round } from '../../domain/rounds/round.ts';
import { listMembers, wholeWorkspace } from '../../store/people/memberships.ts';
import type { Store } from '../../store/open-store.ts';
import { isAdmitted } from '../../truth/rounds/admission.ts';
import type { Admission } from '../../truth/rounds/admission.ts';
import { trainingBefore } from '../../truth/rounds/round-state.ts';
import { isBlind } from '../judging/blindness.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import type { Role, WorkContext } from '../work-context.ts';

/** Who takes part in a run, and who has to train first. */
export interface ChosenAnnotators {
  readonly annotators: readonly string[];
  readonly notAdmitted: readonly NotAdmitted[];
}

/** Somebody who has to train before they may judge. */
export interface NotAdmitted {
  readonly annotator: string;
  /** `none` before they begin. */
  readonly status: Admission['status'] | 'none';
  readonly study: readonly string[];
}

/**
 * Who takes part in a round: those named, else the project's annotators and the panel's models,
 * else the panel's people; in training only people not admitted yet, and models that are named.
 * Omits people who failed the training; naming one is refused, with what they have to study.
 */
export async function chooseAnnotators(
  store: Pick<Store, 'read'>,
  project: ProjectProtocol,
  round: Round,
  admissions: ReadonlyMap<string, Admission>,
  named?: readonly string[],
): Promise<ChosenAnnotators> {
  const known = await knownAnnotators(store, project, round.task);
  const people = known.members.length > 0 ? known.members : known.people;
  const passed = (annotator: string): boolean => isAdmitted(admissions.get(annotator));
  // Only those who have to repeat a training do.
  const mayTakePart = (annotator: string): boolean =>
    round.kind !== 'training' || !passed(annotator);
  const models = round.kind === 'training' && people.length > 0 ? [] : known.models;
  const wanted = named ?? [...people, ...models].filter(mayTakePart);
  checkNames(wanted, known);
  const isTrained = trainingBefore(round, project.protocol) !== undefined;
  const isFit = (annotator: string): boolean => {
    if (round.kind === 'training' || known.models.includes(annotator)) return true;
    return isTrained ? passed(annotator) : admissions.get(annotator)?.status !== 'failed';
  };
  const unfit = wanted
    .filter((annotator) => !isFit(annotator))
    .map((annotator) => notAdmitted(annotator, admissions.get(annotator)));
  if (named !== undefined && unfit.length > 0)
    refuse('not-admitted', { reasons: unfit.map(admissionText) });
  return { annotators: wanted.filter(isFit), notAdmitted: unfit };
}

/** Who is admitted to a task. Hides what others have to study from actors who judge. */
export async function shownAdmissions(
  context: WorkContext,
  place: { readonly project: string; readonly task: string },
  admissions: ReadonlyMap<string, ReadonlyMap<string, Admission>>,
): Promise<ReadonlyMap<string, Admission>> {
  const own = admissions.get(place.task) ?? new Map<string, Admission>();
  return (await isBlind(context, place))
    ? new Map([...own].map(([annotator, admission]) => [annotator, { ...admission, study: [] }]))
    : own;
}

/** Somebody without a passed training, and why. */
export function notAdmitted(annotator: string, admission: Admission | undefined): NotAdmitted {
  return { annotator, status: admission?.status ?? 'none', study: admission?.study ?? [] };
}

/** Why somebody is not admitted. */
export function admissionText({ annotator, status, study }: NotAdmitted): CodedText {
  if (status === 'none') return codedText('training-not-started', { annotator });
  if (status === 'unfinished') return codedText('training-not-finished', { annotator });
  if (status === 'awaiting') return codedText('training-undecided', { annotator });
  return study.length === 0
    ? codedText('training-not-passed', { annotator })
    : codedText('training-to-study', { annotator, study: oneOf(study) });
}

/** Everybody who could be given units. */
interface KnownAnnotators {
  /** Logins of the project's annotators, and of leads and adjudicators whom the panel names. */
  readonly members: readonly string[];
  /** Logins of everybody else who may be given units when they are named. */
  readonly others: readonly string[];
  /** People whom the panel names, whether or not they have an account yet. */
  readonly people: readonly string[];
  readonly models: readonly string[];
}

async function knownAnnotators(
  store: Pick<Store, 'read'>,
  project: ProjectProtocol,
  task: string,
): Promise<KnownAnnotators> {
  const all = await store.read(async (db) => [
    ...(await listMembers(db, project.project)),
    ...(await listMembers(db, wholeWorkspace)),
  ]);
  const members = all.filter((one) => one.endedAt === null && one.disabledAt === null);
  const panel = panelAnnotators(project.protocol.panel, task);
  const isOnPanel = (login: string): boolean =>
    annotatorStanding(project.protocol.panel, login, null).kind === 'human';
  const loginsOf = (...roles: readonly Role[]): readonly string[] => {
    const meant = members.filter((one) => roles.includes(one.role));
    // Somebody whom a panel of names leaves out would judge for nothing.
    const logins = meant.map((one) => one.login).filter((login) => isOnPanel(login));
    return [...new Set(logins)];
  };
  const people = panel.filter((one) => one.kind === 'human').map((one) => one.id);
  const others = loginsOf('lead', 'adjudicator');
  // A lead whom the panel names is meant to judge; one whom an open panel merely admits is not.
  const meant = others.filter((login) => people.includes(login));
  return {
    members: [...new Set([...loginsOf('annotator'), ...meant])],
    others,
    people,
    models: panel.filter((one) => one.kind === 'model').map((one) => one.id),
  };
}

function checkNames(wanted: readonly string[], known: KnownAnnotators): void {
  const { members, people, models, others } = known;
  const possible = [...new Set([...members, ...people, ...models, ...others])];
  const faults = wanted.flatMap((name, at) => {
    if (wanted.indexOf(name) !== at) return [fault('annotator-twice', { annotator: name })];
    return possible.includes(name)
      ? []
      : [fault('wrong-value', { field: 'annotators', got: name, expected: oneOf(possible) })];
  });
  if (faults.length > 0) throw new InputError(faults);
}
