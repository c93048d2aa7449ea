import { codeCount } from '../truth/protocol/answer-codes.ts';
import type { CompiledTask } from '../truth/judging/faults.ts';
import { FieldScanner } from './field-scanner.ts';
import type { RowContext } from './judging/judgment-row.ts';
import type { TextIndex } from './text-index.ts';

/**
 * Reads the flat rows of a large file of judgments that are plainly right, straight from the bytes:
 * unit, annotator and answer codes. A row is plain
 * when it has nothing but its unit, its annotator, the guideline's version and answers, and when
 * the full reader has found the same
 * answers right before. Every other row is the full reader's; a test proves that both read alike.
 * Unlike QuickRows it serves tasks whose
 * questions depend on each other.
 */
export class PlainRows {
  /** Who judged the row that was read last. */
  annotator = '';
  readonly #scanner: FieldScanner | null;
  readonly #units: TextIndex;
  readonly #guideline: Uint8Array | null;
  readonly #guidelineRequired: boolean;
  readonly #sizes: readonly number[];
  /** Sets of answers that the full reader has found right. */
  readonly #right = new Set<number>();
  readonly #annotators: { readonly name: string; readonly bytes: Uint8Array }[] = [];

  constructor({ task }: CompiledTask, context: RowContext, units: TextIndex) {
    this.#units = units;
    this.#guideline = context.guideline === null ? null : asciiBytes(context.guideline);
    this.#guidelineRequired = context.guidelineRequired;
    this.#sizes = task.questions.map((question) => codeCount(question) + 1);
    const [id] = task.unit.id;
    // Texts are checked one by one, labels have a form of their own, and several ids are joined:
    // the full reader does all that.
    const isPlain =
      task.form === 'questions' &&
      task.unit.id.length === 1 &&
      context.units === null &&
      this.#guideline !== null &&
      task.questions.every(
        (question) => question.scale.kind === 'binary' || question.scale.kind === 'nominal',
      ) &&
      Object.keys(task.unit.vocabulary).length === 0;
    const fields = [
      { name: id!, text: 0 },
      { name: 'annotator_id', text: 1 },
      { name: 'guideline_version', text: 2 },
      ...task.questions.map((question, at) => ({ name: question.id, answers: { question, at } })),
    ];
    this.#scanner =
      isPlain && this.#sizes.reduce((product, size) => product * size, 1) < 2 ** 50
        ? new FieldScanner(task.questions.length, fields, false)
        : null;
  }

  /** The answers of the row that was read last. */
  get codes(): readonly number[] {
    return this.#scanner?.codes ?? [];
  }

  /** Learns from a row that the full reader found right. */
  learn(codes: readonly number[], annotator: string): void {
    if (this.#scanner === null) return;
    this.#right.add(this.#key(codes));
    if (/^[!#-[\]-~]+$/.test(annotator) && !this.#annotators.some((one) => one.name === annotator))
      this.#annotators.push({ name: annotator, bytes: asciiBytes(annotator)! });
  }

  /**
   * The number of the unit that the line judges, with `codes` and `annotator` set; -1 when the full
   * reader must look.
   */
  read(bytes: Uint8Array, start: number, end: number): number {
    const scanner = this.#scanner;
    if (scanner === null || scanner.scan(bytes, start, end) !== end) return -1;
    const { starts, ends, codes } = scanner;
    const hasVersion = starts[2]! >= 0;
    if (
      hasVersion ? !isText(bytes, starts[2]!, ends[2]!, this.#guideline!) : this.#guidelineRequired
    )
      return -1;
    if (!this.#right.has(this.#key(codes)) || !this.#knowsAnnotator(bytes, starts[1]!, ends[1]!))
      return -1;
    const [unitStart, unitEnd] = [starts[0]!, ends[0]!];
    if (
      unitStart < 0 ||
      unitEnd <= unitStart ||
      bytes[unitStart]! <= 32 ||
      bytes[unitEnd - 1]! <= 32
    )
      return -1;
    return this.#units.stageBytes(bytes, unitStart, unitEnd) ? this.#units.addStaged() : -1;
  }

  #key(codes: readonly number[]): number {
    let key = 0;
    for (let at = 0; at < this.#sizes.length; at += 1)
      key = key * this.#sizes[at]! + codes[at]! + 1;
    return key;
  }

  #knowsAnnotator(bytes: Uint8Array, start: number, end: number): boolean {
    if (start < 0) return false;
    for (const { name, bytes: expected } of this.#annotators) {
      if (!isText(bytes, start, end, expected)) continue;
      this.annotator = name;
      return true;
    }
    return false;
  }
}

function isText(bytes: Uint8Array, start: number, end: number, expected: Uint8Array): boolean {
  if (end - start !== expected.length) return false;
  for (let place = expected.length - 1; place >= 0; place -= 1)
    if (bytes[start + place] !== expected[place]) return false;
  return true;
}

/** The bytes of a text that is written in one way only; null for any other. */
function asciiBytes(text: string): Uint8Array | null {
  return /^[ !#-[\]-~]*$/.test(text)
    ? Uint8Array.from(text, (character) => character.charCodeAt(0))
    : null;
}
