import { Presets, SingleBar } from 'cli-progress';
import type { Progress } from '../operations/text-file.ts';
import { count } from './output.ts';

/** When the first sign of progress appears, and how often a log gets another, in milliseconds. */
const firstSign = 1000;
const nextSign = 5000;

/**
 * Progress of work over a second, on standard error: a bar in a terminal, sometimes a line in a
 * log.
 */
export function progressBar(
  what: string,
  stream: NodeJS.WriteStream = process.stderr,
): { readonly step: Progress; stop(): void } {
  const draw = stream.isTTY ? bar(`${what} {bar} {percentage} %`, stream) : lines(what, stream);
  const started = performance.now();
  return {
    step(done, total) {
      if (total > 0 && performance.now() - started >= firstSign) draw.step(done, total);
    },
    stop: draw.stop,
  };
}

/** Progress of work whose end is unknown, counted in `noun`; shown in a terminal only. */
export function progressCount(
  what: string,
  noun: string,
  stream: NodeJS.WriteStream = process.stderr,
): { readonly step: (done: number) => void; stop(): void } {
  const amount = (done: number): string => `${what}: ${count(done)} ${noun}`;
  const draw = bar('{amount}', stream, amount);
  const started = performance.now();
  return {
    step(done) {
      if (stream.isTTY && performance.now() - started >= firstSign)
        draw.step(done, Number.POSITIVE_INFINITY);
    },
    stop: draw.stop,
  };
}

/** Removes the bars of work that failed: a bar keeps the process alive. */
export function stopProgress(): void {
  for (const shown of open) shown.stop();
  open.clear();
}

/** Leaves the terminal as it was: an interrupt must not cost the cursor or the line wrap. */
const asItWas = { hideCursor: false, linewrap: true };

/** The bars on the screen. */
const open = new Set<SingleBar>();

interface Drawing {
  readonly step: Progress;
  readonly stop: () => void;
}

function bar(
  format: string,
  stream: NodeJS.WriteStream,
  amount: (done: number) => string = String,
): Drawing {
  let shown: SingleBar | null = null;
  return {
    step(done, total) {
      if (shown === null) {
        shown = new SingleBar(
          { format, stream, clearOnComplete: true, ...asItWas },
          Presets.shades_classic,
        );
        shown.start(total, done, { amount: amount(done) });
        open.add(shown);
      }
      shown.update(done, { amount: amount(done) });
    },
    stop() {
      shown?.stop();
      if (shown !== null) open.delete(shown);
      shown = null;
    },
  };
}

function lines(what: string, stream: NodeJS.WriteStream): Drawing {
  let last = Number.NEGATIVE_INFINITY;
  return {
    step(done, total) {
      const now = performance.now();
      if (now - last < nextSign || done >= total) return;
      last = now;
      stream.write(`${what}: ${Math.floor((100 * done) / total)} %\n`);
    },
    stop: () => {},
  };
}
