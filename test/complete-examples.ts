import { loadExamples } from '../src/operations/protocol/load-examples.ts';
import { exampleStories } from '../src/operations/protocol/example-stories.ts';
import { PasswordHasher } from '../src/operations/people/password.ts';
import { projectRounds } from '../src/operations/rounds/project-rounds.ts';
import { waiveGate } from '../src/operations/rounds/waive-gate.ts';
import { makeRuling } from '../src/operations/rulings/make-ruling.ts';
import { rulingQueue } from '../src/operations/rulings/ruling-queue.ts';
import { projectProtocol } from '../src/operations/project-protocol.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { judgmentsOfUnit } from '../src/store/judging/judgments.ts';
import type { Store } from '../src/store/open-store.ts';
import { DatabaseTemplate } from './database-template.ts';

/** The lead of a workspace, with a clock that stands still and ids that count up. */
export function leadOf(store: Store, firstId = 0): WorkContext {
  let ids = firstId;
  return {
    store,
    clock: () => new Date('2026-03-02T08:00:00Z'),
    newId: () => `id-${String((ids += 1)).padStart(8, '0')}`,
    actor: { account: 'lead', login: 'lead', roleIn: () => 'lead', via: 'cli' },
  };
}

/** The ids that the lead of complete examples gives out begin after those that are in use. */
export const firstFreeId = 1_000_000;

/**
 * Puts a database with the four examples at a path, worked through to the end: nothing is left to
 * judge, every open unit has a ruling (one is excluded), and gates that are red were waived with a
 * reason. It is a copy of one that is made once.
 */
export async function putCompleteExamples(path: string): Promise<string> {
  return await complete.put(path);
}

const complete = new DatabaseTemplate(async (store) => {
  const lead = leadOf(store);
  await loadExamples(lead, new PasswordHasher({ logN: 4, r: 8, p: 1 }), 'a password', true);
  for (const { name } of exampleStories) await completeProject(lead, name);
});

async function completeProject(lead: WorkContext, project: string): Promise<void> {
  const { tasks } = await projectProtocol(lead.store, project);
  const senior = { ...lead, actor: { ...lead.actor, login: 'senior', account: 'senior' } };
  for (const task of tasks.keys()) {
    for (let isFirst = true; ; isFirst = false) {
      const { items } = await rulingQueue(senior, { project, task, limit: 200 });
      if (items.length === 0) break;
      for (const [at, { unit }] of items.entries()) {
        const place = { project, task, unit };
        const [first] = await lead.store.read((db) => judgmentsOfUnit(db, place));
        await makeRuling(senior, {
          ...place,
          ...(isFirst && at === 0 ? { exclude: true } : { answers: first!.answers }),
          reason: 'Decided after discussion. (Simulated.)',
          seen: null,
          edgeCase: at === 0,
          idempotencyKey: `complete:${task}:${unit}`,
        });
      }
    }
  }
  const { states } = await projectRounds(lead.store, project);
  for (const { needed, kind, runs } of states)
    for (const { gate } of needed && kind !== 'training' ? (runs.at(-1)?.unmet ?? []) : [])
      await waiveGate(lead, { run: runs.at(-1)!.run, gate, reason: 'Accepted. (Simulated.)' });
}
