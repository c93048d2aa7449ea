import type {
  CompiledQuery,
  DatabaseConnection,
  DeleteQueryNode,
  InsertQueryNode,
  OperationNode,
  QueryResult,
  RootOperationNode,
  UpdateQueryNode,
} from 'kysely';
import type { Bindings } from './workspace/bindings.ts';
import { bindsColumns, coverageOf } from './workspace/coverage.ts';
import type { Coverage } from './workspace/coverage.ts';
import type { RowValues } from './workspace/row-content.ts';

type Connection = Pick<DatabaseConnection, 'executeQuery'>;

/**
 * Runs a query of a write. If it changes a covered table, the changed rows are returned by the same
 * statement and noted, so that the audit log binds them whatever operation wrote them.
 */
export function executeBound<Row>(
  query: CompiledQuery,
  bindings: Bindings,
  connection: Connection,
): Promise<QueryResult<Row>> {
  const change = bindings.isOff ? null : changeOf(query.query);
  return change === null
    ? connection.executeQuery<Row>(query)
    : executeChange(query, change, bindings, connection);
}

async function executeChange<Row>(
  query: CompiledQuery,
  change: Change,
  bindings: Bindings,
  connection: Connection,
): Promise<QueryResult<Row>> {
  const { rows } = await connection.executeQuery<Readonly<Record<string, unknown>>>({
    ...query,
    sql: query.sql + change.returning,
  });
  noteChange(change, rows.map(change.values), bindings);
  if (!change.hasOwnReturning) return { rows: [], numAffectedRows: BigInt(rows.length) };
  for (const row of rows) for (const name of change.names) Reflect.deleteProperty(row, name);
  return { rows: rows as Row[], numAffectedRows: BigInt(rows.length) };
}

/** A change to a covered table. */
interface Change {
  readonly kind: 'insert' | 'update' | 'delete';
  readonly coverage: Coverage;
  /** What is added to the query, so that it returns the rows. */
  readonly returning: string;
  readonly names: readonly string[];
  readonly hasOwnReturning: boolean;
  readonly values: (row: Readonly<Record<string, unknown>>) => RowValues;
}

function noteChange(
  { kind, coverage }: Change,
  rows: readonly RowValues[],
  bindings: Bindings,
): void {
  if (coverage.manner === 'log') {
    const at = coverage.columns.indexOf(coverage.number);
    if (kind === 'delete')
      bindings.withdrawn(
        coverage,
        rows.map((row) => Number(row[at])),
      );
    else bindings.added(coverage, rows);
  } else if (coverage.manner === 'group')
    for (const [group] of rows) bindings.changedGroup(coverage, String(group));
  else
    for (const values of rows)
      if (kind === 'delete') bindings.deleted(coverage, values);
      else bindings.changed(coverage, values);
}

/** By the root of the query; a prepared one keeps its root. */
const changes = new WeakMap<RootOperationNode, Change | 'none'>();

function changeOf(node: RootOperationNode): Change | null {
  if (node.kind === 'SelectQueryNode' || node.kind === 'RawNode') return null;
  const known = changes.get(node) ?? findChange(node) ?? 'none';
  changes.set(node, known);
  return known === 'none' ? null : known;
}

function findChange(node: OperationNode): Change | null {
  if (isInsert(node)) return describeChange('insert', node.into, node);
  if (isUpdate(node)) {
    const set = (node.updates ?? []).map(({ column }) => nameIn(column));
    return describeChange('update', node.table, node, set);
  }
  return isDelete(node) ? describeChange('delete', node.from.froms[0], node) : null;
}

function describeChange(
  kind: Change['kind'],
  table: OperationNode | undefined,
  node: { readonly returning?: object },
  set: readonly string[] | null = null,
): Change | null {
  const name = nameIn(table);
  const coverage = coverageOf(name);
  if (coverage === undefined || (set !== null && !bindsColumns(coverage, set))) return null;
  if (coverage.manner === 'row' && set?.some((one) => coverage.key.includes(one)))
    throw new Error(`The key of ${name} names its rows in the audit log and never changes`);
  const columns = coverage.manner === 'group' ? [coverage.group] : coverage.columns;
  const names = columns.map((column) => `bound_${column}`);
  const list = columns.map((column, at) => `"${name}"."${column}" as "${names[at]!}"`).join(', ');
  const hasOwnReturning = node.returning !== undefined;
  return {
    kind,
    coverage,
    returning: `${hasOwnReturning ? ',' : ' returning'} ${list}`,
    names,
    hasOwnReturning,
    values: (row) => names.map((one) => (row[one] ?? null) as RowValues[number]),
  };
}

function isInsert(node: OperationNode): node is InsertQueryNode {
  return node.kind === 'InsertQueryNode';
}

function isUpdate(node: OperationNode): node is UpdateQueryNode {
  return node.kind === 'UpdateQueryNode';
}

function isDelete(node: OperationNode): node is DeleteQueryNode {
  return node.kind === 'DeleteQueryNode';
}

/** The name of a table or column: the innermost identifier. */
function nameIn(node: unknown): string {
  let inner = node as { name?: unknown } & Readonly<Record<string, unknown>>;
  while (inner !== undefined && typeof inner.name !== 'string')
    inner = (inner['table'] ?? inner['column'] ?? inner['identifier']) as typeof inner;
  return inner?.name as string;
}
