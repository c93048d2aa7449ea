import data from '../src/statistics/fixtures/votes.json' with { type: 'json' };
import type { Votes } from '../src/statistics/votes.ts';

/** Votes of the fixtures, by their name. */
export function votesNamed(name: string): Votes {
  const columns = data.votes[name as keyof typeof data.votes];
  return {
    ...columns,
    unit: Int32Array.from(columns.unit),
    annotator: Int32Array.from(columns.annotator),
    answer: Int32Array.from(columns.answer),
  };
}
