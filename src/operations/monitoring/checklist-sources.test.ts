import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { cut } from '../../../test/cut-releases.ts';
import { describeStores } from '../../../test/stores.ts';
import {
  judgeAll,
  judgeNext,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  trainingKey,
  truthOf,
  wrongOf,
} from '../../../test/work-world.ts';
import type { ContentSketch, WorkWorld } from '../../../test/work-world.ts';
import { inEnglish } from '../../domain/english.ts';
import { newProtocolVersion } from '../protocol/new-protocol-version.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import { closeRound } from '../rounds/close-round.ts';
import { openRound } from '../rounds/open-round.ts';
import { waiveGate, withdrawWaiver } from '../rounds/waive-gate.ts';
import { monitorChecklists } from './monitor-checklists.ts';

const gate = 'fleiss_kappa >= 0.70 overall';
const sketch: ContentSketch = {
  rounds: `  training: { units: 4, key: key.jsonl, gate: ["cohen_kappa >= 0.70 against key"] }
  pilot: { units: 4, annotators: 2, gate: ["${gate}"] }
  full: { units: 6, annotators: 2, gate: ["percent_agreement >= 0.9"] }
release: { split: { dev: 0.5, test: 0.5 } }`,
  key: trainingKey(4),
};

/** Every line of the checklists by its item: its status and its sentence. */
async function lines(world: WorkWorld): Promise<ReadonlyMap<string, string>> {
  const { before, weekly, after } = await monitorChecklists(world.lead, { project });
  const all = [...before, ...weekly, ...after];
  return new Map(all.map((one) => [one.id, `${one.status}: ${inEnglish(one.sentence)}`]));
}

describeStores('the checklists', (databases) => {
  it('follow every source: a change of one changes its line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-checklists-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    // At the end, its log has no head any more.
    const world = await makeWorld(await databases.open(), false);
    await makeProject(world, protocolContent(sketch), 30);
    let known = await lines(world);
    /** The line of an item after a step that must have changed it. */
    const after = async (item: string, step: Promise<unknown>): Promise<string> => {
      await step;
      const now = await lines(world);
      expect(now.get(item)).not.toBe(known.get(item));
      known = now;
      return now.get(item)!;
    };
    const [anna, ben] = [await world.person('anna'), await world.person('ben')];
    const open = async (round: string): Promise<string> =>
      (await openRound(world.lead, { project, round, seed: 3 })).run.id;
    const judged = async (run: string, second = truthOf): Promise<void> => {
      await judgeAll(anna, run, truthOf);
      await judgeAll(ben, run, second);
    };

    expect(known.get('tool')).toMatch(/^not done: .* 0 annotators, 0 judgments/);
    expect(known.get('training')).toMatch(/^cannot: There are no annotators yet/);
    const training = await open('training');
    expect(await after('training', judgeAll(anna, training, truthOf))).toMatch(
      /^not done: 1 of 2 annotators are admitted after training; not yet ben\./,
    );
    expect(await after('tool', judgeAll(ben, training, truthOf))).toMatch(/2 annotators/);
    expect((await lines(world)).get('training')).toMatch(/^done: 2 of 2/);

    const pilot = await open('pilot');
    expect(await after('pilot', judged(pilot, wrongOf))).toMatch(/^not done: .* is still open/);
    expect(await after('pilot', closeRound(world.lead, { run: pilot }))).toMatch(
      /^not done: 0 of 1 conditions of pilot hold; Fleiss’ κ at least 0.70 overall \(/,
    );
    const reason = 'It is late.';
    const waiver = await waiveGate(world.lead, { run: pilot, gate, reason });
    expect(await after('pilot', Promise.resolve())).toMatch(/^done: .* 1 waived/);
    const withdrawal = { run: pilot, waiver: waiver.id, reason };
    expect(await after('pilot', withdrawWaiver(world.lead, withdrawal))).toMatch(/^not done/);
    await waiveGate(world.lead, { run: pilot, gate, reason });
    known = await lines(world);

    const drawn = known.get('sampling');
    expect(drawn).toMatch(/not drawn yet/);
    const full = open('full');
    expect(await after('sampling', full)).toMatch(/drawn with seed 3/);
    const run = await full;
    expect(known.get('final-agreement')).toMatch(/^not done: .* is still open/);
    // Of the pilot, on which they differ on every answer.
    const week = known.get('weekly-agreement')!;
    expect(week).toMatch(/Fleiss’ κ -/);
    const rulings = known.get('rulings');
    await judgeNext(anna, run, truthOf);
    expect(await after('weekly-agreement', judged(run))).not.toBe(week);
    expect(known.get('rulings')).not.toBe(rulings);
    expect(await after('speed', Promise.resolve(world.pass(7 * 24 * 60)))).toMatch(/Nobody judged/);
    expect(await after('final-agreement', closeRound(world.lead, { run }))).toMatch(
      /^done: 1 of 1/,
    );

    const sam = await world.person('sam', 'adjudicator');
    const { units } = await world.store.read(async (db) => ({
      units: await db
        .selectFrom('run_unit')
        .select('unit')
        .where('run', '=', pilot)
        .orderBy('unit')
        .execute(),
    }));
    for (const [at, { unit }] of units.entries()) {
      const ruling = {
        project,
        unit,
        seen: null,
        reason,
        idempotencyKey: `r${at}`,
        edgeCase: true,
      };
      const answers = truthOf(unit);
      expect(await after('rulings', makeRuling(sam, { ...ruling, answers }))).toBeTruthy();
      expect(known.get('edge-cases')).toContain(`${at + 1} in the register`);
    }

    expect(known.get('split')).toMatch(/^cannot: Nothing was split/);
    expect(known.get('archive')).toMatch(/^cannot: .* no release was cut yet\.$/);
    const allowOpen = 'The rest is for later.';
    expect(await after('split', cut(world, join(folder, 'first'), { allowOpen }))).toMatch(
      /^done: Release 1\.0: \d dev, \d test, stratified\.$/,
    );
    expect(known.get('archive')).toMatch(/^done: 28 judgments .*; release 1\.0\.$/);
    const later = { version: '1.1', allowOpen };
    expect(await after('split', cut(world, join(folder, 'second'), later))).toMatch(
      /Release 1\.1:/,
    );
    const content = protocolContent({ ...sketch, guideline: '1.1' });
    await newProtocolVersion(world.lead, { project, content, reason: 'A new guideline.' });
    expect(await after('documentation', Promise.resolve())).toMatch(/Guideline 1\.1/);
    expect(known.get('pilot')).toMatch(/^not done: The round pilot reached its gate, and is super/);
    const again = await open('pilot');
    await judgeNext(anna, again, truthOf);
    expect(await after('archive', Promise.resolve())).toMatch(
      /^not done: 29 judgments .*; release 1\.1 has 28 of the judgments\.$/,
    );
    const cutOff = world.store.write(async (tx) => {
      await sql`delete from workspace where key = 'audit-head'`.execute(tx);
    });
    expect(await after('archive', cutOff)).toMatch(/^not done: .* whose end was cut off/);
  });
});
