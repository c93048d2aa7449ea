import { describe, expect, it } from 'vitest';
import { peopleWorld } from '../../../test/people-world.ts';
import { refusedFor } from '../../../test/refusals.ts';
import { testDatabases } from '../../../test/stores.ts';
import {
  judgeNext,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  trainingKey,
  truthOf,
} from '../../../test/work-world.ts';
import { latestProtocol } from '../../store/protocol/protocols.ts';
import { openRound } from '../rounds/open-round.ts';
import { auditLog } from '../workspace/audit-log.ts';
import { createProject, keptVersion } from './create-project.ts';
import { newProtocolVersion, previewProtocolVersion } from './new-protocol-version.ts';
import { showRuleChanges } from './rule-changes.ts';
import {
  compareProtocols,
  listProjects,
  listProtocolVersions,
  showGuideline,
  showProject,
  showProtocol,
} from './show-project.ts';

const databases = testDatabases('sqlite');
const begun = '2026-03-02T08:00:00.000Z';
const rounds = '  full: { units: 3, annotators: 1 }';
const sketch = { rounds } as const;
/** Another weight of the people: the rules change, and no question does. */
const weighed = protocolContent({ ...sketch, panel: '  people: { kind: human, weight: 2 }' });

async function labelled() {
  const world = await makeWorld(await databases.open());
  await makeProject(world, protocolContent(sketch), 3);
  return world;
}

describe('a project', () => {
  it('is made by leads of the workspace, and noted once', async () => {
    const { lead, person, audited } = await peopleWorld(databases);
    const mia = await person('mia', 'lead');
    const content = protocolContent({ ...sketch, title: 'Third' });
    const third = { ...content, source: content.source.replace('name: labels', 'name: third') };
    await expect(createProject(mia, third)).rejects.toMatchObject(
      refusedFor('workspace-lead-needed'),
    );
    expect(await keptVersion(lead, 'third', third)).toBeNull();
    await audited();
    const made = await createProject(lead, third);
    expect(made).toEqual({
      project: 'third',
      title: 'Third',
      version: 1,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      fresh: true,
    });
    const entry = {
      at: begun,
      actor: 'lena',
      action: 'project-create',
      project: 'third',
      object: 'protocol/1',
      detail: { hash: made.hash, guideline: '1.0' },
    };
    expect(await audited()).toEqual([entry]);
    expect(await createProject(lead, third)).toEqual({ ...made, fresh: false });
    const other = { ...third, guideline: `${third.guideline}\nMore.\n` };
    await expect(createProject(lead, other)).rejects.toMatchObject(
      refusedFor('project-exists', { values: { project: 'third' } }),
    );
    expect(await audited()).toEqual([]);
    expect(await keptVersion(lead, 'third', third)).toBeNull();
    expect(await keptVersion(lead, 'third', other)).toBe(1);
    const [task] = (await showProject(lead, { project: 'third' })).tasks;
    const stored = await lead.store.read((db) => latestProtocol(db, 'third'));
    expect(stored?.taskHashes).toEqual({ topics: task!.hash });
    const whole = await showProtocol(lead, { project: 'third' });
    expect(whole).toEqual({
      version: 1,
      hash: made.hash,
      guideline: '1.0',
      createdAt: begun,
      createdBy: 'lena',
      content: third,
    });
  });

  it('is shown to its members with what is asked in which rounds', async () => {
    const world = await labelled();
    const anna = await world.person('anna');
    const entry = { project, title: 'Labels', version: 1, guideline: '1.0', simulated: false };
    expect(await listProjects(anna)).toEqual([{ ...entry, role: 'annotator' }]);
    const { tasks, ...shown } = await showProject(world.lead, { project });
    expect(shown).toEqual({
      ...entry,
      role: 'lead',
      rounds: [{ id: 'full', kind: 'full', task: 'topics', units: 3, annotators: 1 }],
      idleSeconds: 60,
      hasPolicies: false,
      hasModels: false,
    });
    expect(tasks).toMatchObject([{ id: 'topics', hash: expect.any(String) }]);
    const models = protocolContent({ ...sketch, panel: '  people: {}\n  nano: { kind: model }' });
    await newProtocolVersion(world.lead, { project, content: models });
    expect(await showProject(anna, { project })).toMatchObject({ version: 2, hasModels: true });
    expect(await showProject(anna, { project, version: 1 })).toMatchObject({
      version: 1,
      hasModels: false,
    });
    expect(await showGuideline(anna, { project, version: 1 })).toMatchObject({
      protocolVersion: 1,
      version: '1.0',
      cards: [{ question: 'A' }],
    });
    // The files hold known answers: not for those who judge.
    const filesFor = async (role: 'adjudicator' | 'reviewer') =>
      (await showProtocol(await world.person(role, role), { project })).content.files;
    expect(await filesFor('reviewer')).toEqual(models.files);
    expect(await filesFor('adjudicator')).toEqual(models.files);
    expect((await showProtocol(anna, { project })).content.files).toBeNull();
    await openRound(world.lead, { project, round: 'full', seed: 1, annotators: ['lena'] });
    expect((await showProtocol(world.lead, { project })).content.files).toBeNull();
    expect(await listProtocolVersions(anna, { project })).toMatchObject([
      { version: 1, guidelineVersion: '1.0', createdAt: begun, createdBy: 'lena', reason: null },
      { version: 2 },
    ]);
    const sven = await world.person('sven', 'annotator', 'elsewhere');
    for (const refused of [
      listProtocolVersions(sven, { project }),
      compareProtocols(sven, { project, from: 1 }),
      showRuleChanges(sven, { project }),
    ])
      await expect(refused).rejects.toMatchObject(refusedFor('not-found'));
  });
});

describe('a further version', () => {
  it('is previewed, added and noted, without a reason before the first judgment', async () => {
    const world = await labelled();
    const { lead } = world;
    const given = { project, content: weighed };
    const preview = await previewProtocolVersion(lead, given);
    expect(preview).toMatchObject({
      project,
      version: 2,
      fresh: true,
      stale: [],
      staleNow: [],
      reasonRequired: false,
    });
    expect(await listProtocolVersions(lead, { project })).toHaveLength(1);
    world.pass(5);
    const added = await newProtocolVersion(lead, given);
    expect(added).toEqual({
      project,
      version: 2,
      hash: preview.hash,
      fresh: true,
      changes: preview.changes,
      reason: null,
      stale: [],
    });
    const at = '2026-03-02T08:05:00.000Z';
    const { entries } = await auditLog(lead, { project, limit: 1 });
    expect(entries).toMatchObject([
      {
        at,
        actor: 'lena',
        action: 'protocol-version',
        object: 'protocol/2',
        detail: { hash: added.hash, guideline: '1.0', stale: [], rules: [expect.any(String)] },
      },
    ]);
    expect(entries[0]!.detail).not.toHaveProperty('reason');
    // The same again adds nothing, also where the present version is named as the one edited.
    const again = { ...given, after: 2 };
    expect(await previewProtocolVersion(lead, again)).toMatchObject({ version: 2, fresh: false });
    expect(await newProtocolVersion(lead, again)).toMatchObject({ version: 2, fresh: false });
    expect((await auditLog(lead, { project, limit: 1 })).entries).toEqual(entries);
    for (const act of [newProtocolVersion, previewProtocolVersion])
      await expect(act(lead, { ...given, after: 1 })).rejects.toMatchObject(
        refusedFor('version-added', { values: { version: 2 } }),
      );
    expect(await showRuleChanges(lead, { project })).toMatchObject([
      { version: 2, at, by: 'lena', reason: null, changes: [{}] },
    ]);
  });

  it('needs a reason where rules change after the first judgment, and keeps it', async () => {
    const world = await labelled();
    const anna = await world.person('anna');
    const { run } = await openRound(world.lead, { project, round: 'full', seed: 1 });
    await judgeNext(anna, run.id, truthOf);
    const { lead } = world;
    const given = { project, content: weighed };
    expect(await previewProtocolVersion(lead, given)).toMatchObject({ reasonRequired: true });
    for (const reason of [{}, { reason: '  ' }])
      await expect(newProtocolVersion(lead, { ...given, ...reason })).rejects.toMatchObject(
        refusedFor('reason-required', {
          field: 'reason',
          values: { what: { code: 'changed-rules', values: { changes: [{}] } } },
        }),
      );
    const added = await newProtocolVersion(lead, { ...given, reason: ' Two count more. ' });
    expect(added).toMatchObject({ version: 2, reason: 'Two count more.', stale: [] });
    const { entries } = await auditLog(lead, { project, limit: 1 });
    expect(entries[0]!.detail).toMatchObject({ reason: 'Two count more.' });
    expect(await showRuleChanges(anna, { project })).toMatchObject([
      { version: 2, reason: 'Two count more.' },
    ]);
    // A new text of the guideline is no change of the rules, and makes what was judged stale.
    const text = {
      ...sketch,
      panel: '  people: { kind: human, weight: 2 }',
      guideline: '1.1',
      definition: 'New.',
    };
    const newer = { project, content: protocolContent(text) };
    const stale = [expect.objectContaining({ task: 'topics' })];
    expect(await previewProtocolVersion(lead, newer)).toMatchObject({
      version: 3,
      reasonRequired: false,
      staleNow: [],
      stale,
    });
    expect(await newProtocolVersion(lead, newer)).toMatchObject({
      version: 3,
      reason: null,
      stale,
    });
    expect(await previewProtocolVersion(lead, newer)).toMatchObject({ staleNow: stale });
    expect(await showRuleChanges(anna, { project })).toHaveLength(1);
  });

  it('is of this project, by its leads', async () => {
    const world = await labelled();
    const content = { ...weighed, source: weighed.source.replace('name: labels', 'name: lab') };
    await expect(newProtocolVersion(world.lead, { project, content })).rejects.toMatchObject(
      refusedFor('wrong-value', {
        values: { field: 'name', got: 'lab', expected: { code: 'project-name' } },
      }),
    );
    const rita = await world.person('rita', 'reviewer');
    for (const act of [newProtocolVersion, previewProtocolVersion])
      await expect(act(rita, { project, content: weighed })).rejects.toMatchObject(
        refusedFor('role-needed'),
      );
  });

  it('has known answers about units that are there, where there are units', async () => {
    const trained = '  training: { units: 2, key: key.jsonl }';
    const world = await labelled();
    const asked = (count: number) => ({
      project,
      content: protocolContent({ rounds: trained, key: trainingKey(count) }),
    });
    // There are the units u1 to u3.
    await expect(newProtocolVersion(world.lead, asked(5))).rejects.toMatchObject({
      faults: ['u4', 'u5'].map((got) => ({
        code: 'unknown-unit',
        file: 'key.jsonl',
        values: { field: 'unit', got },
      })),
    });
    expect(await newProtocolVersion(world.lead, asked(3))).toMatchObject({ version: 2 });
    const empty = await makeWorld(await databases.open());
    await makeProject(empty, protocolContent(sketch), 0);
    expect(await newProtocolVersion(empty.lead, asked(5))).toMatchObject({ version: 2 });
  });

  it('has quotes of known answers that are copied from their units', async () => {
    const world = await labelled();
    const question = 'Q: { title: Quote, scale: { quote: { from: text } }, required: false }';
    const withQuote = (quote: string) => ({
      project,
      content: protocolContent({
        rounds: '  training: { units: 1, key: key.jsonl }',
        question,
        guideline: '1.1',
        key: [{ ...trainingKey(1)[0], Q: quote }],
      }),
    });
    await expect(newProtocolVersion(world.lead, withQuote('omega'))).rejects.toMatchObject({
      faults: [{ file: 'key.jsonl', message: expect.stringContaining('u1:') }],
    });
    expect(await newProtocolVersion(world.lead, withQuote('alpha'))).toMatchObject({ version: 2 });
  });

  it('is compared with an earlier one, not the other way round', async () => {
    const world = await labelled();
    await newProtocolVersion(world.lead, { project, content: weighed });
    const compare = (from: number, to?: number) =>
      compareProtocols(world.lead, { project, from, ...(to === undefined ? {} : { to }) });
    const none = await compare(1, 1);
    expect(await compare(2)).toEqual(none);
    expect(await compare(1)).toEqual(await compare(1, 2));
    expect(await compare(1)).not.toEqual(none);
    await expect(compare(2, 1)).rejects.toMatchObject(
      refusedFor('wrong-value', {
        values: { field: 'to', got: 1, expected: { code: 'at-least', values: { limit: 2 } } },
      }),
    );
  });
});
