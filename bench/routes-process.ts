import { serve } from '../src/server/serve.ts';
import { watchLoop } from './loop-turns.ts';
import type { LongestTurn } from './loop-turns.ts';

/** What the process is told, and what it answers. */
export type LoopOrder = 'watch' | 'report';
export type LoopReport =
  | { readonly address: string; readonly routes: readonly string[] }
  | { readonly watching: true }
  | LongestTurn;

// A server as a process of its own, which says how long its loop was held between two orders:
// node bench/routes-process.ts <database>.
const database = process.argv[2];
if (database === undefined || process.send === undefined)
  throw new Error('Fork it, with a database');
const tell = (report: LoopReport): void => void process.send!(report);
const server = await serve({
  database,
  host: '127.0.0.1',
  port: 0,
  protocols: [],
  log: { level: 'error', write: (line: string) => process.stderr.write(line) },
  notices: { mail: null, allowsPrivate: true },
});
let end: () => void = () => undefined;
process.on('message', (order: LoopOrder) => {
  if (order === 'report') return end();
  const over = new Promise<void>((resolve) => (end = resolve));
  void watchLoop(() => over).then(({ loop, turn }) => tell({ loop, turn }));
  return tell({ watching: true });
});
process.once('SIGTERM', () => {
  process.disconnect();
  // Processes that are kept for reading files would keep this one.
  void server.close().then(() => process.exit());
});
tell({ address: server.address, routes: server.app.routes });
