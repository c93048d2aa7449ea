import { describe, expect, it } from 'vitest';
import { setDisabled } from '../src/operations/people/accounts.ts';
import { addAnnotator } from '../src/operations/rounds/add-annotator.ts';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import type { OpenedRound } from '../src/operations/rounds/open-round.ts';
import { removeMember } from '../src/operations/people/people.ts';
import { removeAnnotator } from '../src/operations/rounds/remove-annotator.ts';
import type { Store } from '../src/store/open-store.ts';
import { runAnnotators } from '../src/store/rounds/work-runs.ts';
import { testDatabases } from './stores.ts';
import { judgeAll, project, truthOf } from './work-world.ts';
import { loadsOf, theLogs, twoServers } from './two-servers.ts';

const theSlots = 'select * from slot for update';

const twice =
  '  full: { units: 6, annotators: 2 }\n  more: { kind: full, units: 6, annotators: 2 }';

const annotatorsOf = (store: Store, run: string): Promise<readonly string[]> =>
  store.read((db) => runAnnotators(db, run));

describe('two servers over one PostgreSQL', () => {
  const databases = testDatabases('postgres');

  const begin = twoServers(databases);

  it('let everybody in who joins a round at once', async () => {
    const { world, run, other, meanwhile } = await begin(24, ['anna', 'ben', 'cora', 'dora'], {
      annotators: ['anna', 'ben'],
    });
    const joined = await meanwhile(theSlots, [
      () => addAnnotator(world.lead, { run, annotator: 'cora' }),
      () => addAnnotator(other(world.lead), { run, annotator: 'dora' }),
    ]);
    expect(joined).toMatchObject([{ ok: { changed: true } }, { ok: { changed: true } }]);
    expect(await annotatorsOf(world.store, run)).toEqual(['anna', 'ben', 'cora', 'dora']);
    expect(await loadsOf(world.store, run)).toEqual({ anna: 12, ben: 12, cora: 12, dora: 12 });
  });

  it('let everybody in who joins a training at once', async () => {
    const { world, run, other, meanwhile } = await begin(6, ['anna', 'cora', 'dora'], {
      round: 'training',
      annotators: ['anna'],
    });
    // Has read everything that it keeps in memory.
    await addAnnotator(other(world.lead), { run, annotator: 'anna' });
    const joined = await meanwhile('lock table run_unit in access exclusive mode', [
      () => addAnnotator(world.lead, { run, annotator: 'cora' }),
      () => addAnnotator(other(world.lead), { run, annotator: 'dora' }),
    ]);
    expect(joined).toMatchObject([{ ok: { changed: true } }, { ok: { changed: true } }]);
    expect(await loadsOf(world.store, run)).toEqual({ anna: 4, cora: 4, dora: 4 });
  });

  it('leave no work with members who are removed at once', async () => {
    const { world, run, other, meanwhile } = await begin(12, ['anna', 'ben', 'cora', 'dora']);
    await meanwhile(theSlots, [
      () => removeMember(world.lead, { project, login: 'anna' }),
      () => removeMember(other(world.lead), { project, login: 'ben' }),
    ]);
    expect(await annotatorsOf(world.store, run)).toEqual(['cora', 'dora']);
    expect(await loadsOf(world.store, run)).toEqual({ cora: 12, dora: 12 });
  });

  it('let nobody in who is losing their role, whichever comes first', async () => {
    const { world, run, other, meanwhile } = await begin(12, ['anna', 'ben', 'cora', 'dora'], {
      annotators: ['anna', 'ben'],
    });
    const [ended, late] = await meanwhile(theLogs, [
      () => removeMember(world.lead, { project, login: 'cora' }),
      () => addAnnotator(other(world.lead), { run, annotator: 'cora' }),
    ]);
    expect([ended, late]).toMatchObject([
      { ok: { ended: ['annotator'] } },
      { codes: ['wrong-value'] },
    ]);
    const [early] = await meanwhile(theLogs, [
      () => addAnnotator(other(world.lead), { run, annotator: 'dora' }),
      () => removeMember(world.lead, { project, login: 'dora' }),
    ]);
    expect(early).toMatchObject({ ok: { changed: true } });
    expect(await annotatorsOf(world.store, run)).toEqual(['anna', 'ben']);
    expect(await loadsOf(world.store, run)).toEqual({ anna: 12, ben: 12 });
  });

  it('open no round for somebody who is losing their role, whichever comes first', async () => {
    const { world, run, other, people, meanwhile } = await begin(12, ['anna', 'ben', 'cora'], {
      rounds: twice,
    });
    for (const who of Object.values(people)) await judgeAll(who, run, truthOf);
    await closeRound(world.lead, { run });
    const [ended, late] = await meanwhile(theLogs, [
      () => removeMember(world.lead, { project, login: 'anna' }),
      () => openRound(other(world.lead), { project, round: 'more', seed: 3 }),
    ]);
    expect([ended, late]).toMatchObject([
      { ok: { ended: ['annotator'] } },
      { codes: ['people-changed'] },
    ]);
    await world.person('dora');
    const [opened, shut] = await meanwhile(theLogs, [
      () => openRound(other(world.lead), { project, round: 'more', seed: 3 }),
      () => setDisabled(world.lead, { login: 'dora', disabled: true }),
    ]);
    expect([opened, shut]).toMatchObject([
      { ok: { annotators: ['ben', 'cora', 'dora'] } },
      { ok: { login: 'dora' } },
    ]);
    const more = (opened as { readonly ok: OpenedRound }).ok.run.id;
    expect(await annotatorsOf(world.store, more)).toEqual(['ben', 'cora']);
    expect(await loadsOf(world.store, more)).toEqual({ ben: 6, cora: 6 });
  });

  it('take nobody out of a run that the other one has just closed', async () => {
    const { world, run, other, meanwhile } = await begin(12, ['anna', 'ben', 'cora']);
    const before = await loadsOf(world.store, run);
    const [closed, removed, ended] = await meanwhile(theLogs, [
      () => closeRound(world.lead, { run, incomplete: true }),
      () => removeAnnotator(other(world.lead), { run, annotator: 'anna' }),
      () => removeMember(other(world.lead), { project, login: 'ben' }),
    ]);
    expect([closed, removed, ended]).toMatchObject([
      { ok: { fresh: true } },
      { codes: ['round-closed'] },
      { ok: { ended: ['annotator'] } },
    ]);
    expect(await loadsOf(world.store, run)).toEqual(before);
  });
});
