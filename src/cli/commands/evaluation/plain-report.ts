import type {
  ComparedPair,
  LimitReport,
  Measured,
  WeightedBlocks,
} from '../../../operations/evaluation/results.ts';
import { heading } from '../../output.ts';
import { comparisonTables, limitLines, measureTable, weightedParts } from './measure-table.ts';
import { comparisonsJson, limitsJson, measuresJson, weightedJson } from './measures-json.ts';

/** Measures with counts and slices, without anything more. */
export interface PlainEvaluation extends WeightedBlocks {
  readonly measures: ReadonlyMap<string, Measured>;
  readonly slices: ReadonlyMap<string, ReadonlyMap<string, Measured>> | null;
  readonly comparisons: readonly ComparedPair[];
  readonly counts: Readonly<Record<string, number>>;
}

/** The evaluation for programs. */
export function plainJson(
  { measures, slices, comparisons, counts, ...chances }: PlainEvaluation,
  limits: readonly LimitReport[],
): unknown {
  return {
    measures: measuresJson(measures),
    ...weightedJson(chances),
    ...(slices === null
      ? {}
      : {
          slices: Object.fromEntries([...slices].map(([value, one]) => [value, measuresJson(one)])),
        }),
    ...(comparisons.length === 0 ? {} : comparisonsJson(comparisons)),
    ...(limits.length === 0 ? {} : { limits: limitsJson(limits) }),
    ...counts,
  };
}

/** The evaluation for people. */
export function plainReport(
  title: string,
  { measures, slices, comparisons, ...chances }: PlainEvaluation,
  limits: readonly LimitReport[],
): string {
  const parts = [heading(title), measureTable(measures), ...weightedParts(measures, chances)];
  for (const [value, one] of slices ?? [])
    parts.push(`${value === '' ? 'none' : value}\n${measureTable(one)}`);
  if (comparisons.length > 0) parts.push(comparisonTables(comparisons));
  if (limits.length > 0) parts.push(limitLines(limits));
  return parts.join('\n\n');
}
