import { expect, it } from 'vitest';
import type { Answers } from '../../domain/judging/judgment.ts';
import { describeStores } from '../../../test/stores.ts';
import type { TestDatabases } from '../../../test/stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
  wrongOf,
} from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import { insertUnits } from '../../store/units/units.ts';
import { closeRound } from '../rounds/close-round.ts';
import { openRound } from '../rounds/open-round.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import type { WorkContext } from '../work-context.ts';
import { longWork } from '../workspace/long-work.ts';
import { withdrawNotes } from '../discussion/withdraw-notes.ts';
import { excludeUnits } from './exclude-units.ts';
import { markUnits } from './mark-units.ts';
import { exploreUnits, unitChoices } from './explore-units.ts';
import type { UnitFilter } from './filter-units.ts';

describeStores('the unit explorer', (databases) => {
  it('finds units by words, their beginnings, phrases and what they must not have', async () => {
    const { world } = await twoJudged(databases);
    expect(await ids(world.lead, { text: 'alpha 3' })).toEqual(['u3']);
    expect(await ids(world.lead, { text: 'ALPH' })).toEqual(['u1', 'u3', 'u5', 'u7', 'u9', 'u11']);
    expect(await ids(world.lead, { text: '"text 1"' })).toEqual(['u1']);
    expect(await ids(world.lead, { text: 'text -alpha' })).toHaveLength(6);
    expect(await ids(world.lead, { text: '"1 text"' })).toEqual([]);
    expect(await ids(world.lead, { text: 'u7' })).toEqual(['u7']);
    expect(await ids(world.lead, { text: `' OR 1=1 -- * : ^ NEAR( "` })).toEqual([]);
    expect(await ids(world.lead, { text: '§ …' })).toHaveLength(12);
  });

  it('finds new units at once, with accents, in any script', async () => {
    const { world } = await twoJudged(databases);
    expect(await ids(world.lead, { text: 'societe' })).toEqual([]);
    const more = ['La Société Générale', '銀行の自己資本比率', 'null and or not'].map(
      (text, at) => ({ id: `more-${at}`, subject: null, fields: { text } }),
    );
    await world.store.write((tx) =>
      insertUnits(tx, { project, task: 'topics' }, more, '2026-03-02T08:00:00.000Z'),
    );
    expect(await ids(world.lead, { text: 'sociéte génér' })).toEqual(['more-0']);
    expect(await ids(world.lead, { text: '"自己資本"' })).toEqual(['more-1']);
    expect(await ids(world.lead, { text: 'NULL or' })).toEqual(['more-2']);
  });

  it('finds words that nearly all of many units have', async () => {
    const { world } = await twoJudged(databases);
    const text = (at: number): string =>
      `common words${at % 50 === 0 ? ' seldom' : ''} number ${at}`;
    const units = Array.from({ length: 1200 }, (_, at) => ({
      id: `many-${at}`,
      subject: null,
      fields: { text: text(at) },
    }));
    const add = (more: typeof units): Promise<unknown> =>
      world.store.write((tx) =>
        insertUnits(tx, { project, task: 'topics' }, more, '2026-03-02T08:00:00.000Z'),
      );
    await add(units);
    const total = async (searched: string): Promise<number> =>
      (await exploreUnits(world.lead, request({ text: searched, limit: 1 }))).total;
    expect(await total('common')).toBe(1200);
    expect(await total('comm words')).toBe(1200);
    expect(await total('common -seldom')).toBe(1176);
    expect(await total('-seldom')).toBe(1188);
    expect(await total('common seldom')).toBe(24);
    expect(await total('"common words" -seldom')).toBe(1176);
    expect(await total('alpha')).toBe(6);
    await add([{ id: 'other', subject: null, fields: { text: 'another text' } }]);
    expect(await total('common')).toBe(1200);
    expect(await total('another')).toBe(1);
  });

  it('searches the first words of a unit that has more than an index can keep', async () => {
    const { world } = await twoJudged(databases);
    const many = Array.from({ length: 30_000 }, (_, at) => `${'wörter'.repeat(9)}${at}`);
    const long = { id: 'long', subject: null, fields: { text: many.join(' '), source: many } };
    await world.store.write((tx) =>
      insertUnits(tx, { project, task: 'topics' }, [long], '2026-03-02T08:00:00.000Z'),
    );
    expect(await ids(world.lead, { text: many[1_000]! })).toEqual(['long']);
    expect(await ids(world.lead, { text: '-alpha -worter' })).toHaveLength(6);
  });

  it('finds units by standing, answers, votes, rounds and fields', async () => {
    const { world } = await twoJudged(databases);
    // Anna is right everywhere; Ben gives the opposite on u4 alone.
    const all = await exploreUnits(world.lead, request({}));
    expect(all.total).toBe(12);
    const nowhere = { awaiting: 0, uncounted: 0, ruled: 0, excluded: 0 };
    expect(all.standings).toEqual({ undrawn: 2, open: 1, settled: 9, ...nowhere });
    expect(await ids(world.lead, { standing: 'open' })).toEqual(['u4']);
    expect(await ids(world.lead, { disagreement: true })).toEqual(['u4']);
    expect(await ids(world.lead, { standing: 'undrawn' })).toHaveLength(2);
    const answers = [{ question: 'C', answer: null, by: null }];
    expect(await ids(world.lead, { answers })).toEqual(
      (await ids(world.lead, { standing: 'settled' })).filter((unit) => truthOf(unit)['C'] === 1),
    );
    const pair = [
      { question: 'A', answer: '0', by: 'anna' },
      { question: 'A', answer: '1', by: 'ben' },
    ];
    expect(await ids(world.lead, { answers: pair })).toEqual(['u4']);
    expect(await ids(world.lead, { annotator: 'ben' })).toHaveLength(10);
    expect(await ids(world.lead, { round: 'full' })).toHaveLength(10);
    expect(await ids(world.lead, { round: 'no such round' })).toEqual([]);
    expect(await ids(world.lead, { subject: 'd1' })).toEqual(['u6', 'u7', 'u8', 'u9', 'u10']);
    expect(await ids(world.lead, { field: 'page', value: '3' })).toEqual(['u4']);
    expect(await ids(world.lead, { text: 'beta', subject: 'd0' })).toEqual(['u2', 'u4']);
    expect((await exploreUnits(world.lead, request({ order: 'disagreement' }))).units[0]?.id).toBe(
      'u4',
    );
  });

  it('shows truth and votes, and follows a ruling at once', async () => {
    const { world } = await twoJudged(databases);
    const [open] = (await exploreUnits(world.lead, request({ standing: 'open' }))).units;
    expect(open).toMatchObject({
      truth: { state: 'open' },
      agreement: 0,
      votes: [
        { answers: truthOf('u4'), count: 1, isCounted: true },
        { answers: wrongOf('u4'), count: 1, isCounted: true },
      ],
    });
    await makeRuling(world.lead, {
      project,
      unit: 'u4',
      exclude: true,
      reason: 'Cut off in the middle.',
      seen: null,
      idempotencyKey: 'one',
    });
    expect(await ids(world.lead, { ruled: true })).toEqual(['u4']);
    expect(await ids(world.lead, { standing: 'excluded' })).toEqual(['u4']);
  });

  it('excludes units for one reason, all of them or none', async () => {
    const { world } = await twoJudged(databases);
    const ada = await world.person('ada', 'adjudicator');
    const given = { project, task: 'topics', reason: 'Empty pages.', idempotencyKey: 'k' };
    const wrong = excludeUnits(ada, { ...given, chosen: { units: ['u4', 'u5', 'nobody'] } });
    await expect(wrong).rejects.toMatchObject({ faults: [{ code: 'not-found' }] });
    // Anna judged u4 and may not rule on it, so u5 stays as well.
    const anna = { ...ada, actor: { ...ada.actor, login: 'anna' } };
    const own = excludeUnits(anna, { ...given, chosen: { units: ['u5', 'u4'] } });
    await expect(own).rejects.toMatchObject({ faults: [{ code: 'own-judgment' }, {}] });
    expect(await ids(world.lead, { standing: 'excluded' })).toEqual([]);
    const chosen = { units: ['u4', 'u5', 'u4'] };
    expect(await excludeUnits(ada, { ...given, chosen })).toEqual({ excluded: 2, unchanged: 0 });
    expect(await ids(world.lead, { standing: 'excluded' })).toEqual(['u4', 'u5']);
    // Sent again, nothing changes.
    expect(await excludeUnits(ada, { ...given, chosen })).toEqual({ excluded: 0, unchanged: 2 });
    const rulings = await world.store.read((db) => listRulings(db, { project, task: 'topics' }));
    expect(rulings.map(({ unit, reason, by }) => ({ unit, reason, by }))).toEqual([
      { unit: 'u4', reason: 'Empty pages.', by: 'ada' },
      { unit: 'u5', reason: 'Empty pages.', by: 'ada' },
    ]);
    const unsaid = excludeUnits(ada, { ...given, chosen: { units: ['u6'] }, reason: ' ' });
    await expect(unsaid).rejects.toMatchObject({ faults: [{ code: 'reason-required' }] });
  });

  it('changes all that pass a filter, if they are as many as were seen', async () => {
    const { world } = await twoJudged(databases);
    const given = { project, task: 'topics', text: 'Looks cut off.', idempotencyKey: 'm' };
    const filter = { text: 'alpha' };
    const stale = markUnits(world.lead, { ...given, as: 'flag', chosen: { filter, count: 5 } });
    await expect(stale).rejects.toMatchObject({ faults: [{ code: 'selection-changed' }] });
    const marked = await markUnits(world.lead, {
      ...given,
      as: 'flag',
      chosen: { filter, count: 6 },
    });
    expect(marked.notes).toHaveLength(6);
    expect(await ids(world.lead, { flagged: true })).toEqual(await ids(world.lead, filter));
    const { units } = await exploreUnits(world.lead, request({ text: 'alpha 3' }));
    expect(units[0]!.flags).toMatchObject([{ by: 'lena', text: 'Looks cut off.' }]);
    const notes = marked.notes;
    await withdrawNotes(world.lead, { project, notes, idempotencyKey: 'back' });
    expect(await ids(world.lead, { flagged: true })).toEqual([]);
    const many = { units: Array.from({ length: 51 }, (_, at) => `u${at}`) };
    const agenda = markUnits(world.lead, { ...given, as: 'agenda', chosen: many });
    await expect(agenda).rejects.toMatchObject({ faults: [{ code: 'not-found' }] });
  });

  it('says how many units are flagged so far, and how many of them are undone', async () => {
    const { world } = await twoJudged(databases);
    const place = { project, task: 'topics' };
    const more = Array.from({ length: 3000 }, (_, at) => {
      return { id: `more-${at}`, subject: null, fields: { text: 'beta' } };
    });
    await world.store.write((tx) => insertUnits(tx, place, more, '2026-03-02T08:00:00.000Z'));
    // What is said whenever something is about to be written.
    const { store } = world.lead;
    const write = store.write.bind(store);
    const said: { kind: string; name: string; total: number }[] = [];
    store.write = async (work) => {
      for (const { kind, name, total } of (await longWork(world.lead, { project })).items)
        said.push({ kind, name, total });
      return write(work);
    };
    const chosen = { units: more.map(({ id }) => id) };
    const given = { ...place, as: 'flag', chosen, text: 'Odd.', idempotencyKey: 'm' } as const;
    const result = await markUnits(world.lead, given);
    expect(said).toContainEqual({ kind: 'marking', name: 'm', total: 3000 });
    const back = { project, notes: result.notes, idempotencyKey: 'back' };
    const undone = await withdrawNotes(world.lead, back);
    expect(said).toContainEqual({ kind: 'marking', name: 'back', total: 3000 });
    expect(undone.withdrawn).toBe(3000);
    expect((await longWork(world.lead, { project })).items).toEqual([]);
  });

  it('finds by the answers of one run, not of all', async () => {
    const world = await makeWorld(await databases.open());
    const rounds = `  pilot: { units: 4, annotators: 2 }
  full: { units: all, annotators: 2 }`;
    await makeProject(world, protocolContent({ rounds }), 12);
    const people = [await world.person('anna'), await world.person('ben')];
    const runs: string[] = [];
    for (const round of ['pilot', 'full']) {
      const { run } = await openRound(world.lead, { project, round, seed: 1 });
      for (const who of people) await judgeAll(who, run.id, truthOf);
      await closeRound(world.lead, { run: run.id });
      runs.push(run.id);
    }
    const answers = [{ question: 'A', answer: null, by: 'anna' }];
    const whole = await ids(world.lead, { answers });
    const [first, second] = [
      await ids(world.lead, { answers, run: runs[0]! }),
      await ids(world.lead, { answers, run: runs[1]! }),
    ];
    expect(first.length).toBeGreaterThan(0);
    expect(second.length).toBeGreaterThan(0);
    expect([...first, ...second].toSorted()).toEqual(whole.toSorted());
    expect(await ids(world.lead, { run: runs[0]! })).toHaveLength(4);
  });

  it('gives pages that together are everything, once', async () => {
    const { world } = await twoJudged(databases);
    const seen: string[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      const page = await exploreUnits(world.lead, request({ offset, limit: 5 }));
      seen.push(...page.units.map((unit) => unit.id));
      offset = page.next;
    }
    expect(seen).toEqual(Array.from({ length: 12 }, (_, at) => `u${at + 1}`));
  });

  it('searches hidden fields only for those who see them', async () => {
    const { world } = await twoJudged(databases);
    const ada = await world.person('ada', 'adjudicator');
    expect(await ids(world.lead, { text: 'hidden' })).toHaveLength(12);
    expect(await ids(ada, { text: 'hidden' })).toEqual([]);
    expect(await ids(world.lead, { field: 'score', value: 'HIDDEN-1' })).toEqual(['u2']);
    await expect(ids(ada, { field: 'score', value: 'HIDDEN-1' })).rejects.toThrow('unknown');
    await expect(ids(ada, { annotator: 'ben' })).rejects.toThrow('adjudicator');
    expect(await ids(ada, { standing: 'open' })).toEqual(['u4']);
    const named = async (who: WorkContext) =>
      (await unitChoices(who, { project, task: 'topics' })).fields.map(({ field }) => field);
    expect(await named(world.lead)).toContain('score');
    expect(await named(ada)).not.toContain('score');
    const judged = async (who: WorkContext) =>
      (await unitChoices(who, { project, task: 'topics' })).annotators;
    expect(await judged(world.lead)).toEqual(['anna', 'ben']);
    expect(await judged(ada)).toBeNull();
  });

  it('says nothing that depends on answers to somebody who judges in an open run', async () => {
    const world = await newWorld(databases);
    const anna = await world.person('anna', 'lead');
    await world.person('ben');
    const { run } = await openRound(world.lead, {
      project,
      round: 'full',
      seed: 1,
      annotators: ['anna', 'ben'],
    });
    await judgeAll(anna, run.id, truthOf);
    const { units, standings, total } = await exploreUnits(anna, request({}));
    expect({ standings, total }).toEqual({ standings: null, total: 12 });
    for (const unit of units)
      expect(unit).toMatchObject({ truth: null, votes: null, agreement: null });
    expect(JSON.stringify(units)).not.toContain('HIDDEN');
    const answers = [{ question: 'A', answer: '1', by: null }];
    const filters: readonly UnitFilter[] = [
      { standing: 'open' },
      { answers },
      { annotator: 'ben' },
      { flagged: true },
      { disagreement: true },
      { ruled: true },
    ];
    for (const filter of filters)
      await expect(ids(anna, filter)).rejects.toMatchObject({ faults: [{ code: 'takes-part' }] });
    await expect(ids(await world.person('tom'), {})).rejects.toThrow('annotator');
  });
});

function request(filter: UnitFilter & Readonly<Record<string, unknown>>) {
  return { project, task: 'topics', offset: 0, limit: 100, ...filter };
}

async function ids(who: WorkContext, filter: UnitFilter): Promise<readonly string[]> {
  return (await exploreUnits(who, request({ ...filter }))).units.map((unit) => unit.id);
}

async function newWorld(databases: TestDatabases): Promise<WorkWorld> {
  const world = await makeWorld(await databases.open());
  await makeProject(world, protocolContent({ rounds: '  full: { units: 10, annotators: 2 }' }), 12);
  return world;
}

/** Ten of twelve units judged by two people, who differ on one. */
async function twoJudged(databases: TestDatabases): Promise<{ readonly world: WorkWorld }> {
  const world = await newWorld(databases);
  const [anna, ben] = [await world.person('anna'), await world.person('ben')];
  const annotators = ['anna', 'ben'];
  const { run } = await openRound(world.lead, { project, round: 'full', seed: 1, annotators });
  const right = (unit: string): Answers => truthOf(unit);
  await judgeAll(anna, run.id, right);
  await judgeAll(ben, run.id, (unit) => (unit === 'u4' ? wrongOf(unit) : right(unit)));
  await closeRound(world.lead, { run: run.id });
  return { world };
}
