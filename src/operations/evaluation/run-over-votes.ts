import type { RankingMeasure } from '../../domain/evaluation/ranking-measure.ts';
import { ofAnnotator } from '../../evaluation/rankings/judge-groups.ts';
import { judgeRun } from '../../evaluation/rankings/judge-run.ts';
import { spreadOver } from '../../evaluation/spread.ts';
import type { Spread } from '../../evaluation/spread.ts';
import { estimateMeasures } from '../../evaluation/summed-measures.ts';
import type { Measured } from '../../evaluation/summed-measures.ts';
import { summedRankings } from '../../evaluation/rankings/summed-rankings.ts';
import type { ScoredDocuments } from '../../formats/evaluation/scored-documents.ts';
import type { RunRequest } from './evaluate-run.ts';

/** Measures under each annotator's own answers, and how far they lie apart. */
export interface OverVotes {
  readonly annotators: ReadonlyMap<string, ReadonlyMap<string, Measured>>;
  readonly spread: ReadonlyMap<string, Spread>;
}

/** Measures a run under each annotator's own grades. */
export function overVotes(
  votes: ScoredDocuments,
  run: ScoredDocuments,
  measures: readonly RankingMeasure[],
  request: RunRequest,
): OverVotes {
  const { seed, resamples } = request;
  const annotators = new Map(
    votes.annotators.map((name, number) => {
      const own = ofAnnotator(votes, number);
      const { queries } = judgeRun(own, run, request);
      const result = summedRankings(queries, measures, request);
      return [name, estimateMeasures(result, { seed, resamples })];
    }),
  );
  return { annotators, spread: spreadOver(annotators) };
}
