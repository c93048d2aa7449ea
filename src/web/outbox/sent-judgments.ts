import type { SavedReply } from '../../server/routes/judging/work.ts';

/** A judgment that has reached the server, with the server's reply. */
export interface SentJudgment {
  readonly run: string;
  readonly unit: string;
  readonly key: string;
  readonly saved: SavedReply;
}

/** The judgments that this account has sent since the page was opened, and who waits for them. */
export class SentJudgments {
  readonly #ids = new Map<string, string>();
  readonly #replies = new Map<string, PromiseWithResolvers<SavedReply>>();
  readonly #listeners = new Set<(sent: SentJudgment) => void>();

  follow(listener: (sent: SentJudgment) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The id that the server gave to the judgment with this key. */
  id(key: string): string | undefined {
    return this.#ids.get(key);
  }

  /** Whether somebody waits for the reply, or it is known. */
  has(key: string): boolean {
    return this.#replies.has(key);
  }

  reply(key: string): Promise<SavedReply> {
    return this.#reply(key).promise;
  }

  accept(sent: SentJudgment): void {
    this.#ids.set(sent.key, sent.saved.id);
    this.#reply(sent.key).resolve(sent.saved);
    for (const listener of this.#listeners) listener(sent);
  }

  refuse(key: string, failure: unknown): void {
    this.#replies.get(key)?.reject(failure);
    this.#replies.delete(key);
  }

  #reply(key: string): PromiseWithResolvers<SavedReply> {
    const known = this.#replies.get(key);
    if (known !== undefined) return known;
    const reply = Promise.withResolvers<SavedReply>();
    // Not everybody who submits waits for the reply.
    reply.promise.catch(() => undefined);
    this.#replies.set(key, reply);
    return reply;
  }
}
