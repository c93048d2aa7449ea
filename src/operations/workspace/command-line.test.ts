import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { peopleWorld } from '../../../test/people-world.ts';
import { refusedFor } from '../../../test/refusals.ts';
import { testDatabases } from '../../../test/stores.ts';
import { folderOf } from '../../../test/temporary-files.ts';
import { makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import { oneOf } from '../../domain/text-values.ts';
import { personName } from '../../domain/people/person-name.ts';
import { setDisabled } from '../people/accounts.ts';
import { removeMember } from '../people/people.ts';
import { createProject } from '../protocol/create-project.ts';
import { listProjects } from '../protocol/show-project.ts';
import { auditLog, auditNames } from './audit-log.ts';
import { Health } from './health.ts';
import { chooseProject, withWorkspace } from './command-line.ts';
import { namesWithRole, refuseUnknownActor } from './known-actor.ts';

const databases = testDatabases('sqlite');
const now = new Date('2026-03-02T08:00:00Z');
const me = personName(userInfo().username);

describe('a command', () => {
  it('opens the workspace as a lead, in the name of somebody or of the user', async () => {
    const database = join(folderOf(), 'workspace.db');
    const place = { database, by: ' René ' };
    const look = withWorkspace(place, () => Promise.resolve(1));
    await expect(look).rejects.toMatchObject(refusedFor('database-not-found'));
    const clock = () => now;
    const actor = await withWorkspace(
      { ...place, create: true },
      async (context) => {
        expect(context.clock()).toBe(now);
        expect(context.newId() < context.newId()).toBe(true);
        await new Health(context.store).check();
        return context.actor;
      },
      clock,
    );
    expect(actor).toMatchObject({ account: 'René', login: 'René', via: 'cli' });
    expect([actor.roleIn('*'), actor.roleIn('any')]).toEqual(['lead', 'lead']);
    const mine = await withWorkspace({ database }, ({ actor: { login } }) =>
      Promise.resolve(login),
    );
    expect(mine).toBe(me);
  });

  it('closes the workspace, also when it fails', async () => {
    const place = { database: join(folderOf(), 'workspace.db'), create: true };
    const failing = withWorkspace(place, () => Promise.reject(new Error('failed')));
    await expect(failing).rejects.toThrow('failed');
    const context = await withWorkspace(place, (given) => Promise.resolve(given));
    await expect(new Health(context.store).check()).rejects.toThrow();
  });

  it('works on the named project, or on the only one', async () => {
    const { lead } = await makeWorld(await databases.open());
    await expect(chooseProject(lead, undefined)).rejects.toMatchObject(refusedFor('no-project'));
    await expect(chooseProject(lead, 'labels')).rejects.toMatchObject(refusedFor('no-project'));
    const content = protocolContent({ rounds: '  {}' });
    const folder = folderOf({
      'protocol.yaml': content.source,
      'guideline.md': content.guideline,
      ...content.files,
    });
    // A folder is made a project, once.
    for (const _ of [1, 2]) expect(await chooseProject(lead, undefined, folder)).toBe(project);
    expect(await listProjects(lead)).toMatchObject([{ version: 1 }]);
    expect(await chooseProject(lead, undefined)).toBe(project);
    expect(await chooseProject(lead, project)).toBe(project);
    const reason = (text: string) => refusedFor('usage', { values: { reason: text } });
    await expect(chooseProject(lead, 'nosuch')).rejects.toMatchObject(
      reason('There is no project nosuch; pass --project labels.'),
    );
    const other = content.source.replace('name: labels', 'name: other');
    await createProject(lead, { ...content, source: other });
    await expect(chooseProject(lead, undefined)).rejects.toMatchObject(
      reason('There are several projects; pass --project labels or other.'),
    );
    expect(await chooseProject(lead, 'other')).toBe('other');
  });

  it('is in the name of somebody who exists and may do it', async () => {
    const { lead, person, store } = await peopleWorld(databases);
    for (const [login, role, where] of [
      ['ada', 'adjudicator', project],
      ['anna', 'annotator', project],
      ['gone', 'adjudicator', project],
      ['out', 'adjudicator', project],
      ['far', 'adjudicator', 'other'],
    ] as const)
      await person(login, role, where);
    await removeMember(lead, { project, login: 'gone' });
    await setDisabled(lead, { login: 'out', disabled: true });
    const names = await store.read((db) => namesWithRole(db, project, 'lead', 'adjudicator'));
    expect([...names]).toEqual(['ada', 'lena']);
    const as = (login: string) => ({ ...lead, actor: { ...lead.actor, login } });
    await refuseUnknownActor(as('ada'), project, 'lead', 'adjudicator');
    await expect(
      refuseUnknownActor(as('anna'), project, 'lead', 'adjudicator'),
    ).rejects.toMatchObject(
      refusedFor('unknown-actor', { values: { by: 'anna', expected: oneOf(['ada', 'lena']) } }),
    );
  });

  it('is in the name of the user where nobody has an account', async () => {
    const store = await databases.open();
    expect([...(await store.read((db) => namesWithRole(db, project, 'lead')))]).toEqual([me]);
  });
});

describe('the audit log', () => {
  it('is read page by page, latest first, by leads and reviewers', async () => {
    const { lead, person, sessionOf } = await peopleWorld(databases);
    const anna = await person('anna');
    for (const _ of [1, 2]) await sessionOf(anna);
    const all = await auditLog(lead, { project: '*', limit: 1000 });
    expect(all.next).toBeNull();
    expect(all.entries.map(({ seq }) => seq)).toEqual(
      all.entries.map((_, at) => all.entries.length - at),
    );
    expect(Object.keys(all.entries[0]!).toSorted()).toEqual(
      ['action', 'actor', 'at', 'detail', 'hash', 'object', 'project', 'seq'].toSorted(),
    );
    const first = await auditLog(lead, { project: '*', limit: 2 });
    expect(first).toEqual({ entries: all.entries.slice(0, 2), next: all.entries[1]!.seq });
    const rest = { project: '*', before: first.next!, limit: all.entries.length - 2 };
    expect(await auditLog(lead, rest)).toEqual({ entries: all.entries.slice(2), next: null });
    const mine = await auditLog(lead, { project: '*', actor: 'anna', limit: 9 });
    expect(mine.entries.map(({ action }) => action)).toEqual(['session-begin', 'session-begin']);
    const nosuch = { project: 'nosuch', limit: 1 };
    await expect(auditLog(lead, nosuch)).rejects.toMatchObject(refusedFor('not-found'));
    await expect(auditNames(lead, 'nosuch')).rejects.toMatchObject(refusedFor('not-found'));
    const role = refusedFor('role-needed');
    await expect(auditLog(anna, { project, limit: 1 })).rejects.toMatchObject(role);
    await expect(auditNames(anna, project)).rejects.toMatchObject(role);
    const rita = await person('rita', 'reviewer');
    expect((await auditLog(rita, { project, limit: 9 })).entries).toMatchObject([
      { action: 'project-create', project },
    ]);
    expect(await auditNames(rita, project)).toEqual({
      actors: ['lena'],
      actions: ['project-create'],
    });
    const everywhere = await auditNames(lead, '*');
    expect(everywhere.actors).toContain('anna');
    expect(everywhere.actions).toContain('session-begin');
  });
});
