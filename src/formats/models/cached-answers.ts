import type { Question } from '../../domain/protocol/question.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { notAnswered } from '../../truth/protocol/answer-codes.ts';
import { FieldScanner } from '../field-scanner.ts';
import { utf8Text } from '../json-bytes.ts';
import { legacyRelevance, outsideTerms, relevanceQuestion } from '../verdicts/legacy-topic.ts';
import { isFields } from '../own-field.ts';

/** Answers that were not taken as they stand, by field. */
export interface SetAside {
  /** `none` where it is no value: the original writes it for what nobody answered. */
  readonly none: Map<string, number>;
  /** Values that are not on the scale: `incident_severity = critical`. */
  readonly outside: Map<string, number>;
}

/**
 * Reads the answers to a task's questions out of the entries of a judgment cache: values without
 * regard to case, texts for truth values, `none`
 * where it is no value as no answer. Whatever stands beside the answers is left alone. Most entries
 * are read straight from the bytes.
 */
export class CachedAnswers {
  /**
   * The words of answers that are outside of the terms, by the question's place; null when there
   * are none. Only where the scale can hold them.
   */
  strays: Map<number, string> | null = null;
  readonly setAside: SetAside = { none: new Map(), outside: new Map() };
  readonly #questions: readonly Question[];
  readonly #scanner: FieldScanner;
  #keepStrays = false;

  constructor(task: Task) {
    this.#questions = task.questions;
    const named = task.questions.map((question, at) => ({
      name: question.id,
      answers: { question, at },
    }));
    const relevance = named.find((field) => field.name === relevanceQuestion);
    this.#scanner = new FieldScanner(
      task.questions.length,
      [
        ...named,
        ...(relevance === undefined
          ? []
          : [{ ...relevance, name: legacyRelevance, isAlias: true }]),
      ],
      true,
    );
  }

  /** The answers that were read last, in the task's order. */
  get codes(): number[] {
    return this.#scanner.codes;
  }

  /** Sets `codes`, and `strays` when they are to be kept; false when the entry is no object. */
  read(bytes: Uint8Array, start: number, end: number, keepStrays: boolean): boolean {
    this.strays = null;
    if (this.scan(bytes, start, end) >= 0) return true;
    const value: unknown = JSON.parse(utf8Text(bytes, start, end));
    if (!isFields(value)) return false;
    this.#keepStrays = keepStrays;
    this.#take(value);
    return true;
  }

  /**
   * Reads an entry in which everything is plain and returns where it ends; -1 when it is not plain,
   * or does not end before the limit.
   */
  scan(bytes: Uint8Array, start: number, limit: number): number {
    return this.#scanner.scan(bytes, start, limit);
  }

  #take(row: Readonly<Record<string, unknown>>): void {
    this.#questions.forEach((question, at) => {
      const own = Object.hasOwn(row, question.id)
        ? row[question.id]
        : question.id === relevanceQuestion && Object.hasOwn(row, legacyRelevance)
          ? row[legacyRelevance]
          : undefined;
      this.codes[at] = this.#codeOf(question, at, own);
    });
  }

  #codeOf(question: Question, at: number, given: unknown): number {
    if (given === undefined || given === null) return notAnswered;
    const text = String(given).trim().toLowerCase();
    const code = spellings(question).findIndex((names) => names.includes(text));
    if (code >= 0) return code;
    if (text === 'none' || text === '') {
      this.#count(this.setAside.none, question.id);
      return notAnswered;
    }
    this.#count(this.setAside.outside, `${question.id} = ${String(given)}`);
    const outside = scaleAnswers(question.scale).indexOf(outsideTerms);
    if (outside < 0 || !this.#keepStrays) return notAnswered;
    this.strays ??= new Map();
    this.strays.set(at, String(given));
    return outside;
  }

  #count(counts: Map<string, number>, what: string): void {
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
}

/**
 * How each value of a scale may be written, in lower case. What stands for values outside of the
 * terms cannot be written.
 */
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
