import type { TextValue } from '../../domain/coded-text.ts';
import { codedText, foundValue } from '../../domain/text-values.ts';
import type { Fault } from '../../domain/fault.ts';
import { missingField, wrongField, wrongValue } from '../../domain/field-fault.ts';
import { faultAt, readJsonText } from '../json-rows.ts';
import type { PlacedRow } from '../json-rows.ts';
import type { JsonRow } from '../jsonl.ts';
import { isFields, ownField } from '../own-field.ts';
import { judgmentField, readAsides, unitMeta } from './tool-asides.ts';
import type { WrittenAsides } from './tool-asides.ts';
import { idText, SkipCounter } from './tool-export.ts';
import type { ToolAnnotation, ToolExport, ToolRecord } from './tool-export.ts';

/** How a doccano file is read. */
export interface DoccanoOptions {
  /**
   * What an empty list of labels means. doccano writes the same for "no label applies" and "not
   * annotated yet", so such rows are left out and counted unless all rows are known to be
   * confirmed.
   */
  readonly empty?: 'left out' | 'no label applies';
}

/** The name under which the labels of a row are mapped. */
const doccanoLabels = 'label';

/**
 * Reads doccano's text classification (JSONL or a JSON array): `id`, `text`, `label` (also
 * `labels`, `cats`), metadata. With separate annotators doccano writes a file per person, whose
 * name is not in it. The older form with `annotations` of `label` and `user` is read too. Entities,
 * relations and comments are left out and counted; labels with offsets (sequence labelling) are
 * faults.
 */
export function readDoccano(text: string, options: DoccanoOptions = {}): ToolExport {
  const read = readJsonText(text);
  const faults: Fault[] = [...read.faults];
  const skipped = new SkipCounter();
  const records = read.rows.map((placed) =>
    readRow(placed, options.empty ?? 'left out', skipped, faults),
  );
  return { tool: 'doccano', records, skipped: skipped.counts(), faults };
}

const labelKeys: readonly string[] = ['label', 'labels', 'cats'];

/** The names that mean something to doccano: what a unit calls so is in the metadata. */
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

function readRow(
  placed: PlacedRow,
  empty: 'left out' | 'no label applies',
  skipped: SkipCounter,
  faults: Fault[],
): ToolRecord {
  const { row, line, index } = placed;
  const meta = unitMeta(ownField(row, 'meta'));
  const own = Object.entries(row).filter(
    ([key]) =>
      !doccanoNames.has(key) &&
      key !== judgmentField &&
      !(key === 'id' && Object.hasOwn(meta, key)),
  );
  const fields = Object.fromEntries([...Object.entries(meta), ...own]);
  for (const [key, what] of besideLabels) skipped.skip(what, listed(ownField(row, key)));
  const found =
    ownField(row, 'annotations') === undefined
      ? sharedLabels(placed, faults)
      : labelsByUser(placed, faults);
  const annotations = found.filter(({ answers }) => {
    const labels = answers.get(doccanoLabels);
    const isEmpty = labels?.kind === 'chosen' && labels.labels.length === 0;
    if (isEmpty && empty === 'left out') skipped.skip('no label: not annotated, or none applies');
    return !isEmpty || empty === 'no label applies';
  });
  return { id: idText(ownField(row, 'id')), fields, annotations, line, index };
}

const besideLabels: readonly (readonly [string, string])[] = [
  ['entities', 'span'],
  ['relations', 'relation'],
  ['Comments', 'comment'],
  ['comments', 'comment'],
];

function listed(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function sharedLabels(placed: PlacedRow, faults: Fault[]): readonly ToolAnnotation[] {
  const { row } = placed;
  const key = labelKeys.find((name) => ownField(row, name) !== undefined);
  const given = key === undefined ? undefined : ownField(row, key);
  const labels = labelList(given);
  if (labels !== null) return [annotation(null, labels, readAsides(row, labels))];
  faults.push(
    faultAt(
      key === undefined
        ? missingField('label', codedText('label-list'))
        : wrongField(key, describe(given), codedText('whole-text-labels')),
      placed,
    ),
  );
  return [];
}

/** The older form names a user per label, and labels by number. */
function labelsByUser(placed: PlacedRow, faults: Fault[]): readonly ToolAnnotation[] {
  const given = ownField(placed.row, 'annotations');
  const labels = new Map<string, string[]>();
  let readable = Array.isArray(given);
  for (const entry of Array.isArray(given) ? (given as readonly unknown[]) : []) {
    const label =
      isFields(entry) && !Object.hasOwn(entry, 'start_offset')
        ? idText(ownField(entry, 'label'))
        : null;
    const user = isFields(entry) ? idText(ownField(entry, 'user')) : null;
    readable &&= label !== null && user !== null;
    if (label === null || user === null) continue;
    const own = labels.get(user);
    if (own === undefined) labels.set(user, [label]);
    else own.push(label);
  }
  if (!readable) {
    faults.push(faultAt(wrongValue('annotations', given, codedText('user-labels')), placed));
    return [];
  }
  return labels.size === 0
    ? [annotation(null, [])]
    : [...labels].map(([user, chosen]) => annotation(user, chosen));
}

function annotation(
  annotator: string | null,
  labels: readonly string[],
  written: WrittenAsides | null = null,
): ToolAnnotation {
  return {
    annotator,
    answers: new Map([[doccanoLabels, { kind: 'chosen', labels }]]),
    at: null,
    seconds: null,
    ...(written === null ? {} : { written }),
  };
}

function labelList(given: unknown): readonly string[] | null {
  if (typeof given === 'string') return [given];
  return Array.isArray(given) && given.every((label) => typeof label === 'string') ? given : null;
}

function describe(given: unknown): TextValue {
  return Array.isArray(given) &&
    given.some((label) => Array.isArray(label) || isFields(label as JsonRow))
    ? codedText('labels-with-offsets')
    : foundValue(given);
}
