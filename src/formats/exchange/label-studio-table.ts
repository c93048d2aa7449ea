import { defined } from '../../domain/defined.ts';
import { wrongField } from '../../domain/field-fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import type { JsonRow } from '../jsonl.ts';
import { isFields, ownField } from '../own-field.ts';
import { utcTime } from '../time-text.ts';
import { studioCell } from './label-studio-values.ts';
import { firstId, idText, secondsOf } from './tool-export.ts';
import type { NewRecord, Report, Skip, ToolValue } from './tool-export.ts';

/** Which columns answer a question: the export does not tell controls and data apart. */
export type IsAnswer = (column: string) => boolean;

/**
 * A row of the CSV, TSV or JSON-MIN export: one annotation with its task's data beside it. A data
 * column with the name of a control has `_data_` before its name.
 */
export function minimalRecord(
  row: JsonRow,
  isAnswer: IsAnswer,
  report: Report,
  skip: Skip,
): NewRecord {
  const names = Object.keys(row).filter((name) => !own.has(name));
  const answers = new Map<string, ToolValue>();
  for (const name of names.filter(isAnswer)) {
    const cell = ownField(row, name);
    if (cell === '' || cell === null || cell === undefined) continue;
    const value = studioCell(cell);
    if (value !== null) answers.set(name, value);
  }
  const data = names
    .filter((name) => !isAnswer(name))
    .map((name) => [name.replace(/^_data_/, ''), ownField(row, name)] as const);
  if (ownField(row, 'history')) skip('skipped-history');
  if (ownField(row, 'agreement')) skip('skipped-agreement');
  const annotation = idText(ownField(row, 'annotation_id'));
  const id = idText(ownField(row, 'id'));
  const fields = Object.fromEntries(data);
  if (annotation === null) {
    skip('skipped-unannotated');
    return { id, fields, annotations: [] };
  }
  if (answers.size === 0)
    report(
      wrongField(
        'annotation_id',
        annotation,
        codedText('answering-column', { columns: oneOf(names) }),
      ),
    );
  const by = ownField(row, 'annotator');
  const seconds = ownField(row, 'lead_time');
  const one = {
    annotator: isFields(by) ? firstId(by, ['email', 'id']) : idText(by),
    answers,
    at: utcTime(ownField(row, 'updated_at') ?? ownField(row, 'created_at')),
    seconds: secondsOf(typeof seconds === 'string' && seconds !== '' ? Number(seconds) : seconds),
    kept: { label_studio: defined({ annotation, task: id ?? undefined }) },
  };
  return { id, fields, annotations: [one] };
}

/**
 * A guess at the columns that answer a question: those that differ between annotations of one task
 * or hold results of controls; else those whose few short values come again; else the short ones
 * beside the longest text.
 */
export function guessedAnswers(rows: readonly JsonRow[]): readonly string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (name) => !own.has(name) && !name.startsWith('_data_'),
  );
  const cells = (name: string): readonly string[] =>
    rows.flatMap((row) => {
      const cell = ownField(row, name);
      if (cell === undefined || cell === null || cell === '') return [];
      return [typeof cell === 'string' ? cell : JSON.stringify(cell)];
    });
  const sure = names.filter((name) => {
    const byTask = new Map<string | null, unknown>();
    const differs = rows.some((row) => {
      const task = idText(ownField(row, 'id'));
      const cell = JSON.stringify(ownField(row, name));
      if (task !== null && byTask.has(task) && byTask.get(task) !== cell) return true;
      byTask.set(task, cell);
      return false;
    });
    return differs || cells(name).some((cell) => /^\s*[[{].*"[a-z]+"\s*:/s.test(cell));
  });
  const isShort = (name: string): boolean =>
    cells(name).every((cell) => cell.length <= 60 && !/\n|^\w+:\/\//.test(cell));
  const rest = names.filter((name) => !usualData.test(name));
  const again = rest.filter(
    (name) => isShort(name) && new Set(cells(name)).size * 2 <= cells(name).length,
  );
  const found = [...new Set([...sure, ...again])];
  if (found.length > 0) return found;
  const length = (name: string): number => cells(name).join('').length;
  const longest = names.toSorted((a, b) => length(b) - length(a))[0];
  const hasText = rest.length < names.length;
  return rest.filter((name) => isShort(name) && (hasText || name !== longest));
}

/** What data is usually called. */
const usualData =
  /^(text|content|body|title|document|dialogue|prompt|query|answer|html|image|audio|video|url|ref_id|meta.*)$/i;

const own: ReadonlySet<string> = new Set([
  'id',
  'annotator',
  'annotation_id',
  'created_at',
  'updated_at',
  'lead_time',
  'agreement',
  'history',
]);
