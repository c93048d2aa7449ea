import { ApiError, OfflineError } from '../../src/web/api/client.ts';
import type { SavedReply } from '../../src/server/routes/judging/work.ts';
import type { Sender } from '../../src/web/outbox/sender.ts';
import type { ServerDraft } from '../../src/web/outbox/saves.ts';
import type { TabMessage, Tabs } from '../../src/web/outbox/tabs.ts';

interface HeldUnit {
  judgments: { readonly id: string; readonly key: string; readonly answers: unknown }[];
  draft: ServerDraft | null;
}

/** A server with the rules that matter to the outbox, for tests. */
export class FakeServer implements Sender {
  state: 'up' | 'down' | 'signed-out' | 'answers-lost' = 'up';
  /** What it got, in order, repeats included. */
  readonly log: string[] = [];
  /** The keys of the facts that it got. */
  readonly facts = new Set<string>();
  readonly refused = new Set<string>();
  readonly #units = new Map<string, HeldUnit>();

  at(unit: string): HeldUnit {
    const held = this.#units.get(unit) ?? { judgments: [], draft: null };
    this.#units.set(unit, held);
    return held;
  }

  async judge(
    _run: string,
    unit: string,
    judgment: Parameters<Sender['judge']>[2],
  ): Promise<SavedReply> {
    this.#reach(`judge ${unit}`);
    if (this.refused.has(unit))
      throw new ApiError(409, { code: 'round-closed', message: 'The round pilot is closed.' });
    const held = this.at(unit);
    const twice = held.judgments.find((one) => one.key === judgment.key);
    if (twice === undefined) {
      if ((held.judgments.at(-1)?.id ?? null) !== judgment.supersedes)
        throw new ApiError(409, { code: 'revised-meanwhile', message: 'Reload it.' });
      held.judgments.push({
        id: `j${unit}-${held.judgments.length}`,
        key: judgment.key,
        answers: judgment.answers,
      });
      held.draft = null;
    }
    if (this.state === 'answers-lost') throw new OfflineError();
    const id = (twice ?? held.judgments.at(-1)!).id;
    return {
      id,
      at: '',
      supersedes: judgment.supersedes,
      fresh: twice === undefined,
      progress: { held: 9, judged: 1 },
      remaining: 8,
      feedback: null,
    };
  }

  async saveDraft(
    _run: string,
    unit: string,
    draft: Parameters<Sender['saveDraft']>[2],
  ): Promise<void> {
    this.#reach(`draft ${unit} ${draft.revision}`);
    if ((draft.asides.notes?.length ?? 0) > 10)
      throw new ApiError(400, { code: 'wrong-value', message: 'notes is too long.' });
    const held = this.at(unit);
    if (
      (held.judgments.at(-1)?.id ?? null) !== draft.supersedes ||
      (held.draft !== null && held.draft.revision >= draft.revision)
    )
      throw new ApiError(409, {
        code: 'draft-outdated',
        message: 'A newer draft is kept already.',
      });
    held.draft = { answers: draft.answers, asides: draft.asides, revision: draft.revision };
  }

  async record(_run: string, unit: string, fact: Parameters<Sender['record']>[2]): Promise<void> {
    this.#reach(`fact ${unit}`);
    this.facts.add(fact.key);
    if (this.state === 'answers-lost') throw new OfflineError();
  }

  async fetchUnit(_run: string, unit: string) {
    this.#reach(`look ${unit}`);
    const held = this.at(unit);
    return { draft: held.draft, judgment: held.judgments.at(-1) ?? null };
  }

  #reach(what: string): void {
    if (this.state === 'down') throw new OfflineError();
    if (this.state === 'signed-out')
      throw new ApiError(401, { code: 'not-signed-in', message: 'Sign in first.' });
    this.log.push(what);
  }
}

/** One tab of a group. */
export function tabsOf(group: TabGroup): Tabs {
  const listeners = new Set<(message: TabMessage) => void>();
  group.members.add(listeners);
  return {
    tell: (message) => {
      for (const others of group.members)
        if (others !== listeners) for (const listener of others) listener(message);
    },
    follow: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    alone: (work) => {
      const turn = group.last.then(work);
      group.last = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** Tabs that know each other. */
export interface TabGroup {
  readonly members: Set<Set<(message: TabMessage) => void>>;
  last: Promise<unknown>;
}
