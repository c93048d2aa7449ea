import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonLines, temporaryFolder } from '../../../test/run-assay.ts';
import { evaluateRag } from './evaluate-rag.ts';
import type { RagRequest } from './evaluate-rag.ts';

type Row = Readonly<Record<string, unknown>>;

function requestOf(files: Readonly<Record<string, readonly Row[]>>, given: Partial<RagRequest>) {
  const texts = Object.entries(files).map(([name, rows]) => [name, jsonLines(rows)]);
  const folder = temporaryFolder(Object.fromEntries(texts) as Record<string, string>);
  const [truth, ...others] = Object.keys(files).map((name) => join(folder, name));
  const request: RagRequest = {
    truth: truth!,
    others,
    family: 'generation',
    cutoffs: [1, 2],
    zeroes: false,
    slice: null,
    chance: null,
    seed: 1,
    resamples: 50,
    ...given,
  };
  return request;
}

const evaluated = (rows: readonly Row[], given: Partial<RagRequest> = {}) =>
  evaluateRag(requestOf({ 'a.jsonl': rows }, given));

async function faultsOf(rows: readonly Row[], given: Partial<RagRequest> = {}) {
  try {
    await evaluated(rows, given);
  } catch (error) {
    const { faults } = error as { readonly faults: readonly Record<string, unknown>[] };
    return faults.map(({ code, line, field }) => [code, line, field ?? null]);
  }
  return [];
}

const answer = (query_id: string, helpful: 0 | 1, more: Row = {}): Row => ({
  query_id,
  proper_action: 1,
  response_on_topic: 1,
  helpful,
  incomplete: 0,
  unsafe_content: 0,
  ...more,
});
const chunk = (query_id: string, chunk_rank: unknown, relevant: 0 | 1, more: Row = {}): Row => ({
  query_id,
  chunk_rank,
  topically_relevant: relevant,
  evidence_sufficient: 0,
  misleading: 0,
  ...more,
});

describe('the answers of a RAG system', () => {
  it('are measured one by one, whatever names the query', async () => {
    const rows = [
      answer('q1', 1),
      { ...answer('', 0), query_id: undefined, record_uuid: 'r2' },
      { ...answer('', 0), query_id: undefined, id: 3 },
      { ...answer('', 0), query_id: undefined, query: 'q4' },
    ];
    const found = await evaluated(rows);
    expect([found.queries, found.units]).toEqual([4, 4]);
    expect(found).toMatchObject({ slices: null, comparisons: [], weighted: null });
    const shares = [...found.measures.values()].map(({ value }) => value);
    // One of four is helpful; nothing else differs between them.
    expect(shares).toContain(0.25);
  });

  it('are measured by a field, where what has none is by itself', async () => {
    const rows = [
      answer('q1', 1, { lang: 'de' }),
      answer('q2', 0, { lang: 'en' }),
      answer('q3', 0),
    ];
    const { slices } = await evaluated(rows, { slice: 'lang' });
    expect([...slices!.keys()]).toEqual(['de', 'en', '']);
    const own = [...slices!.values()].map((one) => [...one.values()].map(({ n }) => n)[0]);
    expect(own).toEqual([1, 1, 1]);
  });

  it('are weighted by the chance of each', async () => {
    const rows = [answer('q1', 1, { p: 0.25 }), answer('q2', 0, { p: 1 })];
    const { weighted, mixedChances, withoutChance } = await evaluated(rows, { chance: 'p' });
    // The first stands for four.
    expect([...weighted!.values()].map(({ value }) => value)).toContain(0.8);
    expect([mixedChances, withoutChance]).toEqual([0, 0]);
    expect(await faultsOf([answer('q1', 1)], { chance: 'p' })).toEqual([['missing-field', 1, 'p']]);
  });

  it('are refused where a label is no yes or no, or none names the query', async () => {
    const rows = [
      answer('q1', 1, { helpful: 2 }),
      answer('q2', 1, { helpful: undefined }),
      answer('q3', 1, { helpful: 'yes' }),
      { ...answer('', 1), query_id: undefined },
    ];
    expect(await faultsOf(rows)).toEqual([
      ['wrong-value', 1, 'helpful'],
      ['wrong-value', 2, 'helpful'],
      ['missing-field', 4, 'query_id'],
    ]);
  });

  it('appear once each', async () => {
    expect(await faultsOf([answer('q1', 1), answer('q2', 1), answer('q1', 0)])).toEqual([
      ['duplicate-unit', 3, null],
    ]);
  });
});

describe('the chunks that a RAG system retrieved', () => {
  const family = 'retrieval' as const;

  it('are measured by query in the order of ranks, whatever that of the rows', async () => {
    const rows = [chunk('q1', 2, 0), chunk('q1', 1, 1), chunk('q2', '1', 0)];
    const { measures, queries, units } = await evaluated(rows, { family });
    expect([queries, units]).toEqual([2, 3]);
    expect(measures.get('TopicalPrecision@1')).toMatchObject({ value: 0.5, n: 2 });
  });

  it.each([0, 1.5, -1, 'first', undefined])('have no rank %j', async (rank) => {
    expect(await faultsOf([chunk('q1', rank, 1)], { family })).toEqual([
      ['wrong-value', 1, 'chunk_rank'],
    ]);
  });

  it('have each rank once in a query', async () => {
    const rows = [chunk('q1', 1, 1), chunk('q1', 2, 1), chunk('q2', 1, 1), chunk('q1', 1, 0)];
    expect(await faultsOf(rows, { family })).toEqual([['duplicate-unit', 4, null]]);
    await expect(evaluated(rows, { family })).rejects.toMatchObject({
      faults: [{ values: { unit: 'q1, rank 1' } }],
    });
  });

  it('have labels that can be true together', async () => {
    const rows = [
      chunk('q1', 1, 0, { evidence_sufficient: 1 }),
      chunk('q2', 1, 1, { evidence_sufficient: 1, misleading: 1 }),
      chunk('q3', 1, 1, { evidence_sufficient: 1 }),
    ];
    await expect(evaluated(rows, { family })).rejects.toMatchObject({
      faults: [
        {
          code: 'constraint-broken',
          line: 1,
          values: {
            constraint: 'evidence_sufficient => topically_relevant',
            detail: 'evidence_sufficient = 1, topically_relevant = 0',
          },
        },
        {
          line: 2,
          values: {
            constraint: 'evidence_sufficient => not misleading',
            detail: 'evidence_sufficient = 1, misleading = 1',
          },
        },
      ],
    });
  });
});

describe('two RAG systems', () => {
  it('are compared on the queries that both have, in the same order', async () => {
    const mine = [answer('q1', 1), answer('q2', 1), answer('q3', 0)];
    const theirs = [answer('q3', 0), answer('q9', 1), answer('q2', 0)];
    const request = requestOf({ 'a.jsonl': mine, 'b.jsonl': theirs }, {});
    const { comparisons } = await evaluateRag(request);
    expect(comparisons.map(({ names }) => names)).toEqual([[request.truth, request.others[0]]]);
    // Of q2 and q3 the first has one that is helpful, the second none.
    const helpful = comparisons[0]!.comparisons.filter(
      ({ first, second }) => first === 0.5 && second === 0,
    );
    expect(helpful.length).toBeGreaterThan(0);
  });

  it('are refused when they have no query in common', async () => {
    const request = requestOf({ 'a.jsonl': [answer('q1', 1)], 'b.jsonl': [answer('q2', 1)] }, {});
    await expect(evaluateRag(request)).rejects.toMatchObject({ faults: [{ code: 'usage' }] });
  });
});
