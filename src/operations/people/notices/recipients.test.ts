import { expect, it } from 'vitest';
import { noticeEvents } from '../../../domain/people/notice.ts';
import { describeStores } from '../../../../test/stores.ts';
import { makeWorld, project } from '../../../../test/work-world.ts';
import { updateAccount } from '../../../store/people/accounts.ts';
import { recipients, wantedEvents } from './recipients.ts';

it('somebody hears of all events until they choose, and then of those', () => {
  expect(wantedEvents({ notices: null })).toEqual(noticeEvents);
  expect(wantedEvents({ notices: '[]' })).toEqual([]);
  const [first] = noticeEvents;
  expect(wantedEvents({ notices: JSON.stringify([first, 'nosuch']) })).toEqual([first]);
});

describeStores('messages', (databases) => {
  it('go to those who gave an address and can sign in, with their own eyes', async () => {
    const world = await makeWorld(await databases.open());
    const [anna, ben] = [await world.person('anna'), await world.person('ben')];
    await world.person('cora');
    const give = (account: string, change: Parameters<typeof updateAccount>[2]) =>
      world.store.write((tx) => updateAccount(tx, account, change));
    await give(anna.actor.account!, { email: 'anna@example.org' });
    await give(ben.actor.account!, {
      email: 'ben@example.org',
      disabledAt: world.lead.clock().toISOString(),
    });
    const found = await recipients(world.lead);
    expect(found.map(({ account }) => account.email)).toEqual(['anna@example.org']);
    const { actor } = found[0]!.context;
    expect([actor.login, actor.roleIn(project), actor.roleIn('other')]).toEqual([
      'anna',
      'annotator',
      null,
    ]);
  });
});
