import type { TextValues } from '../coded-text.ts';

/** What a lead asked for: which models to ask about which units, until every cell is filled. */
export interface ModelJob {
  readonly id: string;
  readonly task: string;
  readonly mode: 'now' | 'batch';
  /** The run of a round that it fills; null outside of rounds. */
  readonly run: string | null;
  readonly plan: JobPlan;
  readonly state: 'running' | 'paused' | 'done';
  /** Why it is paused. */
  readonly reason: PauseReason | null;
  readonly createdAt: string;
  readonly createdBy: string;
}

/** Which cells a job is about. */
export interface JobPlan {
  /** Runs by the entry of the panel, with their exact numbers. */
  readonly runs: Readonly<Record<string, readonly number[]>>;
  /** Only the K most recent units of each subject; null for all. */
  readonly k: number | null;
  /** In the currency of the price table. */
  readonly budget: number | null;
  /** Whether judgments under other questions or prompts are asked for again. */
  readonly invalidate: boolean;
  /** Whether cells that were given up are tried again. */
  readonly again: boolean;
  /** A recording that all models are replayed from; null when they are asked. */
  readonly recording: string | null;
}

/** Why nothing goes on, as a code of the catalogue of texts. */
export interface PauseReason {
  readonly code: string;
  readonly values: TextValues;
}
