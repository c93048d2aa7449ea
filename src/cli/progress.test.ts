import { afterEach, describe, expect, it, vi } from 'vitest';
import { progressBar, progressCount } from './progress.ts';

afterEach(() => vi.restoreAllMocks());

describe('progressBar in a log', () => {
  it('says nothing within the first second, then a line, then no more often than every five seconds', () => {
    const { at, stream, written } = log();
    const bar = progressBar('Reading', stream);
    for (const [time, done] of [
      [0, 1],
      [900, 20],
      [1100, 30],
      [2000, 40],
      [6000, 50],
      [6200, 60],
      [11_500, 100],
    ] as const) {
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

describe('progressCount in a log', () => {
  it('says nothing', () => {
    const { at, stream, written } = log();
    const counted = progressCount('Resampling', 'draws', stream);
    at(5000);
    counted.step(30_000);
    counted.stop();
    expect(written).toEqual([]);
  });
});

describe('a bar on a terminal', () => {
  it('leaves cursor and line ends as they are, so that an interrupted command does not take them along', () => {
    const { at, stream, written } = log({ isTTY: true, columns: 80 });
    for (const drawn of [
      progressBar('Reading', stream),
      progressCount('Resampling', 'draws', stream),
    ]) {
      at(2000);
      drawn.step(30_000, 100_000);
      drawn.stop();
      at(0);
    }
    expect(written.join('')).toMatch(/Reading .* 30 %[^]*Resampling: 30,000 draws/);
    expect(written.join('')).not.toContain('\u001B[?');
  });
});

function log(terminal: { readonly isTTY: boolean; readonly columns?: number } = { isTTY: false }): {
  readonly at: (time: number) => void;
  readonly stream: NodeJS.WriteStream;
  readonly written: readonly string[];
} {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const written: string[] = [];
  const stream = {
    ...terminal,
    write: (text: string) => written.push(text) > 0,
  } as unknown as NodeJS.WriteStream;
  return { at: (time) => (now = time), stream, written };
}
