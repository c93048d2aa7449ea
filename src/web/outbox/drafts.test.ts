import { describe, expect, it } from 'vitest';
import { FakeServer } from '../../../test/browser/fake-server.ts';
import { browser, judgment, submit } from '../../../test/browser/outbox-browser.ts';

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
