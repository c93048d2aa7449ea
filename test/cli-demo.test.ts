import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runAssay, runJson, temporaryFolder } from './run-assay.ts';

interface Tour {
  readonly name: string;
  readonly simulated: boolean;
  readonly validation: { readonly count: number };
  readonly chapters: readonly {
    readonly title: string;
    readonly agreement: {
      readonly gate: { readonly status: string } | null;
      readonly total_pairs: number;
      readonly seed: number;
    };
  }[];
  readonly truths: readonly {
    readonly task: string;
    readonly units: number;
    readonly settled: number;
    readonly open: number;
    readonly waiting: readonly { readonly why: string }[];
  }[];
  readonly split: {
    readonly dev: number;
    readonly test: number;
    readonly largestDeviation: number;
  } | null;
}

describe('assay demo', () => {
  it('takes the four examples through everything, says that they are simulated, and writes nothing', async () => {
    const folder = temporaryFolder();
    const run = await runAssay(['demo'], folder);
    expect([run.code, run.err]).toEqual([0, '']);
    expect(run.out.match(/^Simulated\. /gm)).toHaveLength(4);
    expect(run.out.match(/no fault/g)).toHaveLength(4);
    expect(run.out).toContain('All judgments above are simulated');
    expect(run.out).toMatch(/^Pilot, guideline 0\.9 .* FAIL \(\d of 15\)$/m);
    expect(run.out.split('\n').filter((line) => [...line].length > 80)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('prints the same as JSON, for the examples that are named', async () => {
    const tours = await runJson<readonly Tour[]>(
      ['demo', 'trial-relevance', 'regulatory-topics', '--seed', '5'],
      temporaryFolder(),
    );
    expect(
      tours.map(({ name, simulated, validation }) => [name, simulated, validation.count]),
    ).toEqual([
      ['trial-relevance', true, 0],
      ['regulatory-topics', true, 0],
    ]);
    expect(
      tours[0]!.chapters.map(({ title, agreement }) => [
        title,
        agreement.gate?.status,
        agreement.seed,
      ]),
    ).toEqual([
      ['Pilot', 'FAIL', 5],
      ['Pilot repeated', 'PASS', 5],
      ['Full round', 'PASS', 5],
      ['Parsed rules', 'PASS', 5],
    ]);
    for (const { units, settled, open, waiting } of tours.flatMap(({ truths }) => truths)) {
      expect(settled + open).toBe(units);
      expect(waiting.length).toBe(Math.min(3, open));
    }
    const [topics] = tours[1]!.truths;
    expect(tours[1]!.split!.dev + tours[1]!.split!.test).toBe(topics!.settled);
  });

  it('knows only the examples that there are', async () => {
    expect(await runAssay(['demo', 'nothing'], temporaryFolder())).toMatchObject({
      code: 2,
      out: '',
      err:
        'There is no example nothing; expected regulatory-topics, trial-relevance, ' +
        'rag-tasks, policy-ground-truth.\n',
    });
  });
});
