import type { TableName } from '../tables.ts';
import { coverageOf, coverages, isLeftOut, lastingOf } from './coverage.ts';
import type { Coverage } from './coverage.ts';
import { groupsOf, readCovered } from './covered-rows.ts';
import { printRanges } from './number-ranges.ts';
import { rowsContent } from './row-content.ts';
import type { RowsContent, RowValues } from './row-content.ts';
import type { WriteTransaction } from '../tables.ts';

/** What an audit entry says about rows: how they are once its transaction is committed. */
export type Binding = RowsBinding | RowBinding;

/** Rows of a log, or of one group, by their numbers. */
export interface RowsBinding extends RowsContent {
  readonly table: TableName;
  readonly rows: string;
  /** The group, and which part of it: part 0 replaces what was bound of it before. */
  readonly of?: string;
  readonly part?: number;
  /** How many parts there are, in part 0. */
  readonly parts?: number;
  /** These rows of a log were deleted again, with an import that was not finished. */
  readonly withdrawn?: true;
  /** The unfinished import of which these rows of a log are a piece. */
  readonly import?: string;
}

/** Rows added to a group, behind those that it has. */
export interface GroupPiece {
  readonly group: string;
  /** Whether it has none yet. */
  readonly isFirst: boolean;
}

/** One row by its key; without content when it was deleted. */
export interface RowBinding {
  readonly table: TableName;
  readonly key: RowValues;
  readonly sha256: string | null;
  readonly checks: string | null;
  /** Over what of the row never changes, where something does. */
  readonly lasting?: string;
}

/** How many rows share a hash at most. */
const blockSize = 500;

/** What a write changed in covered tables, in the order in which it did. */
export class Bindings {
  /** Rows that are copied together with their own log are not bound again. */
  isOff = false;
  /** The unfinished import of which rows are a piece that are added to a log. */
  import: string | null = null;
  #requiresEntry = false;
  // Most writes need one of these or none, and there is a collector for every write.
  #logs: Map<TableName, Block> | null = null;
  #rows: Map<string, { readonly coverage: Coverage; readonly row: RowState }> | null = null;
  #groups: Map<string, { readonly coverage: Coverage; readonly group: string }> | null = null;
  #pieces: Map<string, GroupPiece & { readonly block: Block }> | null = null;
  #withdrawn: Map<TableName, readonly number[]> | null = null;

  /** Whether the commit has nothing to bind. */
  get isEmpty(): boolean {
    if (this.#requiresEntry || this.#pieces !== null || this.#withdrawn !== null) return false;
    return this.#logs === null && this.#rows === null && this.#groups === null;
  }

  /** The commit adds an entry even if nothing changed. */
  requireEntry(): void {
    this.#requiresEntry = true;
  }

  /** Rows added to a log, as values in the order of the covered columns. */
  added(coverage: Coverage, rows: readonly RowValues[]): void {
    if (this.isOff || rows.length === 0) return;
    const logs = (this.#logs ??= new Map<TableName, Block>());
    const block = logs.get(coverage.table) ?? new Block(coverage);
    logs.set(coverage.table, block);
    block.add(rows);
  }

  /** A row as it is now. */
  changed(coverage: Coverage, values: RowValues): void {
    if (!this.isOff && !isLeftOut(coverage, values)) this.#setRow(coverage, values, false);
  }

  /** A row that was deleted, by its last values. */
  deleted(coverage: Coverage, values: RowValues): void {
    if (!this.isOff && !isLeftOut(coverage, values)) this.#setRow(coverage, values, true);
  }

  /** Something in a group changed. */
  changedGroup(coverage: Coverage, group: string): void {
    if (this.isOff) return;
    (this.#groups ??= new Map()).set(`${coverage.table} ${group}`, { coverage, group });
  }

  /** Rows added to a group, as values in the order of the covered columns. */
  addedToGroup(coverage: Coverage, piece: GroupPiece, rows: readonly RowValues[]): void {
    if (this.isOff) return;
    const pieces = (this.#pieces ??= new Map());
    const key = `${coverage.table} ${piece.group}`;
    const known = pieces.get(key) ?? { ...piece, block: new Block(coverage) };
    pieces.set(key, known);
    known.block.add(rows);
  }

  /** Rows that were deleted from a log, by their numbers. */
  withdrawn({ table }: Coverage, numbers: readonly number[]): void {
    if (this.isOff || numbers.length === 0) return;
    const before = this.#withdrawn?.get(table) ?? [];
    (this.#withdrawn ??= new Map()).set(table, [...before, ...numbers]);
  }

  /** Adds what a later write in the same transaction changed. */
  append(later: Bindings): void {
    this.#requiresEntry ||= later.#requiresEntry;
    this.import ??= later.import;
    for (const [table, block] of later.#logs ?? []) {
      const own = this.#logs?.get(table);
      if (own === undefined) (this.#logs ??= new Map()).set(table, block);
      else own.append(block);
    }
    for (const [key, row] of later.#rows ?? []) (this.#rows ??= new Map()).set(key, row);
    for (const [key, group] of later.#groups ?? []) (this.#groups ??= new Map()).set(key, group);
    for (const [key, piece] of later.#pieces ?? []) {
      const own = this.#pieces?.get(key);
      if (own === undefined) (this.#pieces ??= new Map()).set(key, piece);
      else own.block.append(piece.block);
    }
    for (const [table, numbers] of later.#withdrawn ?? [])
      this.withdrawn(coverageOf(table)!, numbers);
  }

  /** Everything that was changed, as the log keeps it. Only for the commit. */
  async finish(tx: WriteTransaction): Promise<readonly Binding[]> {
    const bound: Binding[] = [];
    for (const { coverage, row } of this.#rows?.values() ?? []) bound.push(bindRow(coverage, row));
    const piece = this.import === null ? {} : { import: this.import };
    for (const block of this.#logs?.values() ?? [])
      for (const one of block.finish()) bound.push({ ...one, ...piece });
    for (const { coverage, group } of this.#groups?.values() ?? [])
      bound.push(...(await bindGroupRows(tx, coverage, group)));
    for (const { group, isFirst, block } of this.#pieces?.values() ?? [])
      bound.push(...inParts(block.finish(), group, isFirst));
    for (const [table, numbers] of this.#withdrawn ?? []) {
      const rows = printRanges(numbers.toSorted((a, b) => a - b));
      bound.push({ table, rows, ...rowsContent([]), withdrawn: true });
    }
    return bound;
  }

  #setRow(coverage: Coverage, values: RowValues, isGone: boolean): void {
    const key = keyOf(coverage, values);
    const row = { key, values: isGone ? null : values };
    (this.#rows ??= new Map()).set(JSON.stringify([coverage.table, ...key]), { coverage, row });
  }
}

/** Binds every row that is there: from then on the log proves the content. */
export async function bindEverything(tx: WriteTransaction): Promise<readonly Binding[]> {
  const bound: Binding[] = [];
  for (const coverage of coverages) {
    if (coverage.manner === 'group') {
      for (const group of await groupsOf(tx, coverage))
        bound.push(...(await bindGroupRows(tx, coverage, group)));
      continue;
    }
    const block = new Block(coverage);
    for await (const rows of readCovered(tx, coverage)) {
      if (coverage.manner === 'log') block.add(rows);
      else
        for (const values of rows)
          if (!isLeftOut(coverage, values))
            bound.push(bindRow(coverage, { key: keyOf(coverage, values), values }));
    }
    bound.push(...block.finish());
  }
  return bound;
}

/** How many rows a binding is about. */
export function boundRows(binding: Binding, columns = coverageOf(binding.table)?.columns): number {
  if (!('rows' in binding)) return 1;
  return binding.checks.length / Math.max(2 * (columns?.length ?? 1), 1);
}

/** The key of a row, from its values in the order of the covered columns. */
export function keyOf({ columns, key }: Coverage, values: RowValues): RowValues {
  return key.map((name) => values[columns.indexOf(name)] ?? null);
}

/**
 * The rows of a group as they are bound. A slot that somebody has only claimed is bound as free:
 * a claim is not an assignment.
 */
export function groupValues(coverage: Coverage, row: RowValues): RowValues {
  if (coverage.table !== 'slot') return row.slice(0, coverage.columns.length);
  const lease = row[coverage.columns.length];
  const annotator = coverage.columns.indexOf('annotator');
  return coverage.columns.map((_, at) => (at === annotator && lease !== null ? null : row[at]!));
}

interface RowState {
  readonly key: RowValues;
  /** Null once it is deleted. */
  readonly values: RowValues | null;
}

function bindRow(coverage: Coverage, { key, values }: RowState): RowBinding {
  const { table } = coverage;
  if (values === null) return { table, key, sha256: null, checks: null };
  const bound = { table, key, ...rowsContent([values]) };
  if (!coverage.hasLasting) return bound;
  return { ...bound, lasting: rowsContent([lastingOf(coverage, values)]).sha256 };
}

async function bindGroupRows(
  tx: WriteTransaction,
  coverage: Coverage,
  group: string,
): Promise<readonly Binding[]> {
  const block = new Block(coverage);
  for await (const rows of readCovered(tx, coverage, group))
    block.add(rows.map((row) => groupValues(coverage, row)));
  const bound = block.finish();
  // A group that lost its last row is bound as empty.
  const parts =
    bound.length === 0 ? [{ table: coverage.table, rows: '', ...rowsContent([]) }] : bound;
  return inParts(parts, group, true);
}

/** The first of them replaces what was bound before, and says how many follow. */
function inParts(
  blocks: readonly RowsBinding[],
  group: string,
  isFirst: boolean,
): readonly RowsBinding[] {
  return blocks.map((block, at) => {
    const count = isFirst && at === 0 ? { parts: blocks.length } : {};
    return { ...block, of: group, part: isFirst ? at : at + 1, ...count };
  });
}

/** Rows on their way to hashes, in blocks. */
class Block {
  readonly #coverage: Coverage;
  readonly #closed: RowsBinding[] = [];
  #open: RowValues[] = [];

  constructor(coverage: Coverage) {
    this.#coverage = coverage;
  }

  add(rows: readonly RowValues[]): void {
    for (const row of rows) {
      this.#open.push(row);
      if (this.#open.length === blockSize) this.#close();
    }
  }

  append(later: Block): void {
    if (later.#closed.length > 0) {
      if (this.#open.length > 0) this.#close();
      this.#closed.push(...later.#closed);
    }
    this.add(later.#open);
  }

  finish(): readonly RowsBinding[] {
    if (this.#open.length > 0) this.#close();
    return this.#closed;
  }

  #close(): void {
    const { table, columns, number } = this.#coverage;
    const at = columns.indexOf(number);
    const rows = printRanges(this.#open.map((row) => Number(row[at])));
    this.#closed.push({ table, rows, ...rowsContent(this.#open) });
    this.#open = [];
  }
}
