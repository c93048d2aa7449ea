import { describe, expect, it } from 'vitest';
import { lastingWorld, latestAudit } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import {
  judgeAll,
  judgeNext,
  makeProject,
  project,
  protocolContent,
  truthOf,
  wrongOf,
} from '../../../test/work-world.ts';
import { codedText } from '../../domain/text-values.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import { nextUnits } from '../judging/next-unit.ts';
import { closeRound } from '../rounds/close-round.ts';
import { openRound } from '../rounds/open-round.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import { allowOwnRulings } from '../rulings/own-rulings.ts';
import { runningBulkActs, withBulkProgress } from './bulk-progress.ts';
import { excludeUnits } from './exclude-units.ts';
import { exploreUnits, unitChoices } from './explore-units.ts';
import type { UnitFilter } from './filter-units.ts';
import { markUnits } from './mark-units.ts';
import { showUnit } from './show-unit.ts';

const rounds =
  '  full: { units: 6, annotators: 2 }\n  more: { kind: full, units: 2, annotators: 1 }';
const place = { project, task: 'topics' };

const made = lastingWorld(async (world) => {
  await makeProject(world, protocolContent({ rounds }), 10);
  const [anna, ben] = [await world.person('anna'), await world.person('ben')];
  const ada = await world.person('ada', 'adjudicator');
  const rex = await world.person('rex', 'reviewer');
  const open = { project, seed: 1 };
  const annotators = ['anna', 'ben'];
  const run = (await openRound(world.lead, { ...open, round: 'full', annotators })).run.id;
  const flagged = await judgeNext(anna, run, truthOf);
  await judgeAll(anna, run, truthOf);
  await judgeAll(ben, run, (unit) => (unit === flagged!.unit ? wrongOf(unit) : truthOf(unit)));
  await closeRound(world.lead, { run });
  const judged = (await exploreUnits(world.lead, { ...place, run, offset: 0, limit: 10 })).units;
  const units = judged.map(({ id }) => id);
  const rest = Array.from({ length: 10 }, (_, at) => `u${at + 1}`).filter(
    (unit) => !units.includes(unit),
  );
  return { anna, ben, ada, rex, run, contested: flagged!.unit, units, rest };
});

async function found(filter: UnitFilter & Readonly<Record<string, unknown>>) {
  return await exploreUnits(made().world.lead, { ...place, offset: 0, limit: 10, ...filter });
}

describe('a unit', () => {
  it('is shown to leads with everything that was said about it', async () => {
    const { world, run, contested } = made();
    const number = Number(contested.slice(1));
    const view = await showUnit(world.lead, { ...place, unit: contested });
    expect(view).toMatchObject({
      id: contested,
      task: 'topics',
      subject: `d${Math.floor((number - 1) / 5)}`,
      fields: { score: `HIDDEN-${number - 1}`, band: 'HIDDEN-BAND' },
      contentHash: expect.stringMatching(/^[0-9a-f]{16,}$/),
      truth: { state: 'open' },
      hiddenVotes: 0,
      rulings: [],
      flags: [],
    });
    expect(view.judgments).toHaveLength(2);
    expect(view.judgments![0]).toMatchObject({
      annotator: 'anna',
      run,
      answers: truthOf(contested),
      origin: 'workbench',
      attempt: null,
      assisted: false,
      uncounted: null,
      seconds: 30,
    });
  });

  it('is shown without names and hidden fields to who rules, and to no annotator', async () => {
    const { anna, ada, rex, contested } = made();
    const view = await showUnit(ada, { ...place, unit: contested });
    expect(view.judgments!.map(({ annotator }) => annotator)).toEqual([null, null]);
    expect(Object.keys(view.fields).toSorted()).toEqual(['page', 'previous', 'source', 'text']);
    expect((await showUnit(rex, { ...place, unit: contested })).judgments![0]!.annotator).toBe(
      'anna',
    );
    const asked = { ...place, unit: contested };
    expect((await refusal(showUnit(anna, asked)))[0]![0]).toBe('role-needed');
    expect(await refusal(showUnit(ada, { ...place, unit: 'u99' }))).toEqual([
      ['not-found', { what: codedText('unit', { id: 'u99' }) }],
    ]);
    expect((await refusal(showUnit(ada, { ...asked, task: 'none' })))[0]![0]).toBe('not-found');
  });
});

describe('units in the list', () => {
  it('come by disagreement, those without two judgments last, each as they came', async () => {
    const { contested, units, rest } = made();
    const order = { order: 'disagreement' };
    const all = (await found(order)).units.map(({ id }) => id);
    expect(all).toEqual([contested, ...units.filter((unit) => unit !== contested), ...rest]);
    const arrived = (await found({ order: 'arrival' })).units.map(({ id }) => id);
    expect(arrived).toEqual(Array.from({ length: 10 }, (_, at) => `u${at + 1}`));
  });

  it('come in pages with where the next begins', async () => {
    const page = await found({ limit: 4, offset: 4 });
    expect([page.units.map(({ id }) => id), page.next, page.total]).toEqual([
      ['u5', 'u6', 'u7', 'u8'],
      8,
      10,
    ]);
    expect((await found({ limit: 6, offset: 4 })).next).toBe(null);
    expect((await found({ offset: 10 })).units).toEqual([]);
  });

  it('carry votes that say the same together, the most first', async () => {
    const { contested, units, rest } = made();
    const settled = units.find((unit) => unit !== contested)!;
    const byId = new Map((await found({})).units.map((unit) => [unit.id, unit]));
    expect(byId.get(settled)).toMatchObject({
      truth: { state: 'settled' },
      agreement: 1,
      votes: [{ answers: truthOf(settled), count: 2, isCounted: true }],
    });
    expect(byId.get(contested)!.votes!.map(({ count }) => count)).toEqual([1, 1]);
    expect(byId.get(rest[0]!)).toMatchObject({
      truth: { state: 'undrawn' },
      agreement: null,
      votes: [],
      flags: [],
    });
  });

  it('are found by several things at once, and by an empty value', async () => {
    const { run, units } = made();
    expect((await found({ subject: 'd0', field: 'page', value: '2' })).units).toHaveLength(1);
    expect((await found({ subject: 'd1', field: 'page', value: '2' })).total).toBe(0);
    expect((await found({ field: 'page' })).total).toBe(0);
    expect((await found({ run, text: ' ' })).total).toBe(units.length);
    expect((await found({ answers: [], flagged: false, ruled: false })).total).toBe(10);
  });

  it('can be chosen by their fields and by who judged', async () => {
    const { world } = made();
    const { fields, annotators } = await unitChoices(world.lead, place);
    // Fields that say the same of every unit choose nothing.
    expect(fields.map(({ field }) => field)).toEqual(['id', 'document', 'text', 'page', 'score']);
    expect(annotators).toEqual(['anna', 'ben']);
  });
});

describe('units that are chosen', () => {
  const given = { ...place, reason: 'Empty.', idempotencyKey: 'k' };

  it('are refused where they are none, too many, unknown, or others than were seen', async () => {
    const { world, ada } = made();
    const mark = { ...place, as: 'flag', text: 'Odd.', idempotencyKey: 'f' } as const;
    const most = codedText('units-at-once', { most: 10_000 });
    expect(await refusal(markUnits(ada, { ...mark, chosen: { units: [] } }))).toEqual([
      ['wrong-value', expect.objectContaining({ field: 'units', expected: most })],
    ]);
    const many = Array.from({ length: 10_001 }, (_, at) => `x${at}`);
    expect(await refusal(markUnits(ada, { ...mark, chosen: { units: many } }))).toEqual([
      ['wrong-value', expect.objectContaining({ field: 'units', expected: most })],
    ]);
    expect(await refusal(markUnits(ada, { ...mark, chosen: { units: many.slice(1) } }))).toEqual([
      ['not-found', { what: codedText('unit', { id: 'x1' }) }],
    ]);
    const filter = { subject: 'd0' };
    expect(await refusal(markUnits(ada, { ...mark, chosen: { filter, count: 4 } }))).toEqual([
      ['selection-changed', { expected: 4, got: 5 }],
    ]);
    expect((await found({ flagged: true })).total).toBe(0);
    expect(
      await refusal(excludeUnits(ada, { ...given, reason: ' ', chosen: { filter, count: 5 } })),
    ).toEqual([['reason-required', { what: codedText('a-ruling') }]]);
    const { anna, rex } = made();
    for (const who of [anna, rex]) {
      const chosen = { units: ['u1'] };
      expect((await refusal(excludeUnits(who, { ...given, chosen })))[0]![0]).toBe('role-needed');
      expect((await refusal(markUnits(who, { ...mark, chosen })))[0]![0]).toBe('role-needed');
    }
    expect(runningBulkActs(world.store, project)).toEqual([]);
  });

  it('are at most fifty on an agenda', async () => {
    const { ada, rest } = made();
    const agenda = { ...place, as: 'agenda', text: 'Talk.', idempotencyKey: 'a' } as const;
    const { notes } = await markUnits(ada, { ...agenda, chosen: { units: rest } });
    expect(notes).toHaveLength(rest.length);
    expect(
      (await refusal(markUnits(ada, { ...agenda, text: ' ', chosen: { units: rest } })))[0]![0],
    ).toBe('wrong-value');
  });

  it('are excluded with a ruling and an entry each, and once', async () => {
    const { world, ada, rest } = made();
    const chosen = { units: rest.slice(0, 2) };
    expect(await excludeUnits(ada, { ...given, reason: ' Empty. ', chosen })).toEqual({
      excluded: 2,
      unchanged: 0,
    });
    const rulings = await world.store.read((db) => listRulings(db, place));
    expect(rulings.map(({ unit, by, reason, decision }) => [unit, by, reason, decision])).toEqual(
      rest.slice(0, 2).map((unit) => [unit, 'ada', 'Empty.', { kind: 'exclude' }]),
    );
    expect(await latestAudit(world, 2)).toEqual(
      rulings.map(({ id, unit }) => ({
        at: '2026-03-02T08:00:00.000Z',
        actor: 'ada',
        action: 'rule',
        object: `ruling/${id}`,
        detail: { task: 'topics', unit, kind: 'exclude', own: false, edge_case: false },
      })),
    );
    // Under another key they are already excluded; one more is not.
    const more = { ...given, idempotencyKey: 'other', chosen: { units: rest.slice(0, 3) } };
    expect(await excludeUnits(ada, more)).toEqual({ excluded: 1, unchanged: 2 });
    // Taken back in since, the first request is still the first.
    const ruled = { ...place, unit: rest[0]!, reason: 'It is not.', seen: rulings[0]!.id };
    await makeRuling(ada, { ...ruled, answers: truthOf(rest[0]!), idempotencyKey: 'back' });
    expect(await excludeUnits(ada, { ...given, chosen })).toEqual({ excluded: 0, unchanged: 2 });
    expect((await found({ standing: 'excluded' })).units.map(({ id }) => id)).toEqual(
      rest.slice(1, 3),
    );
  });

  it('are not excluded by somebody who judged them or is to judge them', async () => {
    const { world, anna, units, rest } = made();
    const ruling = { ...anna, actor: { ...anna.actor, roleIn: () => 'adjudicator' as const } };
    const chosen = { units: [units[0]!, rest[3]!] };
    expect(
      await refusal(excludeUnits(ruling, { ...given, idempotencyKey: 'own', chosen })),
    ).toEqual([['own-judgment', { unit: units[0]! }]]);
    await allowOwnRulings(world.lead, { project, allowed: true, reason: 'A small team.' });
    const allowed = { ...given, idempotencyKey: 'own', chosen };
    expect(await excludeUnits(ruling, allowed)).toEqual({ excluded: 2, unchanged: 0 });
    const rulings = await world.store.read((db) => listRulings(db, place));
    expect(rulings.slice(-2).map(({ unit, ownJudgment }) => [unit, ownJudgment])).toEqual([
      [units[0]!, true],
      [rest[3]!, false],
    ]);
    // Whoever has still to judge does that first, also where they are not blind.
    const open = { project, round: 'more', seed: 1, annotators: ['anna'] };
    const { run } = await openRound(world.lead, open);
    const [next] = (await nextUnits(anna, { run: run.id })).units;
    const first = { ...given, idempotencyKey: 'first', chosen: { units: [next!.unit] } };
    expect(await refusal(excludeUnits(ruling, first))).toEqual([
      ['takes-part', { round: 'more', attempt: 1 }],
    ]);
    const shell = { ...ruling, actor: { ...ruling.actor, via: 'cli' as const } };
    expect(await refusal(excludeUnits(shell, first))).toEqual([
      ['judge-first', { unit: next!.unit }],
    ]);
  });
});

describe('a long act', () => {
  it('is told while it runs, in its own project, and not after it has failed', async () => {
    const { world } = made();
    const begun = { kind: 'marking', project, name: 'x', total: 3 } as const;
    const seen = await withBulkProgress(world.lead, begun, async (progress) => {
      progress.done += 2;
      return [runningBulkActs(world.store, project), runningBulkActs(world.store, 'other')];
    });
    expect(seen).toEqual([[{ ...begun, startedAt: '2026-03-02T08:00:00.000Z', done: 2 }], []]);
    await expect(
      withBulkProgress(world.lead, begun, () => Promise.reject(new Error('It broke.'))),
    ).rejects.toThrow('It broke.');
    expect(runningBulkActs(world.store, project)).toEqual([]);
  });
});
