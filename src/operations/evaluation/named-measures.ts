import { parseRankingMeasures } from '../../domain/evaluation/parse-ranking-measure.ts';
import type { RankingMeasure } from '../../domain/evaluation/ranking-measure.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import { codedText } from '../../domain/text-values.ts';
import type { FaultList } from '../text-file.ts';

/** What is measured of a ranking unless something is asked for. */
export const usualMeasures = 'nDCG@10,AP,R@10,P@5,RR,bpref,Judged@10';

/** How many chunks of a RAG system are looked at unless something is asked for. */
export const usualCutoffs: readonly number[] = [1, 3, 5, 10];

/** The measures of a list; names that are none go into `found`. */
export function namedMeasures(text: string, found: FaultList): readonly RankingMeasure[] {
  // trec_eval's runid is no measure; its reports print it.
  const names = text.replaceAll(/(^|,)\s*runid\s*(?=,|$)/g, '');
  const { measures, unknown } = parseRankingMeasures(names);
  for (const name of unknown)
    found.add(wrongValue('--measures', name, codedText('ranking-measure')));
  return measures;
}
