import { serve } from '../src/server/serve.ts';
import { standardErrorLog } from '../src/server/log.ts';

// A server as a process of its own, as `assay serve` runs it: node bench/server-process.ts
// <database>. Says where it is in one line.
const database = process.argv[2];
if (database === undefined) throw new Error('Name the database');
const level = process.env['ASSAY_LOG'] === 'error' ? 'error' : 'info';
const log = standardErrorLog(level);
const server = await serve({ database, host: '127.0.0.1', port: 0, protocols: [], log });
process.stdout.write(`${JSON.stringify({ address: server.address })}\n`);
process.once('SIGTERM', () => void server.close());
