import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawnRelease, drawnUnits, isGreen, says } from './drawn-release.ts';
import { guardedRelease, pairRelease, policyRelease, ruleRelease } from './guard-release.ts';
import { jsonLines, runAssay, runJson } from './run-assay.ts';

interface Figure {
  readonly value: number | null;
  readonly n: number;
  readonly low: number | null;
}
type Figures = Readonly<Record<string, Figure>>;
interface Found {
  readonly measures: Figures;
  readonly weighted?: { readonly measures: Figures };
  readonly slices?: Readonly<Record<string, Figures>>;
  readonly by_k?: Readonly<Record<string, Figures>>;
  readonly confusion: { readonly classes: string[]; readonly true_by_predicted: number[][] };
  readonly over_votes?: {
    readonly annotators: Readonly<Record<string, Figures>>;
    readonly spread: Readonly<
      Record<string, { readonly lowest: number; readonly highest: number }>
    >;
  };
  readonly comparisons?: readonly {
    readonly measures: Readonly<Record<string, { readonly p: number; readonly p_holm: number }>>;
  }[];
  readonly correction?: { readonly method: string; readonly comparisons: number };
  readonly looks: { readonly count: number };
  readonly sources?: number;
}

function write(folder: string, name: string, rows: readonly object[]): void {
  writeFileSync(join(folder, name), jsonLines(rows));
}

/** The verdicts that the release itself publishes for one K, by subject. */
function published(folder: string, k: number): ReadonlyMap<string, string> {
  const name = `out/ground_truth/G1_allergy_V2_K${k}_groundtruth.json`;
  const file = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
    readonly restaurants: Readonly<Record<string, { ground_truth: { verdict: string } }>>;
  };
  return new Map(
    Object.entries(file.restaurants).map(([id, one]) => [id, one.ground_truth.verdict]),
  );
}

describe('assay evaluate --release --verdicts', () => {
  it('measures verdicts by subject and K, with confusion and distance', async () => {
    const folder = await policyRelease();
    const [at25, at50] = [published(folder, 25), published(folder, 50)];
    // Right for K = 25; for K = 50 it always says the mildest.
    const rows = [
      ...[...at25].map(([id, verdict]) => `${id},25,${verdict}`),
      ...[...at50].map(([id]) => `${id},50,Low Risk`),
    ];
    writeFileSync(join(folder, 'v.csv'), `business_id,k,verdict\n${rows.join('\n')}\n`);
    const call = ['evaluate', '--release', 'out', '--verdicts', 'G1_allergy_V2', '--json'];
    const words = [...call, '--predictions', 'v.csv', '--system', 'mine', '--resamples', '50'];
    const found = await runJson<Found>(words, folder);
    const low = [...at50.values()].filter((verdict) => verdict === 'Low Risk').length;
    expect(found.by_k!['25']!['accuracy']).toMatchObject({ value: 1, n: at25.size });
    expect(found.by_k!['50']!['accuracy']!.value).toBeCloseTo(low / at50.size, 12);
    expect(found.measures['accuracy']!.n).toBe(at25.size + at50.size);
    expect(found.confusion.classes).toEqual(['Low Risk', 'High Risk', 'Critical Risk']);
    const high = [...at50.values()].filter((verdict) => verdict === 'High Risk').length;
    expect(found.confusion.true_by_predicted[1]![0]).toBe(high);
    const critical = at50.size - low - high;
    expect(found.measures['ordered_distance']!.value).toBeCloseTo(
      (high + 2 * critical) / (at25.size + at50.size),
      12,
    );
    expect(found.looks.count).toBe(1);
    // Without K, a row is about every K; rows about another policy are not read.
    const plain = [...at25].map(([id, verdict]) => `${id},G1_allergy_V2,${verdict}`);
    const other = [...at25].map(([id]) => `${id},G1_allergy_V0,Low Risk`);
    writeFileSync(
      join(folder, 'w.csv'),
      `subject,policy,verdict\n${[...plain, ...other].join('\n')}\n`,
    );
    const again = await runJson<Found>([...words, '--predictions', 'w.csv'], folder);
    expect(again.measures['accuracy']!.n).toBe(at25.size + at50.size);
    expect(again.by_k!['25']!['accuracy']!.value).toBe(1);
  });

  it('names the policies, refuses unknown verdicts and what made the truth', async () => {
    const folder = await policyRelease();
    writeFileSync(join(folder, 'x.csv'), 'subject,k,verdict\nB01,25,Mild\n,25,Low Risk\n');
    const call = ['evaluate', '--release', 'out', '--predictions', 'x.csv', '--system', 'mine'];
    const none = await runAssay([...call, '--verdicts'], folder);
    expect(none.err).toContain('Pass --verdicts with G1_allergy_V0, G1_allergy_V1');
    const wrong = await runAssay([...call, '--verdicts', 'G9'], folder);
    expect(wrong.err).toContain('--verdicts is G9, expected G1_allergy_V0');
    const faults = await runAssay([...call, '--verdicts', 'G1_allergy_V0'], folder);
    expect(faults.code).toBe(2);
    expect(faults.err).toContain('x.csv:2 verdict is "Mild", expected Low Risk, High Risk or');
    expect(faults.err).toContain('x.csv:3 ');
    const own = [...call.slice(0, -1), 'gpt-5-nano', '--verdicts', 'G1_allergy_V0'];
    const circular = await runAssay(own, folder);
    expect(circular.err).toContain('count in this truth');
    const side = await runAssay([...call, '--verdicts', 'G1_allergy_V0', '--split', 'dev'], folder);
    expect(side.err).toContain('A verdict rests on all units of its subject');
  });
});

describe('assay evaluate --release --rules', () => {
  it('takes the rules that people found right as true, source by source', async () => {
    const folder = await ruleRelease();
    // t0 has two right rules of three, t1 one of two, t2 none of one.
    write(folder, 's.jsonl', [
      { id: 't0', rules: [{ type: 'INCLUSION', field: 'age', operator: '>=', value: '18.0' }] },
      { id: 't1', rules: [{ type: 'INCLUSION', field: 'age', operator: '>=', value: '61' }] },
    ]);
    write(folder, 'other.jsonl', [
      { id: 't0', rules: [{ type: 'inclusion', field: 'age', operator: '>=', value: 18 }] },
      { id: 't1', rules: [] },
    ]);
    const call = ['evaluate', '--release', 'out', '--rules', '--question', 'quality=correct'];
    const words = ['--predictions', 's.jsonl', '--compare', 'other.jsonl', '--system', 'a,b'];
    const found = await runJson<Found>([...call, ...words, '--resamples', '50', '--json'], folder);
    expect(found.sources).toBe(3);
    expect(found.measures['P(micro)']!.value).toBeCloseTo(1 / 2, 12);
    expect(found.measures['R(micro)']!.value).toBeCloseTo(1 / 3, 12);
    expect(found.comparisons![0]!.measures['P(micro)']).toHaveProperty('p_holm');
    const unclear = await runAssay([...call.slice(0, -1), 'quality', ...words], folder);
    expect(unclear.err).toContain('expected quality=correct, quality=partial or quality=wrong');
  });
});

describe('truth that was drawn, votes and slices of a release', () => {
  it('counts drawn units by their chance, beside the plain values', async () => {
    const folder = await drawnRelease();
    const call = ['evaluate', '--release', 'out', '--predictions', 'system.jsonl', '--json'];
    const words = [...call, '--system', 'mine', '--resamples', '50'];
    const units = drawnUnits(folder);
    const chances = new Set(units.map((unit) => unit.inclusion_probability));
    expect(chances.size).toBeGreaterThan(1);
    const total = (of: (at: number) => boolean, weighted: boolean): number =>
      units
        .filter(({ id }) => of(Number(id.slice(1))))
        .reduce((sum, unit) => sum + (weighted ? 1 / unit.inclusion_probability : 1), 0);
    const both = (at: number): boolean => says(at) && isGreen(at);
    const labels = await runJson<Found>([...words, '--labels', 'green'], folder);
    const plain = labels.measures['P(micro)']!.value!;
    const weighted = labels.weighted!.measures['P(micro)']!.value!;
    expect(plain).toBeCloseTo(total(both, false) / total(says, false), 12);
    expect(weighted).toBeCloseTo(total(both, true) / total(says, true), 12);
    // The truth of all 200 units, which the drawn ones stand for: the weighted value is nearer.
    const all = Array.from({ length: 200 }, (_, at) => at);
    const whole = all.filter(both).length / all.filter(says).length;
    expect(Math.abs(weighted - whole)).toBeLessThan(Math.abs(plain - whole));
    const rows = all.map((at) => ({ id: `u${at}`, green: says(at) }));
    write(folder, 'class.jsonl', rows);
    const classed = [...words, '--predictions', 'class.jsonl', '--class', 'green'];
    const found = await runJson<Found>(classed, folder);
    expect(found.measures['P[true]']!.value).toBeCloseTo(plain, 12);
    expect(found.weighted!.measures['P[true]']!.value).toBeCloseTo(weighted, 12);
    const wrong = await runAssay([...words, '--class', 'green'], folder);
    expect(wrong.err).toContain('green is "1", expected false or true');
  });

  it('measures under each annotator’s own answers of the release', async () => {
    const folder = await guardedRelease({ split: false });
    const call = ['evaluate', '--release', 'out', '--predictions', 'system.jsonl', '--system', 'm'];
    const words = [...call, '--over-votes', '--resamples', '50', '--json'];
    const labels = await runJson<Found>([...words, '--labels', 'green'], folder);
    // Everybody gives the true answers, and what weighs nothing is no vote.
    const names = Object.keys(labels.over_votes!.annotators);
    expect(names).toEqual(['ana', 'gpt-6#1', 'gpt-6#2', 'keywords']);
    const spread = labels.over_votes!.spread['F1(micro)']!;
    expect(spread.lowest).toBe(spread.highest);
    const classes = await runJson<Found>([...words, '--class', 'size'], folder);
    expect(classes.over_votes!.annotators['ana']!['accuracy']!.value).toBeCloseTo(1 / 3, 12);
    const plain = ['evaluate', '--truth', 'system.jsonl', '--predictions', 'system.jsonl'];
    const refused = await runAssay([...plain, '--over-votes'], folder);
    expect(refused.err).toContain('Pass --over-votes with a file');
  });

  it('slices rankings by a field of the query, and classes by one of the unit', async () => {
    const folder = await pairRelease();
    const run = Array.from(
      { length: 60 },
      (_, at) => `q${Math.floor(at / 6)} Q0 d${at % 6} 1 ${at % 7} r\n`,
    );
    writeFileSync(join(folder, 'r.run'), run.join(''));
    writeFileSync(join(folder, 's.run'), run.map((line) => line.replace(/\d r/, '1 r')).join(''));
    const call = ['evaluate', '--release', 'out', '--run', 'r.run', '--measures', 'nDCG@10,AP'];
    const words = [...call, '--resamples', '50', '--json', '--slice', 'kind', '--system'];
    const found = await runJson<Found>([...words, 'bm25'], folder);
    expect(Object.keys(found.slices!)).toEqual(['even', 'odd']);
    const n = Object.values(found.slices!).map((one) => one['nDCG@10']!.n);
    expect(n[0]! + n[1]!).toBe(found.measures['nDCG@10']!.n);
    const two = await runJson<Found>([...words, 'bm25,other', '--compare', 's.run'], folder);
    expect(two.correction).toEqual({ method: 'holm', comparisons: 2 });
    expect(two.comparisons![0]!.measures['AP']!.p).toBeGreaterThanOrEqual(0);
    const votes = await runJson<Found>([...words, 'bm25', '--over-votes'], folder);
    expect(votes.over_votes!.annotators['ana']!['AP']!.value).toBeCloseTo(
      found.measures['AP']!.value!,
      12,
    );
  });

  it('fails below a limit, and with --strict below the lower end', async () => {
    const folder = await guardedRelease({ split: false });
    const call = ['evaluate', '--release', 'out', '--predictions', 'system.jsonl', '--system', 'm'];
    const words = [...call, '--class', 'size', '--resamples', '50', '--fail-under'];
    expect((await runAssay([...words, 'accuracy=0.3'], folder)).code).toBe(0);
    expect((await runAssay([...words, 'accuracy=0.3', '--strict'], folder)).code).toBe(1);
    expect((await runAssay([...words, 'accuracy=0.4'], folder)).code).toBe(1);
    expect((await runAssay([...words, 'nothing=0.4'], folder)).code).toBe(2);
  });
});
