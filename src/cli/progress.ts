import { Presets, SingleBar } from 'cli-progress';
import type { Progress } from '../operations/text-file.ts';

/**
 * A progress bar on standard error that appears only when the work takes longer than a second and somebody is watching.
 * `stop` removes it.
 */
export function progressBar(what: string): { readonly step: Progress; stop(): void } {
  const started = performance.now();
  let bar: SingleBar | null = null;
  return {
    step(done, total) {
      if (bar === null) {
        if (!process.stderr.isTTY || total === 0 || performance.now() - started < 1000) return;
        bar = new SingleBar({ format: `${what} {bar} {percentage} %`, stream: process.stderr, clearOnComplete: true, hideCursor: true }, Presets.shades_classic);
        bar.start(total, done);
      }
      bar.update(done);
    },
    stop() {
      bar?.stop();
    },
  };
}
