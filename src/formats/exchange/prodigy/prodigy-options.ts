import type { PlacedRow } from '../../json-rows.ts';
import type { JsonRow } from '../../jsonl.ts';
import { fieldOf, ownField } from '../../own-field.ts';
import { idText } from '../tool-export.ts';

/** How the options of a file are read. */
export interface ProdigyLabels {
  /** The label of an option; null for what can be none. */
  readonly label: (option: unknown) => string | null;
  /** True for a row whose options have ids that mean others in a row about the same text. */
  readonly isAmbiguous: (row: JsonRow) => boolean;
  /** Whether rows offer different options; else those are all labels that the file knows. */
  readonly areSeveral: boolean;
}

/**
 * How the options of a file are named: by their ids. Where rows about one text have lists that give
 * one id to different options, and the lists are used for other texts too, the ids only number the
 * lists and the texts are the labels. Where lists were made for one text, such as two answers to
 * compare, such rows are about different things under one name.
 */
export function prodigyLabels(rows: readonly PlacedRow[]): ProdigyLabels {
  const known = new Map<string, Map<string, string>>();
  const lists = new Set<string>();
  const ambiguous = new Set<JsonRow>();
  let count = 0;
  for (const { row } of rows) {
    const options = ownField(row, 'options');
    const id = prodigyId(row);
    if (!Array.isArray(options) || options.length === 0 || id === null) continue;
    const named = options.map(
      (one: unknown) => [optionText(fieldOf(one, 'id')), optionText(fieldOf(one, 'text'))] as const,
    );
    count += 1;
    lists.add(JSON.stringify(named));
    const texts = known.get(id) ?? new Map<string, string>();
    known.set(id, texts);
    for (const [option, text] of named) {
      if (option === null || text === null) continue;
      if ((texts.get(option) ?? text) !== text) ambiguous.add(row);
      else texts.set(option, text);
    }
  }
  const areSeveral = lists.size > 1;
  const byId = (option: unknown): string | null => optionText(fieldOf(option, 'id'));
  if (ambiguous.size === 0 || lists.size === count)
    return { label: byId, isAmbiguous: (row) => ambiguous.has(row), areSeveral };
  const byText = (option: unknown): string | null =>
    optionText(fieldOf(option, 'text')) ?? byId(option);
  return { label: byText, isAmbiguous: () => false, areSeveral };
}

/** The name of what a row is about: its own, else that of its input. */
export function prodigyId(row: JsonRow): string | null {
  return (
    idText(ownField(row, 'id')) ??
    idText(fieldOf(ownField(row, 'meta'), 'id')) ??
    idText(ownField(row, '_input_hash'))
  );
}

/** The id of an option as it is written: a label may begin or end with a space. */
export function optionText(id: unknown): string | null {
  return typeof id === 'string' && id !== '' ? id : idText(id);
}
