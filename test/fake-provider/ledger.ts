import { hash } from 'node:crypto';

/** One execution by a model: what is charged. */
export interface Executed {
  readonly model: string;
  /** The hash of what was asked: equal for the runs of one model on one unit. */
  readonly content: string;
  /** The id inside of a batch; null for a call at once. */
  readonly id: string | null;
  readonly batch: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What the provider did and charged, whatever the client believes. */
export class ProviderLedger {
  readonly executed: Executed[] = [];
  /** Every batch that was created, by its id, with how many requests it has. */
  readonly batches = new Map<string, number>();
  /** Every request that arrived, as `METHOD path`. */
  readonly requests: string[] = [];

  execute(one: Omit<Executed, 'content'> & { readonly text: string }): void {
    const { text, ...rest } = one;
    this.executed.push({ ...rest, content: contentKey(text) });
  }

  /** How often each request was executed, by model and content. */
  counts(): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    for (const { model, content } of this.executed) {
      const key = `${model} ${content}`;
      found.set(key, (found.get(key) ?? 0) + 1);
    }
    return found;
  }

  /** How many requests with this start arrived: `POST /v1/batches`. */
  requestsTo(start: string): number {
    return this.requests.filter((one) => one.startsWith(start)).length;
  }
}

/** A short name for a text. */
export function contentKey(text: string): string {
  return hash('sha256', text).slice(0, 16);
}
