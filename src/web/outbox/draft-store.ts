import type { TextValues } from '../../domain/coded-text.ts';
import { isFinal } from '../api/client.ts';
import type { OutboxParts } from './outbox.ts';
import { draftKey, sameContent } from './saves.ts';
import type { DraftContent, StoredDraft, ServerDraft } from './saves.ts';
import type { TabMessage } from './tabs.ts';

/**
 * Why a draft in this browser differs from the server's: `theirs` is newer, the unit has been
 * judged elsewhere, or the server refuses the draft, for instance because the round is closed.
 */
export type DraftProblem =
  | { readonly is: 'newer'; readonly theirs: ServerDraft }
  | { readonly is: 'judged'; readonly id: string }
  | ({ readonly is: 'refused' } & Readonly<{ code: string; values: TextValues; message: string }>);

/** What happened to an open draft elsewhere; no problem: the server accepted it after all. */
export type DraftEvent =
  | { readonly is: 'written'; readonly content: DraftContent }
  | { readonly is: 'submitted'; readonly key: string }
  | { readonly is: 'problem'; readonly problem: DraftProblem | null };

/** What the server has: its draft, and the id of the own judgment to revise. */
interface ServerState {
  readonly draft: ServerDraft | null;
  readonly judgment: string | null;
}

/**
 * The drafts in this browser. Each change is stored at once and sent when the writing pauses. Tabs
 * that show the same unit follow each other; of two devices, the later one is asked.
 */
export class DraftStore {
  readonly #parts: OutboxParts;
  readonly #askToSend: () => void;
  readonly #drafts = new Map<string, StoredDraft>();
  readonly #problems = new Map<string, DraftProblem>();
  /** The drafts that the server refused last time. */
  readonly #refused = new Set<string>();
  readonly #listeners = new Map<string, Set<(event: DraftEvent) => void>>();
  #stopWaiting: (() => void) | null = null;

  constructor(parts: OutboxParts, askToSend: () => void) {
    this.#parts = parts;
    this.#askToSend = askToSend;
  }

  /** Loads what an earlier page left. */
  async start(): Promise<void> {
    for (const draft of await this.#parts.store.drafts())
      this.#drafts.set(draftKey(draft.run, draft.unit), draft);
  }

  stop(): void {
    this.#stopWaiting?.();
  }

  /** The draft to open a unit with; no content when nothing was written yet. */
  open(
    run: string,
    unit: string,
    server: ServerState,
  ): { readonly content: DraftContent | null; readonly problem: DraftProblem | null } {
    const key = draftKey(run, unit);
    const mine = this.#drafts.get(key);
    const { draft: theirs, judgment } = server;
    this.#problems.delete(key);
    const takeTheirs = () => ({ content: this.#take(run, unit, server), problem: null });
    if (mine === undefined) return takeTheirs();
    if (mine.supersedes !== judgment) {
      if (mine.isSent || judgment === null) return takeTheirs();
      // It was written before a judgment that has been submitted since.
      return { content: mine, problem: this.#note(key, { is: 'judged', id: judgment }) };
    }
    if (theirs === null || theirs.revision < mine.revision) return { content: mine, problem: null };
    if (mine.isSent && theirs.revision > mine.revision) return takeTheirs();
    if (sameContent(theirs, mine)) return { content: mine, problem: null };
    if (mine.isSent) return takeTheirs();
    return { content: mine, problem: this.#note(key, { is: 'newer', theirs }) };
  }

  /** Stores what is written, at once. */
  save(run: string, unit: string, { answers, asides }: DraftContent): void {
    const key = draftKey(run, unit);
    const content = { answers, asides };
    const before = this.#drafts.get(key);
    if (before !== undefined && sameContent(before, content)) return;
    const { revision: last = 0, supersedes = null } = before ?? {};
    const revision = last + 1;
    // What was refused may be accepted now that it says something else.
    if (this.#problems.get(key)?.is === 'refused') this.#problems.delete(key);
    this.#put({ run, unit, ...content, revision, supersedes, isSent: false });
    this.#parts.tabs.tell({ is: 'draft', run, unit, content, revision });
    this.#stopWaiting?.();
    this.#stopWaiting = this.#parts.later(calm, () => this.#askToSend());
  }

  /** Decides between two drafts. */
  settle(run: string, unit: string, which: 'mine' | 'theirs'): DraftContent | null {
    const key = draftKey(run, unit);
    const [mine, problem] = [this.#drafts.get(key), this.#problems.get(key)];
    this.#problems.delete(key);
    if (problem === undefined || mine === undefined) return mine ?? null;
    if (problem.is === 'newer') {
      const { theirs } = problem;
      if (which === 'theirs')
        return this.#take(run, unit, { draft: theirs, judgment: mine.supersedes });
      const revision = Math.max(mine.revision, theirs.revision) + 1;
      this.#put({ ...mine, revision, isSent: false });
    } else if (which === 'theirs') this.forget(run, unit);
    else if (problem.is === 'judged')
      this.#put({ ...mine, supersedes: problem.id, revision: mine.revision + 1, isSent: false });
    this.#askToSend();
    return this.#drafts.get(key) ?? null;
  }

  /** Calls back when anything but this tab changes a unit's draft. */
  follow(run: string, unit: string, listener: (event: DraftEvent) => void): () => void {
    const key = draftKey(run, unit);
    const those = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, those.add(listener));
    return () => those.delete(listener);
  }

  /** Drops a draft that was submitted. */
  forget(run: string, unit: string): void {
    const key = draftKey(run, unit);
    if (!this.#drafts.delete(key)) return;
    this.#problems.delete(key);
    void this.#parts.store.change({ removeDrafts: [key] });
  }

  /** Sends the unsent drafts as the page closes, without waiting for the reply. */
  sendOnLeaving(): void {
    const { sender } = this.#parts;
    for (const draft of this.#unsent())
      sender.saveDraft(draft.run, draft.unit, draft, { keepalive: true }).catch(() => undefined);
  }

  /** Sends what was written since. Throws when the server cannot be reached. */
  async send(): Promise<void> {
    for (const draft of this.#unsent()) await this.#sendOne(draft);
  }

  /** Handles a message from another tab. */
  hear(message: TabMessage): void {
    if (message.is !== 'draft' && message.is !== 'submitted') return;
    const { run, unit } = message;
    const key = draftKey(run, unit);
    if (message.is === 'submitted') {
      this.#drafts.delete(key);
      this.#problems.delete(key);
      this.#tell(key, { is: 'submitted', key: message.key });
      return;
    }
    const { content, revision } = message;
    const before = this.#drafts.get(key);
    if (before !== undefined && before.revision >= revision) return;
    // The other tab stores and sends it; this one only follows.
    const supersedes = before?.supersedes ?? null;
    this.#drafts.set(key, { run, unit, ...content, revision, supersedes, isSent: true });
    this.#tell(key, { is: 'written', content });
  }

  #unsent(): readonly StoredDraft[] {
    return [...this.#drafts].flatMap(([key, draft]) =>
      draft.isSent || this.#problems.has(key) ? [] : [draft],
    );
  }

  async #sendOne(draft: StoredDraft): Promise<void> {
    const { run, unit } = draft;
    const key = draftKey(run, unit);
    try {
      await this.#parts.sender.saveDraft(run, unit, draft);
      this.#markSent(key, draft);
      if (this.#refused.delete(key)) this.#tell(key, { is: 'problem', problem: null });
    } catch (failure) {
      if (!isFinal(failure)) throw failure;
      const { code, values, message } = failure;
      const isOutdated = code === 'draft-outdated';
      if (!isOutdated) this.#refused.add(key);
      const problem = isOutdated
        ? await this.#compare(draft)
        : ({ is: 'refused', code, values, message } as const);
      if (problem !== null && this.#drafts.has(key))
        this.#tell(key, { is: 'problem', problem: this.#note(key, problem) });
    }
  }

  /** What the server has instead; null when it says the same. */
  async #compare(draft: StoredDraft): Promise<DraftProblem | null> {
    const { draft: theirs, judgment } = await this.#parts.sender.fetchUnit(draft.run, draft.unit);
    if (judgment !== null && judgment.id !== draft.supersedes)
      return { is: 'judged', id: judgment.id };
    if (theirs !== null && !sameContent(theirs, draft)) return { is: 'newer', theirs };
    this.#markSent(draftKey(draft.run, draft.unit), draft, theirs?.revision);
    return null;
  }

  #markSent(key: string, sent: StoredDraft, revision = sent.revision): void {
    const now = this.#drafts.get(key);
    if (now === undefined) return;
    // If more was written meanwhile, that still has to be sent, above the server's revision.
    this.#put(
      now.revision === sent.revision
        ? { ...now, revision, isSent: true }
        : { ...now, revision: Math.max(now.revision, revision + 1) },
    );
  }

  #note(key: string, problem: DraftProblem): DraftProblem {
    this.#problems.set(key, problem);
    return problem;
  }

  /** Starts from what the server has. */
  #take(run: string, unit: string, { draft, judgment }: ServerState): DraftContent | null {
    const { answers = {}, asides = {}, revision = 0 } = draft ?? {};
    const taken = { run, unit, answers, asides, revision, supersedes: judgment, isSent: true };
    this.#drafts.set(draftKey(run, unit), taken);
    return draft;
  }

  #put(draft: StoredDraft): void {
    this.#drafts.set(draftKey(draft.run, draft.unit), draft);
    void this.#parts.store.change({ putDrafts: [draft] });
  }

  #tell(key: string, event: DraftEvent): void {
    for (const listener of this.#listeners.get(key) ?? []) listener(event);
  }
}

/** A pause in writing after which a draft is sent, in milliseconds. */
const calm = 700;
