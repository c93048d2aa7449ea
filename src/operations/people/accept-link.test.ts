import { describe, expect, it } from 'vitest';
import { peopleWorld, quickPasswords } from '../../../test/people-world.ts';
import { refusedFor } from '../../../test/refusals.ts';
import type { PeopleWorld } from '../../../test/people-world.ts';
import { testDatabases } from '../../../test/stores.ts';
import { project } from '../../../test/work-world.ts';
import { findAccountByLogin } from '../../store/people/accounts.ts';
import { membershipsOf } from '../../store/people/memberships.ts';
import type { WorkContext } from '../work-context.ts';
import { acceptLink, isLogin, linkPurpose } from './accept-link.ts';
import type { Arrival } from './accept-link.ts';
import { setDisabled } from './accounts.ts';
import { actorOf, identifySession } from './identity.ts';
import { invitations, invite, withdrawInvitation } from './invite.ts';
import { makePasswordLink } from './password-link.ts';
import { removeMember } from './people.ts';

const password = 'four words of mine';
const begun = '2026-03-02T08:00:00.000Z';
const databases = testDatabases('sqlite');
const world = (): Promise<PeopleWorld> => peopleWorld(databases);

type Given = Partial<Parameters<typeof invite>[1]>;
const invited = (who: WorkContext, given: Given = {}) =>
  invite(who, { project, role: 'annotator', days: 3, ...given });

const accept = (context: WorkContext, secret: string, arrival: Arrival) =>
  acceptLink(context, quickPasswords, secret, arrival);

const accountOf = ({ store }: WorkContext, login: string) =>
  store.read((db) => findAccountByLogin(db, login));

describe('what a link is for', () => {
  it('is told to its holder', async () => {
    const { lead } = await world();
    const { secret } = await invited(lead, { login: 'Mia' });
    expect(await linkPurpose(lead, secret)).toEqual({
      kind: 'invitation',
      project,
      title: 'Labels',
      role: 'annotator',
      by: 'lena',
      expiresAt: '2026-03-05T08:00:00.000Z',
      accountNeeded: true,
      login: 'mia',
    });
    const whole = await invited(lead, { project: '*', role: 'lead' });
    expect(await linkPurpose(lead, whole.secret)).toMatchObject({
      project: '*',
      title: null,
      accountNeeded: true,
      login: null,
    });
  });

  it('is a password, for an account', async () => {
    const { lead, person } = await world();
    await person('mia');
    const { secret } = await makePasswordLink(lead, 'mia');
    const expiresAt = '2026-03-05T08:00:00.000Z';
    expect(await linkPurpose(lead, secret)).toEqual({ kind: 'password', login: 'mia', expiresAt });
  });

  it('lets a reviewer in without an account while its maker takes part in no round there', async () => {
    const { lead, person, openFor } = await world();
    await person('anna');
    const needed = async (secret: string) => await linkPurpose(lead, secret);
    const { secret } = await invited(lead, { role: 'reviewer' });
    const elsewhere = await invited(lead, { project: 'other', role: 'reviewer' });
    expect(await needed(secret)).toMatchObject({ accountNeeded: false });
    await openFor(['anna', 'lena']);
    expect(await needed(secret)).toMatchObject({ accountNeeded: true });
    expect(await needed(elsewhere.secret)).toMatchObject({ accountNeeded: false });
  });

  it('is not told once it was withdrawn or has expired, nor where there never was one', async () => {
    const { lead, pass } = await world();
    const expired = refusedFor('link-expired');
    const withdrawn = await invited(lead);
    const kept = await invited(lead, { days: 1 });
    await withdrawInvitation(lead, { project, id: withdrawn.id });
    await expect(linkPurpose(lead, withdrawn.secret)).rejects.toMatchObject(expired);
    await expect(linkPurpose(lead, 'nosuch')).rejects.toMatchObject(expired);
    pass(24 * 60 - 1);
    expect(await linkPurpose(lead, kept.secret)).toMatchObject({ project });
    pass(1);
    await expect(linkPurpose(lead, kept.secret)).rejects.toMatchObject(expired);
  });
});

describe('a new account', () => {
  it('is made once, with the role of the link, and signed in', async () => {
    const { lead, audited, store } = await world();
    const { id, secret } = await invited(lead);
    await audited();
    const arrival = { login: ' MIA ', name: 'Mia Example', password, language: 'de' };
    const session = (await accept(lead, secret, { ...arrival, device: 'a browser' }))!;
    const mia = await accountOf(lead, 'mia');
    expect(mia).toEqual({
      id: session.account,
      login: 'mia',
      name: 'Mia Example',
      passwordHash: expect.stringMatching(/^scrypt\$/),
      language: 'de',
      keymap: 'assay',
      createdAt: begun,
      disabledAt: null,
      email: null,
      notices: null,
    });
    expect(await quickPasswords.verify(password, mia!.passwordHash)).toBe(true);
    expect(await store.read((db) => membershipsOf(db, mia!.id))).toMatchObject([
      { project, role: 'annotator' },
    ]);
    expect(await audited()).toEqual([
      {
        at: begun,
        actor: 'mia',
        action: 'invitation-accept',
        project,
        object: `invitation/${id}`,
        detail: { role: 'annotator', made_account: true },
      },
      {
        at: begun,
        actor: 'mia',
        action: 'session-begin',
        project: null,
        object: 'account/mia',
        detail: {},
      },
    ]);
    expect(await identifySession(lead, session.secret)).toMatchObject({
      login: 'mia',
      guestOf: [],
    });
    expect(await invitations(lead, project)).toMatchObject([
      { id, usedAt: begun, usedBy: mia!.id },
    ]);
    await expect(accept(lead, secret, { ...arrival, login: 'zoe' })).rejects.toMatchObject(
      refusedFor('link-expired'),
    );
    expect(await accountOf(lead, 'zoe')).toBeNull();
  });

  it('is named like its login and speaks English where nothing else was said', async () => {
    const { lead } = await world();
    const { secret } = await invited(lead);
    await accept(lead, secret, { login: 'mia', password });
    expect(await accountOf(lead, 'mia')).toMatchObject({ name: 'mia', language: 'en' });
  });

  it('is refused with what is wrong, and the link stays', async () => {
    const { lead, audited } = await world();
    const { secret } = await invited(lead);
    await audited();
    const wrong = (field: string, got: unknown) =>
      refusedFor('wrong-value', { values: { field, got } });
    const missing = (field: string) => refusedFor('missing-field', { values: { field } });
    const cases: readonly (readonly [Arrival, object])[] = [
      [{ password }, missing('login')],
      [{ login: 'mia' }, missing('password')],
      [{ login: 'a', password }, wrong('login', '"a"')],
      [{ login: 'assay', password }, wrong('login', '"assay"')],
      [{ login: 'mia', password: 'short' }, wrong('password', { code: 'length' })],
      [{ login: 'galoshes', password: 'galoshes-4711' }, refusedFor('weak-password')],
      [{ login: 'mia', name: 'Galoshes', password: 'galoshes-471' }, refusedFor('weak-password')],
      [
        { login: 'keywords', password },
        refusedFor('panel-name', { field: 'login', values: { login: 'keywords', project } }),
      ],
      [
        { login: 'Lena', password },
        refusedFor('login-taken', { field: 'login', values: { login: 'lena' } }),
      ],
    ];
    for (const [arrival, refused] of cases)
      await expect(accept(lead, secret, arrival), JSON.stringify(arrival)).rejects.toMatchObject(
        refused,
      );
    expect(await audited()).toEqual([]);
    expect(await accept(lead, secret, { login: 'mia', password })).not.toBeNull();
  });

  it('has a plain name of two to 64 characters that is not the program’s', () => {
    const names = ['ab', 'a.b_c@d+e-f', '0a', 'a'.repeat(64)];
    expect(names.filter((name) => !isLogin(name))).toEqual([]);
    expect(['a', '', '.ab', 'Ab', 'a b', 'a'.repeat(65), 'assay'].filter(isLogin)).toEqual([]);
  });

  it('of a link that names somebody has that name', async () => {
    const { lead } = await world();
    const { secret } = await invited(lead, { login: 'mia' });
    const given = { login: 'zoe', password };
    await expect(accept(lead, secret, given)).rejects.toMatchObject(
      refusedFor('wrong-value', { values: { field: 'login', got: 'zoe', expected: 'mia' } }),
    );
    expect(await accept(lead, secret, { login: 'MIA', password })).not.toBeNull();
  });

  it('of the workspace has no name of the panel of any project', async () => {
    const { lead } = await world();
    const { secret } = await invited(lead, { project: '*', role: 'lead' });
    await expect(accept(lead, secret, { login: 'keywords', password })).rejects.toMatchObject(
      refusedFor('panel-name'),
    );
  });

  it('is none of a link whose maker is no lead any more', async () => {
    const { lead, person } = await world();
    const mia = await person('mia', 'lead');
    const { secret } = await invited(mia);
    // Disabling and ending the role withdraw the link; only the check itself is left to see.
    await removeMember(lead, { project, login: 'mia' });
    await expect(accept(lead, secret, { login: 'zoe', password })).rejects.toMatchObject(
      refusedFor('link-expired'),
    );
  });
});

describe('a reviewer', () => {
  it('reads as a guest without a name and a password', async () => {
    const { lead } = await world();
    const { secret } = await invited(lead, { role: 'reviewer' });
    const session = (await accept(lead, secret, {}))!;
    const identity = (await identifySession(lead, session.secret))!;
    expect(identity.login).toMatch(/^reviewer-.{8}$/);
    expect(identity.guestOf).toEqual(['lena']);
    expect(await accountOf(lead, identity.login)).toMatchObject({
      passwordHash: null,
      name: identity.login,
    });
    expect(actorOf(identity).roleIn(project)).toBe('reviewer');
  });

  it('may choose a name and a password', async () => {
    const { lead } = await world();
    const { secret } = await invited(lead, { role: 'reviewer' });
    await accept(lead, secret, { login: 'rita', password });
    const rita = (await accountOf(lead, 'rita'))!;
    expect(await quickPasswords.verify(password, rita.passwordHash)).toBe(true);
  });

  it('needs both while the maker of the link takes part in a round', async () => {
    const { lead, openFor } = await world();
    const { secret } = await invited(lead, { role: 'reviewer' });
    await openFor(['lena']);
    await expect(accept(lead, secret, {})).rejects.toMatchObject(
      refusedFor('account-needed', { values: { by: 'lena', round: 'full' } }),
    );
    expect(await accept(lead, secret, { login: 'rita', password })).not.toBeNull();
  });
});

describe('somebody who is signed in', () => {
  it('joins with the account, without another session', async () => {
    const { lead, person, audited, store } = await world();
    const mia = await person('mia', 'annotator', 'other');
    const { id, secret } = await invited(lead, { role: 'adjudicator' });
    await audited();
    const { account } = mia.actor;
    expect(await accept(lead, secret, { account, joins: true })).toBeNull();
    expect(await store.read((db) => membershipsOf(db, account))).toMatchObject([
      { project, role: 'adjudicator' },
      { project: 'other', role: 'annotator' },
    ]);
    expect(await audited()).toEqual([
      {
        at: begun,
        actor: 'mia',
        action: 'invitation-accept',
        project,
        object: `invitation/${id}`,
        detail: { role: 'adjudicator' },
      },
    ]);
  });

  it('makes another account unless it joins, and always where a name is given', async () => {
    const { lead, person } = await world();
    const { account } = (await person('mia', 'annotator', 'other')).actor;
    const arrivals = [
      { login: 'zoe' },
      { login: 'ida', joins: false },
      { login: 'kim', joins: true },
    ];
    for (const arrival of arrivals) {
      const { secret } = await invited(lead);
      const session = await accept(lead, secret, { account, password, ...arrival });
      expect(await accountOf(lead, arrival.login)).toMatchObject({ id: session?.account });
    }
    const { secret } = await invited(lead);
    await expect(accept(lead, secret, { account, joins: false })).rejects.toMatchObject(
      refusedFor('missing-field'),
    );
  });

  it('does not join where the link names somebody else, or the panel has the name', async () => {
    const { lead, person } = await world();
    const mia = (await person('mia', 'annotator', 'other')).actor;
    const named = await invited(lead, { login: 'zoe' });
    const join = (secret: string, account: string) =>
      accept(lead, secret, { account, joins: true });
    await expect(join(named.secret, mia.account)).rejects.toMatchObject(
      refusedFor('wrong-value', { values: { field: 'login', got: 'mia', expected: 'zoe' } }),
    );
    const { actor } = await person('keywords', 'annotator', 'elsewhere');
    const open = await invited(lead);
    await expect(join(open.secret, actor.account)).rejects.toMatchObject(refusedFor('panel-name'));
  });

  it('does not join with an account that is disabled or not there', async () => {
    const { lead, person } = await world();
    const { actor } = await person('mia', 'annotator', 'other');
    await setDisabled(lead, { login: 'mia', disabled: true });
    const { secret } = await invited(lead);
    for (const account of [actor.account, 'nosuch'])
      await expect(accept(lead, secret, { account, joins: true })).rejects.toMatchObject(
        refusedFor('not-signed-in'),
      );
  });

  it('joins without a password only where the maker of the link takes part in no round', async () => {
    const { lead, person, openFor } = await world();
    const { account } = (await person('mia', 'reviewer', 'other')).actor;
    await openFor(['lena']);
    const here = await invited(lead, { role: 'reviewer' });
    const whole = await invited(lead, { project: '*', role: 'lead' });
    const elsewhere = await invited(lead, { project: 'other', role: 'adjudicator' });
    const join = (secret: string) => accept(lead, secret, { account, joins: true });
    for (const { secret } of [here, whole])
      await expect(join(secret)).rejects.toMatchObject(refusedFor('account-needed'));
    expect(await join(elsewhere.secret)).toBeNull();
  });
});
