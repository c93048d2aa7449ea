import type { SavedReply } from '../../server/routes/judging/work.ts';
import { ApiError, isAboutSession, isFinal } from '../api/client.ts';
import type { Sender } from './sender.ts';
import { SentJudgments } from './sent-judgments.ts';
import type { SentJudgment } from './sent-judgments.ts';
import { DraftStore } from './draft-store.ts';
import type { BrowserStore, StoreChange } from './browser-store.ts';
import { draftKey } from './saves.ts';
import type { FactContent, JudgmentContent, StoredSave } from './saves.ts';
import type { TabMessage, Tabs } from './tabs.ts';

/** The state of the outbox. */
export interface OutboxStatus {
  /** `offline`: the server is unreachable; `signed-out`: someone has to sign in. Work goes on. */
  readonly mode: 'idle' | 'sending' | 'offline' | 'signed-out';
  /** How many judgments and facts are waiting to be sent. */
  readonly waiting: number;
  readonly refused: readonly StoredSave[];
  /** False when nothing survives closing the page. */
  readonly isLasting: boolean;
}

/** What an outbox is made of; in the browser see use-outbox.tsx. */
export interface OutboxParts {
  readonly store: BrowserStore;
  readonly sender: Sender;
  readonly tabs: Tabs;
  readonly clock: () => Date;
  /** Random text, so that two browsers never make the same key. */
  readonly random: () => string;
  /** Calls back after some milliseconds; returns what cancels it. */
  readonly later: (milliseconds: number, call: () => void) => () => void;
}

/**
 * Stores every save in the browser first, and sends each once and in order as soon as the server
 * can be reached. All tabs of an account share the store; one of them sends at a time. A save that
 * the server refuses for good stays, with the reason, until it is discarded.
 */
export class Outbox {
  /** What is written and not submitted. */
  readonly drafts: DraftStore;
  readonly #parts: OutboxParts;
  readonly #listeners = new Set<() => void>();
  readonly #sent = new SentJudgments();
  #saves: readonly StoredSave[] = [];
  #mode: OutboxStatus['mode'] = 'idle';
  #status: OutboxStatus;
  #lastStamp = 0;
  #failures = 0;
  #isPumping = false;
  #mustPumpAgain = false;
  #stopWaiting: (() => void) | null = null;
  #stopFollowing: (() => void) | null = null;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.#status = { mode: 'idle', waiting: 0, refused: [], isLasting: parts.store.isLasting };
    this.drafts = new DraftStore(parts, () => void this.#pump());
  }

  /** Loads what an earlier page left, and starts to send. */
  async start(): Promise<void> {
    this.#stopFollowing = this.#parts.tabs.follow((message) => this.#hear(message));
    await this.#reload();
    await this.drafts.start();
    void this.#pump();
  }

  /** Stops sending. What is waiting stays stored. */
  stop(): void {
    this.#stopFollowing?.();
    this.#stopWaiting?.();
    this.#stopFollowing = null;
    this.drafts.stop();
  }

  /** The same object until something changes. */
  get status(): OutboxStatus {
    return this.#status;
  }

  /** Calls back whenever the status changes. */
  follow(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls back when a judgment has reached the server, from any tab or earlier page. */
  followSent(listener: (sent: SentJudgment) => void): () => void {
    return this.#sent.follow(listener);
  }

  /** Submits a judgment. Its key is known at once; until `isStored`, its draft is still stored. */
  submit(run: string, unit: string, judgment: JudgmentContent) {
    const supersedes = judgment.supersedes ?? this.#waitingOn(run, unit);
    const save = this.#newSave(run, unit, { is: 'judgment', ...judgment, supersedes });
    return { key: save.key, isStored: this.#storeJudgment(save) } as const;
  }

  /** Notes something that happened around a unit. */
  async recordFact(run: string, unit: string, fact: FactContent): Promise<void> {
    await this.#change({ putSaves: [this.#newSave(run, unit, { is: 'fact', ...fact })] });
  }

  /** The server's reply to a judgment submitted on this page; rejects if it was refused. */
  whenSent(key: string): Promise<SavedReply> {
    const refusal = this.#saves.find((save) => save.key === key)?.refusal ?? null;
    if (refusal !== null && !this.#sent.has(key))
      return Promise.reject(new ApiError(refusal.status, refusal));
    return this.#sent.reply(key);
  }

  /** What waits to be sent, in order. */
  pending(): readonly StoredSave[] {
    return this.#saves.filter((save) => save.refusal === null);
  }

  /** Whether a judgment is waiting: the unit is done here, even if the server still lists it. */
  isJudgedHere(run: string, unit: string): boolean {
    return this.#waitingOn(run, unit) !== null;
  }

  /** Tries to send now, for instance after signing in. */
  wake(): void {
    this.#failures = 0;
    void this.#pump();
  }

  /** Sends a refused save again. */
  async retry(key: string): Promise<void> {
    const save = this.#saves.find((one) => one.key === key);
    if (save !== undefined) await this.#change({ putSaves: [{ ...save, refusal: null }] });
  }

  /** Discards a refused save. */
  async discard(key: string): Promise<void> {
    await this.#change({ removeSaves: [key] });
  }

  #newSave(run: string, unit: string, content: StoredSave['content']): StoredSave {
    const now = this.#parts.clock();
    // Keys sort in the order of saving even when the clock is set back.
    this.#lastStamp = Math.max(now.getTime(), this.#lastStamp + 1);
    const key = `${this.#lastStamp.toString(36).padStart(9, '0')}-${this.#parts.random()}`;
    return { key, run, unit, content, at: now.toISOString(), refusal: null };
  }

  /** Stores a judgment and removes its draft in one step. */
  async #storeJudgment(save: StoredSave): Promise<void> {
    const { run, unit, key } = save;
    await this.#change({ putSaves: [save], removeDrafts: [draftKey(run, unit)] });
    this.drafts.forget(run, unit);
    this.#parts.tabs.tell({ is: 'submitted', run, unit, key });
  }

  async #change(change: StoreChange): Promise<void> {
    await this.#parts.store.change(change);
    this.#parts.tabs.tell({ is: 'changed' });
    await this.#reload();
    void this.#pump();
  }

  async #reload(): Promise<void> {
    this.#saves = await this.#parts.store.saves();
    const last = this.#saves.at(-1);
    if (last !== undefined)
      this.#lastStamp = Math.max(this.#lastStamp, Number.parseInt(last.key, 36) || 0);
    this.#tell();
  }

  #waitingOn(run: string, unit: string): { readonly key: string } | null {
    const earlier = this.pending().findLast(
      (save) => save.run === run && save.unit === unit && save.content.is === 'judgment',
    );
    return earlier === undefined ? null : { key: earlier.key };
  }

  #hear(message: TabMessage): void {
    if (message.is === 'changed') void this.#reload().then(() => this.#pump());
    if (message.is === 'sent') this.#sent.accept(message);
    this.drafts.hear(message);
  }

  /** Sends what is waiting, including what other tabs added. One tab does so at a time. */
  async #pump(): Promise<void> {
    if (this.#stopFollowing === null) return;
    if (this.#isPumping) {
      this.#mustPumpAgain = true;
      return;
    }
    this.#isPumping = true;
    this.#stopWaiting?.();
    this.#stopWaiting = null;
    let failure: unknown = null;
    do {
      this.#mustPumpAgain = false;
      failure = null;
      await this.#parts.tabs
        .alone(() => this.#sendAll())
        .catch((reason: unknown) => (failure = reason));
      // Woken meanwhile: there is something new to send, or the server may be back.
    } while (this.#mustPumpAgain);
    this.#isPumping = false;
    if (failure !== null) return this.#rest(failure);
    this.#failures = 0;
    this.#setMode('idle');
  }

  async #sendAll(): Promise<void> {
    await this.#reload();
    for (let next = this.pending()[0]; next !== undefined; next = this.pending()[0]) {
      this.#setMode('sending');
      await this.#send(next);
      this.#failures = 0;
      await this.#reload();
    }
    await this.drafts.send();
  }

  async #send(save: StoredSave): Promise<void> {
    const { store, sender, tabs } = this.#parts;
    const { run, unit, content, key } = save;
    try {
      if (content.is === 'fact') await sender.record(run, unit, { ...content, key });
      else {
        const supersedes = await this.#revised(save);
        const saved = await sender.judge(run, unit, { ...content, supersedes, key });
        this.#sent.accept({ run, unit, key, saved });
        tabs.tell({ is: 'sent', run, unit, key, saved });
      }
      await store.change({ removeSaves: [key] });
    } catch (failure) {
      if (!isFinal(failure)) throw failure;
      const { status, code, values, message } = failure;
      await store.change({ putSaves: [{ ...save, refusal: { status, code, values, message } }] });
      this.#sent.refuse(key, failure);
    }
    tabs.tell({ is: 'changed' });
  }

  /** The id of the judgment that a save revises; fetched if this tab did not send it. */
  async #revised({ run, unit, content }: StoredSave): Promise<string | null> {
    const supersedes = content.is === 'judgment' ? (content.supersedes ?? null) : null;
    if (supersedes === null) return null;
    if ('id' in supersedes) return supersedes.id;
    const sent = this.#sent.id(supersedes.key);
    return sent ?? (await this.#parts.sender.fetchUnit(run, unit)).judgment?.id ?? null;
  }

  /** Waits before the next try, longer each time. Signing in or coming online wakes it. */
  #rest(failure: unknown): void {
    this.#setMode(isAboutSession(failure) ? 'signed-out' : 'offline');
    this.#failures += 1;
    const pause = Math.min(shortestRest * 2 ** (this.#failures - 1), longestRest);
    this.#stopWaiting = this.#parts.later(pause, () => void this.#pump());
  }

  #setMode(mode: OutboxStatus['mode']): void {
    if (this.#mode === mode) return;
    this.#mode = mode;
    this.#tell();
  }

  #tell(): void {
    const refused = this.#saves.filter((save) => save.refusal !== null);
    this.#status = {
      mode: this.#mode,
      waiting: this.#saves.length - refused.length,
      refused,
      isLasting: this.#parts.store.isLasting,
    };
    for (const listener of this.#listeners) listener();
  }
}

const shortestRest = 1000;
const longestRest = 15_000;
