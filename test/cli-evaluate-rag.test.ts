import { describe, expect, it } from 'vitest';
import { jsonLines, runAssay, runJson, temporaryFolder } from './run-assay.ts';

type Figures = Readonly<
  Record<string, { readonly value: number | null; readonly n: number; readonly skipped: object }>
>;
interface Evaluated {
  readonly measures: Figures;
  readonly weighted?: { readonly measures: Figures } | null;
  readonly mixed_chances?: number;
  readonly comparisons?: readonly {
    readonly measures: Readonly<
      Record<string, { readonly first: number; readonly second: number; readonly p: number }>
    >;
  }[];
  readonly correction?: { readonly method: string; readonly comparisons: number };
  readonly slices?: Readonly<Record<string, Figures>>;
}

const chunk = (query: string, rank: number, yes: readonly [number, number, number]): object => ({
  query_id: query,
  chunk_rank: rank,
  topically_relevant: yes[0],
  evidence_sufficient: yes[1],
  misleading: yes[2],
  language: query === 'q1' ? 'de' : 'en',
});

describe('assay evaluate --rag', () => {
  it('measures retrieval at several K, whatever the order of the rows', async () => {
    const rows = [
      chunk('q1', 3, [1, 1, 0]),
      chunk('q1', 1, [0, 0, 1]),
      chunk('q1', 2, [1, 0, 0]),
      chunk('q2', 1, [0, 0, 0]),
    ];
    const { measures, slices } = await runJson<Evaluated>(
      ['evaluate', '--rag', 'retrieval', '--truth', 'r.jsonl', '--k', '1,3', '--slice', 'language'],
      temporaryFolder({ 'r.jsonl': jsonLines(rows) }),
    );
    const value = (name: string): number | null => measures[name]!.value;
    // q1 has two of three chunks on the topic, q2 none of one, which still counts by K = 3.
    expect(value('TopicalPrecision@3')).toBeCloseTo((2 / 3 + 0) / 2, 12);
    expect(value('SufficiencyHit@3')).toBe(0.5);
    expect(value('SufficiencyHit@1')).toBe(0);
    expect(value('SufficiencyRate@3')).toBeCloseTo(1 / 6, 12);
    expect(value('MisleadingContextRate@3')).toBeCloseTo(1 / 6, 12);
    expect(value('MRR@3')).toBe(0.25);
    // q1: gains 0, 1, 3 against 3, 1, 0; q2 has nothing to gain and is left out.
    const own = 1 / Math.log2(3) + 3 / 2;
    expect(value('nDCG@3')).toBeCloseTo(own / (3 + 1 / Math.log2(3)), 12);
    expect(measures['nDCG@3']).toMatchObject({ n: 1, skipped: { 'no-ideal-gain': 1 } });
    expect(slices!['en']!['MRR@3']!.value).toBe(0);
  });

  it('measures fabrication among answers that cite, and says when none does', async () => {
    const answer = (id: string, cited: number, fabricated: number): object => ({
      query_id: id,
      support_present: 1,
      unsupported_claim_present: 0,
      contradicted_claim_present: 0,
      source_cited: cited,
      fabricated_source: fabricated,
    });
    const measure = (rows: readonly object[], ...more: readonly string[]): Promise<Evaluated> =>
      runJson(
        ['evaluate', '--rag', 'grounding', '--truth', 'g.jsonl', ...more],
        temporaryFolder({ 'g.jsonl': jsonLines(rows) }),
      );
    const some = await measure([answer('a', 1, 1), answer('b', 1, 0), answer('c', 0, 0)]);
    expect(some.measures['ConditionalFabricationRate']).toMatchObject({ value: 0.5, n: 2 });
    expect(some.measures['CitationPresenceRate']!.value).toBeCloseTo(2 / 3, 12);
    const none = await measure([answer('a', 0, 0)]);
    expect(none.measures['ConditionalFabricationRate']).toMatchObject({
      value: null,
      skipped: { 'no-citation': 1 },
    });
    const zero = await measure([answer('a', 0, 0)], '--empty', 'zero');
    expect(zero.measures['ConditionalFabricationRate']!.value).toBe(0);
  });

  it('measures answers', async () => {
    const csv =
      'query_id,proper_action,response_on_topic,helpful,incomplete,unsafe_content\n' +
      'a,yes,yes,no,no,no\nb,1,1,1,0,0\n';
    const { measures } = await runJson<Evaluated>(
      ['evaluate', '--rag', 'generation', '--truth', 'a.csv'],
      temporaryFolder({ 'a.csv': csv }),
    );
    expect(measures['HelpfulnessRate']!.value).toBe(0.5);
    expect(measures['UnsafeContentRate']!.value).toBe(0);
  });

  it('counts queries by their chance, beside the plain values', async () => {
    const drawn = (query: string, rank: number, relevant: number, chance: number): object => ({
      ...chunk(query, rank, [relevant, 0, 0]),
      inclusion_probability: chance,
    });
    const measure = (rows: readonly object[]): Promise<Evaluated> =>
      runJson(
        ['evaluate', '--rag', 'retrieval', '--truth', 'r.jsonl', '--k', '2'],
        temporaryFolder({ 'r.jsonl': jsonLines(rows) }),
      );
    const rows = [drawn('q1', 1, 1, 0.25), drawn('q1', 2, 0, 0.25), drawn('q2', 1, 0, 1)];
    const { measures, weighted } = await measure(rows);
    expect(measures['TopicalPrecision@2']!.value).toBe(0.25);
    // q1 stands for four queries of which each has 1/2, q2 for itself with 0.
    expect(weighted!.measures['TopicalPrecision@2']!.value).toBeCloseTo(2 / 5, 12);
    const mixed = await measure([...rows, drawn('q2', 2, 0, 0.5)]);
    expect(mixed).toMatchObject({ weighted: null, mixed_chances: 1 });
  });

  it('compares systems on the queries that all have, corrected for all tests', async () => {
    const folder = temporaryFolder({
      'a.jsonl': jsonLines([
        ...['q1', 'q2', 'q3', 'q4'].map((query) => chunk(query, 1, [0, 0, 0])),
        chunk('q5', 1, [1, 0, 0]),
      ]),
      'b.jsonl': jsonLines(['q4', 'q3', 'q2', 'q1'].map((query) => chunk(query, 1, [1, 1, 0]))),
    });
    const words = ['evaluate', '--rag', 'retrieval', '--truth', 'a.jsonl', '--k', '1'];
    const { comparisons, correction } = await runJson<Evaluated>(
      [...words, '--compare', 'b.jsonl'],
      folder,
    );
    const [pair] = comparisons!;
    // Of 2⁴ ways to swap, two are as far apart: all or none.
    expect(pair!.measures['TopicalPrecision@1']).toMatchObject({ first: 0, second: 1, p: 0.125 });
    expect(correction).toEqual({ method: 'holm', comparisons: 6 });
    const report = await runAssay([...words, '--compare', 'b.jsonl', '--html', 'x.html'], folder);
    expect(report.out).toContain('b.jsonl minus a.jsonl');
  });

  it('refuses labels that are missing, contradict each other, or name a unit twice', async () => {
    const rows = [
      chunk('q1', 1, [0, 1, 1]),
      { ...chunk('q1', 2, [0, 0, 0]), misleading: 'maybe' },
      chunk('q2', 1, [1, 0, 0]),
      chunk('q2', 1, [1, 0, 0]),
    ];
    const { code, err } = await runAssay(
      ['evaluate', '--rag', 'retrieval', '--truth', 'r.jsonl'],
      temporaryFolder({ 'r.jsonl': jsonLines(rows) }),
    );
    expect(code).toBe(2);
    expect(err).toContain('r.jsonl:1 evidence_sufficient => topically_relevant is broken');
    expect(err).toContain('r.jsonl:1 evidence_sufficient => not misleading is broken');
    expect(err).toContain('r.jsonl:2 misleading is "maybe", expected 0 or 1');
    expect(err).toContain('r.jsonl:4 the unit q2, rank 1 already appears on line 3');
  });
});

describe('assay evaluate --rules', () => {
  const rule = (field: string, value: string | number, more: object = {}): object => ({
    type: 'INCLUSION',
    field,
    operator: '>=',
    value,
    unit: 'years',
    ...more,
  });

  it('counts sources by their chance, beside the plain values', async () => {
    const { measures, weighted } = await runJson<Evaluated>(
      ['evaluate', '--rules', '--truth', 't.jsonl', '--predictions', 'p.jsonl', '--chance', 'pi'],
      temporaryFolder({
        't.jsonl': jsonLines([
          { id: 'n1', rules: [rule('age', 18)], pi: 0.5 },
          { id: 'n2', rules: [rule('age', 20)], pi: 1 },
        ]),
        'p.jsonl': jsonLines([{ id: 'n1', rules: [rule('age', 18)] }]),
      }),
    );
    expect(measures['R(micro)']!.value).toBe(0.5);
    expect(weighted!.measures['R(micro)']!.value).toBeCloseTo(2 / 3, 12);
    expect(weighted!.measures['exact_match']!.value).toBeCloseTo(2 / 3, 12);
  });

  it('compares parsed rules as sets, whatever their spelling', async () => {
    const truth = [
      {
        nct_id: 'n1',
        rules: [rule('age', 18), rule('Body-mass', '20')],
        text: 'Adults of 18 years.',
      },
      { nct_id: 'n2', rules: [] },
    ];
    const parsed = [
      {
        nct_id: 'n1',
        rules: [
          rule('AGE', '18.0', { evidence_text: 'adults  of 18' }),
          rule('height', 2, { evidence_text: 'not there' }),
          rule('body mass', 20),
        ],
      },
    ];
    const { measures } = await runJson<Evaluated>(
      ['evaluate', '--rules', '--truth', 't.jsonl', '--predictions', 'p.jsonl', '--id', 'nct_id'],
      temporaryFolder({ 't.jsonl': jsonLines(truth), 'p.jsonl': jsonLines(parsed) }),
    );
    expect(measures['P(micro)']!.value).toBeCloseTo(2 / 3, 12);
    expect(measures['R(micro)']!.value).toBe(1);
    expect(measures['F1(macro)']).toMatchObject({
      value: 0.8,
      n: 1,
      skipped: { 'nothing-to-find': 1 },
    });
    // n2 has no rules and none was parsed.
    expect(measures['exact_match']!.value).toBe(0.5);
    expect(measures['unsupported_evidence']).toMatchObject({ value: 0.5, n: 2 });
  });
});

describe('assay evaluate with labels as queries', () => {
  it('ranks units by the scores of each label and skips labels without positives', async () => {
    const { measures } = await runJson<Evaluated>(
      ['evaluate', '--truth', 't.csv', '--predictions', 'p.csv', '-m', 'nDCG(exp)@10,R@1,AP'],
      temporaryFolder({
        't.csv': 'id,a,b\nu1,0,0\nu2,2,0\nu3,1,0\n',
        'p.csv': 'id,score_a,score_b\nu1,0.9,0.1\nu2,0.8,0.2\nu3,0.1,0.3\n',
      }),
    );
    // a: grades 0, 2, 1 in the order of scores, so gains 0, 3, 1 against 3, 1.
    const [best, own] = [3 + 1 / Math.log2(3), 3 / Math.log2(3) + 0.5];
    expect(measures['nDCG(exp)@10']!.value).toBeCloseTo(own / best, 12);
    expect(measures['nDCG(exp)@10']!.skipped).toEqual({ 'no-ideal-gain': 1 });
    expect(measures['R@1']).toMatchObject({ value: 0, n: 1, skipped: { 'no-relevant': 1 } });
    // Relevant at ranks 2 and 3: (1/2 + 2/3) / 2.
    expect(measures['AP']!.value).toBeCloseTo(7 / 12, 12);
  });
});
