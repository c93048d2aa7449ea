import type { Answer } from '../../domain/answer.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import type { JsonRow } from '../jsonl.ts';
import { fieldOf, isFields, ownField } from '../own-field.ts';

/** What the names of a task were called in the tool that judgments came from. */
export class ToolOrigins {
  readonly #fields = new Map<string, string>();
  readonly #labels = new Map<string, string>();
  /** By field: the questions that are labels of it, and what these are called. */
  readonly #ticked = new Map<string, Map<string, string>>();

  constructor(judgments: Iterable<Judgment>) {
    for (const { answers, asides } of judgments) {
      const said = ownField(asides.other, 'said');
      for (const [question, origin] of isFields(said) ? Object.entries(said) : []) {
        const [field, label] = [fieldOf(origin, 'field'), fieldOf(origin, 'label')];
        if (typeof field !== 'string') continue;
        if (fieldOf(origin, 'ticked') === true && typeof label === 'string')
          this.#ticked.set(field, (this.#ticked.get(field) ?? new Map()).set(question, label));
        else {
          this.#fields.set(question, field);
          if (typeof label === 'string')
            this.#labels.set(keyOf(question, ownField(answers, question)), label);
        }
      }
    }
  }

  /** The field that a question was in the tool. */
  field(question: string): string {
    return this.#fields.get(question) ?? question;
  }

  /** The label that an answer was in the tool; null where none was seen. */
  label(question: string, answer: Answer): string | null {
    return this.#labels.get(keyOf(question, answer)) ?? null;
  }

  /** The fields whose labels are questions here, with the labels by question. */
  get ticked(): ReadonlyMap<string, ReadonlyMap<string, string>> {
    return this.#ticked;
  }
}

/** What a tool needs to find its own row again, where a judgment came from it. */
export function keptFor(tool: string, judgment: Judgment | undefined): JsonRow {
  const kept = ownField(judgment?.asides.other, tool);
  return isFields(kept) ? kept : {};
}

/** Who judged, as the tool names them. */
export function toolAnnotator({ annotator, asides }: Judgment): string {
  const named = ownField(asides.other, 'tool_annotator');
  return typeof named === 'string' ? named : annotator;
}

function keyOf(question: string, answer: unknown): string {
  return JSON.stringify([question, answer ?? null]);
}
