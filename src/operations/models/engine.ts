import { setTimeout as wait } from 'node:timers/promises';
import type { ModelJob, PauseReason } from '../../domain/models/model-job.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import type { Asking } from './asking.ts';
import type { Ledger } from './ledger.ts';

/** Time and chance, as arguments. */
export interface EngineClock {
  now(): Date;
  /** Milliseconds that never jump. */
  monotonic(): number;
  /** Ends early, without an error, when the signal does. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** From 0 to below 1. */
  random(): number;
}

/** The clock of the machine. */
export const machineClock: EngineClock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    if (signal.aborted) return;
    // The signal ends the wait, which is what it is for.
    await wait(milliseconds, undefined, { signal }).catch(() => undefined);
  },
  random: Math.random,
};

/** Everything that asking models about one task needs. */
export interface Engine {
  readonly ledger: Ledger;
  readonly job: ModelJob;
  readonly taskHash: string;
  /** The models of the job, by the entry of the panel. */
  readonly askings: ReadonlyMap<string, Asking>;
  readonly clock: EngineClock;
  readonly signal: AbortSignal;
  readonly newId: () => string;
  readonly currency: string;
  /** Called whenever something was kept. */
  readonly progress?: (progress: EngineProgress) => void;
  /** Called with what people should know. */
  readonly tell?: (text: CodedText) => void;
  /** Warnings that are shown once, however often they occur. */
  readonly warnings?: Warnings;
}

/** After this many, warnings are no longer shown one by one; `assay runs` counts them all. */
const mostWarnings = 50;

/** What people should know about a job: each warning is shown once, however often it occurs. */
export class Warnings {
  readonly #tell: (text: CodedText) => void;
  readonly #told = new Map<string, CodedText>();

  constructor(tell: (text: CodedText) => void = () => {}) {
    this.#tell = tell;
  }

  get all(): readonly CodedText[] {
    return [...this.#told.values()];
  }

  add(about: string, text: CodedText): void {
    const key = JSON.stringify([text.code, about]);
    if (this.#told.has(key) || this.#told.size >= mostWarnings) return;
    this.#told.set(key, text);
    this.#tell(text);
  }
}

/** What was done so far in this process. */
export interface EngineProgress {
  readonly asked: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly failed: number;
  readonly open: number;
  readonly cost: number;
}

/** The entry of the panel that a run belongs to. */
export function entryOf(annotator: string): string {
  return annotator.slice(0, annotator.lastIndexOf('#'));
}

/** The runs of a job as annotators, by the exact numbers. */
export function jobAnnotators({ plan }: Pick<ModelJob, 'plan'>): readonly string[] {
  return Object.entries(plan.runs).flatMap(([entry, runs]) =>
    runs.map((number) => `${entry}#${number}`),
  );
}

/** Why an engine stopped before its work was done. */
export type Stop = PauseReason;
