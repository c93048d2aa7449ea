import { fault, InputError } from '../domain/fault.ts';

/** Whether a failure says that a row violates a constraint: key, reference, range or type. */
export function isBrokenRule(failure: unknown): boolean {
  const code = failureCode(failure);
  return /^2[23]/.test(code) || code.startsWith('SQLITE_CONSTRAINT') || code === 'SQLITE_MISMATCH';
}

/** The code that the database or the system gave. */
export function failureCode(failure: unknown): string {
  return failure instanceof Error && 'code' in failure ? String(failure.code) : '';
}

/** A failure as a fault, if it is about the database and not about the query. */
export function explainFailure(failure: unknown, database: string): unknown {
  if (failure instanceof InputError) return failure;
  const told = toldBy(failure, database);
  if (told !== null && failure instanceof Error) told.cause = failure;
  return told ?? failure;
}

/** The address of a database without its password, for messages. */
export function shownAddress(url: string): string {
  // A password may hold an @, or stand at the end: …/assay?password=….
  return url
    .replace(/^(postgres(?:ql)?:\/\/[^:@/]*):[^/]*@/, '$1:…@')
    .replace(/([?&]password=)[^&]*/, '$1…');
}

function toldBy(failure: unknown, database: string): InputError | null {
  const code = failureCode(failure);
  // Of a code such as SQLITE_IOERR_WRITE the first two words say what it is, and the rest where.
  const kind = code.split('_', 2).join('_');
  const reason = unfitReasons[kind];
  if (reason !== undefined)
    return new InputError([
      fault('database-unfit', {
        database,
        reason: kind === 'SQLITE_IOERR' ? `${reason} (${code})` : reason,
      }),
    ]);
  if (kind === 'SQLITE_BUSY') return new InputError([fault('database-locked', { database })]);
  if (kind === 'SQLITE_CORRUPT')
    return new InputError([
      fault('database-damaged', {
        database,
        reason: failure instanceof Error ? failure.message : code,
      }),
    ]);
  return null;
}

/** What makes a database unusable until somebody acts; no data is lost. */
const unfitReasons: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'no space is left on the disk',
  SQLITE_READONLY: 'it may only be read',
  SQLITE_CANTOPEN: 'the file cannot be opened, or nothing may be written beside it',
  SQLITE_NOTADB: 'it is not a database file',
  SQLITE_IOERR: 'the disk is full, or could not be read or written',
  // Those of PostgreSQL.
  '25006': 'it may only be read',
  '53100': 'no space is left on the disk',
};
