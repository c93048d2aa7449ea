import type { TextCode } from '../../domain/texts.ts';
import type { TextValue } from '../../domain/coded-text.ts';
import { defined } from '../../domain/defined.ts';
import { codedText, foundValue } from '../../domain/text-values.ts';
import { missingField, wrongField, wrongValue } from '../../domain/field-fault.ts';
import { readJsonText } from '../json-rows.ts';
import type { JsonRow } from '../jsonl.ts';
import { fieldOf, isFields, ownField } from '../own-field.ts';
import { judgmentField, readAsides, unitMeta } from './tool-asides.ts';
import type { WrittenAsides } from './tool-asides.ts';
import { idText, listLength, readRecords } from './tool-export.ts';
import type { Report, ToolAnnotation, ToolExport } from './tool-export.ts';

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
  return readRecords('doccano', readJsonText(text), (row, report, skip) => {
    const meta = unitMeta(ownField(row, 'meta'));
    const own = Object.entries(row).filter(
      ([key]) =>
        !doccanoNames.has(key) &&
        key !== judgmentField &&
        !(key === 'id' && Object.hasOwn(meta, key)),
    );
    for (const [key, what] of besideLabels) skip(what, listLength(ownField(row, key)));
    const isOlder = ownField(row, 'annotations') !== undefined;
    const found = isOlder ? labelsByUser(row, report) : sharedLabels(row, report);
    const annotations = found.filter(({ answers }) => {
      const labels = answers.get(doccanoLabels);
      const isLeftOut =
        labels?.kind === 'chosen' &&
        labels.labels.length === 0 &&
        options.empty !== 'no label applies';
      if (isLeftOut) skip('skipped-unlabelled');
      return !isLeftOut;
    });
    const fields = Object.fromEntries([...Object.entries(meta), ...own]);
    return { id: idText(ownField(row, 'id')), fields, annotations };
  });
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
  ['entities', 'skipped-spans'],
  ['relations', 'skipped-relations'],
  ['Comments', 'skipped-comments'],
  ['comments', 'skipped-comments'],
];

function sharedLabels(row: JsonRow, report: Report): readonly ToolAnnotation[] {
  const key = labelKeys.find((name) => ownField(row, name) !== undefined);
  const given = key === undefined ? undefined : ownField(row, key);
  const labels = labelList(given);
  if (labels !== null) return [annotation(null, labels, readAsides(row, labels))];
  if (key === undefined) report(missingField('label', codedText('label-list')));
  else report(wrongField(key, describe(given), codedText('whole-text-labels')));
  return [];
}

/** The older form names a user per label, and labels by number. */
function labelsByUser(row: JsonRow, report: Report): readonly ToolAnnotation[] {
  const given = ownField(row, 'annotations');
  const labels = new Map<string, string[]>();
  let readable = Array.isArray(given);
  for (const entry of Array.isArray(given) ? (given as readonly unknown[]) : []) {
    const user = idText(fieldOf(entry, 'user'));
    const label = idText(fieldOf(entry, 'label'));
    readable &&= label !== null && user !== null && fieldOf(entry, 'start_offset') === undefined;
    if (label !== null && user !== null) labels.set(user, [...(labels.get(user) ?? []), label]);
  }
  if (!readable) {
    report(wrongValue('annotations', given, codedText('user-labels')));
    return [];
  }
  if (labels.size === 0) return [annotation(null, [])];
  return [...labels].map(([user, chosen]) => annotation(user, chosen));
}

function annotation(
  annotator: string | null,
  labels: readonly string[],
  written?: WrittenAsides,
): ToolAnnotation {
  const answers = new Map([[doccanoLabels, { kind: 'chosen', labels } as const]]);
  return { annotator, answers, at: null, seconds: null, ...defined({ written }) };
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
