import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { bodyOf, temporaryServer } from './server-harness.ts';
import { addProject, openTestRound } from './server-project.ts';

it('names a damaged row in place of an internal error', async () => {
  const server = await temporaryServer();
  await addProject(server.workspace, 'pets', 10);
  const lea = await server.person('lea', { pets: 'lead' });
  const anna = await server.person('anna', { pets: 'annotator' });
  await server.person('ben', { pets: 'annotator' });
  const run = await openTestRound(server.workspace, 'pets', 'pilot', ['anna', 'ben']);
  const { units } = bodyOf<{ units: { unit: string }[] }>(
    await anna.get(`/api/runs/${run}/next?count=1`),
  );
  const unit = units[0]!.unit;
  bodyOf(
    await anna.post(`/api/runs/${run}/units/${unit}/judgments`, {
      answers: { cat: true, dog: false },
      idempotency_key: 'one',
    }),
    201,
  );
  const database = new BetterSqlite3(server.workspace.store.address);
  database.exec(`drop trigger judgment_no_update; update judgment set answers = '{"cat":'`);
  database.close();
  const reply = await lea.get(`/api/projects/pets/rounds`);
  expect([reply.statusCode, reply.body]).toEqual([500, expect.stringContaining('row-damaged')]);
  expect(reply.body).toContain(`row ${unit} / anna is damaged`);
});
