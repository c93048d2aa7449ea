import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import type { TestDatabases } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import { auditLog } from '../workspace/audit-log.ts';
import { identifyToken } from './identity.ts';
import { createToken, endToken, tokens } from './tokens.ts';

const missing = { faults: [{ code: 'not-found' }] };
const nightly = { project, name: 'nightly', scope: 'read', days: 2 } as const;

async function twoLeads(databases: TestDatabases) {
  const world = await makeWorld(await databases.open());
  await makeProject(world, protocolContent({ rounds: '  full: { units: all }' }), 2);
  return { world, mia: await world.person('mia', 'lead'), noa: await world.person('noa', 'lead') };
}

describeStores('tokens', (databases) => {
  it('are listed for their owner, and end where the owner says so', async () => {
    const { mia, noa } = await twoLeads(databases);
    const first = await createToken(mia, nightly);
    const second = await createToken(mia, { ...nightly, name: 'weekly' });
    expect((await tokens(mia, project)).map(({ name }) => name)).toEqual(['nightly', 'weekly']);
    expect(await tokens(noa, project)).toEqual([]);
    await endToken(mia, { project, id: first.id });
    expect(await identifyToken(mia, first.secret)).toBeNull();
    expect(await identifyToken(mia, second.secret)).not.toBeNull();
    // A second time there is nothing left to end.
    await expect(endToken(mia, { project, id: first.id })).rejects.toMatchObject(missing);
  });

  it('are ended by nobody else, by no wrong name, and not through another project', async () => {
    const { world, mia, noa } = await twoLeads(databases);
    const { id, secret } = await createToken(mia, nightly);
    await createToken(noa, nightly);
    await expect(endToken(noa, { project, id })).rejects.toMatchObject(missing);
    await expect(endToken(mia, { project, id: 'nosuch' })).rejects.toMatchObject(missing);
    const everywhere = { ...mia, actor: { ...mia.actor, roleIn: () => 'lead' as const } };
    await expect(endToken(everywhere, { project: 'other', id })).rejects.toMatchObject(missing);
    expect(await identifyToken(world.lead, secret)).not.toBeNull();
  });

  it('are made, shown and ended with their times, and noted', async () => {
    const { world, mia } = await twoLeads(databases);
    const made = await createToken(mia, nightly);
    const { secret, ...token } = made;
    expect(token).toEqual({
      id: expect.any(String),
      account: 'account-mia',
      project,
      name: 'nightly',
      scope: 'read',
      createdAt: '2026-03-02T08:00:00.000Z',
      expiresAt: '2026-03-04T08:00:00.000Z',
    });
    expect(secret).toMatch(/^assay_[\w-]{43}$/);
    expect(await tokens(mia, project)).toEqual([{ ...token, revokedAt: null }]);
    expect(await identifyToken(mia, secret)).toEqual({
      account: 'account-mia',
      login: 'mia',
      name: 'mia',
      language: 'en',
      keymap: 'default',
      memberships: [{ project, role: 'lead' }],
      credential: { via: 'token', project, scope: 'read', expiresAt: token.expiresAt },
      guestOf: [],
    });
    world.pass(1);
    await endToken(mia, { project, id: made.id });
    expect(await tokens(mia, project)).toMatchObject([{ revokedAt: '2026-03-02T08:01:00.000Z' }]);
    const { entries } = await auditLog(world.lead, { project, limit: 2 });
    expect(entries).toMatchObject([
      { actor: 'mia', action: 'token-end', object: `token/${made.id}`, detail: {} },
      {
        actor: 'mia',
        action: 'token-create',
        object: `token/${made.id}`,
        detail: { name: 'nightly', scope: 'read', expires_at: token.expiresAt },
      },
    ]);
  });

  it('work for as many days as were asked for', async () => {
    const { world, mia } = await twoLeads(databases);
    const { secret } = await createToken(mia, nightly);
    world.pass(2 * 24 * 60 - 1);
    expect(await identifyToken(mia, secret)).not.toBeNull();
    world.pass(2);
    expect(await identifyToken(mia, secret)).toBeNull();
  });

  it('are for one project, which is there, and made by leads', async () => {
    const { world, mia } = await twoLeads(databases);
    const anna = await world.person('anna');
    await expect(createToken(anna, nightly)).rejects.toMatchObject({
      faults: [{ code: 'role-needed' }],
    });
    await expect(createToken(world.lead, { ...nightly, project: '*' })).rejects.toMatchObject({
      faults: [{ code: 'wrong-value' }],
    });
    await expect(createToken(world.lead, { ...nightly, project: 'nosuch' })).rejects.toMatchObject(
      missing,
    );
    expect(await tokens(mia, project)).toEqual([]);
    const elsewhere = { project: 'nosuch', id: 'any' };
    await expect(tokens(anna, 'nosuch')).rejects.toMatchObject(missing);
    await expect(tokens(world.lead, 'nosuch')).rejects.toMatchObject(missing);
    await expect(endToken(anna, elsewhere)).rejects.toMatchObject({
      faults: [{ values: { what: { code: 'project' } } }],
    });
    // Whoever is no lead any more still sees and ends what they made.
    expect(await tokens(anna, project)).toEqual([]);
  });
});
