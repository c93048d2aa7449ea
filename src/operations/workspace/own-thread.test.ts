import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { refusedFor } from '../../../test/refusals.ts';
import { KeptThread } from './kept-thread.ts';
import { askThread, threadFile } from './own-thread.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-thread-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'working.mjs');
const fault = { code: 'usage', message: 'wrong', values: { reason: 'wrong' } };
writeFileSync(
  file,
  `import { parentPort } from 'node:worker_threads';
let count = 0;
parentPort.on('message', (word) => {
  if (word === 'end') process.exit(0);
  if (word === 'throw') throw new Error('broken');
  if (word === 'faults')
    return parentPort.postMessage({ faults: [${JSON.stringify(fault)}], count: 7 });
  parentPort.postMessage({ progress: 1 });
  parentPort.postMessage({ progress: 2 });
  parentPort.postMessage({ result: [word, (count += 1)] });
});
`,
);

describe('a thread that is asked', () => {
  it('tells how far it is and what came of it, and goes on with the next work', async () => {
    const threads = new KeptThread(pathToFileURL(file), {});
    const told: number[] = [];
    const tell = (progress: number) => told.push(progress);
    expect(await askThread<unknown, number>(threads, 'first', tell)).toEqual(['first', 1]);
    expect(told).toEqual([1, 2]);
    expect(await askThread(threads, 'second')).toEqual(['second', 2]);
    // What is wrong with the input is an answer too: the thread is as good as before.
    await expect(askThread(threads, 'faults')).rejects.toMatchObject({
      ...refusedFor('usage', { values: { reason: 'wrong' } }),
      count: 7,
    });
    expect(await askThread(threads, 'third')).toEqual(['third', 3]);
    await threads.take().terminate();
  });

  it.each([
    ['throw', 'broken'],
    ['end', 'the thread has ended'],
  ])('and fails is not asked again: %s', async (work, message) => {
    const threads = new KeptThread(pathToFileURL(file), {});
    await expect(askThread(threads, work)).rejects.toThrow(message);
    expect(await askThread(threads, 'next')).toEqual(['next', 1]);
    await threads.take().terminate();
  });

  it('lies beside who starts it, in sources and in the package', () => {
    expect(threadFile('reader', 'file:///place/start.ts').href).toBe('file:///place/reader.ts');
    expect(threadFile('reader', 'file:///place/start.js').href).toBe('file:///place/reader.js');
  });
});
