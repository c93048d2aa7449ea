import type { JsonRows } from '../json-rows.ts';
import { readTable } from '../table-text.ts';
import { isInput } from './potato-schemes.ts';

/** Columns of a table that describe the row rather than a scheme. */
export const potatoColumns = {
  user: ['user_id', 'user', 'username'],
  instance: ['instance_id', 'id'],
  text: 'displayed_text',
} as const;

const plainColumns: ReadonlySet<string> = new Set([
  ...potatoColumns.user,
  ...potatoColumns.instance,
  potatoColumns.text,
]);
const ignoredColumns: ReadonlySet<string> = new Set([
  'annotator_origin',
  'annotator_origin_detail',
]);

/** A table as rows of the JSONL form: columns `scheme:::label` or `scheme.label` by scheme. */
export function potatoTableRows(
  text: string,
  delimiter: ',' | '\t',
): Pick<JsonRows, 'rows' | 'faults'> {
  const table = readTable(text, { delimiter, raw: true });
  const places = table.columns.map(schemeColumn);
  const numbered = new Set(
    places.flatMap((place, at) =>
      place !== null &&
      !isInput(place.label) &&
      table.rows.some(({ fields }) => /^[2-9]$/.test(fields[at]!) && fields[at] !== place.label)
        ? [place.scheme]
        : [],
    ),
  );
  const rows = table.rows.map(({ fields, line }, index) => {
    const row: [string, unknown][] = [];
    const schemes = new Map<string, [string, unknown][]>();
    const spans: string[] = [];
    table.columns.forEach((column, at) => {
      const cell = fields[at]!;
      if (plainColumns.has(column)) row.push([column, cell]);
      else if (ignoredColumns.has(column) || cell === '') return;
      else if (column.startsWith('span_annotation:::') || column.endsWith('._spans')) {
        if (cell !== '[]') spans.push(cell);
      } else {
        const place = places[at]!;
        const { scheme, label } = place ?? { scheme: column, label: cell };
        // Potato numbers checkboxes from 1, the tenth with 0; where no cell has another number than
        // 0 and 1, they say no and yes.
        const value =
          cell === '0' && label !== '0' && !isInput(label) && !numbered.has(scheme) ? false : cell;
        schemes.set(scheme, [...(schemes.get(scheme) ?? []), [label, value]]);
      }
    });
    const labels = Object.fromEntries(
      [...schemes].map(([scheme, values]) => [scheme, Object.fromEntries(values)]),
    );
    return {
      row: Object.fromEntries([...row, ['label_annotations', labels], ['span_annotations', spans]]),
      line,
      index,
    };
  });
  return { rows, faults: table.faults };
}

/** The scheme and label that a column is named after; null when it names a scheme alone. */
function schemeColumn(column: string): { readonly scheme: string; readonly label: string } | null {
  const mark = column.includes(':::') ? ':::' : '.';
  const cut = column.indexOf(mark);
  return cut < 0 ? null : { scheme: column.slice(0, cut), label: column.slice(cut + mark.length) };
}
