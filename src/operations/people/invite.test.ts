import { describe, expect, it } from 'vitest';
import { peopleWorld, quickPasswords } from '../../../test/people-world.ts';
import { refusedFor } from '../../../test/refusals.ts';
import type { PeopleWorld } from '../../../test/people-world.ts';
import { testDatabases } from '../../../test/stores.ts';
import { project } from '../../../test/work-world.ts';
import { updateAccount } from '../../store/people/accounts.ts';
import { listRunAccess } from '../../store/rounds/run-access.ts';
import type { WorkContext } from '../work-context.ts';
import { acceptLink, linkPurpose } from './accept-link.ts';
import { setDisabled } from './accounts.ts';
import { firstLeadLink } from './first-lead.ts';
import { invitations, invite, withdrawInvitation } from './invite.ts';
import { acceptPasswordLink, makePasswordLink } from './password-link.ts';
import { addMember, removeMember } from './people.ts';
import { signIn } from './sign-in.ts';

const password = 'four words of mine';
const begun = '2026-03-02T08:00:00.000Z';
const databases = testDatabases('sqlite');
const world = (): Promise<PeopleWorld> => peopleWorld(databases);
const isMissing = (what: object) => refusedFor('not-found', { values: { what } });
const noProject = isMissing({ code: 'project', values: { id: 'nosuch' } });
const ended = refusedFor('link-expired');

describe('an invitation', () => {
  it('is made by leads, for some days, and listed without its secret', async () => {
    const { lead, audited, pass } = await world();
    const first = await invite(lead, { project, role: 'reviewer', days: 2, login: ' MIA ' });
    const { secret, ...made } = first;
    expect(made).toEqual({
      id: expect.any(String),
      project,
      role: 'reviewer',
      createdAt: begun,
      expiresAt: '2026-03-04T08:00:00.000Z',
      login: 'mia',
    });
    expect(secret).toMatch(/^[\w-]{43}$/);
    pass(1);
    const { id } = await invite(lead, { project, role: 'annotator', days: 1 });
    expect(await audited()).toEqual([
      {
        at: begun,
        actor: 'lena',
        action: 'invitation-create',
        project,
        object: `invitation/${made.id}`,
        detail: { role: 'reviewer', expires_at: made.expiresAt, login: 'mia' },
      },
      {
        at: '2026-03-02T08:01:00.000Z',
        actor: 'lena',
        action: 'invitation-create',
        project,
        object: `invitation/${id}`,
        detail: { role: 'annotator', expires_at: '2026-03-03T08:01:00.000Z' },
      },
    ]);
    const open = { createdBy: 'lena', usedAt: null, usedBy: null, revokedAt: null };
    expect(await invitations(lead, project)).toEqual([
      expect.objectContaining({ id, login: null, ...open }),
      { ...made, ...open },
    ]);
  });

  it('is refused to others, for other roles of the workspace, names and projects', async () => {
    const { lead, person, audited } = await world();
    const anna = await person('anna');
    const given = { project, role: 'annotator', days: 1 } as const;
    const attempt = (who: WorkContext, change: object, refused: object) =>
      expect(invite(who, { ...given, ...change })).rejects.toMatchObject(refused);
    await attempt(anna, {}, refusedFor('role-needed'));
    await attempt(
      lead,
      { project: '*' },
      refusedFor('wrong-value', { values: { field: 'role', got: 'annotator' } }),
    );
    const wrong = { field: 'login', got: ' A ', expected: { code: 'login' } };
    await attempt(lead, { login: ' A ' }, refusedFor('wrong-value', { values: wrong }));
    await attempt(lead, { project: 'nosuch' }, noProject);
    const mia = await person('mia', 'lead');
    await removeMember(lead, { project, login: 'mia' });
    await audited();
    await attempt(mia, {}, refusedFor('not-signed-in'));
    expect(await audited()).toEqual([]);
    expect(await invitations(lead, project)).toEqual([]);
    await expect(invitations(anna, project)).rejects.toMatchObject(refusedFor('role-needed'));
    await expect(invitations(lead, 'nosuch')).rejects.toMatchObject(noProject);
    expect(await invite(lead, { project: '*', role: 'lead', days: 1 })).toMatchObject({
      project: '*',
    });
  });

  it('is withdrawn once, in its project, by leads', async () => {
    const { lead, person, audited } = await world();
    const anna = await person('anna');
    const { id } = await invite(lead, { project, role: 'annotator', days: 1 });
    await audited();
    const withdraw = (who: WorkContext, where: string) =>
      withdrawInvitation(who, { project: where, id });
    await expect(withdraw(anna, project)).rejects.toMatchObject(refusedFor('role-needed'));
    const missing = isMissing({ code: 'invitation' });
    await expect(withdraw(lead, 'other')).rejects.toMatchObject(missing);
    expect(await audited()).toEqual([]);
    await withdraw(lead, project);
    const object = `invitation/${id}`;
    expect(await audited()).toEqual([
      { at: begun, actor: 'lena', action: 'invitation-withdraw', project, object, detail: {} },
    ]);
    expect(await invitations(lead, project)).toMatchObject([{ id, revokedAt: begun }]);
    await expect(withdraw(lead, project)).rejects.toMatchObject(missing);
  });
});

describe('the link for the first lead', () => {
  it('is made where there is none who can sign in, or one more is asked for', async () => {
    const { lead, store, audited } = await world();
    expect(await firstLeadLink(lead)).toBeNull();
    expect(await audited()).toEqual([]);
    const more = (await firstLeadLink(lead, true))!;
    const [made] = await invitations(lead, '*');
    expect(made).toMatchObject({
      project: '*',
      role: 'lead',
      createdBy: 'assay',
      createdAt: begun,
      expiresAt: '2026-03-03T08:00:00.000Z',
    });
    expect(await audited()).toEqual([
      {
        at: begun,
        actor: 'assay',
        action: 'invitation-create',
        project: null,
        object: `invitation/${made!.id}`,
        detail: { role: 'lead', expires_at: '2026-03-03T08:00:00.000Z' },
      },
    ]);
    expect(await linkPurpose(lead, more)).toMatchObject({ role: 'lead', by: 'assay' });
    const own = await invite(lead, { project: '*', role: 'lead', days: 1 });
    await store.write((tx) => updateAccount(tx, lead.actor.account, { disabledAt: begun }));
    const next = (await firstLeadLink(lead))!;
    // The earlier link of the program no longer works.
    await expect(linkPurpose(lead, more)).rejects.toMatchObject(ended);
    expect(await linkPurpose(lead, next)).toMatchObject({ project: '*' });
    const revoked = (await invitations(lead, '*')).filter((one) => one.revokedAt !== null);
    expect(revoked.map(({ createdBy }) => createdBy)).toEqual(['assay']);
    expect(own.id).not.toBe(revoked[0]!.id);
  });

  it('is made where the only lead is one no more', async () => {
    const { lead, person } = await world();
    await person('second', 'lead', '*');
    await removeMember(lead, { project: '*', login: 'lena' });
    expect(await firstLeadLink(lead)).toBeNull();
    await setDisabled(lead, { login: 'second', disabled: true });
    expect(await firstLeadLink(lead)).not.toBeNull();
  });
});

describe('who may see the answers of an open round', () => {
  it('is noted with it: for a link, for whoever enters, and for a new role or password', async () => {
    const { lead, person, openFor, store, audited } = await world();
    await person('anna');
    const second = await person('second', 'lead', '*');
    const run = await openFor(['anna', 'lena']);
    await audited();
    const annotator = await invite(lead, { project, role: 'annotator', days: 1 });
    await invite(lead, { project: 'other', role: 'reviewer', days: 1 });
    const link = await invite(second, { project, role: 'reviewer', days: 1 });
    await invite(lead, { project: '*', role: 'lead', days: 1 });
    await acceptLink(lead, quickPasswords, link.secret, { login: 'rita', password });
    await acceptLink(lead, quickPasswords, annotator.secret, { login: 'ben', password });
    await addMember(lead, { project, login: 'ben', role: 'adjudicator' });
    await makePasswordLink(lead, 'rita');
    const noted = await store.read((db) => listRunAccess(db, run));
    const note = { run, at: begun };
    expect(noted).toEqual([
      { ...note, kind: 'invite', role: 'reviewer', by: 'second', takesPart: 0, person: null },
      { ...note, kind: 'invite', role: 'lead', by: 'lena', takesPart: 1, person: null },
      { ...note, kind: 'enter', role: 'reviewer', by: 'second', takesPart: 0, person: 'rita' },
      { ...note, kind: 'grant', role: 'adjudicator', by: 'lena', takesPart: 1, person: 'ben' },
      {
        ...note,
        kind: 'password-link',
        role: 'reviewer',
        by: 'lena',
        takesPart: 1,
        person: 'rita',
      },
    ]);
    const entries = (await audited()).filter(({ action }) => action === 'access-note');
    expect(entries.map(({ actor }) => actor)).toEqual(['second', 'lena', 'rita', 'lena', 'lena']);
    expect(entries[2]).toEqual({
      at: begun,
      actor: 'rita',
      action: 'access-note',
      project,
      object: `run/${run}`,
      detail: { kind: 'enter', role: 'reviewer', by: 'second', person: 'rita', takes_part: false },
    });
    expect(entries[3]!.detail).toMatchObject({ takes_part: true });
  });
});

describe('a browser in which somebody of an open round was signed in', () => {
  const browser = 'secret of a browser';
  const refused = refusedFor('same-browser', { values: { round: 'full', attempt: 1 } });

  it('gives nobody else a role there that sees answers', async () => {
    const { lead, person, openFor, sessionOf } = await world();
    const anna = await person('anna');
    await openFor(['anna']);
    await sessionOf(anna, browser);
    const enter = async (given: Partial<Parameters<typeof invite>[1]>, visitor: object) => {
      const { secret } = await invite(lead, { project, role: 'reviewer', days: 1, ...given });
      return await acceptLink(lead, quickPasswords, secret, { password, ...visitor });
    };
    await expect(enter({}, { login: 'rita', browser })).rejects.toMatchObject(refused);
    const { account } = anna.actor;
    await expect(enter({}, { login: 'rita', account })).rejects.toMatchObject(refused);
    const whole = { project: '*', role: 'lead' } as const;
    await expect(enter(whole, { login: 'rita', browser })).rejects.toMatchObject(refused);
    // Another browser, another project, and a role that sees no answers are free; so is anna.
    expect(await enter({}, { login: 'rita', browser: 'another' })).not.toBeNull();
    expect(await enter({ project: 'other' }, { login: 'ria', browser })).not.toBeNull();
    expect(await enter({ role: 'annotator' }, { login: 'ruth', browser })).not.toBeNull();
    expect(await enter({}, { account, joins: true, browser })).toBeNull();
  });

  it('sets no password of such a role, and signs no guest of theirs in', async () => {
    const { lead, person, openFor, sessionOf, store, audited } = await world();
    const anna = await person('anna', 'lead');
    const link = await invite(anna, { project, role: 'reviewer', days: 1 });
    await acceptLink(lead, quickPasswords, link.secret, { login: 'rita', password });
    await person('otto', 'adjudicator');
    const passwordHash = await quickPasswords.hash(password);
    await store.write((tx) => updateAccount(tx, 'account-otto', { passwordHash }));
    await openFor(['anna']);
    await sessionOf(anna, browser);
    const { secret } = await makePasswordLink(lead, 'otto');
    await audited();
    const set = (visitor: object) =>
      acceptPasswordLink(lead, quickPasswords, secret, {
        password: 'some other words',
        ...visitor,
      });
    await expect(set({ browser })).rejects.toMatchObject(refused);
    const sign = (login: string) => signIn(lead, quickPasswords, { login, password, browser });
    // Whom somebody else invited may share a browser; whom anna invited may be anna.
    await expect(sign('rita')).rejects.toMatchObject(refused);
    expect(await audited()).toEqual([]);
    expect(await sign('otto')).toMatchObject({ account: 'account-otto' });
    expect(await set({})).toMatchObject({ account: 'account-otto' });
  });
});
