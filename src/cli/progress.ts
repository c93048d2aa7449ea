import { Presets, SingleBar } from 'cli-progress';
import type { Progress } from '../operations/text-file.ts';

/** When the first sign of progress appears, and how often a log gets another, in milliseconds. */
const firstSign = 1000;
const nextSign = 5000;

/**
 * Progress on standard error for work that takes longer than a second: a bar where somebody is watching, a line every five seconds in
 * a log. `stop` removes the bar.
 */
export function progressBar(what: string, stream: NodeJS.WriteStream = process.stderr): { readonly step: Progress; stop(): void } {
  const draw = stream.isTTY ? bar(what, stream) : lines(what, stream);
  const started = performance.now();
  return {
    step(done, total) {
      if (total > 0 && performance.now() - started >= firstSign) draw.step(done, total);
    },
    stop: draw.stop,
  };
}

/** Removes the bars of work that failed: a bar keeps the process alive and the cursor hidden. */
export function stopProgress(): void {
  for (const shown of open) shown.stop();
  open.clear();
}

/** The bars on the screen. */
const open = new Set<SingleBar>();

interface Drawing {
  readonly step: Progress;
  readonly stop: () => void;
}

function bar(what: string, stream: NodeJS.WriteStream): Drawing {
  let shown: SingleBar | null = null;
  return {
    step(done, total) {
      if (shown === null) {
        shown = new SingleBar({ format: `${what} {bar} {percentage} %`, stream, clearOnComplete: true, hideCursor: true }, Presets.shades_classic);
        shown.start(total, done);
        open.add(shown);
      }
      shown.update(done);
    },
    stop() {
      shown?.stop();
      if (shown !== null) open.delete(shown);
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
