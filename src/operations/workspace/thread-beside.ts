import { Worker } from 'node:worker_threads';
import type { WorkerOptions } from 'node:worker_threads';

/** A thread that does part of a long piece of work beside this one. */
interface ThreadBeside<Request> {
  /** What it answers. It is asked one thing after another, and answers in turn. */
  ask(request: Request): Promise<unknown>;
  end(): Promise<unknown>;
}

/** Starts such a thread; what it has not answered when it ends has failed. */
export function threadBeside<Request>(
  file: URL,
  options: WorkerOptions = {},
): ThreadBeside<Request> {
  const thread = new Worker(file, { execArgv: [], ...options });
  const waiting: {
    readonly resolve: (answer: unknown) => void;
    readonly reject: (reason: unknown) => void;
  }[] = [];
  let failure: unknown = null;
  const fail = (reason: unknown): void => {
    failure ??= reason;
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  thread.on('message', (answer) => waiting.shift()?.resolve(answer));
  thread.on('error', fail);
  thread.on('exit', () => fail(new Error(`the thread of ${file.pathname} has ended`)));
  return {
    ask: (request) => {
      const answer = new Promise((resolve, reject) => waiting.push({ resolve, reject }));
      // Heard when it is asked for; until then a failure is nobody's.
      answer.catch(() => undefined);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
      if (failure === null) thread.postMessage(request);
      else fail(failure);
      return answer;
    },
    end: () => thread.terminate(),
  };
}
