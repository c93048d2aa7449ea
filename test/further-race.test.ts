import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { InputError } from '../src/domain/fault.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { saveJudgment } from '../src/operations/judging/save-judgment.ts';
import { addAnnotator } from '../src/operations/rounds/add-annotator.ts';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { removeAnnotator } from '../src/operations/rounds/remove-annotator.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import type { Store } from '../src/store/open-store.ts';
import { verifyAudit } from '../src/store/workspace/audit-verification.ts';
import { canonicalJson } from '../src/domain/canonical-json.ts';
import { describeStores } from './stores.ts';
import type { TestDatabases } from './stores.ts';
import { isThorough } from './tries.ts';
import {
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
  wrongOf,
} from './work-world.ts';
import type { WorkWorld } from './work-world.ts';
import { judgmentRows, slotRows } from './record-rows.ts';

const rounds = '  full: { annotators: 2..3, further: { on: disagreement } }';
const logins = Array.from({ length: 7 }, (_, at) => `annotator-${at + 1}`);

interface Race {
  readonly world: WorkWorld;
  readonly address: string;
  readonly run: string;
  readonly people: readonly WorkContext[];
}

async function begin(
  databases: TestDatabases,
  units: number,
  names: readonly string[],
  handOut: 'balanced' | 'open',
): Promise<Race> {
  const address = await databases.address();
  const world = await makeWorld(await databases.openAt(address));
  await makeProject(world, protocolContent({ rounds }), units);
  const people: WorkContext[] = [];
  for (const name of names) people.push(await world.person(name));
  const { run } = await openRound(world.lead, { project, round: 'full', seed: 5, handOut });
  return { world, address, run: run.id, people };
}

/**
 * What must hold of a run of 2..3, whatever happened: two first judges on every unit; a third place
 * exactly where, at some moment of the log, both had judged and differed; nobody twice; and every
 * judgment marked as its place is.
 */
async function provePlaces(store: Store, run: string): Promise<{ readonly thirds: number }> {
  const slots = await store.read((db) => slotRows(db, run));
  const judgments = await store.read((db) => judgmentRows(db, { project, run }));
  const byUnit = new Map<string, typeof slots>();
  for (const slot of slots) byUnit.set(slot.unit, [...(byUnit.get(slot.unit) ?? []), slot]);
  let thirds = 0;
  for (const [unit, own] of byUnit) {
    const first = own.filter((slot) => slot.further === null);
    const late = own.filter((slot) => slot.further !== null);
    expect([unit, first.map((slot) => slot.ordinal)]).toEqual([unit, [1, 2]]);
    const names = own.flatMap((slot) => slot.annotator ?? []);
    expect(new Set(names).size).toBe(names.length);
    const latest = new Map<string, string>();
    let differed = false;
    for (const judged of judgments) {
      if (judged.unit !== unit) continue;
      const place = own.find((slot) => slot.annotator === judged.annotator);
      expect([unit, judged.annotator, judged.asides.further ?? null]).toEqual([
        unit,
        judged.annotator,
        place?.further,
      ]);
      if (place?.further !== null) continue;
      latest.set(judged.annotator, canonicalJson(judged.answers));
      differed ||= latest.size === 2 && new Set(latest.values()).size === 2;
    }
    expect([unit, late.map((slot) => slot.ordinal)]).toEqual([unit, differed ? [3] : []]);
    thirds += late.length;
  }
  expect((await verifyAudit(store)).faults).toEqual([]);
  return { thirds };
}

/** What somebody is to judge next; nothing once they were taken out of the round. */
async function openOf(who: WorkContext, run: string): Promise<readonly string[]> {
  try {
    return (await nextUnits(who, { run, count: 2 })).units.map((one) => one.unit);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    expect(error.faults.map((one) => one.code)).toEqual(['not-in-round']);
    return [];
  }
}

/** Judges until there is nothing left, contrary to others now and then, and corrects some. */
async function work(who: WorkContext, run: string, share: number): Promise<void> {
  const random = seededRandom(`${who.actor.login} race`);
  for (;;) {
    const units = await openOf(who, run);
    if (units.length === 0) return;
    for (const unit of units) {
      const answer = random.next() < share ? wrongOf : truthOf;
      try {
        const { id } = await saveJudgment(who, {
          run,
          unit,
          answers: answer(unit),
          idempotencyKey: `${unit} first`,
          seconds: 1,
        });
        if (random.next() < 0.3)
          await saveJudgment(who, {
            run,
            unit,
            answers: random.next() < share ? wrongOf(unit) : truthOf(unit),
            idempotencyKey: `${unit} again`,
            supersedes: id,
          });
      } catch (error) {
        // It went to somebody else while people came and went.
        if (!(error instanceof InputError)) throw error;
        if (!error.faults.every((one) => one.code === 'not-assigned')) throw error;
      }
    }
  }
}

describeStores('places for a third', (databases) => {
  it.each(['balanced', 'open'] as const)(
    'are exactly those that the log asks for, with two servers, corrections, comers and goers (%s)',
    async (handOut) => {
      const { world, address, run, people } = await begin(databases, 40, logins, handOut);
      const other = await databases.openAt(address);
      const onEither = people.map((who, at) => (at % 2 === 0 ? who : { ...who, store: other }));
      const changes = async (): Promise<void> => {
        const gone = { run, annotator: logins.at(-1)! };
        await removeAnnotator(world.lead, gone).catch(refused);
        await world.person('late');
        await addAnnotator({ ...world.lead, store: other }, { run, annotator: 'late' });
      };
      await Promise.all([...onEither.map((who) => work(who, run, 0.3)), changes()]);
      const late = { ...world.lead, actor: { ...people[0]!.actor, login: 'late' } };
      for (let turn = 0; turn < 2; turn += 1)
        for (const who of [...people, late]) await work(who, run, 0.3);
      const { thirds } = await provePlaces(world.store, run);
      expect(thirds).toBeGreaterThan(5);
      const slots = await world.store.read((db) => slotRows(db, run));
      expect(slots.filter((slot) => slot.judgedAt === null)).toEqual([]);
      expect(await closeRound(world.lead, { run })).toMatchObject({ judged: 80 + thirds });
    },
  );

  it('are asked once when both first judges save in the same moment', async () => {
    const { world, address, run, people } = await begin(databases, 12, logins, 'balanced');
    const other = await databases.openAt(address);
    const slots = await world.store.read((db) => slotRows(db, run));
    await Promise.all(
      slots.map(async ({ unit, annotator, ordinal }) => {
        const who = people.find((one) => one.actor.login === annotator)!;
        const answers = ordinal === 1 ? truthOf(unit) : wrongOf(unit);
        const store = ordinal === 1 ? world.store : other;
        await saveJudgment({ ...who, store }, { run, unit, answers, idempotencyKey: 'one' });
      }),
    );
    expect(await provePlaces(world.store, run)).toEqual({ thirds: 12 });
  });

  it('are neither lost nor doubled by those who are killed', { timeout: 240_000 }, async () => {
    const names = ['plain-1', 'plain-2', 'plain-3', 'contrary-1', 'contrary-2'];
    const kills = isThorough ? 6 : 3;
    const { world, address, run } = await begin(databases, 60, names, 'balanced');
    const random = seededRandom('further-crash');
    for (let at = 0; at < kills; at += 1) {
      await killedWork(address, run, names, 8 + random.integer(30));
      await provePlaces(world.store, run);
    }
    // Whoever is done may be asked again, since others judge later.
    for (let turn = 0; turn < 3; turn += 1)
      expect(await killedWork(address, run, names, Infinity)).toBe(true);
    const { thirds } = await provePlaces(world.store, run);
    expect(thirds).toBeGreaterThan(10);
    expect(await closeRound(world.lead, { run })).toMatchObject({ judged: 120 + thirds });
  });
});

function refused(error: unknown): void {
  if (!(error instanceof InputError)) throw error;
}

/** Lets everybody work in a process that is killed after so many judgments; whether it ended. */
async function killedWork(
  address: string,
  run: string,
  names: readonly string[],
  most: number,
): Promise<boolean> {
  const claimer = fileURLToPath(new URL('work-claimer.ts', import.meta.url));
  const child = spawn(process.execPath, [claimer, address, run, ...names], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let [saved, done] = [0, false];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    if (line === 'done') done = true;
    else saved += 1;
    if (saved === most) child.kill('SIGKILL');
  });
  await Promise.all([once(child, 'exit'), once(lines, 'close')]);
  return done;
}
