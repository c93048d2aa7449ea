import type { ChildProcess } from 'node:child_process';

/** What a process has printed so far, and a way to wait for a text in it. */
export interface PrintedText {
  out(): string;
  err(): string;
  /** Ends when the process has printed the text on either; throws if it ends without it. */
  until(text: string): Promise<void>;
}

/** Gathers what a process prints to standard output and standard error, as far as they are piped. */
export function printedText(child: ChildProcess): PrintedText {
  const printed = { out: '', err: '' };
  const both = (): string => printed.out + printed.err;
  for (const name of ['out', 'err'] as const)
    child[`std${name}`]?.setEncoding('utf8').on('data', (text: string) => (printed[name] += text));
  return {
    out: () => printed.out,
    err: () => printed.err,
    until: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (both().includes(text)) resolve();
        };
        look();
        for (const stream of [child.stdout, child.stderr]) stream?.on('data', look);
        child.once('close', () => reject(new Error(`It ended without ${text}: ${both()}`)));
      }),
  };
}
