import { isClosed } from '../../domain/protocol/scale.ts';
import { codeCount, notAnswered } from '../../truth/protocol/answer-codes.ts';
import type { CompiledTask } from '../../truth/judging/faults.ts';
import { isBytes, plainBytes, quote, spaceEnd } from '../json-bytes.ts';
import { ObjectScanner } from '../object-scanner.ts';
import type { TextIndex } from '../text-index.ts';
import type { JudgmentRow, RowContext } from './judgment-row.ts';
import { rowChecks } from './row-checks.ts';
import type { ValueCheck } from './row-checks.ts';

/**
 * Reads plainly correct flat rows straight from the bytes: unit, annotator, answer codes. Lines
 * that are in doubt, and so all with faults, go to the full reader; a test proves that both read
 * alike.
 */
export class QuickRows {
  /** The answer codes of the row that was read last, in the task's order. */
  readonly codes: number[];
  /** Who judged the row that was read last. */
  annotator = '';
  readonly #compiled: CompiledTask;
  readonly #units: TextIndex;
  /** Null for tasks whose rows only the full reader can read. */
  readonly #scanner: ObjectScanner | null;
  readonly #checks: readonly ValueCheck[];
  readonly #ids: readonly number[];
  readonly #annotatorField: number;
  readonly #annotators: { readonly name: string; readonly bytes: Uint8Array }[] = [];
  /** Per question the number of its codes, where questions depend on each other; else null. */
  readonly #sizes: readonly number[] | null;
  /** Sets of answers that the full reader has found right, where questions depend on each other. */
  readonly #right = new Set<number>();

  constructor(compiled: CompiledTask, context: RowContext, units: TextIndex) {
    const { task } = compiled;
    this.#compiled = compiled;
    this.#units = units;
    this.codes = task.questions.map(() => notAnswered);
    const { names, checks, fieldOf } = rowChecks(task, context);
    this.#checks = checks;
    this.#ids = task.unit.id.map((field) => names.indexOf(field));
    this.#annotatorField = names.indexOf('annotator_id');
    const isConditional = task.questions.some((question) => question.when !== null);
    this.#sizes = isConditional ? task.questions.map((question) => codeCount(question) + 1) : null;
    const isKeyed =
      task.questions.every((question) => isClosed(question.scale)) &&
      (this.#sizes ?? []).reduce((product, size) => product * size, 1) < 2 ** 50;
    // Labels and the texts of units are the full reader's business.
    this.#scanner =
      task.form === 'labels' || context.units !== null || (isConditional && !isKeyed)
        ? null
        : new ObjectScanner(names.length, fieldOf);
  }

  /** Learns from a row that the full reader found right. */
  learn(
    bytes: Uint8Array,
    start: number,
    end: number,
    { annotator, codes }: Pick<JudgmentRow, 'annotator' | 'codes'>,
  ): void {
    if (this.#scanner === null || !this.#scanner.learn(bytes, start, end)) return;
    if (this.#sizes !== null) this.#right.add(keyOf(codes, this.#sizes));
    const encoded = plainBytes(annotator);
    const isKnown = this.#annotators.some((one) => one.name === annotator);
    if (encoded !== null && !isKnown && this.#annotators.length < mostAnnotators)
      this.#annotators.push({ name: annotator, bytes: encoded });
  }

  /** Sets `codes` and `annotator`, returns the unit's number; -1 when the full reader must look. */
  read(bytes: Uint8Array, start: number, end: number): number {
    const scanner = this.#scanner;
    if (scanner === null) return -1;
    const after = scanner.scan(bytes, start, end);
    if (after < 0 || spaceEnd(bytes, after, end) !== end) return -1;
    const { kinds, starts, ends } = scanner;
    const { codes } = this;
    for (let at = 0; at < codes.length; at += 1) codes[at] = notAnswered;
    for (let field = 0; field < kinds.length; field += 1) {
      const kind = kinds[field]!;
      const check = this.#checks[field]!;
      if (kind !== 0 && !check(bytes, kind, starts[field]!, ends[field]!, codes)) return -1;
    }
    if (!this.#isRight() || !this.#knowsAnnotator(bytes, scanner)) return -1;
    for (let part = 0; part < this.#ids.length; part += 1) {
      if (part > 0) this.#units.stage('::', 0, 2);
      const field = this.#ids[part]!;
      if (!this.#units.stageBytes(bytes, starts[field]!, ends[field]!)) return -1;
    }
    return this.#units.addStaged();
  }

  /** Whether the answers fit together. */
  #isRight(): boolean {
    if (this.#sizes !== null) return this.#right.has(keyOf(this.codes, this.#sizes));
    const { task, constraints } = this.#compiled;
    return task.constraints.length === 0 || constraints.broken(this.codes).length === 0;
  }

  #knowsAnnotator(bytes: Uint8Array, { kinds, starts, ends }: ObjectScanner): boolean {
    const field = this.#annotatorField;
    if (kinds[field] !== quote) return false;
    for (let at = 0; at < this.#annotators.length; at += 1) {
      const { name, bytes: expected } = this.#annotators[at]!;
      if (!isBytes(bytes, starts[field]!, ends[field]!, expected)) continue;
      this.annotator = name;
      return true;
    }
    return false;
  }
}

/** They are searched one by one. */
const mostAnnotators = 32;

function keyOf(codes: readonly number[], sizes: readonly number[]): number {
  let key = 0;
  for (let at = 0; at < sizes.length; at += 1) key = key * sizes[at]! + codes[at]! + 1;
  return key;
}
