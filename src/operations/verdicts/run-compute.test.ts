import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lastingWorld } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import { project, ruledReviews } from '../../../test/review-record.ts';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { makeProject, project as labels, protocolContent } from '../../../test/work-world.ts';
import { resultJson, runRecordCompute, runRecordExplain } from './run-compute.ts';
import type { RunRequest } from './run-compute.ts';

const verdicts = lastingWorld(async (world) => await ruledReviews(world));
const hash = expect.stringMatching(/^[0-9a-f]{16}$/);
const hashes = { term_hash: hash, weights_hash: hash, overrides_hash: hash, policy_hash: hash };

function request(given: Partial<RunRequest> = {}): RunRequest {
  return {
    policy: [],
    k: null,
    overrides: [],
    judgments: [],
    allowPartial: false,
    tie: 'ruling',
    invalidate: false,
    seed: 1,
    computedAt: '2026-03-01T12:00:00Z',
    maxMissing: 1,
    dryRun: false,
    check: false,
    ...given,
  };
}

describe('verdicts that are computed', () => {
  it('are written with their summary, and a check finds them as they are', async () => {
    const { world } = verdicts();
    const out = join(temporaryFolder(), 'answers');
    const done: (readonly [number, number])[] = [];
    const computing = (at: number, total: number): void => void done.push([at, total]);
    const made = await runRecordCompute(
      world.store,
      project,
      request({ out, k: [4, 2, 4], computing }),
    );
    expect(done).toEqual([
      [1, 2],
      [2, 2],
    ]);
    const { results, ...rest } = made;
    expect(rest).toEqual({
      domain: project,
      folder: out,
      stale: [],
      invalidated: null,
      notes: [],
      overrides: [{ topic: 'T1', applied: 1, unused: [], stale: [] }],
      outdated: null,
      failures: [],
      cache: null,
    });
    const files = readdirSync(out);
    expect(results.map(({ k, file }) => [k, file])).toEqual(
      files.map((file, at) => [[2, 4][at], file]),
    );
    expect(results[0]!.summary).toEqual({
      subjects: 2,
      units: 4,
      missing: 1,
      open: 0,
      partial: 0,
      insufficient: 0,
      distribution: { Low: 1, High: 1 },
      overrides: { applied: 1, unused: 0, stale: 0 },
    });
    expect(resultJson(results[0]!, out)).toMatchObject({
      policy_id: 'P1',
      topic: 'T1',
      k: 2,
      file: join(out, files[0]!),
      ...hashes,
    });
    expect(resultJson(results[0]!, null)).toMatchObject({ file: null });
    const text = readFileSync(join(out, files[0]!), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ policy_id: 'P1', k: 2 });
    const check = { out, check: true, computedAt: 'later' };
    const again = await runRecordCompute(world.store, project, request(check));
    expect([again.outdated, again.folder, readdirSync(out)]).toEqual([[], null, files]);
    const other = await runRecordCompute(world.store, project, request({ ...check, k: [3] }));
    expect(other.outdated).toEqual([
      { file: join(out, 'P1_K3_groundtruth.json'), why: 'it does not exist' },
    ]);
  });

  it('are not written where too much is missing, nor in a dry run', async () => {
    const { world } = verdicts();
    const out = join(temporaryFolder(), 'answers');
    const computed = (given: Partial<RunRequest>) =>
      runRecordCompute(world.store, project, request({ out, k: [2], ...given }));
    // One of four units.
    const failed = await computed({ maxMissing: 0.24 });
    expect(failed.failures).toEqual([expect.stringMatching(/P1.*1 of 4.*25 %.*24 %/)]);
    expect([failed.folder, failed.outdated, failed.results[0]!.file]).toEqual([null, null, null]);
    expect(readdirSync(out)).toEqual([]);
    const dry = await computed({ maxMissing: 0.25, dryRun: true });
    expect([dry.failures, dry.folder, dry.results[0]!.file]).toEqual([[], null, null]);
    expect(readdirSync(out)).toEqual([]);
    const saveCache = join(out, 'cache.json');
    expect((await computed({ dryRun: true, saveCache })).cache).toBeNull();
    expect(existsSync(saveCache)).toBe(false);
    expect((await computed({ saveCache })).cache).toBe(saveCache);
    expect(JSON.parse(readFileSync(saveCache, 'utf8'))).toHaveProperty('_metadata.T1');
    expect((await refusal(computed({ saveCache })))[0]![0]).toBe('file-exists');
  });

  it('need policies', async () => {
    const { world } = verdicts();
    await makeProject(world, protocolContent({ rounds: '  full: { annotators: 1 }' }), 1);
    const computed = runRecordCompute(world.store, labels, request());
    expect(await refusal(computed)).toEqual([['no-policies', { project: labels }]]);
  });

  it('are explained for one subject', async () => {
    const { world } = verdicts();
    const found = await runRecordExplain(world.store, project, request({ k: [4] }), 'A');
    expect(
      found.explanations.map(({ subject, verdict }) => [subject.id, verdict.k, verdict.verdict]),
    ).toEqual([['A', 4, 'High']]);
    expect([found.stale, found.notes]).toEqual([[], []]);
    expect(await refusal(runRecordExplain(world.store, project, request(), 'Z'))).toEqual([
      ['unknown-subject', { got: 'Z', file: project, expected: 'A' }],
    ]);
  });
});
