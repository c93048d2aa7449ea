import { describe, expect, it } from 'vitest';
import { peopleWorld, quickPasswords } from '../../../test/people-world.ts';
import { refusedFor } from '../../../test/refusals.ts';
import type { PeopleWorld } from '../../../test/people-world.ts';
import { testDatabases } from '../../../test/stores.ts';
import { findAccountByLogin, updateAccount } from '../../store/people/accounts.ts';
import type { WorkContext } from '../work-context.ts';
import { actorOf, forgetEndedSessions, identifySession, keepSession } from './identity.ts';
import type { Identity, SessionCredential } from './identity.ts';
import {
  endOtherSessions,
  endOwnSession,
  endSessionsOf,
  ownSessions,
  sessionsOf,
} from './sessions.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { updateOwnAccount } from './update-own-account.ts';
import { setDisabled } from './accounts.ts';

const password = 'four words of mine';
const begun = '2026-03-02T08:00:00.000Z';
const aWeekLater = '2026-03-09T08:00:00.000Z';
const databases = testDatabases('sqlite');

async function worldWithMia() {
  const world = await peopleWorld(databases);
  const mia = await world.person('mia');
  const passwordHash = await quickPasswords.hash(password);
  await world.store.write((tx) => updateAccount(tx, mia.actor.account, { passwordHash }));
  return { ...world, mia };
}

const identityOf = async ({ lead }: PeopleWorld, secret: string): Promise<Identity> =>
  (await identifySession(lead, secret))!;

const credentialOf = async (world: PeopleWorld, secret: string): Promise<SessionCredential> =>
  (await identityOf(world, secret)).credential as SessionCredential;

const day = 24 * 60;
const entry = { at: begun, project: null, object: 'account/mia', detail: {} };

describe('signing in', () => {
  it('begins a session for a week', async () => {
    const world = await worldWithMia();
    const { lead, audited, pass } = world;
    const given = { login: ' Mia ', password, device: 'a browser' };
    const session = await signIn(lead, quickPasswords, given);
    expect(session).toEqual({
      account: 'account-mia',
      secret: expect.any(String),
      expiresAt: aWeekLater,
    });
    expect(await audited()).toEqual([{ ...entry, actor: 'mia', action: 'session-begin' }]);
    const identity = await identityOf(world, session.secret);
    expect(identity).toMatchObject({
      account: 'account-mia',
      login: 'mia',
      name: 'mia',
      language: 'en',
      keymap: 'default',
      memberships: [{ project: 'labels', role: 'annotator' }],
      guestOf: [],
      credential: { via: 'session', createdAt: begun, expiresAt: aWeekLater, seenAt: begun },
    });
    expect(actorOf(identity)).toMatchObject({ login: 'mia', via: 'session', guestOf: [] });
    pass(7 * day - 1);
    expect(await identifySession(lead, session.secret)).not.toBeNull();
    pass(1);
    expect(await identifySession(lead, session.secret)).toBeNull();
  });

  it('is refused alike for a wrong name, a wrong password, none, and a disabled account', async () => {
    const { lead, person, audited } = await worldWithMia();
    await person('zoe');
    const attempt = (login: string, tried: string) =>
      expect(signIn(lead, quickPasswords, { login, password: tried })).rejects.toMatchObject(
        refusedFor('bad-credentials'),
      );
    await audited();
    await attempt('nosuch', password);
    await attempt('mia', 'four words of yours');
    await attempt('zoe', password);
    expect(await audited()).toEqual([]);
    await setDisabled(lead, { login: 'mia', disabled: true });
    await attempt('mia', password);
  });

  it('is refused when the account changes while the password is checked', async () => {
    const { lead, store } = await worldWithMia();
    const change = (values: Parameters<typeof updateAccount>[2]) =>
      store.write((tx) => updateAccount(tx, 'account-mia', values));
    for (const [during, after] of [
      [{ disabledAt: begun }, { disabledAt: null }],
      [{ passwordHash: 'scrypt$4$8$1$AAAA$AAAA' }, {}],
    ]) {
      const meanwhile = Object.assign(Object.create(quickPasswords) as typeof quickPasswords, {
        verify: async (tried: string, kept: string | null) => {
          const isRight = await quickPasswords.verify(tried, kept);
          await change(during!);
          return isRight;
        },
      });
      await expect(signIn(lead, meanwhile, { login: 'mia', password })).rejects.toMatchObject(
        refusedFor('bad-credentials'),
      );
      await change(after!);
    }
  });
});

describe('sessions', () => {
  it('are listed for their owner and for leads of the workspace, the latest used first', async () => {
    const world = await worldWithMia();
    const { mia, lead, sessionOf, pass, audited } = world;
    const first = await sessionOf(mia, undefined, 'a phone');
    pass(1);
    const second = await sessionOf(mia, undefined, 'a laptop');
    await sessionOf(lead);
    const listed = await ownSessions(mia, await credentialOf(world, first));
    expect(listed).toEqual([
      {
        id: expect.any(String),
        device: 'a laptop',
        createdAt: '2026-03-02T08:01:00.000Z',
        lastUsedAt: '2026-03-02T08:01:00.000Z',
        expiresAt: '2026-03-09T08:01:00.000Z',
        isCurrent: false,
      },
      {
        id: expect.any(String),
        device: 'a phone',
        createdAt: begun,
        lastUsedAt: begun,
        expiresAt: aWeekLater,
        isCurrent: true,
      },
    ]);
    expect(await sessionsOf(lead, 'MIA')).toEqual(
      listed.map((one) => ({ ...one, isCurrent: false })),
    );
    await expect(sessionsOf(mia, 'mia')).rejects.toMatchObject(refusedFor('workspace-lead-needed'));
    const unknown = refusedFor('not-found', { values: { what: { code: 'account' } } });
    await expect(sessionsOf(lead, 'nosuch')).rejects.toMatchObject(unknown);
    // One ends by its name, which is not the hash that proves it.
    await audited();
    await endOwnSession(mia, listed[0]!.id);
    expect(await audited()).toMatchObject([{ actor: 'mia', action: 'session-end', detail: {} }]);
    expect(await identifySession(lead, second)).toBeNull();
    expect(await identifySession(lead, first)).not.toBeNull();
    const gone = refusedFor('not-found', { values: { what: { code: 'session' } } });
    await expect(endOwnSession(mia, listed[0]!.id)).rejects.toMatchObject(gone);
    await expect(endOwnSession(lead, listed[1]!.id)).rejects.toMatchObject(gone);
  });

  it('end by signing out, one alone', async () => {
    const world = await worldWithMia();
    const { mia, lead, sessionOf, audited } = world;
    const [first, second] = [await sessionOf(mia), await sessionOf(mia)];
    await audited();
    await signOut(mia, await credentialOf(world, first));
    expect(await audited()).toEqual([{ ...entry, actor: 'mia', action: 'session-end' }]);
    expect(await identifySession(lead, first)).toBeNull();
    expect(await identifySession(lead, second)).not.toBeNull();
  });

  it('but this one end at once, those of nobody else', async () => {
    const world = await worldWithMia();
    const { mia, lead, sessionOf, audited } = world;
    const [kept, ended, others] = [
      await sessionOf(mia),
      await sessionOf(mia),
      await sessionOf(lead),
    ];
    await audited();
    expect(await endOtherSessions(mia, await credentialOf(world, kept))).toBe(1);
    expect(await audited()).toEqual([
      { ...entry, actor: 'mia', action: 'session-end', detail: { ended: 1 } },
    ]);
    expect(await identifySession(lead, ended)).toBeNull();
    for (const secret of [kept, others]) expect(await identifySession(lead, secret)).not.toBeNull();
  });

  it('of somebody end where a lead of the workspace says so, who is one still', async () => {
    const { mia, lead, sessionOf, audited, person } = await worldWithMia();
    const secrets = [await sessionOf(mia), await sessionOf(mia)];
    await expect(endSessionsOf(mia, 'mia')).rejects.toMatchObject(
      refusedFor('workspace-lead-needed'),
    );
    await expect(endSessionsOf(lead, 'nosuch')).rejects.toMatchObject(
      refusedFor('not-found', { values: { what: { code: 'account', values: { id: 'nosuch' } } } }),
    );
    const second = await person('second', 'lead', '*');
    await setDisabled(lead, { login: 'second', disabled: true });
    await expect(endSessionsOf(second, 'mia')).rejects.toMatchObject(refusedFor('not-signed-in'));
    expect(await identifySession(lead, secrets[0]!)).not.toBeNull();
    await audited();
    expect(await endSessionsOf(lead, ' MIA')).toEqual({ account: 'account-mia', ended: 2 });
    expect(await audited()).toEqual([
      { ...entry, actor: 'lena', action: 'session-end', detail: { ended: 2 } },
    ]);
    for (const secret of secrets) expect(await identifySession(lead, secret)).toBeNull();
  });

  it('in use are noted each quarter of an hour and last a week longer, a month at most', async () => {
    const world = await worldWithMia();
    const { mia, lead, sessionOf, pass } = world;
    const secret = await sessionOf(mia);
    const keep = async () => await keepSession(lead, await credentialOf(world, secret));
    pass(14);
    expect(await keep()).toBeNull();
    pass(1);
    expect(await keep()).toBe('2026-03-09T08:15:00.000Z');
    expect(await credentialOf(world, secret)).toMatchObject({
      expiresAt: '2026-03-09T08:15:00.000Z',
      seenAt: '2026-03-02T08:15:00.000Z',
    });
    expect(await keep()).toBeNull();
    for (let days = 0; days < 28; days += 4) {
      pass(4 * day);
      await keep();
    }
    // 30 days after it began, and not a week after it was last used.
    expect(await credentialOf(world, secret)).toMatchObject({
      expiresAt: '2026-04-01T08:00:00.000Z',
      seenAt: '2026-03-30T08:15:00.000Z',
    });
  });

  it('of which nobody knows when they were used count from their beginning', async () => {
    const world = await worldWithMia();
    const { mia, lead, sessionOf, pass } = world;
    const known = await credentialOf(world, await sessionOf(mia));
    const unseen = { ...known, seenAt: null };
    pass(14);
    expect(await keepSession(lead, unseen)).toBeNull();
    // Half a day less than it could last: worth a write, whenever it was seen.
    const short = { ...unseen, expiresAt: '2026-03-08T20:14:00.000Z' };
    expect(await keepSession(lead, short)).toBe('2026-03-09T08:14:00.000Z');
    const almost = { ...unseen, expiresAt: '2026-03-08T20:15:00.000Z' };
    expect(await keepSession(lead, almost)).toBeNull();
  });

  it('are forgotten a month after they ended', async () => {
    const world = await worldWithMia();
    const { mia, lead, sessionOf, pass } = world;
    const ended = await sessionOf(mia);
    await sessionOf(mia);
    await signOut(mia, await credentialOf(world, ended));
    pass(30 * day);
    expect(await forgetEndedSessions(lead)).toBe(0);
    pass(1);
    expect(await forgetEndedSessions(lead)).toBe(1);
    // The other ended by itself a week after it began.
    pass(7 * day - 1);
    expect(await forgetEndedSessions(lead)).toBe(0);
    pass(1);
    expect(await forgetEndedSessions(lead)).toBe(1);
  });
});

describe('one’s own account', () => {
  const change = async (world: PeopleWorld, who: WorkContext, secret: string, given: object) =>
    await updateOwnAccount(who, quickPasswords, await credentialOf(world, secret), given);

  it('changes in what was given, and keeps its sessions', async () => {
    const world = await worldWithMia();
    const { mia, lead, sessionOf, audited, store } = world;
    const [secret, other] = [await sessionOf(mia), await sessionOf(mia)];
    const before = await store.read((db) => findAccountByLogin(db, 'mia'));
    await audited();
    const given = { name: 'Mia Example', language: 'de' };
    expect(await change(world, mia, secret, given)).toEqual({ sessionsEnded: 0 });
    expect(await store.read((db) => findAccountByLogin(db, 'mia'))).toEqual({
      ...before,
      ...given,
    });
    expect(await audited()).toEqual([
      {
        ...entry,
        actor: 'mia',
        action: 'account-change',
        detail: { fields: ['name', 'language'] },
      },
    ]);
    expect(await identifySession(lead, other)).not.toBeNull();
  });

  it('gets a new password for the old one, which ends the other sessions', async () => {
    const world = await worldWithMia();
    const { mia, lead, sessionOf, audited, store } = world;
    const [secret, other] = [await sessionOf(mia), await sessionOf(mia)];
    await audited();
    const fresh = 'another four words here';
    for (const given of [{}, { currentPassword: 'not it' }])
      await expect(change(world, mia, secret, { password: fresh, ...given })).rejects.toMatchObject(
        refusedFor('bad-credentials'),
      );
    await expect(
      change(world, mia, secret, { password: 'mia', currentPassword: password }),
    ).rejects.toMatchObject(refusedFor('wrong-value'));
    // The own name is no password, whoever asks.
    await expect(
      change(world, mia, secret, { password: 'my-mia-xqzw', currentPassword: password }),
    ).rejects.toMatchObject(refusedFor('weak-password'));
    expect(await audited()).toEqual([]);
    const given = { password: fresh, currentPassword: password };
    expect(await change(world, mia, secret, given)).toEqual({ sessionsEnded: 1 });
    expect(await audited()).toEqual([
      { ...entry, actor: 'mia', action: 'account-change', detail: { fields: ['password'] } },
    ]);
    expect(await identifySession(lead, secret)).not.toBeNull();
    expect(await identifySession(lead, other)).toBeNull();
    const { passwordHash } = (await store.read((db) => findAccountByLogin(db, 'mia')))!;
    expect(await quickPasswords.verify(fresh, passwordHash)).toBe(true);
  });

  it('that had no password gets the first without one', async () => {
    const world = await worldWithMia();
    const zoe = await world.person('zoe');
    const secret = await world.sessionOf(zoe);
    expect(await change(world, zoe, secret, { password })).toEqual({ sessionsEnded: 0 });
    expect(await signIn(world.lead, quickPasswords, { login: 'zoe', password })).toMatchObject({
      account: 'account-zoe',
    });
    const nobody = { ...zoe, actor: { ...zoe.actor, account: 'nosuch' } };
    await expect(change(world, nobody, secret, { name: 'n' })).rejects.toMatchObject(
      refusedFor('not-signed-in'),
    );
  });
});
