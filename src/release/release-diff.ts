import type { Answers } from '../domain/judging/judgment.ts';
import { canonicalJson } from '../domain/canonical-json.ts';
import type { Figures } from './figures.ts';
import type { FoldedTask, RecordFold } from './record-fold.ts';
import { unitTruth } from '../truth/fold/unit-truth.ts';

/** What changed between two releases of a project. */
export interface ReleaseDiff {
  readonly versions: Sides<string>;
  readonly tasks: readonly TaskDiff[];
  /** Figures that differ, by their path in `figures.json`. */
  readonly figures: readonly ({ readonly figure: string } & Sides<unknown>)[];
  /** The protocol versions that only the later release has, with why they changed the rules. */
  readonly protocol: readonly { readonly version: number; readonly reason: string | null }[];
}

/** The earlier and the later value. */
interface Sides<Value> {
  readonly before: Value;
  readonly after: Value;
}

/** What changed about the units of a task. */
interface TaskDiff {
  readonly task: string;
  /** Units that only one of the releases has, and units whose content differs. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly edited: readonly string[];
  readonly truths: readonly TruthChange[];
}

/** A unit whose truth is not what it was. */
interface TruthChange extends Sides<StatedTruth> {
  readonly unit: string;
  /** The ruling of the later release that did it; null where judgments or rules did. */
  readonly ruling: { readonly by: string; readonly reason: string } | null;
}

/** What a release says about a unit. */
interface StatedTruth {
  readonly state: string;
  readonly answers: Answers | null;
}

/** A release, folded, with its figures. */
export interface ComparedRelease {
  readonly fold: RecordFold;
  readonly figures: Figures;
}

/** What changed from one release to another: units, truths with their rulings, figures. */
export function releaseDiff(before: ComparedRelease, after: ComparedRelease): ReleaseDiff {
  const names = [
    ...new Set([...before.fold.tasks, ...after.fold.tasks].map(({ task }) => task.task.id)),
  ];
  const known = new Set(before.fold.record.versions.map((one) => one.version));
  return {
    versions: { before: before.figures.version, after: after.figures.version },
    tasks: names.map((name) => taskDiff(name, taskIn(before, name), taskIn(after, name))),
    figures: differentFigures(before.figures, after.figures, ''),
    protocol: after.fold.record.versions
      .filter((one) => !known.has(one.version))
      .map(({ version, reason }) => ({ version, reason })),
  };
}

function taskIn({ fold }: ComparedRelease, name: string): FoldedTask | undefined {
  return fold.tasks.find(({ task }) => task.task.id === name);
}

function taskDiff(
  task: string,
  before: FoldedTask | undefined,
  after: FoldedTask | undefined,
): TaskDiff {
  const old = new Map(before?.list.map((unit) => [unit.id, unit.hash]));
  const now = new Map(after?.list.map((unit) => [unit.id, unit.hash]));
  const both = [...now.keys()].filter((id) => old.has(id));
  const all = [...new Set([...now.keys(), ...old.keys()])];
  return {
    task,
    added: [...now.keys()].filter((id) => !old.has(id)),
    removed: [...old.keys()].filter((id) => !now.has(id)),
    edited: both.filter((id) => old.get(id) !== now.get(id)),
    truths: all.flatMap((unit): readonly TruthChange[] => {
      const sides = { before: statedTruth(before, unit), after: statedTruth(after, unit) };
      if (canonicalJson(sides.before) === canonicalJson(sides.after)) return [];
      const ruling = after?.rulings.get(unit);
      const earlier = before?.rulings.get(unit);
      const isNew =
        ruling !== undefined && canonicalJson(ruling) !== canonicalJson(earlier ?? null);
      const by = isNew ? { by: ruling.by, reason: ruling.reason } : null;
      return [{ unit, ...sides, ruling: by }];
    }),
  };
}

function statedTruth(task: FoldedTask | undefined, unit: string): StatedTruth {
  if (task === undefined) return { state: 'absent', answers: null };
  const { standing } = unitTruth(task.fold, unit);
  return { state: standing.state, answers: 'answers' in standing ? standing.answers : null };
}

/** Single figures that differ; a list of another length differs as a whole. */
function differentFigures(
  before: unknown,
  after: unknown,
  path: string,
): readonly ({ readonly figure: string } & Sides<unknown>)[] {
  if (canonicalJson(before ?? null) === canonicalJson(after ?? null)) return [];
  if (!isNested(before) || !isNested(after)) return [{ figure: path, before, after }];
  const isList = Array.isArray(before) || Array.isArray(after);
  const [olds, news] = [Object.keys(before), Object.keys(after)];
  if (isList && olds.length !== news.length)
    return [{ figure: `${path}.length`, before: olds.length, after: news.length }];
  const keys = [...new Set([...news, ...olds])];
  return keys.flatMap((key) =>
    differentFigures(before[key], after[key], path === '' ? key : `${path}.${key}`),
  );
}

function isNested(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
