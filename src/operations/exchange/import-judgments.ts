import type { Skipped } from '../../formats/exchange/tool-export.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { defined } from '../../domain/defined.ts';
import { InputError, refuse } from '../../domain/fault.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import { checkedFields } from '../../domain/protocol/task.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { isWhole } from '../../formats/judging/judgment-row.ts';
import { judgmentIntake } from '../../formats/judging/judgment-intake.ts';
import type { ImportMode } from '../../domain/exchange/file-formats.ts';
import type { Taken } from '../../formats/judging/judgment-intake.ts';
import { isFields, ownField } from '../../formats/own-field.ts';
import { TextIndex } from '../../formats/text-index.ts';
import type { Store } from '../../store/open-store.ts';
import { projectCreatedAt } from '../../store/protocol/protocols.ts';
import { lastUnitSeq, streamUnitIds, streamUnits } from '../../store/units/units.ts';
import type { TaskPlace } from '../../store/units/units.ts';
import { futureFault, isAhead, isBefore, keptLimit, knownNames } from './import-checks.ts';
import { readJudgments } from './read-judgments.ts';
import { readJudgmentsApart } from './read-apart.ts';
import type { FoundRow } from './import-rows.ts';
import { refuseNothing, usesKey } from './import-request.ts';
import type { ImportFormat } from '../../domain/exchange/file-formats.ts';
import type { ImportMapping, ImportRequest } from './import-request.ts';
import { namedTask } from '../fold/live-fold.ts';
import { taskOf } from '../project-protocol.ts';
import type { ProjectProtocol, ProjectTask } from '../project-protocol.ts';
import type { RunWork } from '../rounds/run-work.ts';
import { formerTaskHash } from '../../truth/protocol/task-hash.ts';
import { StagedRows } from '../staged-rows.ts';
import { UnfitLabels } from '../judging/unfit-labels.ts';
import { withWayOut } from '../judging/way-out.ts';
import { GivenJudgments } from './uncounted.ts';
import { FaultList } from '../text-file.ts';
import type { WorkContext } from '../work-context.ts';

/** A judgment with the line that it came from, where there are lines. */
export type StagedJudgment = Judgment & { readonly line?: number };

/** Judgments that were read, checked and staged, with every change and what was kept aside. */
export interface StagedJudgments {
  /** The file's name, for messages. */
  readonly name: string;
  readonly rows: StagedRows<StagedJudgment>;
  /** How many of them each annotator gave. */
  readonly given: GivenJudgments;
  /** The run that they go into, which has rules of its own; null outside of rounds. */
  readonly run: RunWork | null;
  readonly task: string;
  readonly hash: string;
  /** The hashes that rows under the same questions may carry, also of earlier releases. */
  readonly hashes: ReadonlySet<string>;
  readonly guideline: string;
  readonly changes: readonly Extract<Taken, { kind: 'judgment' }>['changes'][number][];
  readonly aside: readonly Extract<Taken, { kind: 'aside' }>[];
  readonly skipped: Skipped;
  readonly warnings: readonly CodedText[];
}

/** Reads judgments in any format under a mode. Throws all faults that the mode does not admit. */
export async function stageJudgments(
  context: WorkContext,
  request: ImportRequest,
  format: ImportFormat,
  present: ProjectProtocol,
  run: RunWork | null,
): Promise<StagedJudgments> {
  // A run goes by the version that it was opened under.
  const project = run?.project ?? present;
  const name = namedTask(project, request.task ?? run?.round.task);
  const task = taskOf(project, name);
  refuseOtherTask(name, run);
  checkAnswers(task, request.mapping);
  const found = new FaultList();
  const rows = new StagedRows<StagedJudgment>();
  const mode: ImportMode = request.mode ?? 'reject';
  const current = project.protocol.guideline;
  const guideline = request.guideline === 'any' ? null : (request.guideline ?? current.version);
  // A named version applies to rows that carry none.
  const guidelineRequired =
    current.required && (request.guideline === undefined || guideline === null);
  // A qrels file cannot hold reasons.
  const open = task.task.questions.filter(({ scale }) => scale.kind === 'text');
  const texts = format === 'trec-qrels' ? open.map(({ id }) => id) : [];
  const changes: StagedJudgments['changes'][number][] = [];
  const aside: StagedJudgments['aside'][number][] = [];
  const filled = new Map<string, number>();
  const unfit = new UnfitLabels(task.task);
  const given = new GivenJudgments();
  const keep = keptLimit(request);
  let inRounds = 0;
  let early = 0;
  let ahead = 0;
  const place = { project: project.project, task: name };
  try {
    const names = await knownNames(context, place);
    const created = await context.store.read((db) => projectCreatedAt(db, place.project));
    const known = await knownUnits(context, project.project, task);
    const units = request.assumesUnits === true ? null : known;
    if (units?.size === 0) refuse('no-units-yet', { task: task.task.id }, { file: request.name });
    const take = judgmentIntake(task.compiled, { guideline, guidelineRequired, units }, mode);
    const version = guideline ?? current.version;
    const now = context.clock();
    const inTime = (taken: Taken, { row, line }: FoundRow): Taken => {
      const late = taken.kind === 'judgment' ? futureFault(taken.judgment.at, now) : null;
      if (taken.kind !== 'judgment' || late === null) return taken;
      const faults = [line === null ? late : { ...late, line }];
      const { unit, annotator } = taken.judgment;
      return mode === 'flag'
        ? { kind: 'aside', row, unit, annotator, line, faults }
        : { kind: 'refused', faults };
    };
    const accept = (row: FoundRow): void => {
      const whole = names.named(withDefaults(row, request.mapping));
      const taken = inTime(take(withAnswers(task, whole, request.mapping, filled)), row);
      if (taken.kind === 'refused') {
        found.addAll(
          taken.faults.map((one) => withWayOut(one, version, texts)),
          { file: request.name },
        );
        unfit.note(whole.row, taken.faults);
      } else if (taken.kind === 'aside') {
        keep(taken);
        aside.push(taken);
      } else {
        rows.add(row.line === null ? taken.judgment : { ...taken.judgment, line: row.line });
        given.add(taken.judgment);
        for (const change of taken.changes) {
          keep(change);
          changes.push(change);
        }
        if (taken.judgment.round !== null && taken.judgment.round !== request.round) inRounds += 1;
        if (isBefore(taken.judgment.at, created)) early += 1;
        if (isAhead(taken.judgment.at, now)) ahead += 1;
      }
    };
    const { content } = project;
    const skipped =
      request.apart === true
        ? await readJudgmentsApart(request, format, { content, task: name }, accept, found)
        : await readJudgments(request, format, task, accept, found);
    if (usesKey('judgments', format, 'values')) found.note(unfit.fault());
    found.throwIfAny();
    if (rows.size === 0 && aside.length === 0) refuseNothing(skipped, request.name);
    const warnings = [...filled].map(([question, count]) =>
      codedText('answers-filled', { count, question }),
    );
    if (names.changed > 0) warnings.push(codedText('names-joined', { count: names.changed }));
    if (early > 0) warnings.push(codedText('before-project', { count: early }));
    if (ahead > 0) warnings.push(codedText('ahead-of-clock', { count: ahead }));
    if (inRounds > 0) warnings.unshift(codedText('rounds-not-kept', { count: inRounds }));
    const versions = { ...sameHashes(task), guideline: version };
    const about = { name: request.name, task: name, ...versions };
    return { ...about, run, rows, given, changes, aside, skipped, warnings };
  } catch (error) {
    await rows.discard();
    throw error;
  }
}

/** Refuses judgments on another task than that of the round they are to go into. */
export function refuseOtherTask(task: string, run: RunWork | null): void {
  if (run === null || run.round.task === task) return;
  refuse('wrong-value', { field: 'task', got: task, expected: run.round.task });
}

/** The present version of the questions, and every hash that rows may carry for it. */
export function sameHashes({
  task,
  hash,
  hashes,
}: ProjectTask): Pick<StagedJudgments, 'hash' | 'hashes'> {
  return { hash, hashes: new Set([...hashes, formerTaskHash(task)]) };
}

/** A row with the annotator and the guideline that the caller names for rows that do not say. */
function withDefaults(given: FoundRow, { annotator, guideline }: ImportMapping = {}): FoundRow {
  if (annotator === undefined && guideline === undefined) return given;
  const { row } = given;
  const [who, version] = isWhole(row)
    ? (['annotator', 'guideline'] as const)
    : (['annotator_id', 'guideline_version'] as const);
  const added = { [who]: row[who] ?? annotator, [version]: row[version] ?? guideline };
  return { ...given, row: { ...row, ...defined(added) } };
}

function checkAnswers({ task }: ProjectTask, { answers = {} }: ImportMapping = {}): void {
  const names = task.questions.map(({ id }) => id);
  const unknown = Object.keys(answers).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new InputError(unknown.map((name) => wrongValue('mapping.answers', name, oneOf(names))));
}

/** A row with the mapping's answers to the questions that it leaves open; `filled` counts them. */
function withAnswers(
  { task }: ProjectTask,
  given: FoundRow,
  { answers }: ImportMapping = {},
  filled: Map<string, number>,
): FoundRow {
  if (answers === undefined) return given;
  const { row } = given;
  const said = isWhole(row) && isFields(row['answers']) ? row['answers'] : row;
  const added = task.questions.flatMap(({ id }) =>
    ownField(answers, id) === undefined || (said[id] !== undefined && said[id] !== null)
      ? []
      : [[id, answers[id]] as const],
  );
  for (const [id] of added) filled.set(id, (filled.get(id) ?? 0) + 1);
  const whole = { ...said, ...Object.fromEntries(added) };
  return added.length === 0
    ? given
    : { ...given, row: said === row ? whole : { ...row, answers: whole } };
}

/** The units that may be judged, with fields only where an answer quotes one. */
async function knownUnits(context: WorkContext, project: string, { task }: ProjectTask) {
  const place = { project, task: task.id };
  const checked = checkedFields(task);
  if (checked.length === 0) {
    const ids = await indexedUnits(context.store, place);
    const get = (id: string): UnitFields | undefined => (ids.find(id) < 0 ? undefined : noFields);
    return { size: ids.size, get };
  }
  const units = new Map<string, UnitFields>();
  for await (const { id, fields } of streamUnits(context.store, place))
    units.set(id, Object.fromEntries(checked.map((field) => [field, fields[field]])));
  return units;
}

/** The ids of all units of a task, for looking them up. */
export async function indexedUnits(store: Store, place: TaskPlace): Promise<TextIndex> {
  const all = await store.read((db) => lastUnitSeq(db));
  const ids = new TextIndex(Math.min(all, mostExpected));
  for await (const id of streamUnitIds(store, place)) ids.add(id);
  return ids;
}

const noFields: UnitFields = {};

/** A workspace with more units has room for these at once, and makes more when it is needed. */
const mostExpected = 2_000_000;
