import { describe, expect, it } from 'vitest';
import { peopleWorld, quickPasswords } from '../../../test/people-world.ts';
import { refusedFor } from '../../../test/refusals.ts';
import type { PeopleWorld } from '../../../test/people-world.ts';
import { testDatabases } from '../../../test/stores.ts';
import { project } from '../../../test/work-world.ts';
import { findAccountByLogin, updateAccount } from '../../store/people/accounts.ts';
import { nextUnits } from '../judging/next-unit.ts';
import type { WorkContext } from '../work-context.ts';
import { acceptLink, linkPurpose } from './accept-link.ts';
import { accounts, setDisabled } from './accounts.ts';
import { identifySession } from './identity.ts';
import { invite } from './invite.ts';
import { acceptPasswordLink, findPasswordLink, makePasswordLink } from './password-link.ts';
import { addMember, people, removeMember } from './people.ts';
import { sessionsOf } from './sessions.ts';
import { createToken } from './tokens.ts';

const begun = '2026-03-02T08:00:00.000Z';
const databases = testDatabases('sqlite');
const world = (): Promise<PeopleWorld> => peopleWorld(databases);
const isMissing = (what: object) => refusedFor('not-found', { values: { what } });
const noProject = isMissing({ code: 'project', values: { id: 'nosuch' } });
const ended = refusedFor('link-expired');

describe('whoever loses a role', () => {
  it('loses the links and tokens that they could no longer make, and no others', async () => {
    const { lead, person, audited } = await world();
    const mia = await person('mia', 'lead');
    await addMember(lead, { project: 'other', login: 'mia', role: 'lead' });
    const both = { ...mia, actor: { ...mia.actor, roleIn: () => 'lead' as const } };
    const here = await invite(both, { project, role: 'annotator', days: 1 });
    const there = await invite(both, { project: 'other', role: 'annotator', days: 1 });
    for (const where of [project, project, 'other'])
      await createToken(both, { project: where, name: 'n', scope: 'read', days: 1 });
    await audited();
    expect(await removeMember(lead, { project, login: ' MIA ' })).toEqual({
      account: 'account-mia',
      ended: ['lead'],
    });
    const entry = { at: begun, actor: 'lena', project };
    const object = 'account/mia';
    expect(await audited()).toEqual([
      { ...entry, action: 'role-end', object, detail: { role: 'lead' } },
      {
        ...entry,
        action: 'invitation-withdraw',
        object: `invitation/${here.id}`,
        detail: { by: 'mia' },
      },
      { ...entry, action: 'tokens-end', object, detail: { ended: 2 } },
    ]);
    expect(await linkPurpose(lead, there.secret)).toMatchObject({ project: 'other' });
    await expect(linkPurpose(lead, here.secret)).rejects.toMatchObject(ended);
  });

  it('of the workspace loses the links for passwords that they made', async () => {
    const { lead, person, audited } = await world();
    await person('anna');
    const mia = await person('mia', 'lead', '*');
    const { secret } = await makePasswordLink(mia, 'anna');
    const kept = await makePasswordLink(lead, 'mia');
    await audited();
    await removeMember(lead, { project: '*', login: 'mia', role: 'lead' });
    expect(await audited()).toMatchObject([
      { action: 'role-end', project: '*', object: 'account/mia' },
      {
        actor: 'lena',
        action: 'password-links-end',
        project: null,
        object: 'account/mia',
        detail: { ended: 1 },
      },
    ]);
    await expect(findPasswordLink(lead, secret)).rejects.toMatchObject(ended);
    expect(await findPasswordLink(lead, kept.secret)).toMatchObject({ secret: kept.secret });
  });

  it('leaves the open rounds where they may no longer judge: all, or those of the project', async () => {
    const { lead, person, openFor } = await world();
    await person('anna');
    const mia = await person('mia', 'lead', '*');
    const noa = await person('noa');
    const run = await openFor(['anna', 'mia', 'noa']);
    const held = async (who: WorkContext) => (await nextUnits(who, { run })).units.length;
    expect([await held(mia), await held(noa)]).toEqual([1, 1]);
    await removeMember(lead, { project: '*', login: 'mia' });
    await expect(held(mia)).rejects.toThrow('You are not in the round full.');
    expect(await held(noa)).toBe(1);
    await removeMember(lead, { project, login: 'noa' });
    await expect(held(noa)).rejects.toThrow('You are not in the round full.');
  });

  it('is somebody who had it; and roles are given to accounts in projects that are there', async () => {
    const { lead, person, audited } = await world();
    const anna = await person('anna');
    await audited();
    const who = { project, login: 'Nosuch' };
    await expect(removeMember(lead, who)).rejects.toMatchObject(
      isMissing({ code: 'member', values: { id: 'Nosuch' } }),
    );
    await expect(removeMember(lead, { ...who, role: 'reviewer' })).rejects.toMatchObject(
      isMissing({
        code: 'member-with-role',
        values: { id: 'Nosuch', role: { code: 'role-reviewer' } },
      }),
    );
    for (const act of [
      () => removeMember(lead, { ...who, project: 'nosuch' }),
      () => addMember(lead, { project: 'nosuch', login: 'anna', role: 'lead' }),
      () => people(lead, 'nosuch'),
    ])
      await expect(act()).rejects.toMatchObject(noProject);
    const given = { project, login: 'anna', role: 'lead' } as const;
    for (const act of [
      () => people(anna, project),
      () => addMember(anna, given),
      () => removeMember(anna, given),
    ])
      await expect(act()).rejects.toMatchObject(refusedFor('role-needed'));
    await expect(addMember(lead, { ...given, login: 'Nosuch' })).rejects.toMatchObject(
      isMissing({ code: 'account-to-invite', values: { id: 'Nosuch' } }),
    );
    await expect(addMember(lead, { ...given, login: 'keywords' })).rejects.toMatchObject(
      refusedFor('panel-name', { values: { login: 'keywords', project } }),
    );
    expect(await audited()).toEqual([]);
    expect(await addMember(lead, { ...given, login: ' Anna' })).toEqual({
      account: 'account-anna',
    });
    const object = 'account/anna';
    expect(await audited()).toEqual([
      { at: begun, actor: 'lena', action: 'role-grant', project, object, detail: { role: 'lead' } },
    ]);
  });
});

describe('an account that is disabled', () => {
  it('is noted with what ended, though its roles remain, and so is enabling it', async () => {
    const { lead, person, audited } = await world();
    const mia = await person('mia', 'lead');
    const { id, secret } = await invite(mia, { project, role: 'annotator', days: 1 });
    await createToken(mia, { project, name: 'n', scope: 'read', days: 1 });
    const link = await makePasswordLink(lead, 'mia');
    await audited();
    await setDisabled(lead, { login: 'mia', disabled: true });
    const entry = { at: begun, actor: 'lena', object: 'account/mia', detail: {} };
    expect(await audited()).toEqual([
      {
        ...entry,
        action: 'invitation-withdraw',
        project,
        object: `invitation/${id}`,
        detail: { by: 'mia' },
      },
      { ...entry, action: 'tokens-end', project, detail: { ended: 1 } },
      { ...entry, action: 'account-disable', project: null },
    ]);
    await setDisabled(lead, { login: 'mia', disabled: false });
    expect(await audited()).toEqual([{ ...entry, action: 'account-enable', project: null }]);
    for (const held of [secret, link.secret])
      await expect(linkPurpose(lead, held)).rejects.toMatchObject(ended);
    await expect(setDisabled(lead, { login: 'Nosuch', disabled: true })).rejects.toMatchObject(
      isMissing({ code: 'account', values: { id: 'nosuch' } }),
    );
  });

  it('is changed by nobody who is no lead of the workspace', async () => {
    const { lead, person } = await world();
    const anna = await person('anna', 'lead');
    const given = { login: 'lena', disabled: true };
    await expect(setDisabled(anna, given)).rejects.toMatchObject(
      refusedFor('workspace-lead-needed'),
    );
    expect(await accounts(lead)).toMatchObject([
      { login: 'anna', disabledAt: null },
      { login: 'lena', disabledAt: null },
    ]);
  });
});

describe('a link to set a password', () => {
  it('holds for three days and once, and the latest alone', async () => {
    const { lead, person, pass, audited, sessionOf, store } = await world();
    const anna = await person('anna');
    const old = await makePasswordLink(lead, 'anna');
    await audited();
    const link = await makePasswordLink(lead, ' ANNA ');
    expect(link).toEqual({
      secret: expect.stringMatching(/^password\./),
      account: await store.read((db) => findAccountByLogin(db, 'anna')),
      expiresAt: '2026-03-05T08:00:00.000Z',
    });
    const entry = { at: begun, project: null, object: 'account/anna', detail: {} };
    expect(await audited()).toEqual([{ ...entry, actor: 'lena', action: 'password-link-create' }]);
    const secret = await sessionOf(anna);
    await audited();
    const set = (held: string, password: string) =>
      acceptLink(lead, quickPasswords, held, { password, device: 'a browser' });
    await expect(set(old.secret, 'four words of mine')).rejects.toMatchObject(ended);
    await expect(set(link.secret, 'word-anna-word')).rejects.toMatchObject(
      refusedFor('weak-password'),
    );
    await expect(acceptLink(lead, quickPasswords, link.secret, {})).rejects.toMatchObject(
      refusedFor('missing-field', { values: { field: 'password' } }),
    );
    expect(await audited()).toEqual([]);
    pass(3 * 24 * 60 - 1);
    const at = '2026-03-05T07:59:00.000Z';
    const session = (await set(link.secret, 'four words of mine'))!;
    expect(session).toMatchObject({ account: 'account-anna' });
    expect(await audited()).toEqual([
      { ...entry, at, actor: 'anna', action: 'password-set' },
      { ...entry, at, actor: 'anna', action: 'session-begin' },
    ]);
    expect(await identifySession(lead, secret)).toBeNull();
    expect(await ownDevices(lead)).toEqual(['a browser']);
    await expect(set(link.secret, 'four words of mine')).rejects.toMatchObject(ended);
    const last = await makePasswordLink(lead, 'anna');
    pass(3 * 24 * 60);
    await expect(findPasswordLink(lead, last.secret)).rejects.toMatchObject(ended);
  });

  const ownDevices = async (lead: WorkContext) =>
    (await sessionsOf(lead, 'anna')).map(({ device }) => device);

  it('is made by leads of the workspace who are so still, for accounts that are not disabled', async () => {
    const { lead, person, store, audited } = await world();
    const anna = await person('anna', 'lead');
    const second = await person('second', 'lead', '*');
    const attempt = (who: WorkContext, login: string, refused: object) =>
      expect(makePasswordLink(who, login)).rejects.toMatchObject(refused);
    const missing = (id: string) => isMissing({ code: 'account-for-link', values: { id } });
    const link = await makePasswordLink(lead, 'anna');
    await removeMember(lead, { project: '*', login: 'second' });
    await store.write((tx) => updateAccount(tx, 'account-anna', { disabledAt: begun }));
    await audited();
    await attempt(anna, 'lena', refusedFor('workspace-lead-needed'));
    await attempt(second, 'lena', refusedFor('not-signed-in'));
    await attempt(lead, 'nosuch', missing('nosuch'));
    await attempt(lead, 'anna', missing('anna'));
    expect(await audited()).toEqual([]);
    await expect(findPasswordLink(lead, link.secret)).rejects.toMatchObject(ended);
  });

  it('sets nothing where the account is disabled or the link ends meanwhile', async () => {
    const { lead, person, store } = await world();
    await person('anna');
    const { secret } = await makePasswordLink(lead, 'anna');
    const meanwhile = (act: () => Promise<unknown>) =>
      Object.assign(Object.create(quickPasswords) as typeof quickPasswords, {
        hash: async (password: string) => {
          await act();
          return await quickPasswords.hash(password);
        },
      });
    const change = (disabledAt: string | null) => () =>
      store.write((tx) => updateAccount(tx, 'account-anna', { disabledAt }));
    const given = { password: 'four words of mine' };
    const disabling = meanwhile(change(begun));
    await expect(acceptPasswordLink(lead, disabling, secret, given)).rejects.toMatchObject(ended);
    await change(null)();
    const another = meanwhile(() => makePasswordLink(lead, 'anna'));
    await expect(acceptPasswordLink(lead, another, secret, given)).rejects.toMatchObject(ended);
    expect(await store.read((db) => findAccountByLogin(db, 'anna'))).toMatchObject({
      passwordHash: null,
    });
  });
});
