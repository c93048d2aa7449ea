import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';

/** When a process is killed: an import has staged rows, files have grown, or a copy has units. */
export type Moment =
  | { readonly staged: string }
  | { readonly grown: string }
  | { readonly filled: string };

const value = process.env['ASSAY_KILL_ONCE'];
if (value !== undefined) {
  // Processes that this one starts live on.
  delete process.env['ASSAY_KILL_ONCE'];
  const look = lookAt(JSON.parse(value) as Moment);
  // Between two steps of the work, so that nothing depends on how busy the machine is.
  const next = async (): Promise<void> => {
    if (await look()) process.kill(process.pid, 'SIGKILL');
    setTimeout(() => void next(), 1).unref();
  };
  void next();
}

function lookAt(moment: Moment): () => Promise<boolean> | boolean {
  if ('staged' in moment) {
    const database = new BetterSqlite3(moment.staged, { readonly: true });
    const staged = database.prepare('select 1 from staging where done > 0');
    return () => staged.get() !== undefined;
  }
  if ('grown' in moment)
    return () =>
      existsSync(moment.grown) &&
      readdirSync(moment.grown).some((name) => {
        // A journal may have gone since its folder was read.
        const file = statSync(join(moment.grown, name), { throwIfNoEntry: false });
        return (file?.size ?? 0) > 1_000_000;
      });
  const client = new pg.Client(moment.filled);
  const connected = client.connect();
  return async () => {
    await connected;
    const units = client.query('select 1 from assay_filling.unit limit 1');
    return await units.then(
      ({ rowCount }) => rowCount === 1,
      () => false,
    );
  };
}
