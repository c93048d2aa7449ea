import type { MeasureName } from '../../domain/agreement/measure.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import type { Note } from '../../domain/discussion/note.ts';
import { hasValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import { missesTarget, targetFor } from '../monitoring/agreement-targets.ts';
import type { AgreementFigures } from '../monitoring/monitor-agreement.ts';
import type { AnnotatorComparison } from '../monitoring/monitor-annotators.ts';
import type { SpeedFigures } from '../monitoring/monitor-speed.ts';
import type { StandOut } from '../monitoring/standing-out.ts';

/** What a point of an agenda is about. */
type AgendaMatter =
  | {
      readonly kind: 'label';
      readonly question: string;
      readonly measure: MeasureName;
      /** What the measure is called, by what it was computed from. */
      readonly name: CodedText;
      readonly estimate: Estimate;
      readonly target: number;
      /** Where the lower end of the interval must reach it, and not only the value. */
      readonly bound?: 'low';
    }
  | {
      readonly kind: 'unit';
      readonly unit: string;
      /** The share of equal pairs of answers. */
      readonly agreement: number;
      readonly judgments: number;
    }
  | {
      readonly kind: 'question';
      readonly question: number;
      readonly unit: string;
      readonly text: string;
      readonly at: string;
    }
  | {
      readonly kind: 'annotator';
      readonly annotator: string;
      readonly agreement: Estimate;
      /** The median of everybody. */
      readonly usual: number | null;
    }
  | ({ readonly kind: 'week' } & StandOut)
  | {
      readonly kind: 'speed';
      readonly annotator: string;
      readonly flag: 'fast' | 'slow';
      readonly perHour: Estimate;
      readonly limits: readonly [number, number];
    }
  | {
      /** Put on the agenda by hand, or flagged in the list of units. */
      readonly kind: 'put' | 'flag';
      readonly note: string;
      readonly unit: string | null;
      readonly text: string;
      readonly by: string;
      readonly at: string;
    };

/** A point of an agenda. Its key is the same from one meeting to the next. */
export type AgendaPoint = AgendaMatter & {
  readonly key: string;
  /** Null for what concerns the whole project. */
  readonly task: string | null;
};

/** How many of the hardest units are on an agenda. */
const mostUnits = 10;

/** Labels below their target, those furthest below it first. */
export function labelPoints(task: string, figures: AgreementFigures): readonly AgendaPoint[] {
  const { leading: measure, names, targets, questions } = figures;
  return questions
    .flatMap(({ question, measures }) => {
      const estimate = measures[measure];
      if (estimate === undefined || !hasValue(estimate)) return [];
      const asked = targetFor(targets, measure, question, estimate);
      if (asked === null || !missesTarget(estimate, asked)) return [];
      const { target, bound } = asked;
      const reached = bound === 'low' ? (estimate.interval?.[0] ?? -1) : estimate.value;
      return [{ question, estimate, target, bound, below: target - reached }];
    })
    .toSorted((a, b) => b.below - a.below)
    .map(({ question, estimate, target, bound }) => {
      const key = `label/${task}/${question}`;
      const asked = { target, ...(bound === 'low' ? { bound } : {}) };
      const name = names[measure]!;
      return { kind: 'label', key, task, question, measure, name, estimate, ...asked };
    });
}

/** The units on which judgments differ most and nobody has ruled, the hardest first. */
export function unitPoints(task: string, fold: TaskFold): readonly AgendaPoint[] {
  const { standings, units } = fold;
  const found: { row: number; agreement: number }[] = [];
  for (let row = 0; row < units.size; row += 1) {
    const state = standings.state(row);
    const agreement = fold.agreement(row);
    if (agreement === null || agreement >= 1 || state === 'ruled' || state === 'excluded') continue;
    found.push({ row, agreement });
  }
  const name = (row: number): string => units.at(row);
  found.sort((a, b) => a.agreement - b.agreement || (name(a.row) < name(b.row) ? -1 : 1));
  return found
    .slice(0, mostUnits)
    .map(({ row, agreement }) => ({
      kind: 'unit',
      key: `unit/${task}/${name(row)}`,
      task,
      unit: name(row),
      agreement,
      judgments: fold.table.count(row),
    }));
}

/** Annotators whose judgments of a week stand out, the latest first, unless it was decided on. */
export function weekPoints(
  task: string,
  standOuts: readonly StandOut[],
  decided: ReadonlySet<string>,
): readonly AgendaPoint[] {
  return standOuts.toReversed().flatMap((one): readonly AgendaPoint[] => {
    const key = `week/${task}/${one.annotator}/${one.week}`;
    return decided.has(key) ? [] : [{ kind: 'week', key, task, ...one }];
  });
}

/** Annotators who agree less than the others do. */
export function annotatorPoints(
  task: string,
  { annotators, median: usual }: AnnotatorComparison,
): readonly AgendaPoint[] {
  return annotators
    .filter(({ outlier }) => outlier)
    .map(({ annotator, agreement }) => {
      const key = `annotator/${task}/${annotator}`;
      return { kind: 'annotator', key, task, annotator, agreement, usual };
    });
}

/** Annotators who work outside of the limits of speed. */
export function speedPoints(
  task: string,
  { annotators, limits }: SpeedFigures,
): readonly AgendaPoint[] {
  return annotators.flatMap(({ annotator, flag, perHour }): readonly AgendaPoint[] => {
    if (limits === null || (flag !== 'fast' && flag !== 'slow')) return [];
    const key = `speed/${task}/${annotator}`;
    return [{ kind: 'speed', key, task, annotator, flag, perHour, limits }];
  });
}

/** What was put on the agenda or flagged, oldest first, without what was decided since. */
export function notePoints(
  notes: readonly Note[],
  decided: ReadonlySet<string>,
): readonly AgendaPoint[] {
  return notes.flatMap(({ id, kind, task, unit, text, by, at }): readonly AgendaPoint[] => {
    const key = `note/${id}`;
    if ((kind !== 'agenda' && kind !== 'flag') || decided.has(key)) return [];
    const about = { key, task, note: id, unit, text, by, at };
    return [{ kind: kind === 'agenda' ? 'put' : 'flag', ...about }];
  });
}
