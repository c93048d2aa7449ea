import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import { someTime } from '../../../test/workspace-factory.ts';
import {
  findAccount,
  findAccountByLogin,
  insertAccount,
  listAccounts,
  updateAccount,
} from './accounts.ts';
import {
  findInvitation,
  insertInvitation,
  listInvitations,
  revokeInvitation,
  takeInvitation,
} from './invitations.ts';
import {
  endRole,
  grantRole,
  listMembers,
  membershipsOf,
  rolesOf,
  wholeWorkspace,
} from './memberships.ts';
import type { Store } from '../open-store.ts';
import {
  extendSession,
  findSession,
  forgetSessions,
  insertSession,
  revokeSession,
  revokeSessionsOf,
} from './sessions.ts';
import { findToken, insertToken, listTokens, revokeToken } from './tokens.ts';

const day = (at: number): string => `2026-02-${String(at).padStart(2, '0')}T00:00:00.000Z`;
const account = (login: string) => ({
  id: `id-${login}`,
  login,
  name: login.toUpperCase(),
  passwordHash: null,
  language: 'en',
  keymap: 'default',
  createdAt: someTime,
});

async function withPeople(store: Store): Promise<void> {
  await store.write(async (tx) => {
    await insertAccount(tx, account('lena'));
    await insertAccount(tx, account('anna'));
  });
}

describeStores('accounts', (databases) => {
  it('have a login of their own, and change', async () => {
    const store = await databases.open();
    await withPeople(store);
    expect(
      await store.write((tx) => insertAccount(tx, { ...account('lena'), id: 'another' })),
    ).toBe(false);
    expect(
      await store.write((tx) =>
        updateAccount(tx, 'id-lena', { passwordHash: 'secret', language: 'de' }),
      ),
    ).toBe(true);
    expect(await store.write((tx) => updateAccount(tx, 'id-lena', {}))).toBe(true);
    expect(await store.write((tx) => updateAccount(tx, 'nobody', { name: 'x' }))).toBe(false);
    expect(await store.read((db) => findAccount(db, 'id-lena'))).toEqual({
      ...account('lena'),
      email: null,
      notices: null,
      passwordHash: 'secret',
      language: 'de',
      disabledAt: null,
    });
    expect(await store.read((db) => findAccountByLogin(db, 'nobody'))).toBeNull();
    expect((await store.read(listAccounts)).map((one) => one.login)).toEqual(['anna', 'lena']);
  });

  it('have roles in projects and in the whole workspace, which end and begin anew', async () => {
    const store = await databases.open();
    await withPeople(store);
    await store.write(async (tx) => {
      await grantRole(tx, {
        project: wholeWorkspace,
        account: 'id-lena',
        role: 'lead',
        createdAt: day(1),
      });
      await grantRole(tx, {
        project: 'topics',
        account: 'id-anna',
        role: 'annotator',
        createdAt: day(1),
      });
      await grantRole(tx, {
        project: 'topics',
        account: 'id-anna',
        role: 'annotator',
        createdAt: day(2),
      });
      await grantRole(tx, {
        project: 'trials',
        account: 'id-anna',
        role: 'reviewer',
        createdAt: day(1),
      });
    });
    expect(await store.read((db) => rolesOf(db, 'id-lena', 'topics'))).toEqual(['lead']);
    expect(await store.read((db) => rolesOf(db, 'id-anna', 'topics'))).toEqual(['annotator']);
    expect(await store.read((db) => rolesOf(db, 'id-anna', 'elsewhere'))).toEqual([]);
    expect(
      (await store.read((db) => membershipsOf(db, 'id-anna'))).map((one) => one.project),
    ).toEqual(['topics', 'trials']);
    const end = { project: 'topics', account: 'id-anna', role: 'annotator', at: day(3) } as const;
    expect(await store.write((tx) => endRole(tx, end))).toBe(true);
    expect(await store.write((tx) => endRole(tx, end))).toBe(false);
    expect(await store.read((db) => rolesOf(db, 'id-anna', 'topics'))).toEqual([]);
    expect(await store.read((db) => listMembers(db, 'topics'))).toMatchObject([
      { login: 'anna', role: 'annotator', createdAt: day(1), endedAt: day(3) },
    ]);
    await store.write((tx) =>
      grantRole(tx, {
        project: 'topics',
        account: 'id-anna',
        role: 'annotator',
        createdAt: day(4),
      }),
    );
    expect(await store.read((db) => listMembers(db, 'topics'))).toMatchObject([
      { createdAt: day(4), endedAt: null },
    ]);
  });
});

describeStores('invitations', (databases) => {
  const invitation = (id: string) =>
    ({
      id,
      tokenHash: `hash-${id}`,
      project: 'topics',
      role: 'annotator',
      createdBy: 'id-lena',
      createdAt: day(1),
      expiresAt: day(8),
    }) as const;
  const take = (store: Store, id: string, now: string): Promise<boolean> =>
    store.write((tx) => takeInvitation(tx, { tokenHash: `hash-${id}`, account: 'id-anna', now }));

  it('are used once, before they expire, unless revoked', async () => {
    const store = await databases.open();
    for (const id of ['a', 'b', 'c'])
      await store.write((tx) => insertInvitation(tx, invitation(id)));
    expect(await take(store, 'a', day(9))).toBe(false);
    const taken = await Promise.all(Array.from({ length: 10 }, () => take(store, 'a', day(2))));
    expect(taken.filter(Boolean).length).toBe(1);
    expect(
      await store.write((tx) => revokeInvitation(tx, { id: 'b', project: 'another', now: day(2) })),
    ).toBe(false);
    expect(
      await store.write((tx) => revokeInvitation(tx, { id: 'b', project: 'topics', now: day(2) })),
    ).toBe(true);
    expect(await take(store, 'b', day(3))).toBe(false);
    expect(await store.read((db) => findInvitation(db, 'hash-a'))).toMatchObject({
      usedBy: 'id-anna',
      usedAt: day(2),
    });
    expect((await store.read((db) => listInvitations(db, 'topics'))).length).toBe(3);
    expect(JSON.stringify(await store.read((db) => listInvitations(db, 'topics')))).not.toContain(
      'hash',
    );
  });
});

describeStores('sessions and tokens', (databases) => {
  const begin = (store: Store, name: string): Promise<void> =>
    store.write((tx) =>
      insertSession(tx, {
        tokenHash: name,
        account: 'id-anna',
        csrfHash: 'csrf',
        createdAt: day(1),
        expiresAt: day(8),
      }),
    );
  const live = async (store: Store, name: string, now = day(2)): Promise<boolean> =>
    (await store.read((db) => findSession(db, { tokenHash: name, now }))) !== null;

  it('hold until they expire or are revoked, or the account is disabled', async () => {
    const store = await databases.open();
    await withPeople(store);
    for (const name of ['one', 'two', 'three']) await begin(store, name);
    expect(await store.read((db) => findSession(db, { tokenHash: 'one', now: day(2) }))).toEqual({
      seenAt: null,
      tokenHash: 'one',
      account: 'id-anna',
      csrfHash: 'csrf',
      createdAt: day(1),
      expiresAt: day(8),
      login: 'anna',
      name: 'ANNA',
      language: 'en',
      keymap: 'default',
    });
    expect([
      await live(store, 'one', day(7)),
      await live(store, 'one', day(8)),
      await live(store, 'nothing'),
    ]).toEqual([true, false, false]);
    await store.write((tx) =>
      extendSession(tx, { tokenHash: 'one', expiresAt: day(20), now: day(12) }),
    );
    expect(await live(store, 'one', day(19))).toBe(true);
    await store.write((tx) => revokeSession(tx, { tokenHash: 'two', now: day(2) }));
    expect(await live(store, 'two')).toBe(false);
    expect(
      await store.write((tx) =>
        revokeSessionsOf(tx, { account: 'id-anna', now: day(2), except: 'one' }),
      ),
    ).toBe(1);
    expect([await live(store, 'one'), await live(store, 'three')]).toEqual([true, false]);
    await store.write((tx) => updateAccount(tx, 'id-anna', { disabledAt: day(2) }));
    expect(await live(store, 'one')).toBe(false);
    expect(await store.write((tx) => forgetSessions(tx, day(3)))).toBe(2);
  });

  it('of programs hold until they expire or are revoked by their owner', async () => {
    const store = await databases.open();
    await withPeople(store);
    const token = {
      id: 't',
      account: 'id-anna',
      project: 'topics',
      name: 'nightly',
      scope: 'read',
      createdAt: day(1),
      expiresAt: day(8),
    } as const;
    await store.write((tx) => insertToken(tx, { ...token, tokenHash: 'hash' }));
    const found = (now: string) => store.read((db) => findToken(db, { tokenHash: 'hash', now }));
    expect(await found(day(2))).toEqual({ ...token, revokedAt: null, login: 'anna' });
    expect(await found(day(9))).toBeNull();
    expect(
      await store.write((tx) => revokeToken(tx, { id: 't', account: 'id-lena', now: day(2) })),
    ).toBe(false);
    expect(
      await store.write((tx) => revokeToken(tx, { id: 't', account: 'id-anna', now: day(2) })),
    ).toBe(true);
    expect(await found(day(2))).toBeNull();
    expect(await store.read((db) => listTokens(db, 'id-anna'))).toMatchObject([
      { id: 't', revokedAt: day(2) },
    ]);
  });
});
