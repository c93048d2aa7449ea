import { earlierPlace, printValue } from '../../domain/text-values.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { idSeparator, unitId } from '../../domain/units/unit.ts';
import { parseRow } from '../jsonl.ts';
import type { JsonRow } from '../jsonl.ts';
import { shownName } from '../own-field.ts';
import { editRow } from '../judging/row-edit.ts';

/** What an adjudication changed, for the manifest beside the written file. */
export interface AdjudicationSummary {
  readonly rows: number;
  readonly adjudicated: number;
  readonly changed: number;
  /** Changed labels over adjudicated rows; null when there was none. */
  readonly changed_rate: number | null;
  /** `"1->2": n`, with unchanged ones as `"1->1"`. */
  readonly transitions: Readonly<Record<string, number>>;
  /** Adjudicated rows per query. */
  readonly queries: Readonly<Record<string, number>>;
}

/** The lines of the adjudicated file and what changed, or the faults. */
export type Adjudicated =
  | { readonly ok: true; readonly lines: readonly string[]; readonly summary: AdjudicationSummary }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Applies an adjudicator's rows in the trial guide's format to an annotator's: label, rationale and
 * guideline version are replaced, `annotator_id` becomes `adjudicated`, and `adjudicated: true` and
 * `adjudicator_id` are added. All other rows stay as they are to the last character. A pair that is
 * not in the base, or appears twice in a file, is a fault.
 */
export function adjudicate(
  base: readonly string[],
  decisions: readonly string[],
  label = 'relevance_label',
): Adjudicated {
  const faults: Fault[] = [];
  const rows = readPairs(base, 'the base', faults);
  const decided = readPairs(decisions, 'the adjudication', faults);
  for (const [pair, { line }] of decided)
    if (!rows.has(pair))
      faults.push(
        fault('unknown-unit', { field: pairFields.join(', '), got: shownName(pair) }, { line }),
      );
  if (faults.length > 0) return { ok: false, faults };
  const transitions = new Map<string, number>();
  const queries = new Map<string, number>();
  let changed = 0;
  const lines = [...rows].map(([pair, { text, row }]) => {
    const decision = decided.get(pair)?.row;
    if (decision === undefined) return text;
    const [from, to] = [printValue(row[label]), printValue(decision[label])];
    changed += Number(from !== to);
    count(transitions, `${from}->${to}`);
    count(queries, pair.split(idSeparator)[0]!);
    const taken = Object.fromEntries(
      [label, 'rationale', 'guideline_version']
        .filter((field) => Object.hasOwn(decision, field))
        .map((field) => [field, decision[field]]),
    );
    return editRow(text, {
      ...taken,
      annotator_id: 'adjudicated',
      adjudicated: true,
      adjudicator_id: decision['annotator_id'] ?? null,
    });
  });
  const adjudicated = decided.size;
  return {
    ok: true,
    lines,
    summary: {
      rows: rows.size,
      adjudicated,
      changed,
      changed_rate: adjudicated === 0 ? null : changed / adjudicated,
      transitions: sorted(transitions),
      queries: sorted(queries),
    },
  };
}

const pairFields: readonly string[] = ['query_id', 'nct_id'];

interface Line {
  readonly text: string;
  readonly row: JsonRow;
  readonly line: number;
}

function readPairs(
  lines: readonly string[],
  where: string,
  faults: Fault[],
): ReadonlyMap<string, Line> {
  const pairs = new Map<string, Line>();
  lines.forEach((text, at) => {
    if (text.trim() === '') return;
    const line = at + 1;
    const parsed = parseRow(text);
    const id = parsed.ok ? unitId(pairFields, parsed.row) : null;
    if (!parsed.ok) faults.push({ ...parsed.fault, line });
    else if (id !== null && !id.ok)
      faults.push(...id.faults.map((found): Fault => ({ ...found, line })));
    else if (id !== null && id.ok) {
      const before = pairs.get(id.id);
      const twice = {
        annotator: where,
        unit: shownName(id.id),
        place: earlierPlace(before?.line ?? null),
      };
      if (before === undefined) pairs.set(id.id, { text, row: parsed.row, line });
      else faults.push(fault('duplicate-judgment', twice, { line }));
    }
  });
  return pairs;
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
