import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { InputError } from '../../domain/fault.ts';
import { scratchFolder } from '../scratch-folder.ts';
import type { ScratchFolder } from '../scratch-folder.ts';
import type { WorkReply } from './answer-work.ts';
import { frame, frames } from './work-frames.ts';

/** What a piece of work may take. */
export interface WorkLimits {
  readonly seconds: number;
  /** Of the whole process, buffers outside of V8's heap included. */
  readonly megabytes: number;
}

/** Work that took more than it may, or that broke the process which did it. */
export class WorkStopped extends Error {
  readonly limit: keyof WorkLimits;

  constructor(limit: keyof WorkLimits) {
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

/** How long a process without work is kept, in milliseconds. */
const keptFor = 30_000;
/** So many work at once, each within its limits; others wait. */
const mostAtOnce = 4;

/**
 * Processes for work with what others have made: whatever it does to memory, time or V8 ends that
 * process alone, which a limit on a thread does not promise. One that is done is kept for a while:
 * starting another takes time. It gets no environment and no file but what it is handed.
 */
export class KeptProcess {
  readonly #file: URL;
  readonly #limits: WorkLimits;
  readonly #waiting: (() => void)[] = [];
  #working = 0;
  #idle: OwnProcess | null = null;
  #ending: NodeJS.Timeout | undefined;

  /** For a module that calls `answerWork`. */
  constructor(file: URL, limits: WorkLimits) {
    this.#file = file;
    this.#limits = limits;
  }

  /** Has a process work; it is ended if the work fails in a way that it did not answer. */
  async use<Result>(work: (process: WorkProcess) => Promise<Result>): Promise<Result> {
    if (this.#working >= mostAtOnce)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#working += 1;
    const own = this.#take();
    try {
      return await work(own);
    } finally {
      await this.#giveBack(own);
      const next = this.#waiting.shift();
      if (next === undefined) this.#working -= 1;
      else next();
    }
  }

  #take(): OwnProcess {
    const idle = this.#idle;
    this.#idle = null;
    clearTimeout(this.#ending);
    idle?.ref();
    return idle?.isUsable === true ? idle : new OwnProcess(this.#file, this.#limits);
  }

  async #giveBack(own: OwnProcess): Promise<void> {
    if (!own.isUsable || this.#idle !== null) return await own.end();
    await own.clear();
    own.unref();
    this.#idle = own;
    this.#ending = setTimeout(() => {
      if (this.#idle === own) this.#idle = null;
      void own.end();
    }, keptFor).unref();
  }
}

class OwnProcess implements WorkProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #folder: ScratchFolder;
  readonly #limits: WorkLimits;
  readonly #replies: AsyncGenerator<unknown>;
  /** What it said at its end. */
  #said = '';
  #isReady = false;
  #isWorking = false;
  #hasEnded = false;
  #isLarge = false;

  constructor(file: URL, limits: WorkLimits) {
    this.#limits = limits;
    this.#folder = scratchFolder('process');
    this.#child = started(file, this.#folder.path, limits);
    this.#child.once('exit', () => (this.#hasEnded = true));
    // A process that cannot be started has no exit; one that has ended takes no more work.
    this.#child.once('error', (error) => {
      this.#hasEnded = true;
      this.#said = error.message;
    });
    this.#child.stdin.on('error', () => (this.#hasEnded = true));
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-2000);
    });
    this.#replies = frames(this.#child.stdout as AsyncIterable<Buffer>);
  }

  get folder(): string {
    return this.#folder.path;
  }

  get isUsable(): boolean {
    return !this.#isWorking && !this.#hasEnded && !this.#isLarge;
  }

  async ask<Result, Batch = never>(
    work: unknown,
    take: (batch: Batch) => void = () => undefined,
  ): Promise<Result> {
    let isSlow = false;
    const clock = setTimeout(() => {
      isSlow = true;
      this.#child.kill('SIGKILL');
    }, this.#limits.seconds * 1000);
    this.#isWorking = true;
    this.#child.stdin.write(frame(work));
    try {
      for (;;) {
        const { value, done } = await this.#replies.next();
        if (done === true) {
          if (this.#isReady || isSlow) throw new WorkStopped(isSlow ? 'seconds' : 'megabytes');
          throw new Error(`the process could not be started: ${this.#said}`);
        }
        const reply = value as WorkReply;
        if ('ready' in reply) {
          this.#isReady = true;
          clock.refresh();
        } else if ('batch' in reply) {
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

  /** Removes what the work has left. */
  async clear(): Promise<void> {
    for (const name of await readdir(this.folder))
      await rm(join(this.folder, name), { recursive: true, force: true });
  }

  async end(): Promise<void> {
    if (!this.#hasEnded) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await ended;
    }
    await this.#folder.discard();
  }

  /** A process without work does not keep this one alive. */
  unref(): void {
    for (const part of this.#parts()) part.unref();
  }

  ref(): void {
    for (const part of this.#parts()) part.ref();
  }

  #parts(): readonly Referenced[] {
    const { stdin, stdout, stderr } = this.#child;
    return [this.#child, ...([stdin, stdout, stderr] as unknown as readonly Referenced[])];
  }
}

interface Referenced {
  ref(): unknown;
  unref(): unknown;
}

function started(
  file: URL,
  folder: string,
  { megabytes }: WorkLimits,
): ChildProcessByStdio<Writable, Readable, Readable> {
  const given = Object.entries(process.env).filter(([name]) => needed.has(name.toUpperCase()));
  const env = { ...Object.fromEntries(given), TMPDIR: folder, TMP: folder, TEMP: folder };
  const flags = ['--no-warnings', `--max-old-space-size=${megabytes}`, ...permissions(folder)];
  const child = spawn(process.execPath, [...flags, fileURLToPath(file), String(megabytes)], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
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

/** Reading: the program with its packages, and the folder. Writing: the folder. */
function permissions(folder: string): readonly string[] {
  // Node 20 has an earlier form of them.
  if (!process.allowedNodeEnvironmentFlags.has('--permission')) return [];
  const read = [programFolder(), folder].map((path) => `--allow-fs-read=${path}`);
  // The watchdog is a thread.
  return ['--permission', '--allow-worker', ...read, `--allow-fs-write=${folder}`];
}

/** The folder of this package, or the outermost in which packages are installed. */
function programFolder(): string {
  const own = fileURLToPath(new URL('../../..', import.meta.url));
  const installed = own.indexOf(`${sep}node_modules${sep}`);
  return installed < 0 ? own : own.slice(0, installed + `${sep}node_modules`.length);
}
