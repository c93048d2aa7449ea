import type { TextCode } from '../../domain/texts.ts';
import { defined } from '../../domain/defined.ts';
import { codedText, foundValue } from '../../domain/text-values.ts';
import { wrongField, wrongValue } from '../../domain/field-fault.ts';
import { readJsonText } from '../json-rows.ts';
import type { JsonRow } from '../jsonl.ts';
import { fieldOf, isFields, ownField } from '../own-field.ts';
import { readTable } from '../table-text.ts';
import { judgmentField, readAsides, unitMeta } from './tool-asides.ts';
import type { WrittenAsides } from './tool-asides.ts';
import { idText, listLength, passageOf, readRecords } from './tool-export.ts';
import type {
  Report,
  Skip,
  ToolAnnotation,
  ToolExport,
  ToolSpan,
  ToolValue,
} from './tool-export.ts';

/** How a doccano file is read. */
export interface DoccanoOptions {
  /**
   * What an empty list of labels means. doccano writes the same for "no label applies" and "not
   * annotated yet", so such rows are left out and counted unless all rows are known to be
   * confirmed.
   */
  readonly empty?: 'left out' | 'no label applies';
}

/** The names under which the labels and the marked passages of a row are mapped. */
const doccanoLabels = 'label';
const doccanoEntities = 'entities';

/**
 * Reads doccano's exports (JSONL, a JSON array, or CSV with labels joined by #): `id`, `text` (in
 * older CSV `data`) and `label` (also `labels`, `cats`)
 * with the labels of a text, its passages as `[start, end, label]` or `entities`, or the texts of a
 * sequence-to-sequence project. With separate annotators doccano writes a file per person, whose
 * name is not in it; the older form has `annotations` that name the user. Relations and comments
 * are left out and counted. Formats:
 * https://github.com/doccano/doccano/tree/master/backend/data_export/pipeline/examples
 */
export function readDoccano(text: string, options: DoccanoOptions = {}): ToolExport {
  return readRecords('doccano', doccanoRows(text), (row, report, skip) => {
    const meta = unitMeta(ownField(row, 'meta'));
    const own = Object.entries(row).filter(
      ([key]) =>
        !doccanoNames.has(key) &&
        key !== judgmentField &&
        !(key === 'id' && Object.hasOwn(meta, key)),
    );
    for (const [key, what] of besideLabels) skip(what, listLength(ownField(row, key)));
    const isOlder = ownField(row, 'annotations') !== undefined;
    const found = isOlder ? labelsByUser(row, report) : sharedLabels(row, report, skip);
    const annotations = found.filter(({ answers }) => {
      const isLeftOut =
        [...answers.values()].every(isEmpty) && options.empty !== 'no label applies';
      if (isLeftOut) skip('skipped-unlabelled');
      return !isLeftOut;
    });
    const fields = Object.fromEntries([...Object.entries(meta), ...own]);
    return { id: idText(ownField(row, 'id')), fields, annotations };
  });
}

function doccanoRows(text: string): ReturnType<typeof readJsonText> {
  if (/^[\s\uFEFF]*([[{]|$)/.test(text)) return readJsonText(text);
  const { columns, rows, faults } = readTable(text, { raw: true });
  const name = (column: string): string => (column === 'data' ? 'text' : column);
  return {
    layout: 'lines',
    faults,
    rows: rows.map(({ fields, line }, index) => ({
      row: Object.fromEntries(
        columns.map((column, at) => {
          const cell = fields[at] ?? '';
          const labels = cell === '' ? [] : cell.split('#');
          return [name(column), labelKeys.includes(column) ? labels : cell];
        }),
      ),
      line,
      index,
    })),
  };
}

const labelKeys: readonly string[] = ['label', 'labels', 'cats'];

/** Names that doccano uses: unit fields of these names go into the metadata. */
export const doccanoNames: ReadonlySet<string> = new Set([
  ...labelKeys,
  'annotations',
  'entities',
  'relations',
  'annotation_approver',
  'meta',
  'Comments',
  'comments',
]);

const besideLabels: readonly (readonly [string, TextCode])[] = [
  ['relations', 'skipped-relations'],
  ['Comments', 'skipped-comments'],
  ['comments', 'skipped-comments'],
];

function isEmpty(value: ToolValue): boolean {
  return (
    (value.kind === 'chosen' && value.labels.length === 0) ||
    (value.kind === 'spans' && value.spans.length === 0)
  );
}

function sharedLabels(row: JsonRow, report: Report, skip: Skip): readonly ToolAnnotation[] {
  const key = labelKeys.find((name) => ownField(row, name) !== undefined);
  const given = key === undefined ? undefined : ownField(row, key);
  const entities = ownField(row, 'entities');
  const marked = entities === undefined ? null : spanList(row, entities);
  if (entities !== undefined && marked === null)
    report(wrongValue('entities', entities, codedText('marked-passages')));
  const answers = new Map<string, ToolValue>();
  if (marked !== null) answers.set(doccanoEntities, { kind: 'spans', spans: marked });
  const labels = labelList(given);
  const spans = labels === null ? spanList(row, given) : null;
  if (labels !== null) answers.set(doccanoLabels, { kind: 'chosen', labels });
  else if (spans !== null) answers.set(doccanoLabels, { kind: 'spans', spans });
  else if (key !== undefined)
    report(wrongField(key, foundValue(given), codedText('labels-or-passages')));
  // A row without any labels was not annotated yet.
  else if (marked === null) skip('skipped-unlabelled');
  if (answers.size === 0) return [];
  return [annotation(row, null, answers, labels === null ? undefined : readAsides(row, labels))];
}

/** The older form names a user per label, passage or text, and labels by number. */
function labelsByUser(row: JsonRow, report: Report): readonly ToolAnnotation[] {
  const given = ownField(row, 'annotations');
  const users = new Map<string | null, { labels: string[]; spans: ToolSpan[] }>();
  const all: readonly unknown[] = Array.isArray(given) ? given : [];
  let readable = Array.isArray(given);
  for (const entry of all) {
    const user = idText(fieldOf(entry, 'user'));
    const label = idText(fieldOf(entry, 'label')) ?? idText(fieldOf(entry, 'text'));
    const own = users.get(user) ?? { labels: [], spans: [] };
    users.set(user, own);
    const isMarked = fieldOf(entry, 'start_offset') !== undefined;
    const span = isMarked ? spanList(row, [entry])?.[0] : undefined;
    readable &&= label !== null && (!isMarked || span !== undefined);
    if (span !== undefined) own.spans.push(span);
    else if (label !== null) own.labels.push(label);
  }
  if (!readable) {
    report(wrongValue('annotations', given, codedText('user-labels')));
    return [];
  }
  if (users.size === 0) users.set(null, { labels: [], spans: [] });
  return [...users].map(([user, { labels, spans }]) => {
    const value: ToolValue =
      spans.length > 0 ? { kind: 'spans', spans } : { kind: 'chosen', labels };
    return annotation(row, user, new Map([[doccanoLabels, value]]));
  });
}

function annotation(
  row: JsonRow,
  annotator: string | null,
  answers: ReadonlyMap<string, ToolValue>,
  written?: WrittenAsides,
): ToolAnnotation {
  const id = idText(ownField(row, 'id'));
  const kept = id === null ? {} : { kept: { doccano: { id: row['id'] } } };
  return { annotator, answers, at: null, seconds: null, ...defined({ written }), ...kept };
}

function labelList(given: unknown): readonly string[] | null {
  if (typeof given === 'string') return [given];
  return Array.isArray(given) && given.every((label) => typeof label === 'string') ? given : null;
}

/** Passages as `[start, end, label]` or with `start_offset`, `end_offset` and `label`. */
function spanList(row: JsonRow, given: unknown): readonly ToolSpan[] | null {
  if (!Array.isArray(given)) return null;
  const spans = given.map((one: unknown): ToolSpan | null => {
    const [start, end, name] = Array.isArray(one)
      ? (one as readonly unknown[])
      : ['start_offset', 'end_offset', 'label'].map((key) => fieldOf(one, key));
    const label = idText(name);
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || label === null) return null;
    if (Array.isArray(one) ? one.length !== 3 : !isFields(one)) return null;
    const text = passageOf(row['text'], start as number, end as number);
    return { label, start: start as number, end: end as number, text };
  });
  return spans.every((span) => span !== null) ? spans : null;
}
