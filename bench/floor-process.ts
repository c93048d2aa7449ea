import Fastify from 'fastify';
import { sql } from 'kysely';
import { openStore } from '../src/store/open-store.ts';

// The floor under the load benchmark: Fastify with nothing around it, and the same group commit,
// inserting one row per request into the same kind of database:
// node bench/floor-process.ts <database>. Whatever the real server does more is what its accounts,
// checks, slots and audit log cost.
const database = process.argv[2];
if (database === undefined) throw new Error('Name the database');
const store = await openStore(database);
await store.write((tx) =>
  sql`create table if not exists floor (key text primary key, body text not null)`.execute(tx),
);
const insert = await store.read(async (db) =>
  sql`insert into floor (key, body) values (${'key'}, ${'body'})`.compile(db),
);

const fastify = Fastify({ logger: false });
fastify.post('/api/runs/:run/units/:unit/judgments', async (request, reply) => {
  const body = request.body as { readonly idempotency_key: string };
  await store.write((tx) =>
    tx.executeQuery({ ...insert, parameters: [body.idempotency_key, JSON.stringify(body)] }),
  );
  return reply.code(201).send({ key: body.idempotency_key });
});
fastify.get('/healthz', async () => ({ status: 'ok' }));
process.stdout.write(
  `${JSON.stringify({ address: await fastify.listen({ host: '127.0.0.1', port: 0 }) })}\n`,
);
process.once('SIGTERM', () => void fastify.close().then(() => store.close()));
