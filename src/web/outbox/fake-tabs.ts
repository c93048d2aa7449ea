import type { TabMessage, Tabs } from './tabs.ts';

/** Tabs that know each other, without a browser. */
export interface TabGroup {
  readonly members: Set<Set<(message: TabMessage) => void>>;
  last: Promise<unknown>;
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
