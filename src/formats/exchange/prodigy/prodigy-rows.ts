import { isFields } from '../../own-field.ts';
import type { ToolAnnotation, ToolRecord, ToolValue } from '../tool-export.ts';

/** The name that chosen options have in a mapping: Prodigy's one choice per row has none. */
export const prodigyChoice = 'accept';

/** Records with one annotation per person, and how many rows were replaced by later ones. */
export interface JoinedRows {
  readonly records: readonly ToolRecord[];
  readonly revised: number;
}

/** One row as a part of what somebody said about a text. */
interface Part {
  readonly labels: readonly string[];
  readonly own: ToolAnnotation;
}

/** The parts of one judgment; the place of its first row is kept for it. */
interface Joined {
  readonly record: ToolRecord;
  readonly parts: Part[];
}

/**
 * Joins the rows of one person about one text, which Prodigy asks one by one: a row per label, or
 * per list of options. Rows that offer none of the same labels are parts of one judgment; a row
 * that offers a label again replaces the earlier one, by their times or by the order of the file.
 */
export function joinRows(records: readonly ToolRecord[]): JoinedRows {
  const open = new Map<string, Joined>();
  const all: (ToolRecord | Joined)[] = [];
  let revised = 0;
  for (const record of records) {
    const [own] = record.annotations;
    const labels = own === undefined || record.id === null ? [] : offeredLabels(own);
    if (own === undefined || labels.length === 0) {
      all.push(record);
      continue;
    }
    const key = JSON.stringify([record.id, own.annotator]);
    const part = { labels, own };
    const joined = open.get(key);
    if (joined === undefined) {
      const first = { record, parts: [part] };
      open.set(key, first);
      all.push(first);
      continue;
    }
    const { parts } = joined;
    const same = parts.filter((before) => before.labels.some((label) => labels.includes(label)));
    revised += Math.max(same.length, 0);
    if (same.some((before) => isLater(before.own, own))) continue;
    parts.splice(0, Infinity, ...parts.filter((before) => !same.includes(before)), part);
  }
  return { records: all.map((one) => ('parts' in one ? joinedRecord(one) : one)), revised };
}

/** The labels that a row asks about. */
function offeredLabels({ answers }: ToolAnnotation): readonly string[] {
  return [...answers].flatMap(([name, value]) => {
    if (value.kind === 'applies') return [name];
    return value.kind === 'chosen' ? (value.offered ?? []) : [];
  });
}

function isLater(a: ToolAnnotation, b: ToolAnnotation): boolean {
  return a.at !== null && b.at !== null && Date.parse(a.at) > Date.parse(b.at);
}

function joinedRecord({ record, parts }: Joined): ToolRecord {
  const [first, ...others] = parts;
  if (others.length === 0) return { ...record, annotations: [first!.own] };
  const answers = new Map<string, ToolValue>();
  for (const { own } of parts)
    for (const [name, value] of own.answers) {
      const before = answers.get(name);
      answers.set(name, before === undefined ? value : joinedValue(before, value));
    }
  const latest = parts.reduce((a, b) => (isLater(a.own, b.own) ? a : b)).own;
  const rows = parts.map(({ own }) => own.kept?.['prodigy']).filter(isFields);
  const kept = { prodigy: { ...rows[0], rows } };
  return { ...record, annotations: [{ ...first!.own, at: latest.at, answers, kept }] };
}

function joinedValue(before: ToolValue, next: ToolValue): ToolValue {
  if (before.kind === 'chosen' && next.kind === 'chosen')
    return {
      kind: 'chosen',
      labels: [...before.labels, ...next.labels],
      offered: [...(before.offered ?? []), ...(next.offered ?? [])],
    };
  if (before.kind === 'text' && next.kind === 'text' && before.text !== next.text)
    return { kind: 'text', text: `${before.text}\n${next.text}` };
  if (before.kind === 'spans' && next.kind === 'spans') {
    const known = new Set(before.spans.map((span) => JSON.stringify(span)));
    const added = next.spans.filter((span) => !known.has(JSON.stringify(span)));
    return { kind: 'spans', spans: [...before.spans, ...added] };
  }
  return before;
}
