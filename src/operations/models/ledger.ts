import type { Attempt, AttemptOutcome } from '../../domain/models/attempt.ts';
import type { BatchPhase, ModelBatch } from '../../domain/models/model-batch.ts';
import type { ModelJob } from '../../domain/models/model-job.ts';
import type { Answers, Asides } from '../../domain/judging/judgment.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { AttemptSum } from '../../store/models/attempts.ts';
import type { BatchChange, BatchRequest } from '../../store/models/batches.ts';
import type { CellContent } from '../../truth/models/open-cells.ts';
import type { PastAttempt } from '../../truth/models/cell-plan.ts';
import type { Cell } from '../../domain/models/attempt.ts';

/** What came of a request, to be kept. */
export interface Result {
  /** With the outcome as the reply was read; the ledger may know better. */
  readonly attempt: Attempt;
  /** The body as it arrived. */
  readonly raw: string | null;
  /** What becomes a judgment when the attempt is accepted. */
  readonly given: { readonly answers: Answers; readonly asides: Asides } | null;
}

/** Which cells a job is about: what stands in them, and what was tried. */
export interface CellView {
  /** The units that a run is to judge. */
  units(annotator: string): readonly string[];
  content(cell: Cell): CellContent;
  /** The attempts under the present questions and the prompt of the run. */
  attempts(cell: Cell): readonly PastAttempt[];
}

/** What a view is made for. */
export interface ViewRequest {
  /** The runs, by the hash of the prompt that they are asked with. */
  readonly prompts: ReadonlyMap<string, string>;
  /** The run of a round; null outside of rounds. */
  readonly run: string | null;
  readonly k: number | null;
}

/** Who works on something, and until when. */
interface LeaseRequest {
  readonly name: string;
  readonly owner: string;
  readonly until: string;
  /** Somebody who is known to be gone: their lease is taken before it ends. */
  readonly instead?: string;
}

/**
 * Where attempts, batches and judgments on one task are kept: a workspace, or a folder of files.
 * What a resolved promise has acknowledged survives the end of the process.
 */
export interface Ledger {
  /** Where it is, for messages. */
  readonly place: string;
  /** Identifies this ledger in tags and file names. */
  readonly key: string;
  /** How many results it keeps best in one write: few, where others wait for its end. */
  readonly together: number;
  view(request: ViewRequest): Promise<CellView>;
  /** The fields of units. */
  unitFields(ids: readonly string[]): Promise<ReadonlyMap<string, UnitFields>>;
  addJob(job: ModelJob): Promise<void>;
  setJob(id: string, state: Pick<ModelJob, 'state' | 'reason'>): Promise<void>;
  jobs(): Promise<readonly ModelJob[]>;
  addBatch(batch: ModelBatch, requests: readonly BatchRequest[]): Promise<void>;
  /** Changes a batch that is still in one of the phases; false when it is not. */
  changeBatch(id: string, from: readonly BatchPhase[], change: BatchChange): Promise<boolean>;
  batches(phases?: readonly BatchPhase[]): Promise<readonly ModelBatch[]>;
  batchRequests(id: string): Promise<readonly BatchRequest[]>;
  /** The requests of a batch that have an attempt. */
  attemptedIn(batch: string): Promise<ReadonlySet<string>>;
  /**
   * Keeps attempts with their raw replies, and what was accepted as judgments, all or nothing. A
   * cell is filled once. A result of a batch is not kept twice. Returns the outcomes; null for what
   * was known. While more is on its way, it may acknowledge nothing yet: then the results are kept
   * with the next change that is acknowledged, or with none of it.
   */
  record(
    results: readonly Result[],
    job: ModelJob,
    isMoreOnItsWay?: boolean,
  ): Promise<readonly (AttemptOutcome | null)[]>;
  /** Whether the run of a round is closed, so that nothing can become a judgment in it. */
  isClosed(run: string): Promise<boolean>;
  sums(job?: string): Promise<readonly AttemptSum[]>;
  /** Takes or extends a lease; false while somebody else holds it. */
  lease(request: LeaseRequest): Promise<boolean>;
  endLease(name: string, owner: string): Promise<void>;
  /** Who holds a lease now; null when nobody does. */
  holder(name: string): Promise<string | null>;
  close(): Promise<void>;
}
