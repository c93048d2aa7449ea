import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonLines, temporaryFolder } from '../../../test/run-assay.ts';
import { evaluateRules } from './evaluate-rules.ts';
import type { RulesRequest } from './evaluate-rules.ts';

type Row = Readonly<Record<string, unknown>>;

const rule = (field: string): Row => ({ type: 'include', field, operator: '>', value: 18 });

async function evaluated(
  truth: readonly Row[],
  parsed: readonly Row[],
  given: { readonly others?: readonly (readonly Row[])[] } & Partial<
    Pick<RulesRequest, 'chance' | 'id'>
  > = {},
) {
  const others = (given.others ?? []).map((rows, at) => [`other-${at}.jsonl`, jsonLines(rows)]);
  const folder = temporaryFolder({
    'truth.jsonl': jsonLines(truth),
    'parsed.jsonl': jsonLines(parsed),
    ...(Object.fromEntries(others) as Record<string, string>),
  });
  return await evaluateRules({
    truth: join(folder, 'truth.jsonl'),
    predictions: join(folder, 'parsed.jsonl'),
    id: given.id ?? 'id',
    chance: given.chance ?? null,
    others: others.map(([name]) => join(folder, name!)),
    seed: 1,
    resamples: 50,
  });
}

const values = ({ measures }: Awaited<ReturnType<typeof evaluated>>, ...names: string[]) =>
  names.map((name) => measures.get(name)!.value);

describe('rules that were parsed from texts', () => {
  it('are compared source by source, and none counts where none was parsed', async () => {
    const found = await evaluated(
      [
        { id: 'a', rules: [rule('age'), rule('weight')] },
        { id: 'b', labeled_rules: [rule('age')] },
        { id: 'c', rules: [] },
      ],
      [
        { id: 'a', parsed_rules: [rule('age')] },
        { id: 'z', rules: [rule('age')] },
      ],
    );
    expect(found).toMatchObject({ sources: 3, notPredicted: 2, notTrue: 1, comparisons: [] });
    // One of one is right, of three that are true.
    expect(values(found, 'P(micro)', 'R(micro)')).toEqual([1, 1 / 3]);
    // Only the source without rules is exact.
    expect(values(found, 'exact_match')).toEqual([1 / 3]);
    expect(found).toMatchObject({ weighted: null, mixedChances: 0, withoutChance: 0 });
  });

  it('have evidence that stands in the text of the truth, else of the prediction', async () => {
    const quoted = { ...rule('age'), evidence_text: 'older than 18' };
    const unsupported = async (truth: Row, parsed: Row) => {
      const found = await evaluated(
        [{ id: 'a', rules: [rule('age')], ...truth }],
        [{ id: 'a', rules: [quoted], ...parsed }],
      );
      return found.measures.get('unsupported_evidence')?.value ?? null;
    };
    const has = { text: 'Patients older than 18 years.' };
    const lacks = { text: 'Nothing of that.' };
    expect(await unsupported(has, {})).toBe(0);
    expect(await unsupported({}, has)).toBe(0);
    expect(await unsupported(has, lacks)).toBe(0);
    expect(await unsupported({ eligibility_text: has.text }, {})).toBe(0);
    expect(await unsupported(lacks, has)).toBe(1);
    // Without a text nothing is said about evidence.
    expect(await unsupported({}, {})).toBeNull();
  });

  it('are weighted by the chance of their source', async () => {
    const found = await evaluated(
      [
        { id: 'a', rules: [rule('age')], p: 0.25 },
        { id: 'b', rules: [rule('age')], p: 1 },
      ],
      [{ id: 'a', rules: [rule('age')] }],
      { chance: 'p' },
    );
    // The first stands for four of five.
    expect(found.weighted!.get('exact_match')!.value).toBeCloseTo(0.8, 12);
  });

  it('of several systems are compared', async () => {
    const truth = [{ id: 'a', rules: [rule('age')] }];
    const one = await evaluated(truth, truth, { others: [[{ id: 'a', rules: [] }]] });
    expect(one.comparisons).toHaveLength(1);
    const two = await evaluated(truth, truth, { others: [truth, truth] });
    expect(two.comparisons).toHaveLength(3);
  });

  it('are refused where a source has no name, no list of rules, or appears twice', async () => {
    const rows = [
      { rules: [] },
      { name: 'a', rules: 'none' },
      { name: 'b', labeled_rules: [1] },
      { name: 'c', rules: [[]] },
      { name: 'd', rules: [null] },
      { name: 'e' },
      { name: 'f', rules: [] },
      { name: 'f', rules: [] },
    ];
    await expect(evaluated(rows, [{ name: 'f', rules: [] }], { id: 'name' })).rejects.toMatchObject(
      {
        faults: [
          { code: 'missing-field', line: 1, field: 'name' },
          { code: 'wrong-value', line: 2, field: 'rules' },
          { code: 'wrong-value', line: 3, field: 'labeled_rules' },
          { code: 'wrong-value', line: 4, field: 'rules' },
          { code: 'wrong-value', line: 5, field: 'rules' },
          { code: 'wrong-value', line: 6, field: 'rules' },
          { code: 'duplicate-unit', line: 8, values: { unit: 'f' } },
        ],
      },
    );
  });
});
