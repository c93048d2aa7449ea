import { storedJson } from '../../domain/stored-json.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { codeReader, notAnswered } from '../protocol/answer-codes.ts';

/** The answers of a judgment as codes, in the order of the task's questions. */
export interface ReadAnswers {
  readonly codes: Int32Array;
  /** False when an answer is not on its scale, or none is given where one is required. */
  readonly isValid: boolean;
}

/**
 * Reads answers from their JSON text. Many judgments have the same answers (no label applies), so
 * a text that was read before is not read again.
 */
export class AnswerReader {
  readonly #questions: readonly {
    readonly id: string;
    readonly isClosed: boolean;
    readonly code: (answer: unknown) => number;
  }[];
  readonly #needsAnswer: boolean;
  readonly #known = new Map<string, ReadAnswers>();

  constructor({ questions }: Pick<Task, 'questions'>) {
    this.#questions = questions.map((question) => ({
      id: question.id,
      isClosed: isClosed(question.scale),
      code: codeReader(question),
    }));
    this.#needsAnswer = questions.some(({ required, scale }) => required && isClosed(scale));
  }

  /** Reads the answers of a row of the record, given as it stores them. */
  read(text: string, row: object): ReadAnswers {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const read = this.#read(storedJson(text, 'judgment', 'answers', row));
    if (this.#known.size < mostTexts && text.length < longestText) this.#known.set(text, read);
    return read;
  }

  #read(answers: Readonly<Record<string, unknown>>): ReadAnswers {
    const codes = new Int32Array(this.#questions.length).fill(notAnswered);
    let given = 0;
    let isValid = true;
    for (const [at, question] of this.#questions.entries()) {
      const answer = answers[question.id];
      if (!question.isClosed || answer === undefined || answer === null) continue;
      codes[at] = question.code(answer);
      given += 1;
      if (codes[at] === notAnswered) isValid = false;
    }
    return { codes, isValid: isValid && (given > 0 || !this.#needsAnswer) };
  }
}

/** Answers with free text are all different; to remember more of them would only cost memory. */
const mostTexts = 4096;
const longestText = 1024;
