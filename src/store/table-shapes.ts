import type { Tables } from './tables.ts';

/** The name of a table. */
export type TableName = keyof Tables;

/** What must be known to copy a table without knowing its meaning. */
export interface TableShape {
  readonly columns: readonly string[];
  /** The columns that name a row, by which rows are put in order. */
  readonly key: readonly string[];
  /** The column that the database numbers, where there is one. */
  readonly numbered: string | null;
}

/** Every table, each after those that it refers to. */
export const tableShapes = {
  workspace: shape('workspace', ['key'], ['key', 'value']),
  project: shape('project', ['id'], ['id', 'created_at']),
  protocol_version: shape(
    'protocol_version',
    ['project', 'version'],
    [
      'project',
      'version',
      'hash',
      'source',
      'guideline_version',
      'guideline_source',
      'files',
      'created_at',
      'created_by',
    ],
  ),
  account: shape(
    'account',
    ['id'],
    ['id', 'login', 'name', 'password_hash', 'language', 'keymap', 'created_at', 'disabled_at'],
  ),
  membership: shape(
    'membership',
    ['project', 'account', 'role'],
    ['project', 'account', 'role', 'created_at', 'ended_at'],
  ),
  invitation: shape(
    'invitation',
    ['id'],
    [
      'id',
      'token_hash',
      'project',
      'role',
      'created_by',
      'created_at',
      'expires_at',
      'used_at',
      'used_by',
      'revoked_at',
    ],
  ),
  session: shape(
    'session',
    ['token_hash'],
    ['token_hash', 'account', 'csrf_hash', 'created_at', 'expires_at', 'revoked_at'],
  ),
  api_token: shape(
    'api_token',
    ['id'],
    [
      'id',
      'token_hash',
      'account',
      'project',
      'name',
      'scope',
      'created_at',
      'expires_at',
      'revoked_at',
    ],
  ),
  unit: shape(
    'unit',
    ['seq'],
    ['seq', 'project', 'task', 'id', 'subject', 'fields', 'content_hash', 'created_at'],
    true,
  ),
  round_run: shape(
    'round_run',
    ['id'],
    [
      'id',
      'project',
      'round',
      'attempt',
      'task',
      'protocol_version',
      'guideline_version',
      'task_hash',
      'seed',
      'per_unit',
      'hand_out',
      'opened_at',
      'opened_by',
      'closed_at',
      'closed_by',
    ],
  ),
  run_unit: shape(
    'run_unit',
    ['run', 'unit'],
    ['run', 'unit', 'position', 'inclusion_probability'],
  ),
  slot: shape(
    'slot',
    ['id'],
    ['id', 'run', 'unit', 'ordinal', 'annotator', 'position', 'leased_until', 'judged_at'],
    true,
  ),
  draft: shape(
    'draft',
    ['run', 'unit', 'annotator'],
    ['run', 'unit', 'annotator', 'answers', 'asides', 'revision', 'updated_at'],
  ),
  judgment: shape(
    'judgment',
    ['seq'],
    [
      'seq',
      'id',
      'project',
      'task',
      'run',
      'unit',
      'annotator',
      'answers',
      'asides',
      'guideline_version',
      'task_hash',
      'at',
      'seconds',
      'supersedes',
      'idempotency_key',
      'origin',
    ],
    true,
  ),
  ruling: shape(
    'ruling',
    ['seq'],
    [
      'seq',
      'id',
      'project',
      'task',
      'unit',
      'by',
      'kind',
      'answers',
      'reason',
      'own_judgment',
      'edge_case',
      'guideline_proposal',
      'at',
      'idempotency_key',
      'original',
    ],
    true,
  ),
  waiver: shape(
    'waiver',
    ['seq'],
    ['seq', 'id', 'project', 'run', 'gate', 'by', 'reason', 'at'],
    true,
  ),
  fact: shape(
    'fact',
    ['seq'],
    ['seq', 'project', 'run', 'unit', 'annotator', 'kind', 'detail', 'at', 'idempotency_key'],
    true,
  ),
  import_log: shape(
    'import_log',
    ['seq'],
    [
      'seq',
      'id',
      'project',
      'task',
      'name',
      'content_hash',
      'format',
      'mode',
      'counts',
      'changes',
      'by',
      'at',
    ],
    true,
  ),
  audit: shape(
    'audit',
    ['seq'],
    ['seq', 'at', 'actor', 'action', 'project', 'object', 'detail', 'previous_hash', 'hash'],
    true,
  ),
} as const satisfies Readonly<Record<TableName, TableShape>>;

/** The names of all tables, each after those that it refers to. */
export const tableNames = Object.keys(tableShapes) as readonly TableName[];

function shape<Table extends TableName>(
  _: Table,
  key: readonly (keyof Tables[Table] & string)[],
  columns: readonly (keyof Tables[Table] & string)[],
  isNumbered = false,
): TableShape {
  return { columns, key, numbered: isNumbered ? key[0]! : null };
}
