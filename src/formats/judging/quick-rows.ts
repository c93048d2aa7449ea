import { confidences } from '../../domain/judging/judgment.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { CompiledTask } from '../../truth/judging/faults.ts';
import type { RowContext } from './judgment-row.ts';
import { RowScanner } from '../row-scanner.ts';
import type { TextIndex } from '../text-index.ts';

/**
 * Reads the flat rows of a large file that are plainly right, straight from the bytes: unit,
 * annotator and answer codes, no strings
 * or objects. It decides nothing on its own: a line of which it is not sure, and that is every line
 * with a fault, is left to the full
 * reader. A test proves that both read alike.
 */
export class QuickRows {
  /** The answer codes of the row that was read last, in the task's order. */
  readonly codes: number[];
  readonly #compiled: CompiledTask;
  readonly #context: RowContext;
  readonly #units: TextIndex;
  readonly #annotators: { readonly name: string; readonly bytes: Uint8Array }[] = [];
  #scanner: RowScanner | null = null;
  #checks: readonly { readonly key: number; readonly check: ValueCheck }[] = [];
  #ids: readonly number[] = [];
  #annotatorKey = -1;
  /**
   * Rows in a row that did not have the learnt form: beyond some, the first row was the odd one.
   */
  #missed = 0;
  /** Who judged the row that was read last. */
  annotator = '';

  constructor(compiled: CompiledTask, context: RowContext, units: TextIndex) {
    this.#compiled = compiled;
    this.#context = context;
    this.#units = units;
    this.codes = compiled.task.questions.map(() => -1);
  }

  /** Learns from a row that the full reader found right. */
  learn(bytes: Uint8Array, start: number, end: number, annotator: string): void {
    const encoded = asciiBytes(annotator);
    if (
      encoded !== null &&
      this.#annotators.length < 16 &&
      !this.#annotators.some((one) => one.name === annotator)
    )
      this.#annotators.push({ name: annotator, bytes: encoded });
    if (this.#scanner !== null && (this.#missed += 1) < relearnAfter) return;
    this.#missed = 0;
    const { task } = this.#compiled;
    // Conditions, labels and unit texts are the full reader's business.
    if (
      task.form === 'labels' ||
      this.#context.units !== null ||
      task.questions.some((question) => question.when !== null)
    )
      return;
    const scanner = RowScanner.learn(bytes, start, end);
    if (
      scanner === null ||
      new Set(scanner.keys).size < scanner.keys.length ||
      scanner.indexOf('answers') >= 0 ||
      scanner.indexOf('task_hash') >= 0
    )
      return;
    const checks = scanner.keys.map((key) => checkOf(key, this.#compiled, this.#context));
    if (checks.includes(null)) return;
    this.codes.fill(-1);
    this.#checks = checks.flatMap((check, key) =>
      check === null || check === anything ? [] : [{ key, check }],
    );
    this.#ids = task.unit.id.map((field) => scanner.indexOf(field));
    this.#annotatorKey = scanner.indexOf('annotator_id');
    this.#scanner = scanner;
  }

  /**
   * The number of the unit that the line judges, with `codes` and `annotator` set; -1 when the full
   * reader must look.
   */
  read(bytes: Uint8Array, start: number, end: number): number {
    const scanner = this.#scanner;
    if (scanner === null || !scanner.scan(bytes, start, end)) return -1;
    const { codes } = this;
    const { kinds, starts, ends } = scanner;
    for (let at = 0; at < this.#checks.length; at += 1) {
      const { key, check } = this.#checks[at]!;
      if (!check(bytes, kinds[key]!, starts[key]!, ends[key]!, codes)) return -1;
    }
    if (!this.#knowsAnnotator(bytes, scanner)) return -1;
    if (
      this.#compiled.task.constraints.length > 0 &&
      this.#compiled.constraints.broken(codes).length > 0
    )
      return -1;
    this.#missed = 0;
    return this.#unit(bytes, scanner);
  }

  #knowsAnnotator(bytes: Uint8Array, scanner: RowScanner): boolean {
    if (scanner.kinds[this.#annotatorKey] !== quote) return false;
    for (let at = 0; at < this.#annotators.length; at += 1) {
      const { name, bytes: expected } = this.#annotators[at]!;
      if (!scanner.is(bytes, this.#annotatorKey, expected)) continue;
      this.annotator = name;
      return true;
    }
    return false;
  }

  #unit(bytes: Uint8Array, scanner: RowScanner): number {
    for (let part = 0; part < this.#ids.length; part += 1) {
      if (part > 0) this.#units.stage('::', 0, 2);
      const key = this.#ids[part]!;
      if (!this.#units.stageBytes(bytes, scanner.starts[key]!, scanner.ends[key]!)) return -1;
    }
    return this.#units.addStaged();
  }
}

/** True when the value is certainly right; sets the code of the question that it answers. */
type ValueCheck = (
  bytes: Uint8Array,
  kind: number,
  start: number,
  end: number,
  codes: number[],
) => boolean;

const quote = 34;
const relearnAfter = 64;

/**
 * How the values under a key are checked; null when the quick way cannot, as where a key is two
 * things at once.
 */
function checkOf(key: string, compiled: CompiledTask, context: RowContext): ValueCheck | null {
  const { task } = compiled;
  // The full reader takes these for answers when it looks for fractions.
  if (key.startsWith('answers.') || key.startsWith('grades.')) return null;
  const at = task.questions.findIndex((question) => question.id === key);
  const words = Object.hasOwn(task.unit.vocabulary, key) ? task.unit.vocabulary[key]! : null;
  const roles = [
    ...(at >= 0 ? [answerCheck(task.questions[at]!, at)] : []),
    ...(task.unit.id.includes(key) ? [idCheck] : []),
    ...(words === null ? [] : [wordCheck(words)]),
    ...knownCheck(key, context),
  ];
  return roles.length === 0 ? anything : roles.length === 1 ? roles[0]! : null;
}

/** The check of a key that means the same in the rows of every task. */
function knownCheck(key: string, context: RowContext): readonly ValueCheck[] {
  if (key === 'annotator_id') return [anything];
  if (key === 'notes') return [isText];
  if (key === 'guideline_version')
    return [context.guideline === null ? isText : wordCheck([context.guideline])];
  if (key === 'confidence') return [wordCheck(confidences)];
  if (key === 'flag' || key === 'uncertain')
    return [(_bytes, kind) => kind === 116 || kind === 102];
  if (key === 'seconds') return [(_bytes, kind) => kind >= 48 && kind <= 57];
  return key === 'at' ? [timeCheck] : [];
}

/**
 * The annotator is looked up among those that the full reader accepted; other keys are kept, not
 * judged.
 */
const anything: ValueCheck = () => true;

const isText: ValueCheck = (_bytes, kind) => kind === quote;

function answerCheck(question: Question, at: number): ValueCheck | null {
  const { scale } = question;
  if (scale.kind === 'binary') {
    // t and f of true and false, or a lone 1 or 0.
    return (_bytes, kind, start, end, codes) => {
      codes[at] = kind === 116 || kind === 49 ? 1 : 0;
      return kind === 116 || kind === 102 || ((kind === 49 || kind === 48) && end - start === 1);
    };
  }
  if (scale.kind === 'text' || scale.kind === 'quote') {
    const most = scale.kind === 'text' ? scale.max : Number.MAX_SAFE_INTEGER;
    return (bytes, kind, start, end, codes) => {
      codes[at] = 1;
      return kind === quote && end > start && end - start <= most && isInk(bytes[start]!);
    };
  }
  const answers = scaleAnswers(scale);
  const encoded = answers.map((answer) => asciiBytes(String(answer)));
  if (encoded.includes(null)) return null;
  return (bytes, kind, start, end, codes) => {
    for (let code = 0; code < encoded.length; code += 1) {
      if (
        (kind === quote) !== (typeof answers[code] === 'string') ||
        !isWord(bytes, start, end, encoded[code]!)
      )
        continue;
      codes[at] = code;
      return true;
    }
    return false;
  };
}

/** A text without space around it, and without the colons that join the parts of an id. */
const idCheck: ValueCheck = (bytes, kind, start, end) => {
  if (kind !== quote || end <= start || bytes[start]! <= 32 || bytes[end - 1]! <= 32) return false;
  for (let at = start; at < end; at += 1) if (bytes[at] === 58) return false;
  return true;
};

/**
 * `2026-01-31T09:30:00Z` with a day that every month has; other times are left to the full reader.
 */
const timeCheck: ValueCheck = (bytes, kind, start, end) => {
  if (kind !== quote || end - start !== 20 || bytes[start + 10] !== 84 || bytes[start + 19] !== 90)
    return false;
  const two = (place: number): number =>
    digit(bytes[start + place]!) * 10 + digit(bytes[start + place + 1]!);
  const separated =
    bytes[start + 4] === 45 &&
    bytes[start + 7] === 45 &&
    bytes[start + 13] === 58 &&
    bytes[start + 16] === 58;
  const [century, year, month, day, hour, minute, second] = [
    two(0),
    two(2),
    two(5),
    two(8),
    two(11),
    two(14),
    two(17),
  ];
  return (
    separated &&
    century >= 0 &&
    year >= 0 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= 28 &&
    hour >= 0 &&
    hour < 24 &&
    minute >= 0 &&
    minute < 60 &&
    second >= 0 &&
    second < 60
  );
};

function digit(byte: number): number {
  return byte >= 48 && byte <= 57 ? byte - 48 : -1000;
}

function wordCheck(words: readonly string[]): ValueCheck {
  const encoded = words.flatMap((word) => asciiBytes(word) ?? []);
  return (bytes, kind, start, end) =>
    kind === quote && encoded.some((word) => isWord(bytes, start, end, word));
}

function isWord(bytes: Uint8Array, start: number, end: number, word: Uint8Array): boolean {
  if (end - start !== word.length) return false;
  for (let place = 0; place < word.length; place += 1)
    if (bytes[start + place] !== word[place]) return false;
  return true;
}

/**
 * A printed character; beyond ASCII only letters of scripts that begin with these bytes are
 * certainly no white space.
 */
function isInk(byte: number): boolean {
  return (byte > 32 && byte < 128) || (byte >= 195 && byte <= 223) || (byte >= 228 && byte <= 233);
}

function asciiBytes(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 128) return null;
    bytes[at] = code;
  }
  return bytes;
}
