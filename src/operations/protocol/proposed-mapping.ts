import type { Answer } from '../../domain/answer.ts';
import type { LocalText } from '../../domain/local-text.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { everyLabel, fieldTargets } from '../../formats/exchange/tool-answers.ts';
import type { ToolExport, ToolValue } from '../../formats/exchange/tool-export.ts';
import {
  namedColumns,
  tableColumns,
  ownUnitFields,
} from '../../formats/judging/judgment-columns.ts';
import { plainWord, spelledAnswer } from '../../formats/judging/spelling.ts';
import { readAnswer } from '../../formats/judging/table-readings.ts';
import type { ImportMapping } from '../exchange/import-request.ts';
import { voteColumns } from '../fold/read-votes.ts';
import type { VoteColumn } from '../fold/read-votes.ts';

/** What labels of each column or field there are. */
type Labels = ReadonlyMap<string, ReadonlySet<string>>;

/** The question of a task that a name means: by its id or a title, ignoring case. */
export function questionNamed({ questions }: Task, name: string): Question | undefined {
  return (
    questions.find(({ id }) => id === name) ??
    only(questions.filter(({ id, title }) => isNamed([id, ...textsOf(title)], name)))
  );
}

/** A mapping of the names and labels of a tool's export that differ from those of a task. */
export function proposeForTool(task: Task, exported: ToolExport): ImportMapping {
  const labels = labelsOf(exported);
  const known = fieldTargets(task, {});
  const taken = new Set([...labels.keys()].map((field) => known(field)));
  const fields = new Map<string, string>();
  for (const [field, own] of labels) {
    if (known(field) !== undefined) continue;
    const areQuestions =
      own.size > 0 && [...own].every((label) => questionNamed(task, label) !== undefined);
    const target = questionNamed(task, field)?.id ?? (areQuestions ? everyLabel : undefined);
    if (target === undefined || (target !== everyLabel && taken.has(target))) continue;
    taken.add(target);
    fields.set(field, target);
  }
  const named = Object.fromEntries(fields);
  const values = proposedValues(task, labels, fieldTargets(task, { fields: named }));
  const unit = proposedUnit(task, exported);
  return {
    ...(fields.size === 0 ? {} : { fields: named }),
    ...values,
    ...(unit === null ? {} : { unit }),
  };
}

/** The fields of the records that name the unit, where only their case differs. */
export function proposedUnit(task: Task, { records }: ToolExport): readonly string[] | null {
  const names = Object.keys(records[0]?.fields ?? {});
  if (names.includes('assay_unit') || task.unit.id.every((field) => names.includes(field)))
    return null;
  const found = task.unit.id.map((field) => only(names.filter((name) => isNamed([field], name))));
  return found.every((name) => name !== undefined) ? found : null;
}

/** A mapping of a table's columns, and those that it leaves out because nothing is called so. */
export function proposeForTable(
  task: Task,
  columns: Labels,
): { readonly mapping: ImportMapping; readonly left: readonly string[] } {
  const isKnown = (name: string): boolean => namedColumns(task, [name]).faults.length === 0;
  const taken = new Set([...columns.keys()].filter(isKnown));
  if (taken.has('annotator_id')) taken.add('annotator');
  if (taken.has('unit')) taken.add(task.unit.id[0]!);
  const fields = new Map<string, string | null>();
  for (const column of columns.keys()) {
    if (isKnown(column)) continue;
    const target = columnTargets(task, column).find((name) => !taken.has(name)) ?? null;
    if (target !== null) taken.add(target);
    fields.set(column, target);
  }
  const values = proposedValues(task, columns, (column) => fields.get(column) ?? column);
  const left = [...fields].flatMap(([column, target]) => (target === null ? [column] : []));
  return {
    mapping: { ...(fields.size === 0 ? {} : { fields: Object.fromEntries(fields) }), ...values },
    left,
  };
}

/** What a column of a table may be, the likeliest first. */
function columnTargets(task: Task, column: string): readonly string[] {
  const question = questionNamed(task, column)?.id;
  const field = only(
    [...new Set(ownUnitFields(task.unit))].filter((one) => isNamed([one], column)),
  );
  const other = only(tableColumns.filter((one) => isNamed([one], column)));
  const isCalled = (what: VoteColumn): boolean => isNamed(voteColumns[what], column);
  const [id, ...ids] = task.unit.id;
  const [measured, ...others] = task.questions.filter((one) => one.measured);
  return [
    question,
    field,
    other,
    isCalled('annotator') ? 'annotator' : undefined,
    isCalled('unit') && ids.length === 0 ? id : undefined,
    isCalled('answer') && others.length === 0 ? measured?.id : undefined,
  ].filter((name) => name !== undefined);
}

function proposedValues(
  task: Task,
  labels: Labels,
  targetOf: (field: string) => string | null | undefined,
): Pick<ImportMapping, 'values'> {
  const values = [...labels].flatMap(([field, own]) => {
    const target = targetOf(field);
    const question = task.questions.find(({ id }) => id === target);
    const meant = [...own].flatMap((label) => {
      const named =
        question !== undefined && isClosed(question.scale)
          ? answerNamed(question, label)
          : undefined;
      const answer = target === everyLabel ? questionNamed(task, label)?.id : named;
      const isPlain =
        String(answer) === label || (answer === plainWord(label) && /^\S+$/.test(label));
      return answer === undefined || isPlain ? [] : [[label, answer] as const];
    });
    return meant.length === 0 ? [] : [[field, Object.fromEntries(meant)] as const];
  });
  return values.length === 0 ? {} : { values: Object.fromEntries(values) };
}

/** The answer that a label means: by its spelling, its title, or as yes and no. */
function answerNamed(question: Question, label: string): Answer | undefined {
  const { scale } = question;
  const spelled = spelledAnswer(question, label)?.answer;
  if (spelled !== undefined) return spelled;
  if (scale.kind === 'nominal' || scale.kind === 'ordinal')
    return only(scale.values.filter(({ title }) => isNamed(textsOf(title), label)))?.value;
  const { value } = readAnswer(question, label, undefined, ['de']);
  return typeof value === 'boolean' ? value : undefined;
}

/** The labels that were given in each field of an export. */
function labelsOf({ records }: ToolExport): Labels {
  const all = new Map<string, Set<string>>();
  for (const { annotations } of records)
    for (const { answers } of annotations)
      for (const [field, value] of answers) {
        const own = all.get(field) ?? new Set();
        all.set(field, own);
        for (const label of chosenIn(value)) own.add(label);
      }
  return all;
}

function chosenIn(value: ToolValue): readonly string[] {
  if (value.kind === 'chosen') return value.labels;
  return value.kind === 'text' ? [value.text] : [];
}

function isNamed(names: readonly string[], given: string): boolean {
  return names.some((name) => folded(name) === folded(given));
}

/** A name without what writers vary: case, outer space, and what parts its words. */
function folded(name: string): string {
  return name
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
}

function textsOf(text: LocalText): readonly string[] {
  return typeof text === 'string' ? [text] : Object.values(text);
}

/** The only one of a list; undefined where there are none or several. */
function only<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}
