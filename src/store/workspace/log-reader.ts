import type { Database } from '../tables.ts';
import type { Coverage } from './coverage.ts';
import { pageOfLog, readCovered } from './covered-rows.ts';
import type { RowValues } from './row-content.ts';

/** An import whose rows are stored ahead of their log: where they begin. */
export interface AheadOfLog {
  readonly id: string;
  readonly from: number;
}

/**
 * The rows of a log in their order, page by page. An import that is stored in pieces is read beside
 * the log, as its pieces come; the log goes on behind it.
 */
export class LogReader {
  readonly #db: Database;
  readonly #coverage: Coverage;
  readonly #place: number;
  #page: readonly RowValues[] = [];
  #at = 0;
  #after: number;
  /** What is read beside the log, by the import. */
  readonly #beside = new Map<string, { readonly from: number; readonly reader: LogReader }>();

  constructor(db: Database, coverage: Coverage, after = -Number.MAX_SAFE_INTEGER) {
    this.#after = after;
    this.#db = db;
    this.#coverage = coverage;
    this.#place = coverage.columns.indexOf(coverage.number);
  }

  async *upTo(number: number, ahead: AheadOfLog | null = null): AsyncGenerator<RowValues, void> {
    if (ahead !== null) {
      yield* this.#readerOf(ahead).upTo(number);
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

  #readerOf({ id, from }: AheadOfLog): LogReader {
    const known = this.#beside.get(id);
    if (known !== undefined && known.from === from) return known.reader;
    const reader = new LogReader(this.#db, this.#coverage, from - 1);
    this.#beside.set(id, { from, reader });
    return reader;
  }

  /** How far an import that holds this number was read beside the log; null when none was. */
  #readBeside(number: number): number | null {
    for (const { from, reader } of this.#beside.values())
      if (from <= number && number <= reader.#after) return reader.#after;
    return null;
  }
}

/** The rows of a group in their order, with what identifies a claim after the covered columns. */
export class GroupReader {
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
