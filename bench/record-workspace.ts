import { openWorkspace } from '../src/operations/workspace.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import type { NewJudgment } from '../src/store/judging/judgments.ts';
import { insertJudgments } from '../src/store/judging/insert-judgments.ts';
import { answersFor, prepareWorkspace, project } from './server-workspace.ts';
import type { LoadLevel } from './server-workspace.ts';

/**
 * Makes a workspace in which three annotators have judged all units but the last few of each, over
 * six weeks; they differ on about one answer in thirty. What is left is for saves while something
 * is measured.
 */
export async function prepareJudged(
  database: string,
  units: number,
  kept = 5000,
): Promise<LoadLevel> {
  const [level] = await prepareWorkspace(database, units, [3]);
  const { run, clients } = level!;
  const { store, clock, newId } = await openWorkspace(database);
  try {
    const facts = await store.read((db) =>
      db
        .selectFrom('round_run')
        .select(['task', 'guideline_version', 'task_hash'])
        .where('id', '=', run)
        .executeTakeFirstOrThrow(),
    );
    const random = seededRandom('differences');
    const start = clock().getTime() - 42 * 24 * 3_600_000;
    const done = clients[0]!.units.length - kept;
    for (let from = 0; from < done; from += 10_000) {
      const judgments: NewJudgment[] = [];
      for (let number = from; number < Math.min(done, from + 10_000); number += 1) {
        const at = new Date(
          start + Math.floor((number / done) * 41 * 24 * 3_600_000),
        ).toISOString();
        clients.forEach(({ units: own }, person) => {
          const unit = own[number]!;
          const agreed = answersFor(Number(unit.slice(unit.lastIndexOf('-') + 1)));
          const answers =
            random.next() < 0.4
              ? {
                  ...agreed,
                  [`Label${String(1 + random.integer(14)).padStart(2, '0')}`]: random.integer(3),
                }
              : agreed;
          judgments.push({
            id: newId(),
            project,
            task: facts.task,
            run,
            unit,
            annotator: annotatorOf(person),
            answers,
            asides: {},
            guideline: facts.guideline_version,
            taskHash: facts.task_hash,
            at,
            seconds: 300 + random.integer(900),
            idempotencyKey: `${unit}/${person}`,
            origin: 'workbench',
          });
        });
      }
      await store.write((tx) => insertJudgments(tx, judgments));
    }
    await store.write((tx) =>
      tx
        .updateTable('slot')
        .set({ judged_at: clock().toISOString() })
        .where('run', '=', run)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('judgment')
              .select('judgment.seq')
              .whereRef('judgment.unit', '=', 'slot.unit')
              .whereRef('judgment.annotator', '=', 'slot.annotator')
              .where('judgment.task', '=', facts.task),
          ),
        )
        .execute(),
    );
  } finally {
    await store.close();
  }
  return {
    ...level!,
    clients: clients.map((client) => ({ ...client, units: client.units.slice(-kept) })),
  };
}

function annotatorOf(person: number): string {
  return `annotator-${String(person + 1).padStart(3, '0')}`;
}
