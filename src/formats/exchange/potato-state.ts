import type { PlacedRow } from '../json-rows.ts';
import type { JsonRow } from '../jsonl.ts';
import { fieldOf, isFields, ownField } from '../own-field.ts';

/** True for the state that Potato 2 saves per user, `user_state.json`. */
export function isUserState(row: JsonRow): boolean {
  return isFields(ownField(row, labelsKey));
}

/**
 * The state of a user as rows of the JSONL form, one per instance. Labels are pairs of `{ schema,
 * name }` and a value, or grouped by scheme; pages of a survey lie apart and are counted. Format:
 * https://github.com/davidjurgens/potato/blob/master/docs/data-export/export_formats.md
 */
export function userStateRows({ row, line, index }: PlacedRow): {
  readonly rows: readonly PlacedRow[];
  readonly pages: number;
} {
  const labels = ownField(row, labelsKey) as JsonRow;
  const spans = ownField(row, 'instance_id_to_span_to_value');
  const behaviour = ownField(row, 'instance_id_to_behavioral_data');
  const instances = new Set([
    ...Object.keys(labels),
    ...(isFields(spans) ? Object.keys(spans) : []),
  ]);
  const rows = [...instances].map((id) => ({
    row: {
      instance_id: id,
      user_id: ownField(row, 'user_id'),
      label_annotations: labelsByScheme(ownField(labels, id)),
      span_annotations: fieldOf(spans, id) ?? [],
      behavioral_data: fieldOf(behaviour, id) ?? {},
    },
    line,
    index,
  }));
  const phases = ownField(row, 'phase_to_page_to_label_to_value');
  const pages = Object.values(isFields(phases) ? phases : {}).reduce<number>(
    (sum, phase) => sum + (isFields(phase) ? Object.keys(phase).length : 0),
    0,
  );
  return { rows, pages };
}

const labelsKey = 'instance_id_to_label_to_value';

function labelsByScheme(stored: unknown): unknown {
  if (!Array.isArray(stored)) {
    // The documentation shows the labels of a scheme one level deeper.
    if (!isFields(stored)) return stored ?? {};
    const schemes = Object.entries(stored).map(([scheme, given]) => {
      const inner = fieldOf(given, 'labels');
      return [scheme, isFields(inner) ? inner : given] as const;
    });
    return Object.fromEntries(schemes);
  }
  const schemes = new Map<string, [string, unknown][]>();
  for (const pair of stored as readonly unknown[]) {
    const [label, value] = Array.isArray(pair) ? (pair as readonly unknown[]) : [];
    const scheme = fieldOf(label, 'schema');
    const name = fieldOf(label, 'name');
    if (typeof scheme !== 'string' || typeof name !== 'string') return stored;
    schemes.set(scheme, [...(schemes.get(scheme) ?? []), [name, value]]);
  }
  return Object.fromEntries([...schemes].map(([scheme, all]) => [scheme, Object.fromEntries(all)]));
}
