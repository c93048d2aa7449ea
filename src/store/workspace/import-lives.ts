import { begunAction, objectOf } from '../begun-imports.ts';
import type { Database, TableName } from '../tables.ts';
import type { AuditRow } from './audit.ts';
import type { RowsBinding } from './bindings.ts';
import type { RowFault } from './compare-rows.ts';
import { NumberSet, readRanges } from './number-ranges.ts';
import { readContent } from './read-content.ts';

/** What the entries are called that say which rows of an unfinished import were deleted again. */
export const withdrawActions = {
  units: 'units-withdrawn',
  judgments: 'judgments-withdrawn',
  rulings: 'rulings-withdrawn',
} as const;

type ImportKind = keyof typeof withdrawActions;

const tables = { units: 'unit', judgments: 'judgment', rulings: 'ruling' } as const;

/** The kinds whose rows are stored far ahead of their log. */
const isAhead = { units: false, judgments: true, rulings: true } as const;

/** An import in pieces, from the entry with which it began. */
export interface ImportLife {
  readonly id: string;
  readonly kind: ImportKind;
  readonly table: TableName;
  readonly project: string | null;
  /** The number at which its rows begin. */
  readonly from: number;
  /** Whether its rows are stored far ahead of their log. */
  readonly isAhead: boolean;
  /** The rows that its entries bound and that are not deleted again. */
  readonly left: NumberSet;
  /** What later entries say was deleted again; only what is left can have been. */
  readonly withdrawn: NumberSet;
  hasEnded: boolean;
}

/**
 * The imports in pieces, as the log tells of them. Rows of a log are only ever absent because an
 * import that was never finished had added them and they were deleted again: so each import is
 * followed from its first entry to the one in which its row in `staging` went.
 */
export class ImportLives {
  readonly #found: (seq: number, fault: RowFault) => void;
  /** The latest with each id; one that was deleted again may begin anew. */
  readonly #lives = new Map<string, ImportLife>();
  /** What was deleted again, by the entry with which its import began. */
  readonly #withdrawn = new Map<number, NumberSet>();
  /** The last number of each log that was bound and stayed. */
  readonly #last = new Map<TableName, number>();

  constructor(found: (seq: number, fault: RowFault) => void) {
    this.#found = found;
  }

  /** Reads which rows were deleted again, which must be known before their entries are read. */
  async prepare(db: Database): Promise<void> {
    const actions = [begunAction, ...Object.values(withdrawActions)];
    const entries = db
      .selectFrom('audit')
      .select(['seq', 'action', 'object', 'content'])
      .where('action', 'in', actions)
      .orderBy('seq')
      .stream(pageSize);
    const begun = new Map<string, number>();
    for await (const { seq, action, object, content } of entries) {
      const since = begun.get(object);
      if (action === begunAction) begun.set(object, seq);
      else if (since !== undefined)
        for (const binding of readContent(content ?? '[]') ?? []) {
          if ('key' in binding || binding.withdrawn !== true) continue;
          const numbers = this.#withdrawn.get(since) ?? new NumberSet();
          for (const number of readRanges(binding.rows) ?? []) numbers.add(number);
          this.#withdrawn.set(since, numbers);
        }
    }
  }

  /** An entry that may say that an import begins. */
  entry({ seq, action, object, project, detail }: AuditRow): void {
    if (action !== begunAction) return;
    const id = object.slice(objectOf('').length);
    const said = readBegun(detail);
    if (said === null) {
      this.#found(seq, { table: 'staging', row: `id ${id}`, field: null, kind: 'import-unproven' });
      return;
    }
    const { kind, from } = said;
    const table = tables[kind];
    const before = this.#lives.get(id);
    const isAnew = before === undefined || (before.hasEnded && before.left.isEmpty);
    // What was visible stays visible: an import hides what lies behind its first number.
    if (!isAnew || from <= (this.#last.get(table) ?? -Infinity)) {
      this.#found(seq, { table, row: `from seq ${from}`, field: null, kind: 'import-unproven' });
      return;
    }
    const withdrawn = this.#withdrawn.get(seq) ?? new NumberSet();
    const begun = { id, kind, table, project, from, isAhead: isAhead[kind] };
    this.#lives.set(id, { ...begun, left: new NumberSet(), withdrawn, hasEnded: false });
  }

  /** Rows that an entry adds to a log: the import of which they are a piece, or none. */
  added(seq: number, binding: RowsBinding, numbers: readonly number[]): ImportLife | null {
    const { table, import: id } = binding;
    const life = id === undefined ? null : this.#open(id, table);
    const isPiece = life !== null && numbers.every((number) => number >= life.from);
    if (id !== undefined && !isPiece)
      this.#found(seq, { table, row: rowsText(binding), field: null, kind: 'import-unproven' });
    if (isPiece) for (const number of numbers) life.left.add(number);
    const isGone = (number: number): boolean => isPiece && life.withdrawn.has(number);
    const last = numbers.findLast((number) => !isGone(number)) ?? -Infinity;
    this.#last.set(table, Math.max(this.#last.get(table) ?? -Infinity, last));
    return isPiece ? life : null;
  }

  /** Rows that an entry says were deleted again. */
  withdrawn({ seq, action, object }: AuditRow, binding: RowsBinding): void {
    const life = this.#open(object.slice(objectOf('').length), binding.table);
    const numbers = readRanges(binding.rows) ?? [];
    const isProven =
      life !== null &&
      action === withdrawActions[life.kind] &&
      numbers.every((number) => life.left.has(number));
    if (isProven) for (const number of numbers) life.left.delete(number);
    else {
      const place = { table: binding.table, row: rowsText(binding), field: null };
      this.#found(seq, { ...place, kind: 'withdrawal-unproven' });
    }
  }

  /** The row in `staging` went: what the import had added is visible, or all of it is gone. */
  ended(seq: number, id: string): void {
    const life = this.#lives.get(id);
    if (life === undefined || life.hasEnded) return;
    life.hasEnded = true;
    const isHalf = !life.withdrawn.isEmpty && !life.left.isEmpty;
    const row = `seq ${life.left.print()}`;
    if (isHalf) this.#found(seq, { table: life.table, row, field: null, kind: 'import-unproven' });
  }

  /** Whether a row in `staging` is one of an import that is under way. */
  isUnderWay({ id, kind, project, fromSeq }: StagedRow): boolean {
    const life = this.#lives.get(id);
    if (life === undefined || life.hasEnded) return false;
    return life.kind === kind && life.project === project && life.from === fromSeq;
  }

  /** Where the rows of an import begin that is under way; null when none of this kind is. */
  underWay(kind: ImportKind): number | null {
    for (const life of this.#lives.values())
      if (life.kind === kind && !life.hasEnded) return life.from;
    return null;
  }

  #open(id: string, table: TableName): ImportLife | null {
    const life = this.#lives.get(id);
    return life !== undefined && life.table === table && !life.hasEnded ? life : null;
  }
}

/** What of a row in `staging` must be as the log says. */
interface StagedRow {
  readonly id: string;
  readonly kind: string;
  readonly project: string;
  readonly fromSeq: number | string | null;
}

const pageSize = 50;

/** What an entry says of an import that begins; null when the program did not write it so. */
function readBegun(detail: string): { readonly kind: ImportKind; readonly from: number } | null {
  try {
    const { kind, from } = JSON.parse(detail) as Readonly<Record<string, unknown>>;
    if (typeof kind !== 'string' || !Object.hasOwn(tables, kind)) return null;
    return Number.isSafeInteger(from) ? { kind: kind as ImportKind, from: from as number } : null;
  } catch {
    // Somebody wrote it by hand: what hangs on it is not proven.
    return null;
  }
}

function rowsText({ rows }: RowsBinding): string {
  return `seq ${rows}`;
}
