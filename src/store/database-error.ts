import type { TextCode } from '../domain/texts.ts';
import { codedText } from '../domain/text-values.ts';
import { fault, InputError } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';

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
  const found = failure instanceof Error ? databaseFault(failure, database) : null;
  return found === null ? failure : Object.assign(new InputError([found]), { cause: failure });
}

/** The address of a database without its password, for messages. */
export function shownAddress(url: string): string {
  // A password may contain an @, or come at the end: …/assay?password=….
  return url
    .replace(/^(postgres(?:ql)?:\/\/[^:@/]*):[^/]*@/, '$1:…@')
    .replace(/([?&]password=)[^&]*/, '$1…');
}

function databaseFault(failure: Error, database: string): Fault | null {
  const code = failureCode(failure);
  // The first two words of a code such as SQLITE_IOERR_WRITE say what failed, the rest where.
  const kind = code.split('_', 2).join('_');
  const known = unfitReasons[kind];
  if (known !== undefined)
    return fault('database-unfit', { database, reason: codedText(known, { code }) });
  if (kind === 'SQLITE_BUSY') return fault('database-locked', { database });
  if (kind !== 'SQLITE_CORRUPT') return null;
  return fault('database-damaged', { database, reason: failure.message });
}

/** What makes a database unusable until somebody acts; no data is lost. */
const unfitReasons: Readonly<Record<string, TextCode>> = {
  SQLITE_FULL: 'database-full',
  SQLITE_READONLY: 'database-read-only',
  SQLITE_CANTOPEN: 'database-unopened',
  SQLITE_NOTADB: 'not-a-database',
  SQLITE_IOERR: 'disk-failure',
  // Those of PostgreSQL.
  '25006': 'database-read-only',
  '53100': 'database-full',
};
