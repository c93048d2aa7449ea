import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import { makeWorld } from '../../../test/work-world.ts';
import { findAccountByLogin } from '../../store/people/accounts.ts';
import { acceptPasswordLink, makePasswordLink } from './password-link.ts';
import { PasswordHasher } from './password.ts';

describeStores('a password link', (databases) => {
  it('sets one password when it is used twice at once', async () => {
    const world = await makeWorld(await databases.open());
    await world.person('anna');
    const { secret } = await makePasswordLink(world.lead, 'anna');
    const passwords = new PasswordHasher({ logN: 4, r: 8, p: 1 });
    const used = ['the first password', 'the second password'];
    const outcomes = await Promise.allSettled(
      used.map((password) => acceptPasswordLink(world.lead, passwords, secret, { password })),
    );
    const won = outcomes.findIndex((one) => one.status === 'fulfilled');
    expect(outcomes[1 - won]).toMatchObject({
      status: 'rejected',
      reason: { faults: [{ code: 'link-expired' }] },
    });
    const anna = await world.store.read((db) => findAccountByLogin(db, 'anna'));
    expect(await passwords.verify(used[won]!, anna!.passwordHash)).toBe(true);
  });
});
