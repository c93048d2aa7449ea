import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import { verifyAudit } from '../src/store/workspace/audit-verification.ts';
import { describeStores } from './stores.ts';
import { isThorough } from './tries.ts';
import { makeProject, makeWorld, project, protocolContent } from './work-world.ts';
import { judgmentRows, slotRows } from './record-rows.ts';

/** How many units there are, each judged by three, and how often their annotators are killed. */
const units = isThorough ? 300 : 120;
const kills = isThorough ? 5 : 3;
/** They are killed at the tenth acknowledged judgment at the earliest, before so many more. */
const range = isThorough ? 100 : 80;

const logins = Array.from({ length: 8 }, (_, at) => `annotator-${at + 1}`);

/**
 * Starts the annotators and kills them when so many judgments were acknowledged; says which, and
 * whether they were done by themselves.
 */
async function killedWork(
  address: string,
  run: string,
  most: number,
): Promise<{ readonly acknowledged: readonly string[]; readonly done: boolean }> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('work-claimer.ts', import.meta.url)), address, run, ...logins],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const acknowledged: string[] = [];
  let done = false;
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    if (line === 'done') done = true;
    else acknowledged.push(line.replace('saved ', ''));
    if (acknowledged.length === most) child.kill('SIGKILL');
  });
  await Promise.all([once(child, 'exit'), once(lines, 'close')]);
  return { acknowledged, done };
}

describeStores('annotators who are killed while they claim, draft and judge', (databases) => {
  it('lose nothing acknowledged, and each unit is judged by exactly three in the end', async () => {
    const address = await databases.address();
    const world = await makeWorld(await databases.openAt(address));
    await makeProject(
      world,
      protocolContent({
        rounds: '  full: { units: all, annotators: 3, gate: ["percent_agreement >= 1 overall"] }',
      }),
      units,
    );
    for (const login of logins) await world.person(login);
    const { run } = await openRound(world.lead, {
      project,
      round: 'full',
      seed: 3,
      handOut: 'open',
    });
    const random = seededRandom('work-crash');
    const acknowledged: string[] = [];
    for (let round = 0; round < kills; round += 1) {
      const killed = await killedWork(address, run.id, 10 + random.integer(range));
      acknowledged.push(...killed.acknowledged);
    }
    expect(acknowledged.length).toBeGreaterThan(50);
    // What was claimed when they were killed is still theirs, so that they can finish.
    expect((await killedWork(address, run.id, Infinity)).done).toBe(true);

    const judgments = await world.store.read((db) => judgmentRows(db, { project, run: run.id }));
    const kept = new Set(judgments.map((one) => one.id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    expect(new Set(judgments.map((one) => `${one.unit} ${one.annotator}`)).size).toBe(3 * units);
    expect(judgments).toHaveLength(3 * units);
    const slots = await world.store.read((db) => slotRows(db, run.id));
    const judged = new Set(judgments.map((one) => `${one.unit} ${one.annotator}`));
    expect(
      slots.filter(
        (slot) => slot.judgedAt === null || !judged.has(`${slot.unit} ${slot.annotator}`),
      ),
    ).toEqual([]);
    expect((await verifyAudit(world.store)).faultCount).toBe(0);
    expect(await closeRound(world.lead, { run: run.id })).toMatchObject({
      judged: 3 * units,
      wanted: 3 * units,
    });
  });
});
