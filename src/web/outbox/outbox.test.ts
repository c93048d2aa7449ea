import { describe, expect, it } from 'vitest';
import { FakeServer } from '../../../test/browser/fake-server.ts';
import { browser, judgment, submit } from '../../../test/browser/outbox-browser.ts';

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

  it('takes up what an earlier page has left, in order, even when the clock was set back', async () => {
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
