import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { KeptThread } from './kept-thread.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-thread-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Threads that count what they are asked, and end when they are asked to. */
function counting(): KeptThread {
  const file = join(folder, 'counting.mjs');
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads';
let count = 0;
parentPort.on('message', (word) => {
  if (word === 'end') process.exit(0);
  parentPort.postMessage((count += 1));
});
`,
  );
  return new KeptThread(pathToFileURL(file), {});
}

async function asked(thread: Worker): Promise<unknown> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
  thread.postMessage('count');
  return (await once(thread, 'message'))[0] as unknown;
}

describe('a thread that is kept', () => {
  it('does the next work too, and only one waits', async () => {
    const threads = counting();
    const [first, second] = [threads.take(), threads.take()];
    onTestFinished(async () => void (await first.terminate()));
    expect(second).not.toBe(first);
    expect([await asked(first), await asked(second)]).toEqual([1, 1]);
    await threads.giveBack(first);
    await threads.giveBack(second);
    expect(second.threadId).toBe(-1);
    expect(threads.take()).toBe(first);
    expect(await asked(first)).toBe(2);
  });

  it('is not handed out again once it has ended', async () => {
    const threads = counting();
    const thread = threads.take();
    await asked(thread);
    await threads.giveBack(thread);
    const ended = once(thread, 'exit');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    thread.postMessage('end');
    await ended;
    const next = threads.take();
    onTestFinished(async () => void (await next.terminate()));
    expect(next).not.toBe(thread);
    expect(await asked(next)).toBe(1);
  });
});
