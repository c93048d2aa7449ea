import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { InputError, refuse } from '../../domain/fault.ts';
import { ConcurrencyLimit } from '../concurrency-limit.ts';
import { scratchFolder } from '../scratch-folder.ts';
import type { ScratchFolder } from '../scratch-folder.ts';
import type { WorkReply } from './answer-work.ts';
import { frame, frames } from './work-frames.ts';

/** What a piece of work may take. */
export interface WorkLimits {
  readonly seconds: number;
  /** Of the whole process, buffers outside of V8's heap included. */
  readonly megabytes: number;
  /** How many work at once; others wait. */
  readonly atOnce?: number;
}

/** Work that took more than it may, or that broke the process which did it. */
export class WorkStopped extends Error {
  readonly limit: 'seconds' | 'megabytes';

  constructor(limit: WorkStopped['limit']) {
    super(`the work takes more ${limit} than it may`);
    this.limit = limit;
  }
}

/** A process while it works for one caller. */
export interface WorkProcess {
  /** The only folder that it may read beside the program, and the only one it may write to. */
  readonly folder: string;
  /** Has a piece of work done; `take` is called with each part of the result. */
  ask<Result, Batch = never>(work: unknown, take?: (batch: Batch) => void): Promise<Result>;
}

/** What is done inside `work` for somebody ends when they are gone; with null, it is finished. */
export function whileWanted<Result>(
  gone: AbortSignal | null,
  work: () => Promise<Result>,
): Promise<Result> {
  return leaving.run(gone, work);
}

const leaving = new AsyncLocalStorage<AbortSignal | null>();

/** How long a process without work is kept, in milliseconds. */
const keptFor = 30_000;
/** A process that does not answer until then, in milliseconds, could not be started. */
const startsWithin = 60_000;
const startTries = 3;
/** Who has not had a turn until then is told to come again, in milliseconds. */
const longestWait = 600_000;

/**
 * Processes for work with what others have made: whatever it does to memory, time or V8 ends that
 * process alone, which a limit on a thread does not promise. One that is done is kept for a while:
 * starting another takes time. It gets no environment and no file but what it is handed.
 */
export class KeptProcess {
  readonly #file: URL;
  readonly #limits: WorkLimits;
  readonly #places: readonly string[];
  readonly #turns: ConcurrencyLimit;
  #idle: OwnProcess | null = null;
  #ending: NodeJS.Timeout | undefined;

  /** For a module that calls `answerWork`. It may also read what is in `places`. */
  constructor(file: URL, limits: WorkLimits, places: readonly string[] = []) {
    this.#file = file;
    this.#limits = limits;
    this.#places = places;
    this.#turns = new ConcurrencyLimit(limits.atOnce ?? 4, longestWait);
  }

  /** Has a process work; it is ended if the work fails in a way that it did not answer. */
  async use<Result>(work: (process: WorkProcess) => Promise<Result>): Promise<Result> {
    const gone = leaving.getStore();
    const refuseIfGone = (): void => {
      if (gone?.aborted === true) refuse('request-aborted');
    };
    return await this.#turns.run(async () => {
      refuseIfGone();
      const own = await this.#take();
      const kill = (): void => own.kill();
      gone?.addEventListener('abort', kill);
      try {
        refuseIfGone();
        return await work(own);
      } catch (error) {
        refuseIfGone();
        throw error;
      } finally {
        gone?.removeEventListener('abort', kill);
        await this.#giveBack(own);
      }
    });
  }

  async #take(): Promise<OwnProcess> {
    const idle = this.#idle;
    this.#idle = null;
    clearTimeout(this.#ending);
    idle?.ref();
    if (idle?.isUsable === true) return idle;
    void idle?.end();
    for (let left = startTries; ; left -= 1) {
      const own = new OwnProcess(this.#file, this.#limits, this.#places);
      if (await own.starts()) return own;
      await own.end();
      // Whatever ended it, it was not the work, which it has not seen.
      if (left === 1) throw new Error(`the process could not be started: ${own.said}`);
    }
  }

  async #giveBack(own: OwnProcess): Promise<void> {
    const isClear = own.isUsable && this.#idle === null && (await own.clear());
    // Another may have been given back meanwhile.
    if (!isClear || !own.isUsable || this.#idle !== null) return await own.end();
    this.#idle = own;
    own.unref();
    this.#ending = setTimeout(() => {
      if (this.#idle === own) this.#idle = null;
      void own.end();
    }, keptFor).unref();
  }
}

/** Those that run; they end with this process. */
const running = new Set<OwnProcess>();
process.once('exit', () => {
  for (const own of running) own.kill();
});

class OwnProcess implements WorkProcess {
  readonly #child: ChildProcess;
  readonly #input: Writable;
  readonly #folder: ScratchFolder;
  readonly #limits: WorkLimits;
  readonly #replies: AsyncGenerator<unknown>;
  /** What it said at its end. */
  said = '';
  #isWorking = false;
  #hasEnded = false;
  #isLarge = false;

  constructor(file: URL, limits: WorkLimits, places: readonly string[]) {
    this.#limits = limits;
    this.#folder = scratchFolder('process');
    try {
      this.#child = started(file, this.#folder.path, places, limits);
      this.#child.once('exit', () => (this.#hasEnded = true));
      // A process that cannot be started has no exit; one that has ended takes no more work.
      this.#child.once('error', (error) => {
        this.#hasEnded = true;
        this.said = error.message;
      });
      const [input, , errors, replies] = pipesOf(this.#child);
      this.#input = input.on('error', () => (this.#hasEnded = true));
      errors.setEncoding('utf8').on('data', (text: string) => {
        this.said = (this.said + text).slice(-2000);
      });
      this.#replies = frames(replies as AsyncIterable<Buffer>);
    } catch (error) {
      this.#folder.discard().catch(() => undefined);
      throw error;
    }
    running.add(this);
  }

  get folder(): string {
    return this.#folder.path;
  }

  get isUsable(): boolean {
    return !this.#isWorking && !this.#hasEnded && !this.#isLarge;
  }

  /** Whether it answers that it can be asked. */
  async starts(): Promise<boolean> {
    const clock = setTimeout(() => this.kill(), startsWithin);
    const { done } = await this.#replies.next();
    clearTimeout(clock);
    return done !== true;
  }

  async ask<Result, Batch = never>(
    work: unknown,
    take: (batch: Batch) => void = () => undefined,
  ): Promise<Result> {
    let isSlow = false;
    const clock = setTimeout(() => {
      isSlow = true;
      this.kill();
    }, this.#limits.seconds * 1000);
    this.#isWorking = true;
    this.#input.write(frame(work));
    try {
      for (;;) {
        const { value, done } = await this.#replies.next();
        if (done === true) throw new WorkStopped(isSlow ? 'seconds' : 'megabytes');
        const reply = value as Exclude<WorkReply, { ready: true }>;
        if ('batch' in reply) {
          take(reply.batch as Batch);
          // Others have their turn after each.
          await nextTurn();
        } else return this.#answer(reply) as Result;
      }
    } finally {
      clearTimeout(clock);
    }
  }

  #answer(reply: Extract<WorkReply, { isLarge: boolean }>): unknown {
    this.#isWorking = false;
    this.#isLarge = reply.isLarge;
    if ('faults' in reply) throw new InputError(reply.faults, reply.count);
    if ('range' in reply) throw new WorkStopped('megabytes');
    if ('failure' in reply) throw new Error(reply.failure);
    return reply.result;
  }

  /** Removes what the work has left; false where something stays. */
  async clear(): Promise<boolean> {
    try {
      for (const name of await readdir(this.folder))
        await rm(join(this.folder, name), { recursive: true, force: true });
      return true;
    } catch {
      // Somebody else has removed the folder, or holds a file in it.
      return false;
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  async end(): Promise<void> {
    if (!this.#hasEnded) {
      const ended = once(this.#child, 'exit').catch(() => undefined);
      this.kill();
      await ended;
    }
    running.delete(this);
    // What cannot be removed now is removed when a server starts.
    await this.#folder.discard().catch(() => undefined);
  }

  /** A process without work does not keep this one alive. */
  unref(): void {
    for (const part of this.#parts()) part.unref();
  }

  ref(): void {
    for (const part of this.#parts()) part.ref();
  }

  #parts(): readonly Referenced[] {
    const pipes = pipesOf(this.#child) as unknown as readonly (Referenced | null)[];
    return [this.#child, ...pipes.filter((pipe) => pipe !== null)];
  }
}

interface Referenced {
  ref(): unknown;
  unref(): unknown;
}

/** Input, errors and replies: nothing that a package prints is taken for a reply. */
function pipesOf({ stdio }: ChildProcess): readonly [Writable, null, Readable, Readable] {
  // Without descriptors there are none, which the types of Node do not say.
  if ((stdio as typeof stdio | undefined)?.[0] == null)
    throw new Error('no process can be started: there are no file descriptors left');
  return stdio as unknown as readonly [Writable, null, Readable, Readable];
}

function started(
  file: URL,
  folder: string,
  places: readonly string[],
  { megabytes }: WorkLimits,
): ChildProcess {
  const given = Object.entries(process.env).filter(([name]) => needed.has(name.toUpperCase()));
  const env = { ...Object.fromEntries(given), TMPDIR: folder, TMP: folder, TEMP: folder };
  const flags = [
    '--no-warnings',
    `--max-old-space-size=${megabytes}`,
    ...permissions(folder, places),
  ];
  const words = [fileURLToPath(file), String(megabytes), String(process.pid)];
  const child = spawn(process.execPath, [...flags, ...words], {
    env,
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  try {
    // Where the system itself runs out of memory, it ends this process first.
    if (child.pid !== undefined) writeFileSync(`/proc/${child.pid}/oom_score_adj`, '1000');
  } catch {
    // Only Linux has this file; elsewhere the watchdog has to do.
  }
  return child;
}

/** How times are read, and what Windows needs to start a program. */
const needed = new Set(['TZ', 'SYSTEMROOT']);

/** Reading: the program with its packages, the folder and the places. Writing: the folder. */
function permissions(folder: string, places: readonly string[]): readonly string[] {
  // Node 20 has an earlier form of them.
  if (!process.allowedNodeEnvironmentFlags.has('--permission')) return [];
  const read = [programFolder(), folder, ...places].map((path) => `--allow-fs-read=${path}`);
  // The watchdog is a thread.
  return ['--permission', '--allow-worker', ...read, `--allow-fs-write=${folder}`];
}

/** The folder of this package, or the outermost in which packages are installed. */
function programFolder(): string {
  const own = fileURLToPath(new URL('../../..', import.meta.url));
  const installed = own.indexOf(`${sep}node_modules${sep}`);
  return installed < 0 ? own : own.slice(0, installed + `${sep}node_modules`.length);
}
