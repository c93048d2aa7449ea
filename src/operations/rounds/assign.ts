import { defined } from '../../domain/defined.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { FurtherReason } from '../../domain/judging/further.ts';
import { isAskedByAnswers } from '../../domain/rounds/further-plan.ts';
import type { Round } from '../../domain/rounds/round.ts';
import { codedText, printChoice } from '../../domain/text-values.ts';
import { panelAnnotators } from '../../domain/judging/annotator.ts';
import type { Assignment } from '../../domain/rounds/assignment.ts';
import { refuse } from '../../domain/fault.ts';
import { badField, wrongField } from '../../domain/field-fault.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { assignmentLines, readAssignment } from '../../formats/rounds/assignment-row.ts';
import { rowJudgment } from '../../formats/judging/judgment-row.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { assign as assignUnits } from '../../truth/rounds/assign.ts';
import type { FurtherUnits, Pair } from '../../truth/rounds/assign.ts';
import { drawFurther, furtherReason } from '../../truth/rounds/further.ts';
import type { FirstJudgment } from '../../truth/rounds/further.ts';
import { open } from '../../truth/rounds/open-assignments.ts';
import { withTablesAsRows } from '../agreement/judgment-tables.ts';
import { readJudgmentRows } from '../read-rows.ts';
import { blindFields, blindTasks } from '../judging/blind-tasks.ts';
import { chooseWork } from './choose-work.ts';
import type { WorkRequest } from './choose-work.ts';
import { withRereadable } from '../rereadable-input.ts';
import { FaultList } from '../text-file.ts';
import type { Progress } from '../text-file.ts';
import { eachRow, namedFormat, namedUnit, rowFormat, UnitFile } from '../units/unit-file.ts';
import { checkNames, writeFiles } from '../write-files.ts';
import type { FileContent } from '../write-files.ts';

/** What to hand out; anything left out comes from the round, or from the defaults. */
export interface AssignRequest extends WorkRequest {
  readonly annotators?: readonly string[];
  readonly perUnit?: number;
  readonly seed: number;
  readonly id?: readonly string[];
  /** Fields that annotators may see, where there is no task that says so. */
  readonly show?: readonly string[];
  readonly existing?: string;
  readonly judgments: readonly string[];
  readonly out?: string;
  /** Where one task file per annotator goes; none are written without it. */
  readonly tasks?: string;
  readonly force: boolean;
  /** Takes the assignments, line by line, when there is no file to write them to. */
  readonly print?: (text: string) => void;
  readonly progress?: Progress;
}

/** One annotator's part. */
interface Share {
  readonly annotator: string;
  readonly units: number;
  readonly submitted: number;
  readonly open: number;
  /** Of the open ones, those that were not handed out before. */
  readonly added: number;
  /** True for former annotators, whose submitted work stays. */
  readonly left: boolean;
}

/** What was handed out. */
export interface Handout {
  readonly file: string;
  readonly round: string;
  readonly seed: number;
  readonly units: number;
  readonly perUnit: number;
  /** How many annotators some units get in all, and how many units; null in a round without. */
  readonly further: { readonly upTo: number; readonly units: number } | null;
  readonly assignments: readonly Assignment[];
  readonly shares: readonly Share[];
  /** Assignments of before that somebody else has now, or nobody. */
  readonly withdrawn: number;
  /** Assignments of other rounds in the existing file, passed on as they are. */
  readonly otherRounds: number;
  readonly out: string | null;
  readonly taskFiles: readonly string[];
}

/** Hands out units, writes the assignments and, if asked, a blind task file per annotator. */
export function assign(request: AssignRequest): Handout {
  const plan = planOf(request);
  // The assignments of before may be replaced: they stay, but for what moves.
  if (request.out !== undefined)
    checkNames([request.out], request.force, [plan.file, ...request.judgments]);
  return withRereadable(plan.file, (path) => assignFrom(path, plan, request));
}

interface HandoutPlan {
  readonly file: string;
  readonly task: Task | null;
  readonly guideline: string | null;
  readonly round: string;
  readonly annotators: readonly string[];
  readonly perUnit: number;
  /** The round, where some units get further annotators, with its task. */
  readonly asking: { readonly round: Round; readonly task: Task } | null;
}

function planOf(request: AssignRequest): HandoutPlan {
  const { file, loaded, task, round } = chooseWork(request);
  const panel =
    loaded === null
      ? []
      : panelAnnotators(loaded.protocol.panel, task?.id ?? null).filter(
          (one) => one.kind !== 'rule',
        );
  // A number of annotators speaks of people; runs of models judge every unit besides.
  const isFixed = (request.perUnit ?? round?.annotators ?? null) !== null;
  const people = isFixed ? panel.filter((one) => one.kind === 'human') : panel;
  const annotators =
    request.annotators ?? (people.length === 0 ? panel : people).map(({ id }) => id);
  if (annotators.length === 0) {
    const fix = "Pass --annotators anna,ben, or name the people in the protocol's panel.";
    refuse('usage', { reason: `There is nobody to assign units to. ${fix}` });
  }
  const twice = annotators.find((name, at) => annotators.indexOf(name) !== at);
  if (twice !== undefined) refuse('annotator-twice', { annotator: twice });
  const perUnit =
    request.perUnit ?? round?.annotators ?? (round === null ? null : annotators.length);
  if (perUnit === null) {
    const options = '--per-unit 2, or --round for the number in the protocol';
    refuse('usage', { reason: `Say how many annotators judge each unit: ${options}.` });
  }
  return {
    file,
    task,
    guideline: loaded?.protocol.guideline.version ?? null,
    round: round?.id ?? request.round ?? 'full',
    annotators,
    perUnit,
    asking:
      request.perUnit !== undefined || round === null || round.further === null || task === null
        ? null
        : { round, task },
  };
}

function assignFrom(path: string, plan: HandoutPlan, request: AssignRequest): Handout {
  const found = new FaultList();
  const units = new UnitFile(path, plan.task, request.id ?? null);
  const shown = new Map<string, UnitFields>();
  const ids: string[] = [];
  const keep = request.tasks !== undefined;
  units.read(
    (row) => {
      ids.push(row.id);
      if (keep) shown.set(row.id, row.fields);
    },
    found,
    request.progress,
  );
  const existing = request.existing === undefined ? [] : readExisting(request.existing, found);
  const submitted = request.judgments.flatMap((file) =>
    readSubmitted(file, units.ids, plan.round, found),
  );
  found.throwIfAny();
  checkShown(keep ? (request.show ?? []) : [], shown, units.ids);
  const before = existing.filter((one) => one.round === plan.round);
  const others = existing.filter((one) => one.round !== plan.round);
  const { upTo = plan.perUnit } = plan.asking?.round.further ?? {};
  if (plan.annotators.length < upTo)
    refuse('too-few-annotators', { wanted: upTo, people: plan.annotators.length });
  const further = furtherUnits(plan, request, { ids, before, submitted });
  const assignments = assignUnits(
    ids,
    plan.annotators,
    defined({
      round: plan.round,
      perUnit: plan.perUnit,
      further,
      seed: request.seed,
      existing: before,
      submitted,
    }),
  );
  const toDo = open(
    assignments,
    submitted.map(({ unit, annotator }) => ({ unit, annotator, round: plan.round })),
  );
  const tasks = keep
    ? blindTasks(toDo, shown, blindFields(plan.task, units.ids, request.show), {
        folder: request.tasks,
        format: units.format,
        guideline: plan.guideline,
      })
    : new Map<string, FileContent>();
  deliver(others.concat(assignments), tasks, request);
  return {
    file: plan.file,
    round: plan.round,
    seed: request.seed,
    units: ids.length,
    perUnit: plan.perUnit,
    further: further === undefined ? null : { upTo, units: furtherCount(assignments) },
    assignments,
    shares: sharesOf(assignments, toDo, before, plan.annotators),
    withdrawn: missingFrom(before, assignments),
    otherRounds: others.length,
    out: request.out ?? null,
    taskFiles: [...tasks.keys()],
  };
}

function furtherCount(assignments: readonly Assignment[]): number {
  return new Set(assignments.flatMap((one) => (one.further === undefined ? [] : [one.unit]))).size;
}

/**
 * The units that get further annotators: those that were drawn, and those whose first annotators
 * ask for them by their answers. The first are those to whom the unit was handed out before,
 * without a mark; without earlier assignments, those who judged it, where they are just so many.
 */
function furtherUnits(
  { asking, perUnit, round }: HandoutPlan,
  { judgments, protocol, task: named, seed }: AssignRequest,
  given: {
    readonly ids: readonly string[];
    readonly before: readonly Assignment[];
    readonly submitted: readonly Pair[];
  },
): FurtherUnits | undefined {
  if (asking === null) return undefined;
  const { upTo } = asking.round.further!;
  const drawn = drawFurther(given.ids, asking.round.further, seed);
  const units = new Map<string, FurtherReason>();
  if (!isAskedByAnswers(asking.round.further)) {
    for (const unit of drawn) units.set(unit, 'share');
    return { upTo, units };
  }
  const said = withTablesAsRows(judgments, defined({ protocol, task: named }), (files) =>
    readSaid(files, asking.task, round),
  );
  const first = groupBy(
    given.before.filter((one) => one.further === undefined),
    (one) => one.unit,
  );
  const judged = groupBy(given.submitted, (one) => one.unit);
  for (const unit of given.ids) {
    const names = (first.get(unit) ?? judged.get(unit) ?? []).map((one) => one.annotator);
    if (names.length !== perUnit) continue;
    const own = names.flatMap((name) => said.get(pairKey({ unit, annotator: name })) ?? []);
    const reason = furtherReason(asking.round, asking.task, {
      first: own,
      isDrawn: drawn.has(unit),
    });
    if (reason !== null) units.set(unit, reason);
  }
  return { upTo, units };
}

/** What everybody said in a round, or in none that is named, by unit and annotator. */
function readSaid(
  files: readonly string[],
  task: Task,
  round: string,
): ReadonlyMap<string, FirstJudgment> {
  const found = new FaultList();
  const said = new Map<string, FirstJudgment>();
  const compiled = compileTask(task);
  const context = { guideline: null, guidelineRequired: false, units: null };
  for (const file of files)
    readJudgmentRows(file, compiled, context, found, (read, _line, row) => {
      const { unit, annotator, answers, asides, round: own } = rowJudgment(compiled, row, read);
      if (own === null || own === round)
        said.set(pairKey({ unit, annotator }), { answers, flag: asides.flag === true });
    });
  found.throwIfAny();
  return said;
}

/** A field that no unit has would leave annotators with nothing to judge. */
function checkShown(
  fields: readonly string[],
  units: ReadonlyMap<string, UnitFields>,
  ids: readonly string[],
): void {
  const known = new Set<string>();
  for (const unit of units.values()) for (const field of Object.keys(unit)) known.add(field);
  const absent = fields.filter((field) => !known.has(field));
  if (absent.length === 0) return;
  const has = printChoice(
    [...known].filter((field) => !ids.includes(field)),
    'and',
  );
  const lacks = `--show names ${printChoice(absent, 'and')}, which no unit has`;
  refuse('usage', { reason: `${lacks}. The units have ${has}.` });
}

function readExisting(file: string, found: FaultList): readonly Assignment[] {
  const assignments: Assignment[] = [];
  const lines = new Map<string, number>();
  eachRow(
    file,
    rowFormat(file),
    (fields, line) => {
      const read = readAssignment(fields);
      if (!read.ok) {
        for (const one of read.faults) found.add({ ...one, file, line });
        return;
      }
      const { unit, annotator, round } = read.value;
      const key = JSON.stringify([unit, annotator, round]);
      const first = lines.get(key);
      if (first !== undefined) {
        const expected = `what is on line ${first} only once`;
        found.add(wrongField('unit', `${unit} for ${annotator} again`, expected, { file, line }));
        return;
      }
      lines.set(key, line);
      assignments.push(read.value);
    },
    found,
  );
  return assignments;
}

/** Who judged what in this round, or in no round that is named. */
function readSubmitted(
  file: string,
  ids: readonly string[],
  round: string,
  found: FaultList,
): readonly Pair[] {
  const pairs: Pair[] = [];
  eachRow(
    file,
    rowFormat(file),
    (fields, line) => {
      const unit = namedUnit(fields, ids);
      const annotator = fields['annotator'] ?? fields['annotator_id'];
      if (!unit.ok) for (const one of unit.faults) found.add({ ...one, file, line });
      const place = { file, line };
      if (typeof annotator !== 'string' || annotator.trim() === '')
        found.add(badField('annotator_id', annotator, codedText('non-empty-text'), place));
      else if (unit.ok && [undefined, null, '', round].includes(fields['round'] as string))
        pairs.push({ unit: unit.id, annotator: annotator.trim() });
    },
    found,
  );
  return pairs;
}

function deliver(
  assignments: readonly Assignment[],
  tasks: ReadonlyMap<string, FileContent>,
  request: AssignRequest,
): void {
  const files = new Map(tasks);
  const { out, print } = request;
  const format = (out === undefined ? null : namedFormat(out)) ?? 'jsonl';
  const content = (write: (text: string) => void): void => {
    for (const line of assignmentLines(assignments, format)) write(line);
  };
  if (out !== undefined) files.set(out, content);
  writeFiles(files, { force: request.force });
  if (out === undefined && print !== undefined) content(print);
}

function sharesOf(
  assignments: readonly Assignment[],
  toDo: readonly Assignment[],
  before: readonly Assignment[],
  annotators: readonly string[],
): readonly Share[] {
  const all = countBy(assignments);
  const remaining = countBy(toDo);
  const known = new Set(before.map(pairKey));
  const added = countBy(toDo.filter((one) => !known.has(pairKey(one))));
  const names = [
    ...annotators.toSorted(),
    ...[...all.keys()].filter((name) => !annotators.includes(name)),
  ];
  return names.map((annotator) => {
    const [units = 0, stillOpen = 0] = [all.get(annotator), remaining.get(annotator)];
    const work = { units, submitted: units - stillOpen, open: stillOpen };
    const left = !annotators.includes(annotator);
    return { annotator, ...work, added: added.get(annotator) ?? 0, left };
  });
}

function countBy(assignments: readonly Assignment[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { annotator } of assignments) counts.set(annotator, (counts.get(annotator) ?? 0) + 1);
  return counts;
}

function missingFrom(before: readonly Assignment[], now: readonly Assignment[]): number {
  const present = new Set(now.map(pairKey));
  return before.filter((one) => !present.has(pairKey(one))).length;
}

function pairKey({ unit, annotator }: Pair): string {
  return JSON.stringify([unit, annotator]);
}
