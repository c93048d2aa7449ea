import { tableNames, tableShapes } from '../tables.ts';
import type { TableName } from '../tables.ts';
import type { RowValues } from './row-content.ts';

/**
 * How the audit log binds the rows of a table. `log`: rows are only added, numbered under the lock
 * of the logs, so that rows and entries have one order. `group`: the rows of one run are bound
 * together. `row`: each row by its key; its latest state counts.
 */
type Manner = 'log' | 'group' | 'row';

/** What of a table the audit log binds. */
export interface Coverage {
  readonly table: TableName;
  readonly manner: Manner;
  /** In the order of the table: a column added later is the last, and null in older rows. */
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /** The number that orders the rows of a log or a group, and whether the database gives it. */
  readonly number: string;
  readonly isNumbered: boolean;
  /** Which rows belong together. */
  readonly group: string;
  /** Whether rows may be deleted again, one by one. */
  readonly isRemovable: boolean;
  /** Whether a binding of a row says apart what of it never changes. */
  readonly hasLasting: boolean;
}

/** Tables that nothing binds, with the reason. Every other table is covered. */
const uncoveredTables: Partial<Record<TableName, string>> = {
  audit: 'the log itself: its entries form a chain',
  draft: 'unfinished work, overwritten while somebody types',
  own_order: 'the order in which somebody gets their units',
  staged_slot: 'how places were before an unfinished import',
  lease: 'who works on something right now',
  model_reply: 'its key is the hash of its content, which attempts carry',
};

/** Of these the content is compared all the same, with what it follows from. */
const derivedTables = new Set(['audit', 'model_reply']);
const derivedColumns = new Set(['slot.judged_at']);

/** Columns that nothing binds, with the reason. Every other column is covered. */
const uncoveredColumns: Partial<Record<TableName, Readonly<Record<string, string>>>> = {
  session: {
    expires_at: 'until when it is valid: moves with every visit',
    seen_at: 'when it was last used',
  },
  notice: {
    attempts: 'how often it was tried to send a message',
    next_at: 'when that is tried next',
    sent_at: 'when the message was sent',
    problem: 'why it was not',
  },
  staging: {
    done: 'how far unfinished work is',
    alive_until: 'until when unfinished work counts as alive',
  },
  slot: {
    position: 'the order in which somebody gets their units',
    leased_until: 'how long a claim holds',
    judged_at: 'follows from the judgments, which are covered',
  },
};

/**
 * Columns of tables of rows that the program changes. What is in no list is as it was written
 * first, and no entry can say otherwise.
 */
const changing: Partial<Record<TableName, readonly string[]>> = {
  workspace: ['value'],
  account: ['name', 'password_hash', 'language', 'keymap', 'disabled_at', 'email', 'notices'],
  membership: ['created_at', 'ended_at'],
  round_run: ['per_unit'],
  staging: ['total'],
  model_job: ['state', 'reason'],
  model_batch: [
    'phase',
    'file',
    'remote',
    'mistaken',
    'intent_at',
    'submitted_at',
    'ended_at',
    'ended',
    'notes',
  ],
};

/** Columns that are set once, and then never again. */
const setOnce: Partial<Record<TableName, readonly string[]>> = {
  invitation: ['used_at', 'used_by', 'revoked_at'],
  session: ['revoked_at'],
  password_link: ['used_at', 'revoked_at'],
  webhook: ['ended_at'],
  api_token: ['revoked_at'],
  round_run: ['closed_at', 'closed_by'],
};

/** Values of the workspace that never change. */
const lastingKeys = new Set(['id', 'created_at', 'release-secret']);

/** Tables of rows from which the program deletes some. */
const removable: readonly TableName[] = ['session', 'staging', 'notice'];

/** What is no table of the workspace, and that nothing binds either. */
const uncoveredElsewhere: readonly Unbound[] = [
  ...['unit_words', 'unit_words_end'].map((table) => ({
    table,
    column: null,
    why: 'the index for searching units, made from them',
  })),
  {
    table: 'migration',
    column: 'applied_at',
    why: 'when a step was taken; a copy has times of its own',
  },
  { table: 'sqlite_sequence', column: null, why: 'the last numbers that SQLite gave' },
];

/** Something that the audit log does not bind. */
export interface Unbound {
  readonly table: string;
  /** Null for a whole table. */
  readonly column: string | null;
  readonly why: string;
}

/** Everything that nothing compares: neither the log binds it, nor does it follow from the rest. */
export const unbound: readonly Unbound[] = [
  ...Object.entries(uncoveredTables)
    .filter(([table]) => !derivedTables.has(table))
    .map(([table, why]) => ({ table, column: null, why })),
  ...Object.entries(uncoveredColumns).flatMap(([table, columns]) =>
    Object.entries(columns)
      .filter(([column]) => !derivedColumns.has(`${table}.${column}`))
      .map(([column, why]) => ({ table, column, why })),
  ),
  ...uncoveredElsewhere,
].toSorted((a, b) => (a.table < b.table ? -1 : Number(a.table > b.table)));

/** Columns that change all the time; who changes them for good calls `bindGroup`. */
const claimedColumns: Partial<Record<TableName, readonly string[]>> = { slot: ['annotator'] };

/** Insert-only tables that are numbered under the lock of the logs. */
const logs: readonly TableName[] = [
  'unit',
  'judgment',
  'ruling',
  'waiver',
  'fact',
  'note',
  'import_log',
  'model_attempt',
];

/** Large tables of runs, by the column that orders the rows of one run. */
const groups: Partial<Record<TableName, string>> = { run_unit: 'position', slot: 'id' };

/** The row of the workspace that says where the log ends: it moves with every entry. */
export const auditHeadKey = 'audit-head';

/** Every covered table. */
export const coverages: readonly Coverage[] = tableNames
  .filter((table) => uncoveredTables[table] === undefined)
  .map((table) => {
    const { key, columns, numbered } = tableShapes[table];
    const uncovered = uncoveredColumns[table] ?? {};
    const single = groups[table] === undefined ? 'row' : 'group';
    const manner = logs.includes(table) ? 'log' : single;
    return {
      table,
      manner,
      columns: columns.filter((name) => uncovered[name] === undefined),
      key,
      number: groups[table] ?? key[0]!,
      isNumbered: numbered === (groups[table] ?? key[0]!),
      group: 'run',
      isRemovable: removable.includes(table),
      hasLasting: manner === 'row' && changing[table] !== undefined,
    };
  });

const byTable = new Map<string, Coverage>(coverages.map((one) => [one.table, one]));

/** What of a table is bound; undefined when nothing is. */
export function coverageOf(table: string): Coverage | undefined {
  return byTable.get(table);
}

/** Whether setting these columns of a covered table changes what is bound. */
export function bindsColumns({ table, columns }: Coverage, set: readonly string[]): boolean {
  const claimed = claimedColumns[table] ?? [];
  return set.some((name) => columns.includes(name) && !claimed.includes(name));
}

/** What of a row lasts; the values that may change are null. */
export function lastingOf(coverage: Coverage, row: RowValues, wasNull?: WasNull): RowValues {
  return row.map((value, at) => (lasts(coverage, row, at, wasNull) ? value : null));
}

/** Whether a value was null when the row was bound, by its place. */
type WasNull = (at: number) => boolean;

/** Whether a value of a row is as it was when the row was bound. */
export function lasts(
  { table, columns }: Coverage,
  row: RowValues,
  at: number,
  wasNull: WasNull = () => false,
): boolean {
  const name = columns[at]!;
  if (setOnce[table]?.includes(name) === true) return !wasNull(at);
  if (table === 'workspace' && lastingKeys.has(String(row[0]))) return true;
  return changing[table]?.includes(name) !== true;
}

/** Whether a row of a covered table is left out, given its values in the order of the columns. */
export function isLeftOut({ table }: Coverage, values: readonly unknown[]): boolean {
  return table === 'workspace' && values[0] === auditHeadKey;
}
