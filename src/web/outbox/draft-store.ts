import type { TextValues } from '../../domain/coded-text.ts';
import { isFinal } from '../api/client.ts';
import type { OutboxParts } from './outbox.ts';
import { draftKey, sameContent } from './saves.ts';
import type { DraftContent, StoredDraft, ServerDraft } from './saves.ts';
import type { TabMessage } from './tabs.ts';

/** Why a draft of this browser is not the one that the server keeps. */
export type DraftProblem =
  /** Another device has written on: `theirs` is newer. */
  | { readonly is: 'newer'; readonly theirs: ServerDraft }
  /** The unit was judged elsewhere since. */
  | { readonly is: 'judged'; readonly id: string }
  /** The server does not take it, for instance since the round is closed. */
  | {
      readonly is: 'refused';
      readonly code: string;
      readonly values: TextValues;
      readonly message: string;
    };

/** What to show when a unit is opened. */
export interface OpenedDraft {
  /** Null when nothing was written yet. */
  readonly content: DraftContent | null;
  readonly problem: DraftProblem | null;
}

/** What happened to an open draft elsewhere; no problem: the server took it after all. */
export type DraftEvent =
  | { readonly is: 'written'; readonly content: DraftContent }
  | { readonly is: 'submitted'; readonly key: string }
  | { readonly is: 'problem'; readonly problem: DraftProblem | null };

/**
 * The drafts of this browser. Each change is kept at once and sent when the writing pauses. Tabs
 * that show the same unit follow each other; of two
 * devices, the one that comes later is asked.
 */
export class DraftStore {
  readonly #parts: OutboxParts;
  readonly #askToSend: () => void;
  readonly #drafts = new Map<string, StoredDraft>();
  readonly #problems = new Map<string, DraftProblem>();
  /** The drafts of which the server took nothing when it was last asked. */
  readonly #refused = new Set<string>();
  readonly #listeners = new Map<string, Set<(event: DraftEvent) => void>>();
  #stopWaiting: (() => void) | null = null;

  constructor(parts: OutboxParts, askToSend: () => void) {
    this.#parts = parts;
    this.#askToSend = askToSend;
  }

  /** Takes up what an earlier page has left. */
  async start(): Promise<void> {
    for (const draft of await this.#parts.store.drafts())
      this.#drafts.set(draftKey(draft.run, draft.unit), draft);
  }

  stop(): void {
    this.#stopWaiting?.();
  }

  /** The draft to open a unit with. `judgment` is the own judgment to be revised. */
  open(
    run: string,
    unit: string,
    server: { readonly draft: ServerDraft | null; readonly judgment: string | null },
  ): OpenedDraft {
    const key = draftKey(run, unit);
    const mine = this.#drafts.get(key);
    this.#problems.delete(key);
    if (
      mine === undefined ||
      mine.supersedes !== server.judgment ||
      (mine.isSent && mine.revision < (server.draft?.revision ?? 0))
    ) {
      // What was written before a judgment that was given since is out of date.
      if (
        mine !== undefined &&
        !mine.isSent &&
        server.judgment !== null &&
        server.judgment !== mine.supersedes
      )
        return { content: mine, problem: this.#note(key, { is: 'judged', id: server.judgment }) };
      return { content: this.#take(run, unit, server), problem: null };
    }
    if (
      server.draft === null ||
      server.draft.revision < mine.revision ||
      sameContent(server.draft, mine)
    )
      return { content: mine, problem: null };
    if (mine.isSent) return { content: this.#take(run, unit, server), problem: null };
    return { content: mine, problem: this.#note(key, { is: 'newer', theirs: server.draft }) };
  }

  /** Keeps what is written, at once. */
  save(run: string, unit: string, content: DraftContent): void {
    const key = draftKey(run, unit);
    const before = this.#drafts.get(key);
    if (before !== undefined && sameContent(before, content)) return;
    const draft: StoredDraft = {
      run,
      unit,
      answers: content.answers,
      asides: content.asides,
      revision: (before?.revision ?? 0) + 1,
      supersedes: before?.supersedes ?? null,
      isSent: false,
      at: this.#parts.clock().toISOString(),
    };
    // What was refused may be taken now that it says something else.
    if (this.#problems.get(key)?.is === 'refused') this.#problems.delete(key);
    this.#put(draft);
    this.#parts.tabs.tell({
      is: 'draft',
      run,
      unit,
      content: { answers: draft.answers, asides: draft.asides },
      revision: draft.revision,
    });
    this.#stopWaiting?.();
    this.#stopWaiting = this.#parts.later(calm, () => this.#askToSend());
  }

  /** Settles which of two drafts holds. */
  settle(run: string, unit: string, which: 'mine' | 'theirs'): DraftContent | null {
    const key = draftKey(run, unit);
    const [mine, problem] = [this.#drafts.get(key), this.#problems.get(key)];
    this.#problems.delete(key);
    if (problem === undefined || mine === undefined) return mine ?? null;
    if (problem.is === 'newer' && which === 'theirs')
      return this.#take(run, unit, { draft: problem.theirs, judgment: mine.supersedes });
    if (problem.is === 'newer')
      this.#put({
        ...mine,
        revision: Math.max(mine.revision, problem.theirs.revision) + 1,
        isSent: false,
      });
    else if (which === 'theirs') this.forget(run, unit);
    else if (problem.is === 'judged')
      this.#put({ ...mine, supersedes: problem.id, revision: mine.revision + 1, isSent: false });
    this.#askToSend();
    return this.#drafts.get(key) ?? null;
  }

  /** Calls back when something happens to a unit's draft other than by this tab's own hand. */
  follow(run: string, unit: string, listener: (event: DraftEvent) => void): () => void {
    const key = draftKey(run, unit);
    const those = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, those.add(listener));
    return () => those.delete(listener);
  }

  /** Drops a draft that was handed in. */
  forget(run: string, unit: string): void {
    const key = draftKey(run, unit);
    if (!this.#drafts.delete(key)) return;
    this.#problems.delete(key);
    void this.#parts.store.change({ removeDrafts: [key] });
  }

  /** The unsent drafts, as the page closes: without waiting for the answer. */
  sendOnLeaving(): void {
    for (const draft of this.#unsent())
      this.#parts.sender
        .saveDraft(draft.run, draft.unit, draft, { keepalive: true })
        .catch(() => undefined);
  }

  /** Sends what was written since. Throws when the server cannot be reached. */
  async send(): Promise<void> {
    for (const draft of this.#unsent()) await this.#sendOne(draft);
  }

  /** What another tab says. */
  hear(message: TabMessage): void {
    if (message.is !== 'draft' && message.is !== 'submitted') return;
    const key = draftKey(message.run, message.unit);
    if (message.is === 'submitted') {
      this.#drafts.delete(key);
      this.#problems.delete(key);
      this.#tell(key, { is: 'submitted', key: message.key });
      return;
    }
    const before = this.#drafts.get(key);
    if (before !== undefined && before.revision >= message.revision) return;
    // The other tab keeps and sends it; here it is only followed.
    this.#drafts.set(key, {
      run: message.run,
      unit: message.unit,
      ...message.content,
      revision: message.revision,
      supersedes: before?.supersedes ?? null,
      isSent: true,
      at: this.#parts.clock().toISOString(),
    });
    this.#tell(key, { is: 'written', content: message.content });
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
      const problem =
        failure.code === 'draft-outdated'
          ? await this.#compare(draft)
          : ({
              is: 'refused',
              code: failure.code,
              values: failure.values,
              message: failure.message,
            } satisfies DraftProblem);
      if (problem?.is === 'refused') this.#refused.add(key);
      if (problem !== null && this.#drafts.has(key))
        this.#tell(key, { is: 'problem', problem: this.#note(key, problem) });
    }
  }

  /** What the server has instead; null when it says the same. */
  async #compare(draft: StoredDraft): Promise<DraftProblem | null> {
    const server = await this.#parts.sender.fetchUnit(draft.run, draft.unit);
    if (server.judgment !== null && server.judgment.id !== draft.supersedes)
      return { is: 'judged', id: server.judgment.id };
    const key = draftKey(draft.run, draft.unit);
    if (server.draft === null || sameContent(server.draft, draft)) {
      this.#markSent(key, draft, server.draft?.revision ?? draft.revision);
      return null;
    }
    return { is: 'newer', theirs: server.draft };
  }

  #markSent(key: string, sent: StoredDraft, revision = sent.revision): void {
    const now = this.#drafts.get(key);
    if (now === undefined) return;
    // Written on meanwhile: that still has to be sent, above the server's revision.
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
  #take(
    run: string,
    unit: string,
    { draft, judgment }: { readonly draft: ServerDraft | null; readonly judgment: string | null },
  ): DraftContent | null {
    const taken: StoredDraft = {
      run,
      unit,
      answers: draft?.answers ?? {},
      asides: draft?.asides ?? {},
      revision: draft?.revision ?? 0,
      supersedes: judgment,
      isSent: true,
      at: this.#parts.clock().toISOString(),
    };
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

const calm = 700;
