import type { Answers } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { idSeparator } from '../../domain/units/unit.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { csvLine } from '../csv.ts';
import type { CsvStyle } from '../csv.ts';

/**
 * The merged view of the RAG tasks: one row per record_uuid, from the truth of the three tasks. A
 * retrieval label `<label>_any` is true when it holds for one of the record's chunks, false when it
 * is settled for all and holds for none, else empty. Labels without a settled unit are empty too.
 */
export class RagMerge {
  readonly #columns: readonly { readonly key: string; readonly title: string }[];
  readonly #labels: ReadonlyMap<string, readonly string[]>;
  readonly #records = new Map<string, MergedRecord>();
  /** How many units have no truth, and how many were excluded. */
  readonly unitsWithout = { truth: 0, excluded: 0 };

  constructor(tasks: readonly Task[]) {
    this.#labels = new Map(tasks.map((task) => [task.id, labelsOf(task)]));
    this.#columns = tasks.flatMap((task) =>
      labelsOf(task).map((question) => ({
        key: `${task.id} ${question}`,
        title: task.id === 'retrieval' ? `${question}_any` : question,
      })),
    );
  }

  /** Adds a unit of a task with the answers that are true of it, if any are. */
  add(
    task: string,
    unit: string,
    fields: UnitFields,
    answers: Answers | null,
    isExcluded: boolean,
  ): void {
    const uuid = unit.split(idSeparator)[0]!;
    const record = this.#records.get(uuid) ?? { language: null, chunks: 0, labels: new Map() };
    this.#records.set(uuid, record);
    if (typeof fields['language'] === 'string') record.language = fields['language'];
    if (task === 'retrieval') record.chunks += 1;
    if (isExcluded) this.unitsWithout.excluded += 1;
    else if (answers === null) this.unitsWithout.truth += 1;
    for (const question of this.#labels.get(task) ?? [])
      merge(record, `${task} ${question}`, answers?.[question]);
  }

  /** How many rows there are. */
  get rows(): number {
    return this.#records.size;
  }

  /** The lines of the table, the header first. */
  *lines(style: CsvStyle): Generator<string> {
    const titles = this.#columns.map((column) => column.title);
    yield csvLine(['record_uuid', 'language', 'chunks', ...titles], style);
    for (const [uuid, { language, chunks, labels }] of this.#records) {
      const values = this.#columns.map(({ key }) => labels.get(key) ?? null);
      yield csvLine([uuid, language, chunks, ...values], style);
    }
  }
}

interface MergedRecord {
  language: string | null;
  chunks: number;
  readonly labels: Map<string, boolean | null>;
}

function labelsOf(task: Task): readonly string[] {
  return task.questions
    .filter((question) => question.scale.kind === 'binary')
    .map((question) => question.id);
}

/** Or over units: true wins, an unknown one leaves it open, else false. */
function merge({ labels }: MergedRecord, key: string, answer: unknown): void {
  const values = [labels.get(key) ?? (labels.has(key) ? null : false), answer];
  if (values.includes(true)) labels.set(key, true);
  else labels.set(key, values.every((value) => value === false) ? false : null);
}
