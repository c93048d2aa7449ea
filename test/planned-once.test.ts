import { DatabaseSync, constants } from 'node:sqlite';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it, onTestFinished, vi } from 'vitest';
import { saveDraft } from '../src/operations/judging/save-draft.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { testDatabases } from './stores.ts';
import {
  judgeNext,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from './work-world.ts';

const { open } = testDatabases('sqlite');

// A value that is compared with the condition of a partial index is part of the plan: SQLite then
// plans the query again on every run, which takes four times as long as running it.
it.each(['balanced', 'open'] as const)(
  'judging in a round that is %s plans each query once',
  async (handOut) => {
    const store = await open();
    const world = await makeWorld(store);
    await makeProject(
      world,
      protocolContent({ rounds: '  full: { kind: full, annotators: 1 }' }),
      20,
    );
    const anna = await world.person('anna');
    await world.person('ben');
    const wanted = { project, round: 'full', seed: 1, handOut, annotators: ['anna', 'ben'] };
    const { run } = await openRound(world.lead, wanted);
    const queries = noteQueries();
    const { unit } = (await nextUnits(anna, { run: run.id, count: 3 })).units[0]!;
    await saveDraft(anna, { run: run.id, unit, answers: { A: 1 }, asides: {}, revision: 1 });
    await judgeNext(anna, run.id, truthOf);
    await judgeNext(anna, run.id, truthOf);
    expect(queries.size).toBeGreaterThan(10);
    expect(plannedAgain(store.address, [...queries])).toEqual([]);
  },
);

/** The queries with values that are prepared from now on. */
function noteQueries(): ReadonlySet<string> {
  const queries = new Set<string>();
  const { prepare } = BetterSqlite3.prototype;
  function noted(this: BetterSqlite3.Database, text: string) {
    if (text.includes('?')) queries.add(text);
    return prepare.call(this, text);
  }
  const noting = vi.spyOn(BetterSqlite3.prototype, 'prepare').mockImplementation(noted as never);
  onTestFinished(() => noting.mockRestore());
  return queries;
}

/** Those that SQLite asks the authorizer about once more after they were prepared. */
function plannedAgain(file: string, queries: readonly string[]): readonly string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  onTestFinished(() => database.close());
  let asked = 0;
  database.setAuthorizer(() => {
    asked += 1;
    return constants.SQLITE_OK;
  });
  return queries.filter((text) => {
    const statement = database.prepare(text);
    const before = asked;
    try {
      statement.all(...Array.from(text.matchAll(/\?/g), () => '1'));
    } catch {
      // It would write, or the value is of another type: by then it was planned.
    }
    return asked > before;
  });
}
