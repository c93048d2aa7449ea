import { describe, expect, it } from 'vitest';
import { parseRankingMeasures } from './parse-ranking-measure.ts';
import { printRankingMeasure, rankingKinds, trecName } from './ranking-measure.ts';

const printed = (text: string): readonly string[] =>
  parseRankingMeasures(text).measures.map(printRankingMeasure);

describe('the spelling of a measure', () => {
  it.each([
    'AP',
    'nDCG@10',
    'nDCG(exp)@10',
    'nDCG(1=3,2=9)',
    'RBP(p=0.8)',
    'RBP(rel=2,p=0.8)',
    'IPrec@0.1',
    'ERR(3)@5',
  ])('parses and prints: %s', (text) => expect(printed(text)).toEqual([text]));

  it.each(['P', 'R', 'Success', 'Judged'])('needs a cutoff: %s', (kind) => {
    const { measures, unknown } = parseRankingMeasures(`${kind}@5`);
    expect(measures).toEqual([{ kind, parameters: '', at: 5 }]);
    expect(unknown).toEqual([]);
  });

  it('is refused where the cutoff or the parameters make no sense', () => {
    const wrong = ['nDCG@0', 'nDCG@1.5', 'bpref@3', 'AP(exp)', 'Judged', 'nothing', 'RBP(q=1)'];
    expect(parseRankingMeasures(wrong.join(',')).unknown).toEqual(wrong);
  });

  it('takes a measure once that is named twice, whatever the name', () => {
    expect(printed('AP, map, AP')).toEqual(['AP']);
  });

  it('has other common names', () => {
    expect(printed('MRR,MAP,hit@5,Recall@10,NDCG@3')).toEqual([
      'RR',
      'AP',
      'Success@5',
      'R@10',
      'nDCG@3',
    ]);
  });
});

describe('names of trec_eval', () => {
  it('come with cutoffs behind a line or a point, or with the usual ones', () => {
    expect(printed('ndcg_cut_10,P.7,3,map_cut_5')).toEqual(['nDCG@10', 'P@3', 'P@7', 'AP@5']);
    expect(printed('success')).toEqual(['Success@1', 'Success@5', 'Success@10']);
    expect(printed('ndcg_cut.10,23.4')).toEqual(['nDCG@10', 'nDCG@23']);
  });

  it('keep their parameters as written, as trec_eval prints them', () => {
    const { measures } = parseRankingMeasures('utility.2,-1,0,0,11pt_avg..25,.5,ndcg.1=3,2=9');
    expect(measures.map(trecName)).toEqual(['utility_2,-1,0,0', '11pt_avg_.25,.5', 'ndcg_1=3,2=9']);
  });

  it('print for every measure that trec_eval has, and parse back', () => {
    const { measures } = parseRankingMeasures('all_trec');
    for (const measure of measures)
      expect(parseRankingMeasures(trecName(measure)).measures).toEqual([measure]);
    // 24 of one value and 72 with cutoffs, as `trec_eval -m all_trec` prints, and relstring.
    expect(measures).toHaveLength(99);
  });

  it('that are named with cutoffs replace those of a list', () => {
    const names = parseRankingMeasures('all_trec,P.3').measures.filter(({ kind }) => kind === 'P');
    expect(names.map(trecName)).toEqual(['P_3']);
  });

  it('make up the official list', () => {
    const { measures } = parseRankingMeasures('official');
    expect(measures.map(trecName).slice(0, 10)).toEqual([
      'num_q',
      'num_ret',
      'num_rel',
      'num_rel_ret',
      'map',
      'gm_map',
      'Rprec',
      'bpref',
      'recip_rank',
      'iprec_at_recall_0.00',
    ]);
    expect(measures).toHaveLength(29);
  });

  it('are unique', () => {
    const names = Object.values(rankingKinds).flatMap(({ trec, trecAt }) => [trec, trecAt]);
    const given = names.filter((name) => name !== null);
    expect(new Set(given).size).toBe(given.length);
  });
});
