import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inEnglish } from '../src/domain/english.ts';
import { monitorProgress } from '../src/operations/monitoring/monitor-progress.ts';
import { releaseObstacles } from '../src/operations/release/cut-release.ts';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { decideUnits } from '../src/operations/rounds/decide-units.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { showRounds } from '../src/operations/rounds/round-states.ts';
import { makeRuling } from '../src/operations/rulings/make-ruling.ts';
import { rulingQueue } from '../src/operations/rulings/ruling-queue.ts';
import { listRulings } from '../src/store/rulings/rulings.ts';
import { runUnits } from '../src/store/rounds/rounds.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { cut, lastingFolder } from './cut-releases.ts';
import { latestAudit } from './lasting-world.ts';
import { refusal } from './refusals.ts';
import { describeStores } from './stores.ts';
import type { TestDatabases } from './stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
  wrongOf,
} from './work-world.ts';
import type { WorkWorld } from './work-world.ts';

const gate = 'percent_agreement >= 0.90 overall';
const rounds =
  `  pilot: { units: 12, annotators: 2, gate: ["${gate}"], repeat: { units: 12 } }\n` +
  '  full: { units: 20, annotators: 2 }';
const corpus = 60;

interface Story {
  readonly world: WorkWorld;
  readonly anna: WorkContext;
  readonly ben: WorkContext;
  readonly sam: WorkContext;
  /** Opens a round; both judge it, differing on as many units as is said; closes it. */
  work(round: string, differ: number, again?: boolean): Promise<Worked>;
}

interface Worked {
  readonly run: string;
  readonly again: number;
  readonly units: readonly string[];
}

async function begin(databases: TestDatabases): Promise<Story> {
  const world = await makeWorld(await databases.open());
  await makeProject(world, protocolContent({ rounds }), corpus);
  const [anna, ben] = [await world.person('anna'), await world.person('ben')];
  const sam = await world.person('sam', 'adjudicator');
  let seed = 0;
  return {
    world,
    anna,
    ben,
    sam,
    work: async (round, differ, again) => {
      seed += 1;
      const opened = await openRound(world.lead, {
        project,
        round,
        seed,
        ...(again === undefined ? {} : { again }),
      });
      const run = opened.run.id;
      await judgeAll(anna, run, truthOf);
      const units = (await world.store.read((db) => runUnits(db, run))).map(({ unit }) => unit);
      const wrong = new Set(units.slice(0, differ));
      await judgeAll(ben, run, (unit) => (wrong.has(unit) ? wrongOf(unit) : truthOf(unit)));
      world.pass(60);
      return { run, again: opened.again, units };
    },
  };
}

async function account({ world }: Story): Promise<Readonly<Record<string, number>>> {
  return (await monitorProgress(world.lead, { project })).account!.standings;
}

async function ruleOnAll({ world, sam }: Story): Promise<void> {
  const { items } = await rulingQueue(sam, { project, limit: 100 });
  for (const { unit } of items)
    await makeRuling(sam, {
      project,
      unit,
      answers: truthOf(unit),
      reason: 'Read again.',
      seen: null,
      idempotencyKey: `rule-${unit}`,
    });
  world.pass(10);
}

async function told({ world }: Story): Promise<readonly string[]> {
  const found = await releaseObstacles(world.lead, project);
  return found.map((one) => inEnglish(one.text));
}

describeStores('a pilot that missed its gate', (databases) => {
  const folder = lastingFolder();

  it('leaves no unit behind: the others judge them again in the full round', async () => {
    const story = await begin(databases);
    const { world } = story;
    const failed = await story.work('pilot', 5);
    expect(await closeRound(world.lead, { run: failed.run })).toMatchObject({
      left: 12,
      units: null,
    });
    expect(await account(story)).toMatchObject({ uncounted: 7, open: 5, undrawn: 48 });
    // A repeat takes units that nobody has judged, unless it is asked for others.
    const repeated = await story.work('pilot', 0);
    await closeRound(world.lead, { run: repeated.run });
    expect(repeated.again).toBe(0);
    expect(repeated.units.filter((unit) => failed.units.includes(unit))).toEqual([]);
    const left = (await showRounds(world.lead, { project })).rounds[1]!.again;
    expect(left).toBe(12);
    const full = await story.work('full', 3);
    expect([full.units.length, full.again]).toEqual([32, 12]);
    expect(full.units).toEqual(expect.arrayContaining([...failed.units]));
    const opened = (await latestAudit(world, 200)).find(
      ({ action, object }) => action === 'round-open' && object.endsWith(full.run),
    );
    expect(opened).toMatchObject({ detail: { units: 32, again: 12 } });
    await closeRound(world.lead, { run: full.run });
    expect(await account(story)).toMatchObject({ settled: 41, open: 3, uncounted: 0, undrawn: 16 });
    await ruleOnAll(story);
    expect(await told(story)).toEqual([]);
    const release = await cut(world, join(folder, `again-${world.store.kind}`));
    expect(release).toMatchObject({
      cut: true,
      leftOut: [],
      figures: { counts: { released: 44 } },
    });
  });

  it('blocks a release until its units are judged again, ruled on or left out', async () => {
    const story = await begin(databases);
    const { world } = story;
    const failed = await story.work('pilot', 5);
    await closeRound(world.lead, { run: failed.run });
    const repeated = await story.work('pilot', 0);
    await closeRound(world.lead, { run: repeated.run });
    const full = await story.work('full', 3, false);
    await closeRound(world.lead, { run: full.run });
    expect([full.units.length, full.again]).toEqual([20, 0]);
    await ruleOnAll(story);
    expect(await account(story)).toEqual({
      settled: 29,
      ruled: 8,
      excluded: 0,
      open: 0,
      awaiting: 0,
      uncounted: 7,
      undrawn: 16,
    });
    const sentences = await told(story);
    expect(sentences).toEqual([
      expect.stringMatching(
        /^Task topics: 7 units were judged, but not counting, since round pilot missed its gate: u/,
      ),
    ]);
    const out = join(folder, `left-${world.store.kind}`);
    const refused = await cut(world, out);
    expect(refused).toMatchObject({
      cut: false,
      obstacles: [{ kind: 'units', why: 'uncounted', units: 7, mayBeLeftOut: true }],
    });
    expect(await refusal(cut(world, out, { allowOpen: '  ' }))).toMatchObject([
      ['reason-required', {}],
    ]);
    const release = await cut(world, out, { allowOpen: 'The pilot was a trial.' });
    expect(release).toMatchObject({ cut: true, leftOut: [{ why: 'uncounted', units: 7 }] });
  });

  it('may have its units ruled on, also once their judgments are stale', async () => {
    const story = await begin(databases);
    const { world } = story;
    const failed = await story.work('pilot', 5);
    const closed = await closeRound(world.lead, { run: failed.run, units: { choice: 'rule' } });
    expect(closed.units).toMatchObject({ choice: 'rule', units: 12, reason: null, by: 'lena' });
    expect(await account(story)).toMatchObject({ open: 12, uncounted: 0 });
    const { items } = await rulingQueue(story.sam, { project });
    const agreed = items.find(({ agreement }) => agreement === 1)!;
    expect(agreed.reasons).toMatchObject([{ kind: 'round', round: 'pilot', why: 'chosen' }]);
    // They wait for a ruling and are not judged again.
    expect((await story.work('pilot', 0, true)).again).toBe(0);
    await ruleOnAll(story);
    expect(await account(story)).toMatchObject({ ruled: 12, open: 0 });
  });

  it('may have its units left out for a reason, which the release prints', async () => {
    const story = await begin(databases);
    const { world } = story;
    const failed = await story.work('pilot', 5);
    const exclude = { run: failed.run, choice: 'exclude' } as const;
    expect(await refusal(decideUnits(world.lead, exclude))).toEqual([
      ['gate-undecided', { round: 'pilot' }],
    ]);
    await closeRound(world.lead, { run: failed.run });
    expect(await refusal(decideUnits(world.lead, { ...exclude, reason: ' ' }))).toMatchObject([
      ['reason-required', {}],
    ]);
    expect(await refusal(decideUnits(story.anna, exclude))).toMatchObject([['role-needed', {}]]);
    const reason = 'The guideline was wrong about them.';
    expect(await decideUnits(world.lead, { ...exclude, reason })).toMatchObject({ units: 12 });
    expect(await account(story)).toMatchObject({ excluded: 12, open: 0, uncounted: 0 });
    const rulings = await world.store.read((db) => listRulings(db, { project, task: 'topics' }));
    expect(new Set(rulings.map((one) => one.reason))).toEqual(new Set([reason]));
    expect((await latestAudit(world, 1))[0]).toMatchObject({
      action: 'round-units',
      object: `run/${failed.run}`,
      detail: { round: 'pilot', attempt: 1, choice: 'exclude', units: 12, reason },
    });
    expect(await refusal(decideUnits(world.lead, { ...exclude, reason }))).toEqual([
      ['units-resolved', { round: 'pilot' }],
    ]);
  });
});
