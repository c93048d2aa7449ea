import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import type { TestDatabases } from '../../../test/stores.ts';
import {
  judgeAll,
  judgeNext,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from '../../../test/work-world.ts';
import { nextUnits } from '../judging/next-unit.ts';
import { openRound } from '../rounds/open-round.ts';
import type { WorkContext } from '../work-context.ts';
import { accounts, setDisabled } from './accounts.ts';
import { identifySession, identifyToken } from './identity.ts';
import { invitations, invite } from './invite.ts';
import { addMember, people, removeMember } from './people.ts';
import { beginSession } from './sign-in.ts';
import { createToken } from './tokens.ts';

async function begun(databases: TestDatabases) {
  const world = await makeWorld(await databases.open());
  await makeProject(world, protocolContent({ rounds: '  full: { units: 6, annotators: 2 }' }), 6);
  const sessionOf = async ({ actor }: WorkContext): Promise<string> => {
    const account = { id: actor.account!, login: actor.login };
    const { store } = world;
    return (await store.write((tx) => beginSession(tx, world.lead, account))).secret;
  };
  return { world, sessionOf };
}

describeStores('an account', (databases) => {
  it('that is disabled loses its sessions and tokens for good, and gets no others', async () => {
    const { world, sessionOf } = await begun(databases);
    const mia = await world.person('mia', 'lead');
    const secret = await sessionOf(mia);
    const token = await createToken(mia, { project, name: 'n', scope: 'read', days: 9 });
    expect(await identifySession(world.lead, secret)).not.toBeNull();
    const disabled = await setDisabled(world.lead, { login: 'mia', disabled: true });
    expect(disabled.disabledAt).toBe(world.lead.clock().toISOString());
    world.pass(1);
    // Disabling again does not change since when.
    expect(await setDisabled(world.lead, { login: 'MIA', disabled: true })).toMatchObject({
      disabledAt: disabled.disabledAt,
    });
    const enabled = await setDisabled(world.lead, { login: 'mia', disabled: false });
    expect(enabled.disabledAt).toBeNull();
    expect(await identifySession(world.lead, secret)).toBeNull();
    expect(await identifyToken(world.lead, token.secret)).toBeNull();
    expect(await identifySession(world.lead, await sessionOf(mia))).not.toBeNull();
  });

  it('that is disabled leaves open rounds; what it judged stays, the rest goes to others', async () => {
    const { world } = await begun(databases);
    const [anna, ben, cora] = [
      await world.person('anna'),
      await world.person('ben'),
      await world.person('cora'),
    ];
    const { run } = await openRound(world.lead, {
      project,
      round: 'full',
      seed: 1,
      annotators: ['anna', 'ben', 'cora'],
    });
    const before = [
      ...(await judgeAll(anna, run.id, truthOf)),
      (await judgeNext(ben, run.id, truthOf))!.unit,
    ];
    await setDisabled(world.lead, { login: 'ben', disabled: true });
    expect((await nextUnits(ben, { run: run.id })).units).toEqual([]);
    const after = [
      ...(await judgeAll(cora, run.id, truthOf)),
      ...(await judgeAll(anna, run.id, truthOf)),
    ];
    // Two judgments on each of the six units, all the same.
    expect([...before, ...after].toSorted()).toEqual(
      ['u1', 'u2', 'u3', 'u4', 'u5', 'u6'].flatMap((unit) => [unit, unit]),
    );
  });

  it('is not one’s own to disable, nor one that is not there, nor for leads of a project', async () => {
    const { world } = await begun(databases);
    const mia = await world.person('mia', 'lead');
    const disable = (who: WorkContext, login: string) =>
      setDisabled(who, { login, disabled: true });
    await expect(disable(world.lead, world.lead.actor.login)).rejects.toMatchObject({
      faults: [{ code: 'own-account' }],
    });
    await expect(disable(world.lead, 'nosuch')).rejects.toMatchObject({
      faults: [{ code: 'not-found' }],
    });
    await expect(disable(mia, 'nosuch')).rejects.toMatchObject({
      faults: [{ code: 'workspace-lead-needed' }],
    });
    await expect(accounts(mia)).rejects.toMatchObject({
      faults: [{ code: 'workspace-lead-needed' }],
    });
    expect((await accounts(world.lead)).map(({ login }) => login)).toContain('mia');
  });
});

describeStores('a member', (databases) => {
  it('gets a role and loses it, with what hung on it', async () => {
    const { world } = await begun(databases);
    const mia = await world.person('mia', 'annotator', 'elsewhere');
    await addMember(world.lead, { project, login: 'mia', role: 'lead' });
    const inProject = { ...mia, actor: { ...mia.actor, roleIn: () => 'lead' as const } };
    const token = await createToken(inProject, { project, name: 'n', scope: 'read', days: 9 });
    await invite(inProject, { project, role: 'annotator', days: 3 });
    const roles = async () =>
      (await people(world.lead, project))
        .filter(({ login, endedAt }) => login === 'mia' && endedAt === null)
        .map(({ role }) => role);
    expect(await roles()).toEqual(['lead']);
    expect(await removeMember(world.lead, { project, login: 'mia' })).toMatchObject({
      ended: ['lead'],
    });
    expect(await roles()).toEqual([]);
    expect(await invitations(world.lead, project)).toMatchObject([
      { createdBy: 'mia', revokedAt: expect.any(String) },
    ]);
    expect(await identifyToken(world.lead, token.secret)).toBeNull();
    await expect(removeMember(world.lead, { project, login: 'mia' })).rejects.toMatchObject({
      faults: [{ code: 'not-found' }],
    });
  });

  it('keeps the roles that were not named', async () => {
    const { world } = await begun(databases);
    await world.person('mia', 'annotator');
    await addMember(world.lead, { project, login: 'mia', role: 'reviewer' });
    const gone = await removeMember(world.lead, { project, login: 'mia', role: 'reviewer' });
    expect(gone.ended).toEqual(['reviewer']);
    await expect(
      removeMember(world.lead, { project, login: 'mia', role: 'adjudicator' }),
    ).rejects.toMatchObject({ faults: [{ code: 'not-found' }] });
    expect(await removeMember(world.lead, { project, login: 'mia' })).toMatchObject({
      ended: ['annotator'],
    });
  });

  it('is the last lead of a workspace no less than somebody who is needed', async () => {
    const { world } = await begun(databases);
    const { login } = world.lead.actor;
    const workspace = { project: '*', login } as const;
    await expect(removeMember(world.lead, workspace)).rejects.toMatchObject({
      faults: [{ code: 'last-lead' }],
    });
    const second = await world.person('second', 'lead', '*');
    expect(await removeMember(second, workspace)).toMatchObject({ ended: ['lead'] });
    const annotator = { project: '*', login: 'second', role: 'annotator' } as const;
    await expect(addMember(second, annotator)).rejects.toMatchObject({
      faults: [{ code: 'wrong-value' }],
    });
  });
});
