import { Worker } from 'node:worker_threads';
import { InputError } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { frames, writeFrame } from './work-frames.ts';

/** What a process answers: that it can be asked, a part of the result, or the end. */
export type WorkReply =
  | { readonly ready: true }
  | { readonly batch: unknown }
  | ({ readonly isLarge: boolean } & WorkEnd);

type WorkEnd =
  | { readonly result: unknown }
  | { readonly faults: readonly Fault[]; readonly count: number }
  /** More than JavaScript can hold, or nested too deeply. */
  | { readonly range: string }
  | { readonly failure: string };

/** The pipe for replies; what a package prints goes elsewhere. */
const repliesTo = 3;
/** A process with more memory than this is not kept for the next work. */
const keptBytes = 256 * 2 ** 20;

/**
 * Inside a process of its own: does the work that it is sent, one after the other, and answers.
 * `send` hands a part of the result over and waits until it is taken.
 */
export async function answerWork<Work>(
  perform: (work: Work, send: (batch: unknown) => void) => Promise<unknown>,
): Promise<void> {
  const reply = (message: WorkReply): void => writeFrame(repliesTo, message);
  watch(Number(process.argv[2]), Number(process.argv[3]));
  // Decoders work side by side: when one fails, nobody handles what becomes of others.
  process.on('unhandledRejection', () => undefined);
  reply({ ready: true });
  for await (const work of frames(process.stdin)) {
    const ended = await end(() => perform(work as Work, (batch) => reply({ batch })));
    reply({ ...ended, isLarge: process.memoryUsage.rss() > keptBytes });
  }
  // Who asked has closed the pipe.
  process.exit();
}

async function end(perform: () => Promise<unknown>): Promise<WorkEnd> {
  try {
    return { result: await perform() };
  } catch (error) {
    if (error instanceof InputError) return { faults: error.faults, count: error.count };
    if (error instanceof RangeError) return { range: error.message };
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function watch(megabytes: number, parent: number): void {
  new Worker(new URL('work-watchdog.mjs', import.meta.url), {
    workerData: { bytes: megabytes * 2 ** 20, parent },
    execArgv: [],
  }).unref();
}
