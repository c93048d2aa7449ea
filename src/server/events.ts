import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { lookForProgress, tellOwnProgress } from '../operations/judging/follow-progress.ts';
import type {
  Hearing,
  ProgressEvent,
  ProgressMark,
} from '../operations/judging/follow-progress.ts';
import { failureReason } from '../operations/failure-reason.ts';
import type { Workspace } from '../operations/workspace.ts';

/** Somebody who listens to the events of a project. */
export interface Follower {
  readonly project: string;
  readonly account: string;
  readonly login: string;
  /** What they may hear now, or null; checked before each event and at intervals. */
  readonly hears: () => Promise<Hearing | null>;
}

/**
 * Server-sent events about projects: progress of runs, and rounds opened or closed, never answers.
 * Changes are read from the database, since another server may have made them, and only while
 * somebody listens.
 */
export class Events {
  readonly #workspace: Workspace;
  readonly #log: FastifyBaseLogger;
  readonly #every: number;
  readonly #streams = new Set<Stream>();
  readonly #marks = new Map<string, ProgressMark>();
  #timer: NodeJS.Timeout | null = null;
  #looking = false;

  constructor(workspace: Workspace, log: FastifyBaseLogger, every = 1000) {
    this.#workspace = workspace;
    this.#log = log;
    this.#every = every;
  }

  /** How many listen. */
  listeners(): number {
    return this.#streams.size;
  }

  /** Whether one more stream may be opened for an account. */
  hasRoom(account: string): boolean {
    return (
      this.#streams.size < mostStreams &&
      [...this.#streams].filter((stream) => stream.follower.account === account).length < mostOfOne
    );
  }

  /** Keeps the reply open and sends what happens. */
  async follow(follower: Follower, reply: FastifyReply): Promise<void> {
    // Read before the first reply, so that nothing is missed in between.
    const mark =
      this.#marks.get(follower.project) ??
      (await lookForProgress(this.#workspace, follower.project, null)).mark;
    const hearing = await follower.hears();
    reply.hijack();
    // Those who left meanwhile have already emitted `close`.
    if (reply.raw.destroyed) return;
    const streaming = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };
    reply.raw.writeHead(200, { ...reply.getHeaders(), ...streaming } as Record<string, string>);
    const stream: Stream = { follower, raw: reply.raw, hearing, lastBeat: performance.now() };
    this.#streams.add(stream);
    // The last follower may have left meanwhile, and the mark with them.
    if (!this.#marks.has(follower.project)) this.#marks.set(follower.project, mark);
    reply.raw.on('close', () => this.#drop(stream));
    send(stream, 'hello', {});
    this.#timer ??= setInterval(() => void this.#look(), this.#every);
  }

  /** Ends all streams. */
  close(): void {
    for (const stream of this.#streams) stream.raw.end();
    this.#stopIfAlone();
  }

  #drop(stream: Stream): void {
    this.#streams.delete(stream);
    if (![...this.#streams].some((other) => other.follower.project === stream.follower.project))
      this.#marks.delete(stream.follower.project);
    this.#stopIfAlone();
  }

  #stopIfAlone(): void {
    if (this.#streams.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      for (const [project, mark] of this.#marks) {
        const found = await lookForProgress(this.#workspace, project, mark);
        // Its last listener may have left.
        if (this.#marks.has(project)) this.#marks.set(project, found.mark);
        for (const event of found.events) await this.#tell(project, event);
      }
      await this.#beat();
    } catch (failure) {
      // The database is unavailable for a moment: the next look finds what happened.
      this.#log.warn({ error: failureReason(failure) }, 'progress not looked up');
    } finally {
      this.#looking = false;
    }
  }

  async #tell(project: string, event: ProgressEvent): Promise<void> {
    for (const stream of [...this.#streams].filter((one) => one.follower.project === project)) {
      if (!concerns(event, stream) || !(await mayStay(stream)) || !concerns(event, stream))
        continue;
      if (event.kind !== 'progress') {
        const { kind, ...detail } = event;
        send(stream, kind, detail);
        continue;
      }
      const { run, judged, wanted } = event;
      const hearsAll = stream.hearing === 'everybody';
      const own = hearsAll
        ? { run, judged, wanted }
        : await tellOwnProgress(this.#workspace, run, stream.follower.login);
      send(stream, 'progress', own);
    }
  }

  /** Keeps connections alive, and ends those of people who may no longer follow or do not read. */
  async #beat(): Promise<void> {
    const now = performance.now();
    for (const stream of this.#streams) {
      if (now - stream.lastBeat < beatEvery) continue;
      stream.lastBeat = now;
      if (stream.raw.writableLength > mostUnread) stream.raw.end();
      else if ((await mayStay(stream)) && !stream.raw.writableEnded) stream.raw.write(': here\n\n');
    }
  }
}

interface Stream {
  readonly follower: Follower;
  readonly raw: FastifyReply['raw'];
  /** What they could hear at the last check. */
  hearing: Hearing | null;
  lastBeat: number;
}

/** Checks again what a stream may hear, and ends it if nothing: roles and sessions expire. */
async function mayStay(stream: Stream): Promise<boolean> {
  stream.hearing = await stream.follower.hears();
  if (stream.hearing === null) stream.raw.end();
  return stream.hearing !== null;
}

function concerns(event: ProgressEvent, { hearing, follower }: Stream): boolean {
  if (event.kind === 'round' || hearing === 'everybody') return true;
  // What models do is no business of those who judge.
  return event.kind === 'progress' && event.by.includes(follower.login);
}

const beatEvery = 15_000;
const mostStreams = 1000;
const mostOfOne = 8;
const mostUnread = 65_536;

function send(stream: Stream, event: string, data: unknown): void {
  if (!stream.raw.writableEnded && stream.raw.writableLength < mostUnread)
    stream.raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
