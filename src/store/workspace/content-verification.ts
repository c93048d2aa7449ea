import { begunImport, objectOf } from '../begun-imports.ts';
import type { Database, TableName } from '../tables.ts';
import { keyOf } from './bindings.ts';
import type { Binding, RowBinding, RowsBinding } from './bindings.ts';
import { compareRow, compareRows, insertedRow, missingRow } from './compare-rows.ts';
import type { RowFault } from './compare-rows.ts';
import { coverageOf, coverages, isLeftOut } from './coverage.ts';
import type { Coverage } from './coverage.ts';
import { groupsOf, pageOfLog, readCovered } from './covered-rows.ts';
import { readRanges } from './number-ranges.ts';
import type { RowValues } from './row-content.ts';

/** What the entries are called that say which rows of an unfinished import were deleted again. */
export const withdrawActions = {
  units: 'units-withdrawn',
  judgments: 'judgments-withdrawn',
  rulings: 'rulings-withdrawn',
} as const;

/** The entries that say that an import began, and that its rows were deleted again. */
interface Withdrawn {
  readonly after: number;
  readonly before: number;
}

/** Reports a fault of a row, and the entry that binds it. */
export type ReportRow = (seq: number, fault: RowFault) => void;

/**
 * Compares the rows with what the log says of them, both ways, while the log is read once. Logs are
 * compared as their entries come; the latest state of other rows once the log has been read. What
 * it holds in memory grows with accounts, roles and runs, not with units and judgments.
 */
export class ContentVerification {
  readonly #db: Database;
  readonly #found: ReportRow;
  readonly #logs: ReadonlyMap<TableName, LogReader>;
  /** The latest binding of each row, by table and key. */
  readonly #rows = new Map<string, { readonly seq: number; readonly binding: RowBinding }>();
  /** The entries with the parts of each group, by table and group. */
  readonly #groups = new Map<string, readonly number[]>();
  /** Rows of logs that an unfinished import had stored, and between which entries that was. */
  readonly #withdrawn = new Map<TableName, Map<number, Withdrawn>>();

  constructor(db: Database, found: ReportRow) {
    this.#db = db;
    this.#found = found;
    const logs = coverages.filter((one) => one.manner === 'log');
    this.#logs = new Map(logs.map((one) => [one.table, new LogReader(db, one)]));
  }

  /**
   * Looks for rows that were withdrawn, which must be known before the log is read. Only rows of an
   * import that the log says had begun before can be.
   */
  async prepare(): Promise<void> {
    const entries = await this.#db
      .selectFrom('audit')
      .select(['seq', 'object', 'content'])
      .where('action', 'in', Object.values(withdrawActions))
      .execute();
    for (const { seq, object, content } of entries) {
      const begun = await begunImport(this.#db, object.slice(objectOf('').length));
      if (begun === null || begun.seq > seq) continue;
      for (const binding of readContent(content ?? '[]') ?? []) {
        if ('key' in binding || binding.withdrawn !== true) continue;
        const numbers = this.#withdrawn.get(binding.table) ?? new Map<number, Withdrawn>();
        for (const number of readRanges(binding.rows) ?? [])
          if (number >= begun.from) numbers.set(number, { after: begun.seq, before: seq });
        this.#withdrawn.set(binding.table, numbers);
      }
    }
  }

  /** What an entry binds; false when its content cannot be read. */
  async entry(seq: number, content: string): Promise<boolean> {
    if (content === '[]') return true;
    const bound = readContent(content);
    if (bound === null) return false;
    for (const binding of bound) {
      if ('key' in binding) this.#rows.set(nameOf(binding.table, binding.key), { seq, binding });
      else if (binding.of === undefined) await this.#compareLog(seq, binding);
      else this.#noteGroup(seq, binding, binding.of);
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

  async #compareLog(seq: number, binding: RowsBinding): Promise<void> {
    if (binding.withdrawn === true) return;
    const coverage = coverageOf(binding.table)!;
    const numbers = readRanges(binding.rows) ?? [];
    const withdrawn = this.#withdrawn.get(binding.table);
    // What was withdrawn later was bound in entries of its own, and is gone.
    const isGone = (number: number): boolean => {
      const gone = withdrawn?.get(number);
      return gone !== undefined && gone.after < seq && seq < gone.before;
    };
    if (withdrawn !== undefined && numbers.every(isGone)) return;
    const rows: RowValues[] = [];
    const until = numbers.at(-1) ?? 0;
    const log = this.#logs.get(binding.table)!;
    for await (const row of log.upTo(until, binding.ahead)) rows.push(row);
    for (const fault of compareRows(coverage, binding, numbers, rows)) this.#found(seq, fault);
  }

  #noteGroup(seq: number, { table, part = 0 }: RowsBinding, group: string): void {
    const name = nameOf(table, [group]);
    const before = part === 0 ? [] : (this.#groups.get(name) ?? []);
    this.#groups.set(name, before.at(-1) === seq ? before : [...before, seq]);
  }

  async #compareTable(coverage: Coverage, last: number): Promise<void> {
    for await (const rows of readCovered(this.#db, coverage)) {
      for (const row of rows) {
        if (isLeftOut(coverage, row)) continue;
        const name = nameOf(coverage.table, keyOf(coverage, row));
        const known = this.#rows.get(name);
        this.#rows.delete(name);
        if (known === undefined || known.binding.sha256 === null) {
          // A new workspace has a name and a time before it has a log.
          if (last > 0 || coverage.table !== 'workspace')
            this.#found(known?.seq ?? last, insertedRow(coverage, row));
        } else
          for (const fault of compareRow(coverage, known.binding, row))
            this.#found(known.seq, fault);
      }
    }
    for (const { seq, binding } of this.#rows.values())
      if (binding.table === coverage.table && binding.sha256 !== null)
        this.#found(seq, missingRow(coverage, binding.key));
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
    // Units and slots of a run that is being opened are not part of the record yet.
    for (const { id } of await opening.execute()) names.delete(id);
    for (const group of names)
      if (opened.has(group) || this.#isBound('round_run', [group]))
        await this.#compareGroup(coverage, group, last);
      else await this.#reportGroup(coverage, group, last);
  }

  /** Whether the log says that there is such a row. */
  #isBound(table: TableName, key: RowValues): boolean {
    const known = this.#rows.get(nameOf(table, key));
    return known !== undefined && known.binding.sha256 !== null;
  }

  /** Rows of a run that never was: one whose opening is given up leaves none. */
  async #reportGroup(coverage: Coverage, group: string, last: number): Promise<void> {
    const rows = new GroupReader(this.#db, coverage, group);
    for (const row of await rows.upTo(Number.MAX_SAFE_INTEGER))
      this.#found(last, insertedRow(coverage, row));
  }

  async #compareGroup(coverage: Coverage, group: string, last: number): Promise<void> {
    const entries = this.#groups.get(nameOf(coverage.table, [group])) ?? [];
    const rows = new GroupReader(this.#db, coverage, group);
    for (const seq of entries) {
      const bound = readContent((await contentOf(this.#db, seq)) ?? '[]') ?? [];
      for (const binding of bound) {
        if ('key' in binding || binding.table !== coverage.table || binding.of !== group) continue;
        const numbers = readRanges(binding.rows) ?? [];
        const found = await rows.upTo(numbers.at(-1) ?? -Number.MAX_SAFE_INTEGER);
        for (const fault of compareRows(coverage, binding, numbers, found)) this.#found(seq, fault);
      }
    }
    for (const row of await rows.upTo(Number.MAX_SAFE_INTEGER))
      this.#found(entries.at(-1) ?? last, insertedRow(coverage, row));
  }
}

/**
 * The rows of a log in their order, page by page. An import that is stored in pieces is read beside
 * the log, as its pieces come; the log goes on behind it.
 */
class LogReader {
  readonly #db: Database;
  readonly #coverage: Coverage;
  readonly #place: number;
  #page: readonly RowValues[] = [];
  #at = 0;
  #after: number;
  /** What is read beside the log, by the number at which it begins. */
  readonly #beside = new Map<number, LogReader>();

  constructor(db: Database, coverage: Coverage, after = -Number.MAX_SAFE_INTEGER) {
    this.#after = after;
    this.#db = db;
    this.#coverage = coverage;
    this.#place = coverage.columns.indexOf(coverage.number);
  }

  async *upTo(number: number, ahead?: number): AsyncGenerator<RowValues, void> {
    if (ahead !== undefined) {
      const reader = this.#beside.get(ahead) ?? new LogReader(this.#db, this.#coverage, ahead - 1);
      this.#beside.set(ahead, reader);
      yield* reader.upTo(number);
      return;
    }
    for (;;) {
      if (this.#at === this.#page.length) {
        this.#page = await pageOfLog(this.#db, this.#coverage, this.#after);
        this.#at = 0;
        if (this.#page.length === 0) return;
      }
      const row = this.#page[this.#at]!;
      const own = Number(row[this.#place]);
      if (own > number) return;
      const behind = this.#readBeside(own);
      if (behind !== null) {
        [this.#page, this.#at, this.#after] = [[], 0, behind];
        continue;
      }
      this.#at += 1;
      this.#after = own;
      yield row;
    }
  }

  /** How far an import that holds this number was read beside the log; null when none was. */
  #readBeside(number: number): number | null {
    for (const [from, reader] of this.#beside)
      if (from <= number && number <= reader.#after) return reader.#after;
    return null;
  }
}

/** The rows of a group in their order, with what identifies a claim after the covered columns. */
class GroupReader {
  readonly #rows: AsyncGenerator<readonly RowValues[], void>;
  readonly #place: number;
  #page: readonly RowValues[] = [];
  #at = 0;

  constructor(db: Database, coverage: Coverage, group: string) {
    this.#rows = readCovered(db, coverage, group);
    this.#place = coverage.columns.indexOf(coverage.number);
  }

  async upTo(number: number): Promise<readonly RowValues[]> {
    const found: RowValues[] = [];
    for (;;) {
      if (this.#at === this.#page.length) {
        const { done, value } = await this.#rows.next();
        if (done === true) return found;
        this.#page = value;
        this.#at = 0;
      }
      const row = this.#page[this.#at]!;
      if (Number(row[this.#place]) > number) return found;
      this.#at += 1;
      found.push(row);
    }
  }
}

function readContent(text: string): readonly Binding[] | null {
  try {
    const bound = JSON.parse(text) as readonly Binding[];
    return Array.isArray(bound) && bound.every(isBinding) ? bound : null;
  } catch {
    // The change also broke the chain, which is reported with its place.
    return null;
  }
}

function isBinding(value: Binding): boolean {
  const { table, sha256, checks } = value;
  const coverage = coverageOf(table);
  const isText = (one: unknown): boolean => one === null || typeof one === 'string';
  if (coverage === undefined || !isText(sha256) || !isText(checks)) return false;
  if ('key' in value) return Array.isArray(value.key) && coverage.manner === 'row';
  return readRanges(value.rows) !== null || value.rows === '';
}

async function contentOf(db: Database, seq: number): Promise<string | null> {
  const query = db.selectFrom('audit').select('content').where('seq', '=', seq);
  return (await query.executeTakeFirst())?.content ?? null;
}

function nameOf(table: TableName, key: RowValues): string {
  return JSON.stringify([table, ...key]);
}
