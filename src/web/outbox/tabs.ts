import type { DraftContent } from './saves.ts';
import type { SavedJudgment } from './sender.ts';

/** What the tabs of one account tell each other. */
export type TabMessage =
  | { readonly is: 'changed' }
  | {
      readonly is: 'draft';
      readonly run: string;
      readonly unit: string;
      readonly content: DraftContent;
      readonly revision: number;
    }
  | { readonly is: 'submitted'; readonly run: string; readonly unit: string; readonly key: string }
  | {
      readonly is: 'sent';
      readonly run: string;
      readonly unit: string;
      readonly key: string;
      readonly saved: SavedJudgment;
    };

/** The other tabs, and the right to send, which only one has at a time. */
export interface Tabs {
  tell(message: TabMessage): void;
  follow(listener: (message: TabMessage) => void): () => void;
  /** Does something while no other tab does; waits for its turn. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** The tabs of this browser. Insecure addresses have no locks, only idempotency keys. */
export function browserTabs(account: string): Tabs {
  const name = `assay-outbox-${account}`;
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  return {
    // A channel reaches its own origin only.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    tell: (message) => channel?.postMessage(message),
    follow: (listener) => {
      const listen = (event: MessageEvent<TabMessage>): void => listener(event.data);
      channel?.addEventListener('message', listen);
      return () => channel?.removeEventListener('message', listen);
    },
    alone: async (work) =>
      'locks' in navigator && navigator.locks !== undefined
        ? ((await navigator.locks.request(name, async () => await work())) as Awaited<
            ReturnType<typeof work>
          >)
        : await work(),
  };
}
