import { afterEach, describe, expect, it, vi } from 'vitest';
import { progressBar } from './progress.ts';

afterEach(() => vi.restoreAllMocks());

describe('progressBar in a log', () => {
  it('says nothing within the first second, then a line, then no more often than every five seconds', () => {
    const { at, stream, written } = log();
    const bar = progressBar('Reading', stream);
    for (const [time, done] of [[0, 1], [900, 20], [1100, 30], [2000, 40], [6000, 50], [6200, 60], [11_500, 100]] as const) {
      at(time);
      bar.step(done, 100);
    }
    bar.stop();
    expect(written).toEqual(['Reading: 30 %\n', 'Reading: 60 %\n']);
  });

  it('says nothing where the end is not known, as on standard input', () => {
    const { at, stream, written } = log();
    const bar = progressBar('Reading', stream);
    at(5000);
    bar.step(100, 0);
    expect(written).toEqual([]);
  });
});

function log(): { readonly at: (time: number) => void; readonly stream: NodeJS.WriteStream; readonly written: readonly string[] } {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const written: string[] = [];
  const stream = { isTTY: false, write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream;
  return { at: (time) => (now = time), stream, written };
}
