import { MemoryStore } from '../../src/web/outbox/browser-store.ts';
import type { BrowserStore } from '../../src/web/outbox/browser-store.ts';
import { Outbox } from '../../src/web/outbox/outbox.ts';
import { tabsOf } from './fake-server.ts';
import type { FakeServer, TabGroup } from './fake-server.ts';

let browsers = 0;

/** A browser: what it keeps, its tabs, and a clock that is turned by hand. */
export function browser(server: FakeServer, store: BrowserStore = new MemoryStore()) {
  const group: TabGroup = { members: new Set(), last: Promise.resolve() };
  const timers = new Set<{ readonly due: number; readonly call: () => void }>();
  let now = Date.UTC(2026, 2, 12);
  const own = (browsers += 1);
  let made = 0;
  const openTab = async (): Promise<Outbox> => {
    const outbox = new Outbox({
      store,
      sender: server,
      tabs: tabsOf(group),
      clock: () => new Date(now),
      random: () => `b${own}r${(made += 1)}`,
      later: (milliseconds, call) => {
        const timer = { due: now + milliseconds, call };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    });
    await outbox.start();
    return outbox;
  };
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
  };
  const pass = async (milliseconds: number): Promise<void> => {
    const end = now + milliseconds;
    for (;;) {
      await settle();
      const next = [...timers]
        .filter((timer) => timer.due <= end)
        .toSorted((a, b) => a.due - b.due)[0];
      if (next === undefined) break;
      timers.delete(next);
      now = Math.max(now, next.due);
      next.call();
    }
    now = end;
    await settle();
  };
  return { openTab, settle, pass, store, setClock: (to: number) => (now = to) };
}

export const judgment = (label: string) => ({ answers: { label }, asides: {}, seconds: 10 });

/** Hands in, and waits until it is kept. */
export async function submit(
  outbox: Outbox,
  ...given: Parameters<Outbox['submit']>
): Promise<{ readonly key: string }> {
  const { key, isStored } = outbox.submit(...given);
  await isStored;
  return { key };
}
