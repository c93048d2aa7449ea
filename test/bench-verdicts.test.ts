import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeVerdictFiles } from '../bench/verdict-files.ts';
import type { VerdictFile } from './compute-input.ts';
import { runAssay } from './run-assay.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the files of the verdict benchmark', () => {
  writeVerdictFiles(folder, 5);

  it('are a valid protocol', async () => {
    const run = await runAssay(['validate', '-p', 'protocol/protocol.yaml'], folder);
    expect(run).toMatchObject({ code: 0 });
  });

  it('give the same verdicts from the cache and from the files of judgments', async () => {
    const cached = await compute(
      'from-cache',
      '--policies policies --terms terms --cache judgement_cache.json --dataset dataset.jsonl',
    );
    const judged = await compute('from-files', '-p protocol/protocol.yaml');
    expect(cached).toHaveLength(4 * 4 * 5); // 4 policies, 4 values of K, 5 subjects
    expect(new Set(cached.map(([, , verdict]) => verdict)).size).toBeGreaterThan(1);
    expect(judged).toEqual(cached);
  });
});

/** File, subject and verdict, of all the files that a run of `compute` writes. */
async function compute(out: string, options: string): Promise<readonly (readonly unknown[])[]> {
  const run = await runAssay(
    `compute ${options} --out ${out} --k 25,50,100,200 --max-missing 0.5`.split(' '),
    folder,
  );
  expect(run).toMatchObject({ code: 0 });
  return readdirSync(join(folder, out))
    .toSorted()
    .flatMap((file) => {
      const verdicts = JSON.parse(readFileSync(join(folder, out, file), 'utf8')) as VerdictFile;
      return Object.entries(verdicts.restaurants).map(([subject, { ground_truth: truth }]) => [
        file,
        subject,
        truth['verdict'],
      ]);
    });
}
