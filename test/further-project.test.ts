import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyRelease } from '../src/operations/release/verify-release.ts';
import { makeRuling } from '../src/operations/rulings/make-ruling.ts';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { projectRounds } from '../src/operations/rounds/project-rounds.ts';
import { liveFold } from '../src/operations/fold/live-fold.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import type { Answers } from '../src/domain/judging/judgment.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import { cut, lastingFolder } from './cut-releases.ts';
import { parseLines } from './run-assay.ts';
import { describeStores } from './stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from './work-world.ts';
import type { WorkWorld } from './work-world.ts';

const folder = lastingFolder();
const names = ['anna', 'ben', 'cora', 'dan'];
const units = 60;

/** Answers of somebody who errs on each label now and then. */
function careless(who: string, share: number): (unit: string) => Answers {
  return (unit) => {
    const random = seededRandom(`${who} ${unit}`);
    return Object.fromEntries(
      Object.entries(truthOf(unit)).map(([label, grade]) => [
        label,
        random.next() < share ? 1 - Number(grade) : grade,
      ]),
    );
  };
}

/** Pilot and full round of 2..3, worked through until nobody has anything to do. */
async function worked(world: WorkWorld, further: string): Promise<void> {
  const gate = 'gate: ["percent_agreement >= 0.5", "all quotas met"]';
  const rounds = ['pilot', 'full'].map(
    (round) =>
      `  ${round}: { units: ${round === 'pilot' ? 12 : 48}, annotators: 2..3, ` +
      `further: ${further}, ${gate} }`,
  );
  await makeProject(world, protocolContent({ rounds: rounds.join('\n') }), units);
  const people: WorkContext[] = [];
  for (const name of names) people.push(await world.person(name));
  for (const round of ['pilot', 'full']) {
    const { run } = await openRound(world.lead, { project, round, seed: 4 });
    // Whoever is done may be asked again when the others are.
    for (let turn = 0; turn < 3; turn += 1)
      for (const who of people) {
        await judgeAll(who, run.id, careless(who.actor.login, 0.12));
        world.pass(10);
      }
    await closeRound(world.lead, { run: run.id });
  }
  const { fold } = await liveFold(world.store, { project });
  for (const unit of fold.standings.openUnits) {
    const id = fold.units.at(unit);
    const ruling = { project, unit: id, answers: truthOf(id), reason: 'Read again.', seen: null };
    await makeRuling(world.lead, { ...ruling, idempotencyKey: `rule ${id}` });
  }
}

interface JudgmentLine {
  readonly unit: string;
  readonly annotator: string;
  readonly run: string;
  readonly answers: Answers;
  readonly asides: { readonly further?: string };
}

describeStores('a project of two annotators and sometimes a third', (databases) => {
  describe.each([
    ['share', '{ share: 0.25 }'],
    ['disagreement', '{ on: disagreement }'],
    ['both', '{ on: disagreement, share: 0.1 }'],
  ])('on %s', (name, further) => {
    it('ends in a release that verifies, and measures agreement as it should', async () => {
      const world = await makeWorld(await databases.open());
      await worked(world, further);
      const { runs } = await projectRounds(world.store, project);
      for (const { figures } of runs)
        expect(figures.checks.map((check) => check.status)).toEqual(['PASS', 'PASS']);
      const place = join(folder, `${name}-${databases.kind}`);
      const made = await cut(world, place);
      if (!made.cut) throw new Error(JSON.stringify(made));
      expect(made.leftOut).toEqual([]);
      expect(made.figures.counts).toMatchObject({ units, released: units });
      const asked = { folder: place, signer: null, head: null };
      expect((await verifyRelease(asked)).differences).toEqual([]);

      const lines = parseLines<JudgmentLine>(
        readFileSync(join(place, 'record', 'judgments.jsonl'), 'utf8'),
      );
      const byUnit = new Map<string, JudgmentLine[]>();
      for (const line of lines) byUnit.set(line.unit, [...(byUnit.get(line.unit) ?? []), line]);
      expect(byUnit.size).toBe(units);
      let [same, thirds] = [0, 0];
      for (const own of byUnit.values()) {
        const first = own.filter((line) => line.asides.further === undefined);
        const late = own.filter((line) => line.asides.further !== undefined);
        expect([first.length, late.length <= 1]).toEqual([2, true]);
        expect(new Set(own.map((line) => line.annotator)).size).toBe(own.length);
        const isSame = JSON.stringify(first[0]!.answers) === JSON.stringify(first[1]!.answers);
        if (isSame) same += 1;
        const reason = late[0]?.asides.further;
        if (reason === 'disagreement') expect(isSame).toBe(false);
        if (name !== 'share' && !isSame) expect(reason).toBeDefined();
        thirds += late.length;
      }
      expect(thirds).toBeGreaterThan(5);
      if (name === 'share') expect(thirds).toBe(3 + 12);
      if (name === 'disagreement') expect(thirds).toBe(units - same);

      // Agreement on the full round, from the rows alone: pairs of first judgments, and of those
      // that were drawn.
      const compared = lines.filter((line) => line.asides.further !== 'disagreement');
      const full = runs.find(({ run }) => run.round === 'full')!;
      const check = full.figures.checks.find((one) => one.measure === 'percent_agreement')!;
      const expected = meanAgreement(compared.filter((line) => line.run.startsWith('full')));
      expect(check.actual).toBeCloseTo(expected, 12);
    });
  });
});

/** The mean over labels and units of the share of pairs that say alike whether a label applies. */
function meanAgreement(lines: readonly JudgmentLine[]): number {
  const byUnit = new Map<string, JudgmentLine[]>();
  for (const line of lines) byUnit.set(line.unit, [...(byUnit.get(line.unit) ?? []), line]);
  const shares: number[] = [];
  for (const label of ['A', 'B', 'C'])
    for (const own of byUnit.values()) {
      const applies = own.map((line) => Number(line.answers[label]) >= 1);
      const pairs = (applies.length * (applies.length - 1)) / 2;
      const yes = applies.filter(Boolean).length;
      const no = applies.length - yes;
      shares.push((yes * (yes - 1) + no * (no - 1)) / 2 / pairs);
    }
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
