import { describe, expect, it } from 'vitest';
import { FakeServer, tabsOf } from '../../../test/browser/fake-server.ts';
import type { TabGroup } from '../../../test/browser/fake-server.ts';
import { MemoryStore } from './browser-store.ts';
import type { BrowserStore } from './browser-store.ts';
import { Outbox } from './outbox.ts';

let browsers = 0;

/** A browser: what it keeps, its tabs, and a clock that is turned by hand. */
function browser(server: FakeServer, store: BrowserStore = new MemoryStore()) {
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

const judgment = (label: string) => ({ answers: { label }, asides: {}, seconds: 10 });

/** Hands in, and waits until it is kept. */
async function submit(
  outbox: Outbox,
  ...given: Parameters<Outbox['submit']>
): Promise<{ readonly key: string }> {
  const { key, isStored } = outbox.submit(...given);
  await isStored;
  return { key };
}

describe('the outbox', () => {
  it('says at once under which key a judgment is handed in, and lets go of the draft once it is kept', async () => {
    const { openTab, settle, store } = browser(new FakeServer());
    const outbox = await openTab();
    outbox.drafts.save('run', 'u1', { answers: { label: 'a' }, asides: {} });
    const { key, isStored } = outbox.submit('run', 'u1', judgment('a'));
    await isStored;
    expect(await store.drafts()).toEqual([]);
    await settle();
    expect(await outbox.whenSent(key)).toMatchObject({ fresh: true });
  });

  it('keeps thirty saves while the server is away, and sends each once and in order when it is back', async () => {
    const server = new FakeServer();
    const { openTab, pass, settle } = browser(server);
    const outbox = await openTab();
    server.state = 'down';
    const keys: string[] = [];
    for (let at = 0; at < 30; at += 1)
      keys.push((await submit(outbox, 'run', `u${at}`, judgment('a'))).key);
    await settle();
    expect(outbox.status).toMatchObject({ mode: 'offline', waiting: 30 });
    expect(outbox.isJudgedHere('run', 'u7')).toBe(true);
    server.state = 'up';
    await pass(60_000);
    expect(server.log).toEqual(Array.from({ length: 30 }, (_, at) => `judge u${at}`));
    expect(outbox.status).toMatchObject({ mode: 'idle', waiting: 0 });
    expect((await outbox.whenSent(keys[29]!)).id).toBe('ju29-0');
  });

  it('sends a save again whose answer was lost, and it counts once', async () => {
    const server = new FakeServer();
    const { openTab, pass } = browser(server);
    const outbox = await openTab();
    server.state = 'answers-lost';
    await submit(outbox, 'run', 'u1', judgment('a'));
    await pass(3500);
    expect(server.log.length).toBeGreaterThan(1);
    server.state = 'up';
    await pass(60_000);
    expect(server.at('u1').judgments).toHaveLength(1);
    expect(outbox.pending()).toEqual([]);
  });

  it('takes up after a reload what an earlier page has left, in the same order, even when the clock was set back', async () => {
    const server = new FakeServer();
    const { openTab, settle, setClock } = browser(server);
    server.state = 'down';
    const before = await openTab();
    for (const unit of ['u1', 'u2', 'u3']) await submit(before, 'run', unit, judgment('a'));
    before.stop();
    setClock(Date.UTC(2020, 0, 1));
    const after = await openTab();
    await submit(after, 'run', 'u4', judgment('a'));
    server.state = 'up';
    after.wake();
    await settle();
    expect(server.log).toEqual(['judge u1', 'judge u2', 'judge u3', 'judge u4']);
  });

  it('lets two tabs share one queue: nothing is sent twice', async () => {
    const server = new FakeServer();
    const { openTab, settle } = browser(server);
    const [one, two] = [await openTab(), await openTab()];
    const first = await submit(one, 'run', 'u1', judgment('a'));
    await Promise.all([
      submit(two, 'run', 'u2', judgment('b')),
      submit(one, 'run', 'u3', judgment('c')),
    ]);
    await settle();
    expect(server.log.toSorted()).toEqual(['judge u1', 'judge u2', 'judge u3']);
    expect((await two.whenSent(first.key)).id).toBe('ju1-0');
    expect([one.status.waiting, two.status.waiting]).toEqual([0, 0]);
  });

  it('tells everybody who follows when a judgment has reached the server', async () => {
    const server = new FakeServer();
    const { openTab, settle } = browser(server);
    const [one, two] = [await openTab(), await openTab()];
    const heard: string[] = [];
    one.followSent(({ unit }) => heard.push(`one ${unit}`));
    two.followSent(({ unit }) => heard.push(`two ${unit}`));
    await submit(one, 'run', 'u1', judgment('a'));
    await settle();
    expect(heard.toSorted()).toEqual(['one u1', 'two u1']);
  });

  it('revises a judgment that was not sent yet, by the id that it gets', async () => {
    const server = new FakeServer();
    const { openTab, settle } = browser(server);
    const outbox = await openTab();
    server.state = 'down';
    await submit(outbox, 'run', 'u1', judgment('a'));
    await submit(outbox, 'run', 'u1', judgment('b'));
    await settle();
    server.state = 'up';
    outbox.wake();
    await settle();
    expect(server.at('u1').judgments.map((one) => one.answers)).toEqual([
      { label: 'a' },
      { label: 'b' },
    ]);
  });

  it('looks up what it revises when another page has sent it', async () => {
    const server = new FakeServer();
    const first = browser(server);
    const { key } = await submit(await first.openTab(), 'run', 'u1', judgment('a'));
    await first.settle();
    const second = browser(server);
    await submit(await second.openTab(), 'run', 'u1', { ...judgment('b'), supersedes: { key } });
    await second.settle();
    expect(server.at('u1').judgments).toHaveLength(2);
  });

  it('keeps what the server refuses, with the reason, and goes on with the rest', async () => {
    const server = new FakeServer();
    const { openTab, settle } = browser(server);
    const outbox = await openTab();
    server.refused.add('u1');
    const { key } = await submit(outbox, 'run', 'u1', judgment('a'));
    await submit(outbox, 'run', 'u2', judgment('b'));
    await settle();
    expect(outbox.status.refused).toMatchObject([
      { unit: 'u1', content: { answers: { label: 'a' } }, refusal: { code: 'round-closed' } },
    ]);
    expect(server.at('u2').judgments).toHaveLength(1);
    await expect(outbox.whenSent(key)).rejects.toMatchObject({ code: 'round-closed' });
    server.refused.clear();
    await outbox.retry(key);
    await settle();
    expect(outbox.status.refused).toEqual([]);
    expect(server.at('u1').judgments).toHaveLength(1);
  });

  it('waits for somebody to sign in again', async () => {
    const server = new FakeServer();
    const { openTab, settle } = browser(server);
    const outbox = await openTab();
    server.state = 'signed-out';
    await submit(outbox, 'run', 'u1', judgment('a'));
    await settle();
    expect(outbox.status).toMatchObject({ mode: 'signed-out', waiting: 1 });
    server.state = 'up';
    outbox.wake();
    await settle();
    expect(server.at('u1').judgments).toHaveLength(1);
  });

  it('sends facts in their place among the judgments', async () => {
    const server = new FakeServer();
    const { openTab, settle } = browser(server);
    const outbox = await openTab();
    server.state = 'down';
    await outbox.recordFact('run', 'u1', { kind: 'opened', detail: { field: 'answer' } });
    await submit(outbox, 'run', 'u1', judgment('a'));
    await settle();
    server.state = 'up';
    outbox.wake();
    await settle();
    expect(server.log).toEqual(['fact u1', 'judge u1']);
  });

  it('sends a fact again under the same key when the answer was lost', async () => {
    const server = new FakeServer();
    const { openTab, settle } = browser(server);
    const outbox = await openTab();
    server.state = 'answers-lost';
    await outbox.recordFact('run', 'u1', { kind: 'skipped', detail: {} });
    await settle();
    server.state = 'up';
    outbox.wake();
    await settle();
    expect(server.log).toEqual(['fact u1', 'fact u1']);
    expect(server.facts.size).toBe(1);
  });
});

describe('drafts', () => {
  const nothing = { draft: null, judgment: null };

  it('are kept at once and sent when the writing pauses, the latest only', async () => {
    const server = new FakeServer();
    const { openTab, pass, store } = browser(server);
    const outbox = await openTab();
    expect(outbox.drafts.open('run', 'u1', nothing)).toEqual({ content: null, problem: null });
    for (const notes of ['H', 'He', 'Hey'])
      outbox.drafts.save('run', 'u1', { answers: {}, asides: { notes } });
    expect(await store.drafts()).toMatchObject([{ asides: { notes: 'Hey' }, isSent: false }]);
    await pass(5000);
    expect(server.log).toEqual(['draft u1 3']);
    expect(await store.drafts()).toMatchObject([{ isSent: true }]);
  });

  it('come back after a reload, also when the server never got them', async () => {
    const server = new FakeServer();
    const { openTab } = browser(server);
    const before = await openTab();
    server.state = 'down';
    before.drafts.open('run', 'u1', nothing);
    before.drafts.save('run', 'u1', { answers: { label: 'a' }, asides: {} });
    before.stop();
    const after = await openTab();
    expect(after.drafts.open('run', 'u1', nothing).content).toMatchObject({
      answers: { label: 'a' },
    });
  });

  it('keep a label that is ticked and has no grade yet', async () => {
    const server = new FakeServer();
    const { openTab, pass, store } = browser(server);
    const outbox = await openTab();
    outbox.drafts.open('run', 'u1', nothing);
    outbox.drafts.save('run', 'u1', { answers: { label: null }, asides: {} });
    await pass(5000);
    expect(server.log).toEqual(['draft u1 1']);
    expect(await store.drafts()).toMatchObject([{ answers: { label: null }, isSent: true }]);
  });

  it('that the server refused are sent again once they say something else', async () => {
    const server = new FakeServer();
    const { openTab, pass } = browser(server);
    const outbox = await openTab();
    const heard: unknown[] = [];
    outbox.drafts.open('run', 'u1', nothing);
    outbox.drafts.follow('run', 'u1', (event) => heard.push(event));
    outbox.drafts.save('run', 'u1', { answers: {}, asides: { notes: 'far too long' } });
    await pass(5000);
    expect(heard).toEqual([
      {
        is: 'problem',
        problem: { is: 'refused', code: 'wrong-value', values: {}, message: 'notes is too long.' },
      },
    ]);
    outbox.drafts.save('run', 'u1', { answers: {}, asides: { notes: 'short' } });
    await pass(5000);
    expect(server.at('u1').draft).toMatchObject({ asides: { notes: 'short' } });
    expect(heard.at(-1)).toEqual({ is: 'problem', problem: null });
  });

  it('go when the judgment comes, and are not sent after it', async () => {
    const server = new FakeServer();
    const { openTab, pass, settle, store } = browser(server);
    const outbox = await openTab();
    await settle();
    outbox.drafts.open('run', 'u1', nothing);
    outbox.drafts.save('run', 'u1', { answers: { label: 'a' }, asides: {} });
    await submit(outbox, 'run', 'u1', judgment('a'));
    await pass(5000);
    expect(server.log).toEqual(['judge u1']);
    expect(await store.drafts()).toEqual([]);
  });

  it('are followed by a tab that shows the same unit', async () => {
    const server = new FakeServer();
    const { openTab, pass } = browser(server);
    const [one, two] = [await openTab(), await openTab()];
    const heard: unknown[] = [];
    two.drafts.open('run', 'u1', nothing);
    two.drafts.follow('run', 'u1', (event) => heard.push(event));
    one.drafts.open('run', 'u1', nothing);
    one.drafts.save('run', 'u1', { answers: { label: 'a' }, asides: {} });
    expect(heard).toEqual([{ is: 'written', content: { answers: { label: 'a' }, asides: {} } }]);
    // Writing on in the other tab goes on from there, so the server takes it.
    two.drafts.save('run', 'u1', { answers: { label: 'b' }, asides: {} });
    await pass(5000);
    expect(server.at('u1').draft).toMatchObject({ answers: { label: 'b' } });
    await submit(one, 'run', 'u1', judgment('b'));
    expect(heard.at(-1)).toMatchObject({ is: 'submitted' });
  });

  it('of two devices are not overwritten unseen: the later one is asked', async () => {
    const server = new FakeServer();
    const [home, office] = [browser(server), browser(server)];
    const [here, there] = [await home.openTab(), await office.openTab()];
    here.drafts.open('run', 'u1', nothing);
    there.drafts.open('run', 'u1', nothing);
    there.drafts.save('run', 'u1', { answers: { label: 'there' }, asides: {} });
    there.drafts.save('run', 'u1', { answers: { label: 'there!' }, asides: {} });
    await office.pass(5000);
    const heard: unknown[] = [];
    here.drafts.follow('run', 'u1', (event) => heard.push(event));
    here.drafts.save('run', 'u1', { answers: { label: 'here' }, asides: {} });
    await home.pass(5000);
    expect(heard).toMatchObject([
      { is: 'problem', problem: { is: 'newer', theirs: { answers: { label: 'there!' } } } },
    ]);
    expect(server.at('u1').draft).toMatchObject({ answers: { label: 'there!' } });
    here.drafts.settle('run', 'u1', 'mine');
    await home.pass(5000);
    expect(server.at('u1').draft).toMatchObject({ answers: { label: 'here' } });
    expect(
      there.drafts.open('run', 'u1', { draft: server.at('u1').draft, judgment: null }).content,
    ).toMatchObject({ answers: { label: 'here' } });
  });

  it('of a unit that was judged elsewhere are kept until somebody decides', async () => {
    const server = new FakeServer();
    const [home, office] = [browser(server), browser(server)];
    const [here, there] = [await home.openTab(), await office.openTab()];
    here.drafts.open('run', 'u1', nothing);
    await submit(there, 'run', 'u1', judgment('there'));
    await office.settle();
    here.drafts.save('run', 'u1', { answers: { label: 'here' }, asides: {} });
    await home.pass(5000);
    expect(here.drafts.open('run', 'u1', { draft: null, judgment: 'ju1-0' })).toMatchObject({
      content: { answers: { label: 'here' } },
      problem: { is: 'judged', id: 'ju1-0' },
    });
    here.drafts.settle('run', 'u1', 'mine');
    await home.pass(5000);
    expect(server.at('u1').draft).toMatchObject({ answers: { label: 'here' } });
  });
});
