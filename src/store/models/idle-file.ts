/**
 * Whether the file of a workspace may have batches to look after, by one query and next to nothing
 * loaded. True also if anything about it is odd, which opening it will report.
 */
export async function mayHaveBatches(file: string): Promise<boolean> {
  try {
    const { default: BetterSqlite3 } = await import('better-sqlite3');
    const database = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
    try {
      const running = `select 1 from model_job where state = 'running' and mode = 'batch' limit 1`;
      return database.prepare(running).get() !== undefined;
    } finally {
      database.close();
    }
  } catch {
    // No such file, no such table, a damaged file.
    return true;
  }
}
