import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isClosed, scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { codedText, foundValue } from '../../domain/text-values.ts';
import { spelledAnswer, spelledName } from '../../formats/judging/spelling.ts';
import { isWhole } from '../../formats/judging/judgment-row.ts';
import type { JsonRow } from '../../formats/jsonl.ts';
import { fieldOf, isFields, ownField } from '../../formats/own-field.ts';

/** Enough for every scheme of labels; a file with more does not hold labels. */
const mostLabels = 50;

/** So many rows may have a wrong label without there being another scheme of labels. */
const fewRows = 3;

/**
 * Labels of a file that are not answers here, each with its number of rows, and the `values` of a
 * mapping to paste: filled in where only the spelling differs, else with the possible answers.
 */
export class UnfitLabels {
  readonly #task: Task;
  readonly #fields = new Map<string, Map<string, Unfit>>();

  constructor(task: Task) {
    this.#task = task;
  }

  /** Takes down the labels of a row that was refused. */
  note(row: JsonRow, faults: readonly Fault[]): void {
    if (!isWhole(row) || !isFields(row['answers'])) return;
    for (const { code, values } of faults) {
      const name = values['field'];
      if (typeof name !== 'string') continue;
      const answer = ownField(row['answers'], name);
      const question = this.#task.questions.find(({ id }) => id === name);
      const said = fieldOf(fieldOf(row['other'], 'said'), name);
      if (code === 'wrong-value' && question !== undefined && isClosed(question.scale))
        this.#add(fieldOf(said, 'field') ?? name, fieldOf(said, 'label') ?? answer, question);
      else if (code === 'unknown-field' && answer === true)
        this.#add(fieldOf(said, 'field') ?? '*', fieldOf(said, 'label') ?? name, null);
    }
  }

  #add(field: unknown, label: unknown, question: Question | null): void {
    if (typeof field !== 'string' || (typeof label !== 'string' && typeof label !== 'number'))
      return;
    const labels = this.#fields.get(field) ?? new Map<string, Unfit>();
    this.#fields.set(field, labels);
    const known = labels.get(String(label));
    if (known !== undefined) known.rows += 1;
    else if (labels.size < mostLabels) labels.set(String(label), { rows: 1, question });
  }

  /** One fault with all labels, their numbers and the mapping; null when few do not fit. */
  fault(): Fault | null {
    const all = [...this.#fields.values()].flatMap((labels) => [...labels]);
    // A few are mistakes of their rows.
    if (all.reduce((sum, [, { rows }]) => sum + rows, 0) <= fewRows) return null;
    const labels = all.map(([label, { rows }]) =>
      codedText('label-rows', { label: foundValue(label), count: rows }),
    );
    const values = Object.fromEntries(
      [...this.#fields].map(([field, own]) => [
        field,
        Object.fromEntries(
          [...own].map(([label, { question }]) => [label, this.#meant(label, question)]),
        ),
      ]),
    );
    return fault('unfit-labels', { labels, mapping: JSON.stringify({ values }) });
  }

  /** The answer that a label plainly means, else all that it may mean. */
  #meant(label: string, question: Question | null): unknown {
    const names = this.#task.questions.map(({ id }) => id);
    if (question === null) return spelledName(names, label) ?? names.join(' | ');
    return (
      spelledAnswer(question, label)?.answer ??
      (question.scale.kind === 'binary' ? 'true | false' : scaleAnswers(question.scale).join(' | '))
    );
  }
}

interface Unfit {
  rows: number;
  readonly question: Question | null;
}
