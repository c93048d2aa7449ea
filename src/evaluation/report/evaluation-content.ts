import type { OutcomeCounts } from '../../statistics/evaluation/binary-counts.ts';
import type { ReliabilityBin } from '../../statistics/evaluation/calibration.ts';
import type { ClassConfusion } from '../../statistics/evaluation/class-confusion.ts';
import type { PrecisionRecallPoint } from '../../statistics/evaluation/precision-recall-curve.ts';
import type { ComparedPair } from '../compare-measures.ts';
import type { Spread } from '../spread.ts';
import type { Measured } from '../summed-measures.ts';

/**
 * Everything that a reader is shown of an evaluation, as plain values: the page and the workbench
 * are two ways to show it.
 */
export interface EvaluationContent {
  readonly kind: EvaluationKind;
  /** What each system is called, in the order of its files; the first is the one measured. */
  readonly systems: readonly string[];
  /** What the truth is called. */
  readonly truth: string;
  /** How many units, queries, verdicts or sources were measured. */
  readonly n: number;
  readonly measures: readonly ShownMeasure[];
  /** The same with every unit counted by what it stands for; null where none was drawn. */
  readonly weighted: readonly ShownMeasure[] | null;
  /** How many have no recorded chance beside others with one, and count once. */
  readonly withoutChance?: number;
  readonly labels: readonly ShownLabel[];
  readonly confusion: {
    readonly classes: readonly string[];
    readonly counts: ClassConfusion;
  } | null;
  readonly slices: { readonly field: string; readonly values: readonly ShownSlice[] } | null;
  readonly comparisons: readonly ComparedPair[];
  readonly spread: readonly (Spread & { readonly measure: string })[];
  /** The queries with the lowest values, the lowest first. */
  readonly worst: readonly WorstQuery[];
  /** Where two systems differ; null with one. */
  readonly differing: DifferingUnits | null;
  /** What was left out, by the code of the reason. */
  readonly left: Readonly<Record<string, number>>;
}

/** What a system is measured as. */
type EvaluationKind = 'ranking' | 'labels' | 'classes' | 'verdicts' | 'rag' | 'rules';

/** A measure by its name. */
export interface ShownMeasure extends Measured {
  readonly name: string;
}

/** A label with its curves. */
export interface ShownLabel {
  readonly label: string;
  readonly measures: readonly ShownMeasure[];
  readonly counts: OutcomeCounts;
  readonly reliability: readonly ReliabilityBin[] | null;
  readonly precisionRecall: readonly PrecisionRecallPoint[];
}

/** The measures of one value of a field. */
interface ShownSlice {
  readonly value: string;
  readonly measures: readonly ShownMeasure[];
}

/** A query where the system did badly, with what it retrieved and what it missed. */
export interface WorstQuery {
  readonly query: string;
  /** The first measure of the report. */
  readonly value: number;
  readonly documents: readonly ShownDocument[];
  /** Relevant documents that are not among these. */
  readonly missed: readonly ShownDocument[];
}

/** A document of a query; its grade is null where nobody judged it. */
export interface ShownDocument {
  readonly document: string;
  readonly score: number | null;
  readonly grade: number | null;
  readonly isRelevant: boolean;
  readonly text: string | null;
}

/** Units that the first two systems answer differently. */
export interface DifferingUnits {
  readonly systems: readonly [string, string];
  /** How many there are; the list has the first of them. */
  readonly count: number;
  readonly firstRight: number;
  readonly secondRight: number;
  readonly units: readonly DifferingUnit[];
}

/** One of them: what is true, and what each says. */
export interface DifferingUnit {
  readonly unit: string;
  /** The label, or the measure of a query; null where units have one class. */
  readonly of: string | null;
  readonly truth: string;
  readonly first: string;
  readonly second: string;
  readonly text: string | null;
}

/** Measures by name as a list. */
export function shownMeasures(measures: ReadonlyMap<string, Measured>): readonly ShownMeasure[] {
  return [...measures].map(([name, one]) => ({ name, ...one }));
}

/** What says most about a system, where it is measured as labels or classes. */
const usualFirst = [
  'F1(micro)',
  'F1(macro)',
  'P(micro)',
  'R(micro)',
  'AP(macro)',
  'accuracy',
  'balanced_accuracy',
  'kappa',
  'ordered_distance',
];

/**
 * The measures that are shown where there is room for a few: those that say most, or the first six.
 * @example mainMeasures([{ name: 'P(micro)' }, { name: 'F1(micro)' }])[0].name // 'F1(micro)'
 */
export function mainMeasures<Named extends { readonly name: string }>(
  measures: readonly Named[],
): readonly Named[] {
  const usual = usualFirst.flatMap((name) => measures.filter((one) => one.name === name));
  return usual.length > 0 ? usual : measures.slice(0, 6);
}

/** How many of the units that differ, and of the worst queries, are shown. */
export const shownMost = { units: 50, queries: 10, documents: 10, characters: 200 } as const;
