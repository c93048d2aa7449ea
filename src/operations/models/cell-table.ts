import type { Cell } from '../../domain/models/attempt.ts';
import type { CellContent } from '../../truth/models/open-cells.ts';
import type { PastAttempt } from '../../truth/models/cell-plan.ts';
import type { CellView } from './ledger.ts';

const contents: readonly CellContent[] = [null, 'judged', 'stale', 'pending'];

/** What stands in the cells of a task, a byte each, with the attempts on those without judgment. */
export class CellTable implements CellView {
  readonly #numbers = new Map<string, number>();
  readonly #codes = new Map<string, Uint8Array>();
  readonly #attempts = new Map<string, PastAttempt[]>();
  readonly #units: (annotator: string) => readonly string[];

  /** `ids` are all units that cells may be about; `units` those that a run is to judge. */
  constructor(ids: readonly string[], units: (annotator: string) => readonly string[]) {
    ids.forEach((id, at) => this.#numbers.set(id, at));
    this.#units = units;
  }

  units(annotator: string): readonly string[] {
    return this.#units(annotator);
  }

  content({ unit, annotator }: Cell): CellContent {
    const at = this.#numbers.get(unit);
    return at === undefined ? null : contents[this.#codes.get(annotator)?.[at] ?? 0]!;
  }

  set({ unit, annotator }: Cell, content: CellContent): void {
    const at = this.#numbers.get(unit);
    if (at === undefined) return;
    const codes = this.#codes.get(annotator) ?? new Uint8Array(this.#numbers.size);
    this.#codes.set(annotator, codes);
    codes[at] = contents.indexOf(content);
  }

  attempts({ unit, annotator }: Cell): readonly PastAttempt[] {
    return this.#attempts.get(`${annotator} ${unit}`) ?? [];
  }

  addAttempt({ unit, annotator }: Cell, attempt: PastAttempt): void {
    const key = `${annotator} ${unit}`;
    const { outcome, failure, job, number, code } = attempt;
    const own = this.#attempts.get(key) ?? [];
    this.#attempts.set(key, own);
    own.push({ outcome, failure, job, number, code });
  }
}
