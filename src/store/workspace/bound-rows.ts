import type { TableName } from '../tables.ts';
import type { RowBinding } from './bindings.ts';
import { compareRow, differences, insertedRow, keyText, missingRow } from './compare-rows.ts';
import type { RowFault } from './compare-rows.ts';
import { coverageOf, lastingOf, lasts } from './coverage.ts';
import type { Coverage } from './coverage.ts';
import { checkLength, nullCheck, rowsContent } from './row-content.ts';
import type { RowValues } from './row-content.ts';

/** A fault of a row, and the entry at which it shows. */
export type FoundAt = (seq: number, fault: RowFault) => void;

/** What an entry says of a row that must hold for good, whatever later ones say. */
interface Proof {
  readonly seq: number;
  readonly hash: string;
  readonly checks: string;
  /** The entry that bound the row next, which is at fault if this no longer holds. */
  until: number | null;
}

interface BoundRow {
  readonly coverage: Coverage;
  seq: number;
  binding: RowBinding;
  readonly proofs: Proof[];
}

/**
 * The rows that are bound by their keys: the latest state of each, and of earlier ones what never
 * changes. A later entry can only say what the program could have done: that a row got another
 * value in a column that changes, or that one was removed that may be.
 */
export class BoundRows {
  readonly #found: FoundAt;
  readonly #rows = new Map<string, BoundRow>();

  constructor(found: FoundAt) {
    this.#found = found;
  }

  /** Notes what an entry says of a row. */
  bind(seq: number, binding: RowBinding): void {
    const { table, key, sha256 } = binding;
    const coverage = coverageOf(table)!;
    const name = nameOf(table, key);
    const known = this.#rows.get(name);
    if (sha256 === null) {
      if (coverage.isRemovable) this.#rows.delete(name);
      else {
        const row = keyText(coverage.key, key);
        this.#found(seq, { table, row, field: null, kind: 'removal-unproven' });
      }
      return;
    }
    const checks = binding.checks ?? '';
    const proof = { seq, hash: binding.lasting ?? sha256, checks, until: null };
    if (known === undefined) {
      this.#rows.set(name, { coverage, seq, binding, proofs: [proof] });
      return;
    }
    const last = known.proofs.at(-1)!;
    last.until ??= seq;
    // Most states differ in what may change, and prove nothing new.
    if (last.hash !== proof.hash) known.proofs.push(proof);
    known.seq = seq;
    known.binding = binding;
  }

  /** Whether the log says that there is such a row. */
  has(table: TableName, key: RowValues): boolean {
    return this.#rows.has(nameOf(table, key));
  }

  /** Compares a row with everything that the log says of it. */
  compare(coverage: Coverage, key: RowValues, row: RowValues, last: number): void {
    const name = nameOf(coverage.table, key);
    const known = this.#rows.get(name);
    this.#rows.delete(name);
    if (known === undefined) {
      this.#found(last, insertedRow(coverage, row));
      return;
    }
    const faults = compareRow(coverage, known.binding, row);
    for (const fault of faults) this.#found(known.seq, fault);
    if (faults.length === 0) this.#compareProofs(known, row);
  }

  /** Reports the rows that are bound and were not compared. */
  reportMissing({ table }: Coverage): void {
    for (const { coverage, seq, binding } of this.#rows.values())
      if (coverage.table === table) this.#found(seq, missingRow(coverage, binding.key));
  }

  #compareProofs({ coverage, seq, binding, proofs }: BoundRow, row: RowValues): void {
    // The latest that no longer holds: behind it the row was changed.
    const broken = proofs.findLast((proof) => {
      if (proof.seq === seq && !coverage.hasLasting) return false;
      const lasting = lastingOf(coverage, row, wasNull(proof));
      return rowsContent([lasting]).sha256 !== proof.hash;
    });
    if (broken === undefined) return;
    const changed = differences(coverage, row, broken.checks).filter(({ field }) =>
      lasts(coverage, row, coverage.columns.indexOf(field!), wasNull(broken)),
    );
    const [first = { field: null }, ...more] = changed;
    const place = { table: coverage.table, row: keyText(coverage.key, binding.key) };
    for (const { field } of [first, ...more])
      this.#found(broken.until ?? seq, { ...place, field, kind: 'change-unproven' });
  }
}

function wasNull({ checks }: Proof): (at: number) => boolean {
  return (at) => {
    const check = checks.slice(at * checkLength, (at + 1) * checkLength);
    // A column that was added later was null.
    return check === nullCheck || check === '';
  };
}

function nameOf(table: TableName, key: RowValues): string {
  return JSON.stringify([table, ...key]);
}
