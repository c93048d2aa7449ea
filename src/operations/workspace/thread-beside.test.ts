import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { threadBeside } from './thread-beside.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-thread-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'double.mjs');
writeFileSync(
  file,
  `import { parentPort } from 'node:worker_threads';
parentPort.on('message', (got) => {
  if (got < 0) throw new Error('below zero');
  parentPort.postMessage(2 * got);
});
`,
);

describe('a thread beside', () => {
  it('answers in turn, until it is ended', async () => {
    const beside = threadBeside<number>(pathToFileURL(file));
    expect(await Promise.all([beside.ask(1), beside.ask(2)])).toEqual([2, 4]);
    await beside.end();
    await expect(beside.ask(3)).rejects.toThrow('has ended');
  });

  it('fails everything that it was asked for when it fails once', async () => {
    const beside = threadBeside<number>(pathToFileURL(file));
    const [bad, behind] = [beside.ask(-1), beside.ask(4)];
    await expect(bad).rejects.toThrow('below zero');
    await expect(behind).rejects.toThrow('below zero');
    await expect(beside.ask(5)).rejects.toThrow('below zero');
  });
});
