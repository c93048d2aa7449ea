import { expect, it } from 'vitest';
import { inEnglish } from '../../domain/english.ts';
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
import * as reviews from '../../../test/review-record.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import { openRound } from '../rounds/open-round.ts';
import { makeRuling } from './make-ruling.ts';
import { chooseModelVotes } from './model-votes.ts';
import { previewRuling } from './preview-ruling.ts';
import { rulingQueue } from './ruling-queue.ts';
import { showCase } from './show-case.ts';
import { similarCases } from './similar-cases.ts';

/** Six units judged by two people who differ on the last three. */
async function contested(databases: TestDatabases) {
  const world = await makeWorld(await databases.open());
  await makeProject(
    world,
    protocolContent({
      rounds: '  full: { units: 6, annotators: 2, gate: ["percent_agreement >= 0.5 overall"] }',
    }),
    6,
  );
  const [anna, ben] = [await world.person('anna'), await world.person('ben')];
  const sam = await world.person('sam', 'adjudicator');
  const annotators = ['anna', 'ben'];
  const { run } = await openRound(world.lead, { project, round: 'full', seed: 1, annotators });
  await judgeAll(anna, run.id, truthOf);
  await judgeAll(ben, run.id, (unit) =>
    Number(unit.slice(1)) <= 3 ? truthOf(unit) : wrongOf(unit),
  );
  return { world, run: run.id, anna, sam };
}

describeStores('what a ruling would change', (databases) => {
  it('is said before it is made, and nothing is written', async () => {
    const { sam } = await contested(databases);
    const answers = { A: 1, B: 0, C: 2 };
    const preview = await previewRuling(sam, { project, unit: 'u5', answers });
    expect(preview).toMatchObject({
      faults: [],
      stillOpen: [],
      state: { before: 'open', after: 'ruled' },
      changes: [
        { question: 'A', before: null, after: 1 },
        { question: 'B', before: null, after: 0 },
        { question: 'C', before: null, after: 2 },
      ],
      waiting: { before: 3, after: 2 },
      gates: 1,
      verdicts: [],
    });
    const place = { project, task: 'topics', unit: 'u5' };
    expect(await sam.store.read((db) => listRulings(db, place))).toEqual([]);

    // The ruling does what was said.
    await makeRuling(sam, { ...place, answers, reason: 'So.', seen: null, idempotencyKey: 'k' });
    const { state, questions } = await showCase(sam, place);
    expect(state).toBe('ruled');
    expect(questions).toHaveLength(3);
    expect((await rulingQueue(sam, { project })).total).toBe(2);
  });

  it('is a part of it where questions stay open, an exclusion, or faults', async () => {
    const { sam } = await contested(databases);
    const part = await previewRuling(sam, { project, unit: 'u5', answers: { A: 1 } });
    expect(part).toMatchObject({
      stillOpen: ['B', 'C'],
      state: { before: 'open', after: 'open' },
      waiting: { before: 3, after: 3 },
    });
    const out = await previewRuling(sam, { project, unit: 'u1', exclude: true });
    expect(out).toMatchObject({
      state: { before: 'settled', after: 'excluded' },
      waiting: { before: 3, after: 3 },
    });
    expect(out.changes.every(({ after }) => after === null)).toBe(true);
    const wrong = await previewRuling(sam, { project, unit: 'u5', answers: { A: 7 } });
    expect(wrong.faults.map(({ field }) => field)).toEqual(['A']);
    expect(wrong).toMatchObject({ state: { before: 'open', after: 'open' }, changes: [] });
    const unknown = previewRuling(sam, { project, unit: 'u99', exclude: true });
    await expect(unknown).rejects.toThrow('u99');
  });

  it('names the verdicts on the subject that change', async () => {
    const lead = await reviews.world(
      await databases.open(),
      reviews.all((unit) => (unit === 'a1' ? reviews.severe : reviews.mild)),
    );
    const place = { project: reviews.project, task: 'safety', unit: 'a1' };
    const reason = 'Only models judge here.';
    await chooseModelVotes(lead, { project: reviews.project, shown: true, reason });
    const preview = await previewRuling(lead, { ...place, exclude: true });
    // The one severe review made A high; K is 2, the newest two, and 4.
    expect(preview.verdicts).toMatchObject([
      {
        subject: 'A',
        policies: [2, 4].map((k) => ({ policy: 'P1', k, before: 'High', after: 'Low' })),
      },
    ]);
  });
});

describeStores('similar cases', (databases) => {
  it('are those with the same labels tied, waiting or ruled on', async () => {
    const { sam } = await contested(databases);
    const place = { project, task: 'topics' };
    const { items } = await rulingQueue(sam, place);
    const tied = new Map(
      items.map(({ unit, reasons }) => [
        unit,
        reasons.flatMap((one) => (one.kind === 'tied' ? [one.question] : [])).join(),
      ]),
    );
    for (const [unit, ties] of tied) {
      const alike = [...tied].filter(([, other]) => other === ties).map(([other]) => other);
      const found = await similarCases(sam, { ...place, unit });
      expect(found.ties.map(({ question }) => question).join()).toBe(ties);
      expect(found.waiting).toEqual({
        total: alike.length - 1,
        units: alike.filter((other) => other !== unit),
      });
      const walked = await rulingQueue(sam, { ...place, like: unit });
      expect(walked.items.map((item) => item.unit)).toEqual(alike);
      expect(walked.total).toBe(alike.length);
    }
    const unit = items.find((item) => tied.get(item.unit) === tied.get(items[0]!.unit))!.unit;
    const other = items.find(
      (item) => item.unit !== unit && tied.get(item.unit) === tied.get(unit),
    )!.unit;
    await makeRuling(sam, {
      ...place,
      unit: other,
      exclude: true,
      reason: 'A table.',
      seen: null,
      idempotencyKey: 'k',
    });
    const found = await similarCases(sam, { ...place, unit });
    expect(found.ruled.rulings).toMatchObject([{ unit: other, reason: 'A table.', by: 'sam' }]);
    // From a case that is ruled on, what it was like is still found.
    const back = await similarCases(sam, { ...place, unit: other });
    expect(back.waiting.units).toContain(unit);
    const settled = await similarCases(sam, { ...place, unit: 'u1' });
    expect(settled).toMatchObject({ ties: [], waiting: { total: 0 }, ruled: { total: 0 } });
  });

  it('are hidden from annotators, and a case does not say who is missing', async () => {
    const world = await makeWorld(await databases.open());
    const rounds = '  full: { units: 2, annotators: 2 }';
    await makeProject(world, protocolContent({ rounds }), 2);
    const anna = await world.person('anna');
    await world.person('ben');
    const sam = await world.person('sam', 'adjudicator');
    const annotators = ['anna', 'ben'];
    const { run } = await openRound(world.lead, { project, round: 'full', seed: 1, annotators });
    await judgeAll(anna, run.id, truthOf);
    const place = { project, task: 'topics', unit: 'u1' };
    await expect(similarCases(anna, place)).rejects.toThrow();
    await expect(previewRuling(anna, { ...place, exclude: true })).rejects.toThrow();
    expect(inEnglish((await showCase(sam, place)).line)).not.toContain('ben');
    const named = await showCase(world.lead, { ...place, names: true });
    expect(inEnglish(named.line)).toContain('waits for ben');
  });
});
