import { scalarText } from '../../domain/answer.ts';
import { InputError } from '../../domain/fault.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import { oneOf } from '../../domain/text-values.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isClosed, scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { notAnswered } from '../../truth/protocol/answer-codes.ts';
import { compileCondition } from '../../truth/protocol/condition.ts';
import type { Condition } from '../../truth/protocol/condition.ts';
import { isBytes, plainBytes, quote, utf8Text } from '../json-bytes.ts';
import { readJson } from '../json-value.ts';
import { ObjectScanner } from '../object-scanner.ts';
import type { LegacyPreset } from '../verdicts/legacy-preset.ts';
import { outsideTerms } from '../verdicts/legacy-topic.ts';
import { isFields } from '../own-field.ts';

/** An answer that is not on its scale, such as `critical` to `incident_severity`. */
export interface OutsideAnswer {
  readonly question: string;
  readonly answer: string;
  count: number;
}

/** Answers that were not taken as they are. */
export interface SetAside {
  /** How often `none` was written where it is not a value: that is not an answer. */
  none: number;
  /** By question and answer, in order of first appearance. */
  readonly outside: Map<string, OutsideAnswer>;
  /** Judgments of runs in which an answer is missing or not on its scale. */
  invalid: number;
}

/**
 * Reads the answers in entries of a judgment cache: values in any case, texts for truth values,
 * `none` as no answer where it is not a value. Other fields are ignored. Most entries are read
 * straight from the bytes.
 */
export class CachedAnswers {
  /** The answers that were read last, in the task's order. */
  readonly codes: number[];
  /** Words of answers outside of the terms, by the question's place. */
  strays: Map<number, string> | null = null;
  readonly setAside: SetAside = { none: 0, outside: new Map(), invalid: 0 };
  readonly #conditions: readonly (Condition | null)[];
  readonly #questions: readonly AskedQuestion[];
  readonly #scanner: ObjectScanner;
  #keepStrays = false;
  /** The places of questions whose answer in the last entry is not on its scale. */
  readonly #off = new Set<number>();
  /** The scanner's fields of what an entry says about itself. */
  readonly #claims: ReadonlyMap<string, number>;
  /** The fields in which an entry may name its unit. */
  readonly unitNames: readonly string[];
  /** What an entry that was parsed says about itself; null after a scan. */
  #parsed: Readonly<Record<string, unknown>> | null = null;

  constructor(task: Task, formerNames: LegacyPreset['former_names']) {
    this.codes = task.questions.map(() => notAnswered);
    const names: string[] = [];
    this.#questions = task.questions.map((question) => {
      const own = [question.id, ...(formerNames[question.id] ?? [])];
      const fields = own.map((name) => names.push(name) - 1);
      const values = scaleAnswers(question.scale).map((answer) =>
        typeof answer === 'string' ? plainBytes(answer) : null,
      );
      return { question, names: own, fields, values };
    });
    // The id of several fields is not written as one.
    const own = task.unit.id.length === 1 ? task.unit.id : [];
    this.unitNames = [...new Set(['review_id', ...own])].filter((name) => !names.includes(name));
    const claims = [...this.unitNames, '_topic', '_model', '_run'];
    this.#claims = new Map(claims.map((name) => [name, names.push(name) - 1]));
    this.#scanner = new ObjectScanner(names.length, (key) => names.indexOf(key), true);
    this.#conditions = task.questions.map(({ when }) => {
      const compiled = when === null ? null : compileCondition(task, when.expression);
      return compiled?.ok === true ? compiled.holds : null;
    });
  }

  /**
   * Forgets answers that do not apply: an irrelevant unit has no severity, even if one is written.
   */
  dropInapplicable(): void {
    const { codes } = this;
    for (let at = 0; at < codes.length; at += 1)
      if (codes[at]! >= 0 && this.#conditions[at]?.(codes) === false) codes[at] = notAnswered;
  }

  /**
   * Whether the judgment that was read last says anything, all of it on its scale, and leaves out
   * nothing that must be answered. What does not apply is dropped before.
   */
  isValid(): boolean {
    const { codes } = this;
    let hasAnswer = false;
    for (let at = 0; at < codes.length; at += 1) {
      if (codes[at]! >= 0) hasAnswer = true;
      else if (this.#isLacking(at) && this.#conditions[at]?.(codes) !== false) return false;
    }
    return hasAnswer;
  }

  #isLacking(at: number): boolean {
    const { required, scale } = this.#questions[at]!.question;
    return this.#off.has(at) || (required && isClosed(scale));
  }

  /**
   * Sets `codes`, and `strays` when they are to be kept; false when the entry is not an object.
   * Throws the faults of an entry with repeated keys, or with lists and objects for answers.
   */
  read(bytes: Uint8Array, start: number, end: number, keepStrays: boolean): boolean {
    this.strays = null;
    if (this.scan(bytes, start, end) >= 0) return true;
    const read = readJson(utf8Text(bytes, start, end));
    if (!read.ok) throw new InputError(read.faults);
    const { value } = read;
    if (!isFields(value)) return false;
    this.#parsed = value;
    this.#keepStrays = keepStrays;
    this.#questions.forEach(({ question, names }, at) => {
      const name = names.find((one) => Object.hasOwn(value, one));
      this.codes[at] = this.#codeOf(question, at, name === undefined ? undefined : value[name]);
    });
    return true;
  }

  /** Reads a plain entry and returns where it ends; -1 when not plain or beyond the limit. */
  scan(bytes: Uint8Array, start: number, limit: number): number {
    this.#parsed = null;
    if (this.#off.size > 0) this.#off.clear();
    const scanner = this.#scanner;
    let end = scanner.scan(bytes, start, limit);
    if (end < 0 && scanner.learn(bytes, start, limit)) end = scanner.scan(bytes, start, limit);
    if (end < 0) return -1;
    for (let at = 0; at < this.#questions.length; at += 1) {
      const code = this.#plainCode(bytes, this.#questions[at]!);
      if (code === null) return -1;
      this.codes[at] = code;
    }
    return end;
  }

  /** What the entry that was read last says about itself; null when it does not say. */
  claimed(bytes: Uint8Array, name: string): string | null {
    if (this.#parsed !== null) {
      const value = Object.hasOwn(this.#parsed, name) ? this.#parsed[name] : null;
      if (value === null || value === undefined) return null;
      return scalarText(value) ?? JSON.stringify(value);
    }
    const field = this.#claims.get(name)!;
    const { kinds, starts, ends } = this.#scanner;
    const isThere = kinds[field] !== 0 && kinds[field] !== letterN;
    return isThere ? utf8Text(bytes, starts[field]!, ends[field]!) : null;
  }

  /** Whether the entry that was scanned last says about itself what these bytes say. */
  isClaimed(bytes: Uint8Array, name: string, start: number, end: number): boolean {
    const field = this.#claims.get(name)!;
    const { kinds, starts, ends } = this.#scanner;
    if (this.#parsed !== null || kinds[field] === 0) return false;
    const from = starts[field]!;
    if (ends[field]! - from !== end - start) return false;
    for (let at = end - start - 1; at >= 0; at -= 1)
      if (bytes[from + at] !== bytes[start + at]) return false;
    return true;
  }

  /** The code of an answer that is plainly a value of its scale; null when it is not. */
  #plainCode(bytes: Uint8Array, { question, fields, values }: AskedQuestion): number | null {
    const { kinds, starts, ends } = this.#scanner;
    let field = fields[0]!;
    for (let at = 1; kinds[field] === 0 && at < fields.length; at += 1) field = fields[at]!;
    const kind = kinds[field]!;
    if (kind === 0) return notAnswered;
    if (question.scale.kind === 'binary') {
      if (kind === letterT) return 1;
      return kind === letterF ? 0 : null;
    }
    if (kind !== quote) return null;
    for (let code = 0; code < values.length; code += 1) {
      const value = values[code];
      if (value && isBytes(bytes, starts[field]!, ends[field]!, value)) return code;
    }
    return null;
  }

  #codeOf(question: Question, at: number, given: unknown): number {
    if (given === undefined || given === null) return notAnswered;
    const written = scalarText(given);
    if (written === null)
      throw new InputError([
        wrongValue(question.id, given, oneOf(scaleAnswers(question.scale).map(String))),
      ]);
    const text = written.trim().toLowerCase();
    const code = spellings(question).findIndex((names) => names.includes(text));
    if (code >= 0) return code;
    if (text === 'none' || text === '') {
      this.setAside.none += 1;
      return notAnswered;
    }
    this.#off.add(at);
    this.#countOutside(question.id, written);
    const outside = scaleAnswers(question.scale).indexOf(outsideTerms);
    if (outside < 0 || !this.#keepStrays) return notAnswered;
    this.strays ??= new Map();
    this.strays.set(at, written);
    return outside;
  }

  #countOutside(question: string, answer: string): void {
    const { outside } = this.setAside;
    const key = JSON.stringify([question, answer]);
    const known = outside.get(key);
    if (known === undefined) outside.set(key, { question, answer, count: 1 });
    else known.count += 1;
  }
}

/** A question with the names that its answer goes by, the scanner's fields, and its values. */
interface AskedQuestion {
  readonly question: Question;
  readonly names: readonly string[];
  readonly fields: readonly number[];
  /** By code; null for a value that JSON does not write as a plain text. */
  readonly values: readonly (Uint8Array | null)[];
}

/** How `true`, `false` and `null` start. */
const letterT = 116;
const letterF = 102;
const letterN = 110;

/** The lower-case spellings of each value. What stands for values outside the terms has none. */
function spellings(question: Question): readonly (readonly string[])[] {
  if (question.scale.kind === 'binary')
    return [
      ['false', '0', 'no'],
      ['true', '1', 'yes'],
    ];
  return scaleAnswers(question.scale).map((answer) =>
    answer === outsideTerms ? [] : [String(answer).toLowerCase()],
  );
}
