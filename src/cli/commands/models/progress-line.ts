import { moneyText } from '../../../domain/models/money-text.ts';
import type { EngineProgress } from '../../../operations/models/engine.ts';
import { count, withoutControls } from '../../output.ts';

/** What is counted of cells while batches are on their way. */
interface Waiting {
  readonly cells: number;
  readonly judged: number;
}

/**
 * Progress of asking models, on standard error: rate, cost and time left. In a terminal one line is
 * written over; in a log there is a line every ten seconds.
 */
export function progressLine(currency: string, stream: NodeJS.WriteStream = process.stderr) {
  const started = performance.now();
  let last = Number.NEGATIVE_INFINITY;
  let isShown = false;
  const clear = (): void => {
    if (isShown && stream.isTTY) stream.write('\r\u001B[2K');
    isShown = false;
  };
  const show = (text: string): void => {
    const now = performance.now();
    if (now - last < (stream.isTTY ? 200 : 10_000)) return;
    last = now;
    clear();
    stream.write(stream.isTTY ? text : `${text}\n`);
    isShown = true;
  };
  return {
    step({ asked, accepted, open, cost }: EngineProgress): void {
      const seconds = (performance.now() - started) / 1000;
      if (seconds < 1) return;
      const rate = asked / seconds;
      const left = rate === 0 ? '' : `, ${duration(open / rate)} left`;
      const spent = cost === 0 ? '' : `, ${moneyText(cost)} ${currency}`;
      const speed = rate < 10 ? rate.toFixed(1) : count(Math.round(rate));
      show(`Asking: ${count(accepted)} accepted, ${count(open)} open, ${speed}/s${spent}${left}`);
    },
    waiting(pending: number, { cells, judged }: Waiting): void {
      show(`Waiting for ${count(pending)} batches: ${count(judged)} of ${count(cells)} judged`);
    },
    note(text: string): void {
      clear();
      stream.write(`${withoutControls(text)}\n`);
    },
    stop: clear,
  };
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
