import type { DraftContent } from './saves.ts';
import type { SentJudgment } from './sent-judgments.ts';

/** What the tabs of one account tell each other. */
export type TabMessage =
  | { readonly is: 'changed' }
  | Readonly<{ is: 'draft'; run: string; unit: string; content: DraftContent; revision: number }>
  | Readonly<{ is: 'submitted'; run: string; unit: string; key: string }>
  | ({ readonly is: 'sent' } & SentJudgment);

/** The other tabs, and the right to send, which only one has at a time. */
export interface Tabs {
  tell(message: TabMessage): void;
  follow(listener: (message: TabMessage) => void): () => void;
  /** Runs `work` while no other tab does; waits for its turn. */
  alone(work: () => Promise<void>): Promise<void>;
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
    alone: (work) => ('locks' in navigator ? navigator.locks.request(name, work) : work()),
  };
}
