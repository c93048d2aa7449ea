/** What a request to the fake provider is matched by; what is left out matches everything. */
export interface FaultMatch {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** A part of the path, such as `/v1/batches`. */
  readonly path?: string;
  readonly model?: string;
  /** A part of the request's body or, inside a batch, of its line. */
  readonly contains?: string;
  /** How many matches pass untouched before the first that is hit; 0 by default. */
  readonly after?: number;
  /** How many are hit; 1 by default. */
  readonly times?: number;
}

/** What happens to the transport. `-after`: the work is done, and charged, before it goes wrong. */
export type WireFault =
  | {
      readonly do: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  | { readonly do: 'status-after'; readonly status: number; readonly body?: unknown }
  | { readonly do: 'drop-before' | 'drop-after' | 'html' }
  /** Late headers, or headers at once and a late body. */
  | { readonly do: 'slow-headers' | 'slow-body'; readonly ms: number }
  /** Fewer bytes than announced, or a document that ends too early. */
  | { readonly do: 'cut-body' | 'cut-json'; readonly bytes: number };

/** What a model says instead of an answer; also inside a batch. */
export type ReplyFault =
  | { readonly do: 'refuse' | 'length' | 'filter' | 'empty' | 'no-choices' | 'overflow' }
  | { readonly do: 'say'; readonly text: string }
  /** The request inside a batch fails, with the provider's own error. */
  | {
      readonly do: 'line-error';
      readonly status: number | null;
      readonly code: string;
      readonly message?: string;
    }
  | { readonly do: 'other-model'; readonly name: string };

/** How a batch ends and what its results look like; matched against the request that creates it. */
export interface BatchFault {
  readonly do: 'batch';
  /** How it ends; complete by default. */
  readonly ends?: 'failed' | 'expired' | 'cancelled';
  /** The share of its requests that are worked on before it ends; all by default. */
  readonly share?: number;
  /** The problem of the whole batch, for `failed`. */
  readonly problem?: { readonly code: string; readonly line?: number; readonly message?: string };
  /** Requests, by their number from 0, whose result is missing, or appears twice. */
  readonly lose?: readonly number[];
  readonly twice?: readonly number[];
  /** Appears twice with another answer. */
  readonly twiceDifferent?: readonly number[];
  /** A result for a request that nobody made. */
  readonly unknown?: boolean;
  /** The last line ends in its middle, the first time that results are fetched. */
  readonly cutLastLine?: boolean;
  /** The results are gone. */
  readonly gone?: boolean;
  /** How often its state is asked for, after it has ended, before it names its files. */
  readonly lateFiles?: number;
  /** Requests that it did not get to are in no file. */
  readonly noErrorFile?: boolean;
  /** How often its state is asked for before it ends; overrides the provider's setting. */
  readonly polls?: number;
  /** It ends once this is so, instead. */
  readonly until?: () => boolean;
}

/** A fault with what it happens to. */
export interface PlannedFault {
  readonly match: FaultMatch;
  readonly fault: WireFault | ReplyFault | BatchFault;
}

/** What a fault is matched against. */
export interface Matched {
  readonly method: string;
  readonly path: string;
  readonly model: string | null;
  readonly text: string;
}

type Kind = 'wire' | 'reply' | 'batch';

/** The faults of a run, each with a count of what it matched. */
export class FaultPlan {
  readonly #faults: { readonly planned: PlannedFault; seen: number }[] = [];

  add(...faults: readonly PlannedFault[]): void {
    for (const planned of faults) this.#faults.push({ planned, seen: 0 });
  }

  clear(): void {
    this.#faults.length = 0;
  }

  wire(request: Matched): WireFault | undefined {
    return this.#next('wire', request) as WireFault | undefined;
  }

  reply(request: Matched): ReplyFault | undefined {
    return this.#next('reply', request) as ReplyFault | undefined;
  }

  batch(request: Matched): BatchFault | undefined {
    return this.#next('batch', request) as BatchFault | undefined;
  }

  #next(kind: Kind, request: Matched): PlannedFault['fault'] | undefined {
    for (const entry of this.#faults) {
      const { match, fault } = entry.planned;
      if (kindOf(fault) !== kind || !matches(match, request)) continue;
      const at = entry.seen;
      entry.seen += 1;
      const from = match.after ?? 0;
      if (at >= from && at < from + (match.times ?? 1)) return fault;
    }
    return undefined;
  }
}

const replyFaults = new Set<string>([
  'refuse',
  'length',
  'filter',
  'empty',
  'no-choices',
  'overflow',
  'say',
  'line-error',
  'other-model',
]);

function kindOf(fault: PlannedFault['fault']): Kind {
  if (fault.do === 'batch') return 'batch';
  return replyFaults.has(fault.do) ? 'reply' : 'wire';
}

function matches(match: FaultMatch, { method, path, model, text }: Matched): boolean {
  return (
    (match.method === undefined || match.method === method) &&
    (match.path === undefined || path.includes(match.path)) &&
    (match.model === undefined || match.model === model) &&
    (match.contains === undefined || text.includes(match.contains))
  );
}
