import type { Database, TableName } from '../tables.ts';
import type { AuditRow } from './audit.ts';
import { keyOf } from './bindings.ts';
import type { RowsBinding } from './bindings.ts';
import { BoundRows } from './bound-rows.ts';
import type { FoundAt } from './bound-rows.ts';
import { compareRows, insertedRow, missingRow } from './compare-rows.ts';
import { coverageOf, coverages, isLeftOut } from './coverage.ts';
import type { Coverage } from './coverage.ts';
import { groupsOf, readCovered } from './covered-rows.ts';
import { ImportLives } from './import-lives.ts';
import { GroupReader, LogReader } from './log-reader.ts';
import { readRanges } from './number-ranges.ts';
import { readContent } from './read-content.ts';
import type { RowValues } from './row-content.ts';

/** The entries with the parts of a group, and how many parts may still follow. */
interface GroupEntries {
  readonly entries: number[];
  left: number;
  /** Further places that units of an open run were given later, with the entries that bind them. */
  readonly late: Map<number, number>;
}

/**
 * Compares the rows with what the log says of them, both ways, while the log is read once. Logs are
 * compared as their entries come; the latest state of other rows once the log has been read. What
 * it holds in memory grows with accounts, roles and runs, not with units and judgments.
 */
export class ContentVerification {
  readonly #db: Database;
  readonly #found: FoundAt;
  readonly #logs: ReadonlyMap<TableName, LogReader>;
  readonly #rows: BoundRows;
  readonly #imports: ImportLives;
  /** By table and group. */
  readonly #groups = new Map<string, GroupEntries>();

  constructor(db: Database, found: FoundAt) {
    this.#db = db;
    this.#found = found;
    this.#rows = new BoundRows(found);
    this.#imports = new ImportLives(found);
    const logs = coverages.filter((one) => one.manner === 'log');
    this.#logs = new Map(logs.map((one) => [one.table, new LogReader(db, one)]));
  }

  /** Reads what must be known before the log is read. */
  async prepare(): Promise<void> {
    await this.#imports.prepare(this.#db);
  }

  /** What an entry says and binds; false when its content cannot be read. */
  async entry(row: AuditRow & { readonly content: string }): Promise<boolean> {
    this.#imports.entry(row);
    const bound = readContent(row.content);
    if (bound === null) return false;
    for (const binding of bound) {
      if ('key' in binding) {
        this.#rows.bind(row.seq, binding);
        if (binding.table === 'staging' && binding.sha256 === null)
          this.#imports.ended(row.seq, String(binding.key[0]));
      } else if (binding.withdrawn === true) this.#imports.withdrawn(row, binding);
      else if (binding.of === undefined) await this.#compareLog(row.seq, binding);
      else this.#noteGroup(row.seq, binding, binding.of);
    }
    return true;
  }

  /** Compares what is left once the log has been read; it ends at this entry. */
  async finish(last: number): Promise<void> {
    for (const coverage of coverages) {
      if (coverage.manner === 'row') await this.#compareTable(coverage, last);
      else if (coverage.manner === 'group') await this.#compareGroups(coverage, last);
      else
        for await (const row of this.#logs.get(coverage.table)!.upTo(Number.MAX_SAFE_INTEGER))
          this.#found(last, insertedRow(coverage, row));
    }
  }

  /** Where the judgments of an import begin that is under way; null when none is. */
  get judgmentsAhead(): number | null {
    return this.#imports.underWay('judgments');
  }

  async #compareLog(seq: number, binding: RowsBinding): Promise<void> {
    const coverage = coverageOf(binding.table)!;
    const numbers = readRanges(binding.rows)!;
    const piece = this.#imports.added(seq, binding, numbers);
    // What was deleted again later, with an import that was never finished.
    const isGone = (number: number): boolean => piece?.withdrawn.has(number) === true;
    if (piece !== null && !piece.withdrawn.isEmpty && numbers.every(isGone)) return;
    const rows: RowValues[] = [];
    const ahead = piece?.isAhead === true ? piece : null;
    for await (const row of this.#logs.get(binding.table)!.upTo(numbers.at(-1)!, ahead))
      rows.push(row);
    for (const fault of compareRows(coverage, binding, numbers, rows, isGone))
      this.#found(seq, fault);
  }

  /**
   * Notes the parts of a group. Who judges what may change until a run is over; which units it has
   * was decided when it was opened. Units may get further places later, which stay.
   */
  #noteGroup(seq: number, { table, rows, part = 0, parts = 1 }: RowsBinding, group: string): void {
    const name = groupName(table, group);
    const known = this.#groups.get(name);
    const isOpened = this.#rows.has('round_run', [group]);
    const isFixed = isOpened && known !== undefined;
    const late = known?.late ?? new Map<number, number>();
    const isLate = isFixed && part > 0 && known.left === 0;
    if (isLate && table === 'slot') for (const id of readRanges(rows) ?? []) late.set(id, seq);
    if (isFixed && table === 'run_unit' && (part === 0 || isLate)) {
      const row = `run ${group}`;
      this.#found(seq, { table, row, field: null, kind: 'change-unproven' });
    } else if (part === 0) this.#groups.set(name, { entries: [seq], left: parts - 1, late });
    else {
      const entries = known?.entries ?? [];
      if (entries.at(-1) !== seq) entries.push(seq);
      this.#groups.set(name, { entries, left: Math.max((known?.left ?? 0) - 1, 0), late });
    }
  }

  async #compareTable(coverage: Coverage, last: number): Promise<void> {
    for await (const rows of readCovered(this.#db, coverage))
      for (const row of rows) {
        if (isLeftOut(coverage, row)) continue;
        const key = keyOf(coverage, row);
        if (coverage.table === 'staging' && this.#rows.has('staging', key))
          this.#checkStaged(coverage, row, last);
        // A new workspace has a name and a time before it has a log.
        if (last > 0 || coverage.table !== 'workspace')
          this.#rows.compare(coverage, key, row, last);
      }
    this.#rows.reportMissing(coverage);
  }

  /** A row in `staging` hides rows of a log: only one of an import may that the log knows. */
  #checkStaged(coverage: Coverage, row: RowValues, last: number): void {
    const value = (name: string): RowValues[number] => row[coverage.columns.indexOf(name)]!;
    const [id, kind, project] = ['id', 'kind', 'project'].map((name) => String(value(name)));
    const staged = { id: id!, kind: kind!, project: project!, fromSeq: value('from_seq') };
    if (kind !== 'run' && !this.#imports.isUnderWay(staged))
      this.#found(last, insertedRow(coverage, row));
  }

  async #compareGroups(coverage: Coverage, last: number): Promise<void> {
    const names = new Set(await groupsOf(this.#db, coverage));
    for (const name of this.#groups.keys()) {
      const [table, group] = JSON.parse(name) as [string, string];
      if (table === coverage.table) names.add(group);
    }
    const runs = await this.#db.selectFrom('round_run').select('id').execute();
    const opened = new Set(runs.map((run) => run.id));
    const opening = this.#db.selectFrom('staging').select('id').where('kind', '=', 'run');
    const staged = new Set((await opening.execute()).map(({ id }) => id));
    for (const group of names)
      if (opened.has(group) || this.#rows.has('round_run', [group]))
        await this.#compareGroup(coverage, group, last);
      // Units and slots of a run that is being opened are not part of the record yet.
      else if (!staged.has(group)) await this.#reportGroup(coverage, group, last);
  }

  /** Rows of a run that never was: one whose opening is given up leaves none. */
  async #reportGroup(coverage: Coverage, group: string, last: number): Promise<void> {
    const rows = new GroupReader(this.#db, coverage, group);
    for (const row of await rows.upTo(Number.MAX_SAFE_INTEGER))
      this.#found(last, insertedRow(coverage, row));
  }

  async #compareGroup(coverage: Coverage, group: string, last: number): Promise<void> {
    const known = this.#groups.get(groupName(coverage.table, group));
    const { entries, late } = known ?? { entries: [], late: new Map<number, number>() };
    const missing = new Map(late);
    const rows = new GroupReader(this.#db, coverage, group);
    for (const seq of entries) {
      const bound = readContent((await contentOf(this.#db, seq)) ?? '[]') ?? [];
      for (const binding of bound) {
        if ('key' in binding || binding.table !== coverage.table || binding.of !== group) continue;
        const numbers = readRanges(binding.rows) ?? [];
        const found = await rows.upTo(numbers.at(-1) ?? -Number.MAX_SAFE_INTEGER);
        for (const fault of compareRows(coverage, binding, numbers, found)) this.#found(seq, fault);
        if (late.size > 0) for (const row of found) this.#checkLate(coverage, row, missing);
      }
    }
    for (const [id, seq] of missing) this.#found(seq, missingRow(coverage, [id]));
    for (const row of await rows.upTo(Number.MAX_SAFE_INTEGER))
      this.#found(entries.at(-1) ?? last, insertedRow(coverage, row));
  }

  /** A place that was added to a unit of an open run is a further one, and remains one. */
  #checkLate(coverage: Coverage, row: RowValues, missing: Map<number, number>): void {
    const id = Number(row[coverage.columns.indexOf(coverage.number)]);
    const seq = missing.get(id);
    if (seq === undefined) return;
    missing.delete(id);
    const field = 'further';
    if (row[coverage.columns.indexOf(field)] !== null) return;
    this.#found(seq, { table: coverage.table, row: `id ${id}`, field, kind: 'change-unproven' });
  }
}

async function contentOf(db: Database, seq: number): Promise<string | null> {
  const query = db.selectFrom('audit').select('content').where('seq', '=', seq);
  return (await query.executeTakeFirst())?.content ?? null;
}

function groupName(table: TableName, group: string): string {
  return JSON.stringify([table, group]);
}
