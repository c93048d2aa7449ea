import { describe, expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import { grantRole } from '../../store/people/memberships.ts';
import { acceptLink } from './accept-link.ts';
import { actorOf, identifyToken } from './identity.ts';
import type { Identity } from './identity.ts';
import { invite } from './invite.ts';
import { PasswordHasher } from './password.ts';
import { createToken } from './tokens.ts';

const rounds = '  full: { units: all, annotators: 2 }';

describeStores('a token', (databases) => {
  it('gives the roles of its account in its own project, and none from other projects', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds }), 2);
    const mia = await world.person('mia', 'lead');
    const { secret } = await createToken(mia, { project, name: 'nightly', scope: 'read', days: 1 });
    await world.store.write((tx) =>
      grantRole(tx, {
        project: 'elsewhere',
        account: mia.actor.account,
        role: 'adjudicator',
        createdAt: mia.clock().toISOString(),
      }),
    );
    const identity = await identifyToken(mia, secret);
    expect(identity?.memberships).toEqual([{ project, role: 'lead' }]);
    expect(actorOf(identity!).roleIn('elsewhere')).toBeNull();
  });

  it('gives the roles that its account has in the whole workspace in its own project only', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds }), 2);
    const given = { project, name: 'nightly', scope: 'read', days: 1 } as const;
    const { secret } = await createToken(world.lead, given);
    const actor = actorOf((await identifyToken(world.lead, secret))!);
    expect([actor.roleIn(project), actor.roleIn('elsewhere')]).toEqual(['lead', null]);
  });
  it('of an account without a password names whose guest it is', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds }), 2);
    const { secret: link } = await invite(world.lead, { project, role: 'reviewer', days: 1 });
    const passwords = new PasswordHasher();
    const session = (await acceptLink(world.lead, passwords, link, { account: undefined }))!;
    const given = { project, name: 'n', scope: 'write', days: 1 } as const;
    const guest = { ...world.lead.actor, account: session.account };
    const token = await createToken({ ...world.lead, actor: guest }, given);
    const identity = (await identifyToken(world.lead, token.secret))!;
    expect(identity).toMatchObject({ guestOf: ['lena'], credential: { scope: 'write' } });
    expect(actorOf(identity)).toMatchObject({ via: 'token', guestOf: ['lena'] });
    expect(await identifyToken(world.lead, 'nosuch')).toBeNull();
  });
});

describe('of several roles', () => {
  const actorWith = (memberships: Identity['memberships']) =>
    actorOf({
      account: 'account-mia',
      login: 'mia',
      name: 'Mia',
      language: 'en',
      keymap: 'assay',
      memberships,
      credential: { via: 'token', project, scope: 'read', expiresAt: '' },
      guestOf: [],
    });

  it('the highest counts, in each project for itself', () => {
    const roles = ['reviewer', 'annotator', 'adjudicator', 'lead'] as const;
    for (const count of [1, 2, 3, 4]) {
      const held = roles.slice(0, count).map((role) => ({ project, role }));
      expect(actorWith(held).roleIn(project)).toBe(roles[count - 1]);
      expect(actorWith(held.toReversed()).roleIn(project)).toBe(roles[count - 1]);
      expect(actorWith(held).roleIn('elsewhere')).toBeNull();
    }
  });

  it('that of a lead of the workspace counts everywhere, and no other does', () => {
    const reviewer = { project, role: 'reviewer' } as const;
    const lead = actorWith([reviewer, { project: '*', role: 'lead' }]);
    expect([lead.roleIn(project), lead.roleIn('elsewhere')]).toEqual(['lead', 'lead']);
    const other = actorWith([reviewer, { project: '*', role: 'adjudicator' }]);
    expect([other.roleIn(project), other.roleIn('elsewhere')]).toEqual(['reviewer', null]);
  });
});
