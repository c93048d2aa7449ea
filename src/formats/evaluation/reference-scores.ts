import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import { codedText, earlierPlace } from '../../domain/text-values.ts';
import { badCsv } from '../csv.ts';

/** What reference runs scored: the mean and standard deviation of a measure for a query. */
interface ReferenceScore {
  readonly mean: number;
  readonly deviation: number;
}

/** By query, then by trec_eval's name of the measure. */
export type ReferenceScores = ReadonlyMap<string, ReadonlyMap<string, ReferenceScore>>;

/**
 * Reads trec_eval's file of reference scores (`-Z`): `query measure mean deviation` per line,
 * separated by white space.
 */
export function readReferenceScores(text: string): {
  readonly scores: ReferenceScores;
  readonly faults: readonly Fault[];
} {
  const scores = new Map<string, Map<string, ReferenceScore>>();
  const lines = new Map<ReferenceScore, number>();
  const faults: Fault[] = [];
  for (const [at, row] of text.split('\n').entries()) {
    const line = at + 1;
    const fields = row.split(/\s+/).filter((field) => field !== '');
    if (fields.length === 0) continue;
    const [query = '', measure = '', ...numbers] = fields;
    if (fields.length !== 4) {
      faults.push(badCsv(codedText('field-count-reference', { got: fields.length }), line));
      continue;
    }
    const [mean, deviation] = numbers.map((number, place) => {
      const value = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(number) ? Number(number) : NaN;
      const field = place === 0 ? 'mean' : 'deviation';
      if (!Number.isFinite(value))
        faults.push(wrongValue(field, number, codedText('number'), { line }));
      return value;
    });
    const own = scores.get(query) ?? new Map<string, ReferenceScore>();
    scores.set(query, own);
    if (own.has(measure)) {
      const values = {
        unit: `${query} ${measure}`,
        place: earlierPlace(lines.get(own.get(measure)!)!),
      };
      faults.push(fault('duplicate-unit', values, { line }));
      continue;
    }
    const score = { mean: mean!, deviation: deviation! };
    own.set(measure, score);
    lines.set(score, line);
  }
  return { scores, faults };
}
