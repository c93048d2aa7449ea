import { parseRankingMeasures } from '../../domain/evaluation/parse-ranking-measure.ts';
import { printRankingMeasure, rankingFacts } from '../../domain/evaluation/ranking-measure.ts';
import type { JudgmentsKind, RankingMeasure } from '../../domain/evaluation/ranking-measure.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import { codedText } from '../../domain/text-values.ts';
import type { FaultList } from '../text-file.ts';
import type { DocumentsKind } from './read-rankings.ts';

/** What is measured of a ranking unless something is asked for. */
export const usualMeasures = 'nDCG@10,AP,R@10,P@5,RR,bpref,Judged@10';

/** How many chunks of a RAG system are looked at unless something is asked for. */
export const usualCutoffs: readonly number[] = [1, 3, 5, 10];

/** How judgments are given, by trec_eval's names (`-R`), and what they are. */
export const judgmentFormats = {
  qrels: { judgments: 'grades', reads: 'qrels', usual: usualMeasures, trec: 'official' },
  qrels_jg: {
    judgments: 'groups',
    reads: 'votes',
    usual: 'GroupAP,GroupP@5,GroupP@10',
    trec: 'qrels_jg',
  },
  qrels_prefs: {
    judgments: 'preferences',
    reads: 'votes',
    usual: 'Pref,PrefPair,PrefGroup',
    trec: 'prefs',
  },
  prefs: {
    judgments: 'preferences',
    reads: 'preferences',
    usual: 'Pref,PrefPair,PrefGroup',
    trec: 'prefs',
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly judgments: JudgmentsKind;
      readonly reads: DocumentsKind;
      readonly usual: string;
      readonly trec: string;
    }
  >
>;

/** A way in which judgments are given. */
export type JudgmentsFormat = keyof typeof judgmentFormats;

/**
 * The measures of a list; unknown names, and measures that need other judgments, go into `found`.
 */
export function namedMeasures(
  text: string,
  found: FaultList,
  format: JudgmentsFormat = 'qrels',
): readonly RankingMeasure[] {
  // trec_eval's runid is not a measure; its reports print it.
  const names = text.replaceAll(/(^|,)\s*runid\s*(?=,|$)/g, '');
  const { measures, unknown } = parseRankingMeasures(names);
  for (const name of unknown)
    found.add(wrongValue('--measures', name, codedText('ranking-measure')));
  const { judgments } = judgmentFormats[format];
  for (const measure of measures) {
    const needed = rankingFacts(measure).judgments;
    if (needed !== 'any' && needed !== judgments)
      found.add(
        wrongValue(
          '--measures',
          printRankingMeasure(measure),
          codedText('measure-of-judgments', { format }),
        ),
      );
  }
  return measures;
}
