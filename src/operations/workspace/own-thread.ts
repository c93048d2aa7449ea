import { parentPort } from 'node:worker_threads';
import { InputError } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { KeptThread } from './kept-thread.ts';

/** What a thread answers: how far it is, what came of it, or what is wrong. */
type ThreadReply =
  | { readonly progress: unknown }
  | { readonly result: unknown }
  | { readonly faults: readonly Fault[]; readonly count: number };

/** The file of a thread beside the module that starts it, in the sources and in the package. */
export function threadFile(name: string, beside: string): URL {
  return new URL(`./${name}.${beside.endsWith('.ts') ? 'ts' : 'js'}`, beside);
}

/** Has a piece of work done in a thread, while others go on saving. */
export async function askThread<Result, Progress = never>(
  threads: KeptThread,
  work: unknown,
  progress: (progress: Progress) => void = () => undefined,
): Promise<Result> {
  const thread = threads.take();
  let hasAnswered = false;
  try {
    return await new Promise<Result>((resolve, reject) => {
      thread.on('message', (reply: ThreadReply) => {
        hasAnswered = !('progress' in reply);
        if ('progress' in reply) progress(reply.progress as Progress);
        else if ('faults' in reply) reject(new InputError(reply.faults, reply.count));
        else resolve(reply.result as Result);
      });
      thread.on('error', reject);
      thread.on('exit', () => reject(new Error('the thread has ended')));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
      thread.postMessage(work);
    });
  } finally {
    await (hasAnswered ? threads.giveBack(thread) : thread.terminate());
  }
}

/** Inside such a thread: does the work that it is sent, and answers. */
export function answerWork<Work, Progress = never>(
  perform: (work: Work, tell: (progress: Progress) => void) => Promise<unknown>,
): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
  const reply = (message: ThreadReply): void => parentPort!.postMessage(message);
  const answer = async (work: Work): Promise<void> => {
    try {
      reply({ result: await perform(work, (progress) => reply({ progress })) });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      reply({ faults: error.faults, count: error.count });
    }
  };
  parentPort!.on('message', (work: Work) => void answer(work));
}
