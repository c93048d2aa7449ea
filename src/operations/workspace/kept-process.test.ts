import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { refusedFor } from '../../../test/refusals.ts';
import { KeptProcess, whileWanted, WorkStopped } from './kept-process.ts';
import type { WorkProcess } from './kept-process.ts';

const file = new URL('../../../test/working-process.ts', import.meta.url);
const limits = { seconds: 600, megabytes: 300 };
const ask = (processes: KeptProcess, ...work: readonly unknown[]): Promise<unknown> =>
  processes.use((one) => one.ask(work));

describe('a process that works for another', () => {
  it('hands over parts of the result in turn, and goes on with the next', async () => {
    const processes = new KeptProcess(file, limits);
    const parts: number[] = [];
    const work = (one: WorkProcess) =>
      one.ask<unknown, { at: number }>(['parts', 3000], ({ at }) => parts.push(at));
    expect(await processes.use(work)).toBe('3000 parts');
    expect(parts).toEqual(Array.from({ length: 3000 }, (_, at) => at));
    const first = await ask(processes, 'pid');
    expect(await ask(processes, 'pid')).toBe(first);
  });

  it('says what is wrong with the input, and is as good as before', async () => {
    const processes = new KeptProcess(file, limits);
    const first = await ask(processes, 'pid');
    await expect(ask(processes, 'faults')).rejects.toMatchObject({
      ...refusedFor('usage', { values: { reason: 'wrong' } }),
      count: 7,
    });
    await expect(ask(processes, 'throw')).rejects.toThrow('broken');
    expect(await ask(processes, 'pid')).toBe(first);
  });

  it.each(['objects', 'buffers', 'abort', 'exit', 'nesting', 'length'])(
    'that takes too much or breaks ends alone, and is replaced: %s',
    async (work) => {
      const processes = new KeptProcess(file, limits);
      await ask(processes, 'pid');
      await expect(ask(processes, work)).rejects.toEqual(new WorkStopped('megabytes'));
      expect(await ask(processes, 'pid')).toBeTypeOf('number');
    },
  );

  it.each(['endless', 'asleep'])('that does not end is ended: %s', async (work) => {
    const processes = new KeptProcess(file, { ...limits, seconds: 0.1 });
    await expect(ask(processes, work)).rejects.toEqual(new WorkStopped('seconds'));
  });

  it('sees nothing of the environment, and no file but those in its folder', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    const processes = new KeptProcess(file, limits);
    await processes.use(async (one) => {
      writeFileSync(join(one.folder, 'given'), 'text');
      expect(await one.ask(['read', join(one.folder, 'given')])).toBe('text');
      expect(await one.ask(['environment'])).not.toContain('AWS_SECRET_ACCESS_KEY');
      await expect(one.ask(['read', '/etc/hosts'])).rejects.toThrow('restricted');
      await expect(one.ask(['write', '/tmp/elsewhere'])).rejects.toThrow('restricted');
      await one.ask(['write', join(one.folder, 'made')]);
      expect(readFileSync(join(one.folder, 'made'), 'utf8')).toBe('made');
    });
    // The next work sees nothing of it.
    await processes.use(async ({ folder }) => expect(readdirSync(folder)).toEqual([]));
  });

  it('is ended where nobody takes its answer, and leaves no folder', async () => {
    const processes = new KeptProcess(file, limits);
    let place = '';
    const refuse = (): void => {
      throw new Error('not this one');
    };
    const work = (one: WorkProcess) => {
      place = one.folder;
      return one.ask(['parts', 100_000], refuse);
    };
    await expect(processes.use(work)).rejects.toThrow('not this one');
    expect(existsSync(place)).toBe(false);
  });

  it('waits for its turn when many are asked at once', async () => {
    const processes = new KeptProcess(file, limits);
    const all = await Promise.all(Array.from({ length: 12 }, () => ask(processes, 'pid')));
    expect(new Set(all).size).toBeLessThanOrEqual(4);
  });

  it('answers though a package prints something', async () => {
    const processes = new KeptProcess(file, limits);
    const first = await ask(processes, 'pid');
    expect(await ask(processes, 'noise')).toBe('said');
    expect(await ask(processes, 'pid')).toBe(first);
  });

  it('is ended when nobody is left who wants its answer', async () => {
    const processes = new KeptProcess(file, limits);
    const gone = new AbortController();
    let place = '';
    const work = (one: WorkProcess) => {
      place = one.folder;
      gone.abort();
      return one.ask(['asleep']);
    };
    const asked = whileWanted(gone.signal, () => processes.use(work));
    await expect(asked).rejects.toMatchObject(refusedFor('request-aborted'));
    expect(existsSync(place)).toBe(false);
    // Others are not concerned.
    expect(await ask(processes, 'pid')).toBeTypeOf('number');
  });

  it('takes nobody’s place where it cannot be started', async () => {
    const processes = new KeptProcess(file, { ...limits, atOnce: 1 });
    vi.stubEnv('TMPDIR', '/no/such/place');
    for (let time = 0; time < 2; time += 1)
      await expect(ask(processes, 'pid')).rejects.toMatchObject(refusedFor('file-unwritable'));
    vi.unstubAllEnvs();
    expect(await ask(processes, 'pid')).toBeTypeOf('number');
    const missing = new KeptProcess(new URL('no-such-file.ts', file), { ...limits, atOnce: 1 });
    for (let time = 0; time < 2; time += 1)
      await expect(ask(missing, 'pid')).rejects.toThrow('could not be started');
  });
});
