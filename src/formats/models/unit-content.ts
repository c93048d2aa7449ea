import type { UnitShape } from '../../domain/protocol/task.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { shownFields } from '../../truth/protocol/shown-fields.ts';

/** The parts of what is sent of a unit, in the order in which they are sent. */
export const contentParts = ['place', 'folded', 'context', 'unit'] as const;
export type ContentPart = (typeof contentParts)[number];

/** The fields of a unit that are sent, by part. A hidden field is in none, wherever it is named. */
export function contentFields(shape: UnitShape): Readonly<Record<ContentPart, readonly string[]>> {
  const seen = new Set(shape.hidden);
  const own = (names: readonly string[]): readonly string[] =>
    names.filter((name) => {
      const isNew = !seen.has(name);
      seen.add(name);
      return isNew;
    });
  const unit = own(shape.show);
  const folded = own(shape.folded);
  const context = own(shape.context);
  const place = own([...shape.place, ...(shape.rank === null ? [] : [shape.rank])]);
  return { unit, folded, context, place };
}

/**
 * What is sent about one unit: a JSON object, one field per line. Texts of the unit are JSON
 * strings, so no text can end its own quotes or begin another field.
 */
export function unitContent(shape: UnitShape, fields: UnitFields): string {
  const shown = shownFields(shape, fields);
  const parts = contentFields(shape);
  const lines = contentParts.flatMap((part) => {
    const given = parts[part].filter((name) => Object.hasOwn(shown, name));
    if (given.length === 0) return [];
    const entries = given.map((name) => `    ${plainJson(name)}: ${plainJson(shown[name])}`);
    return [`  "${part}": {\n${entries.join(',\n')}\n  }`];
  });
  return `{\n${lines.join(',\n')}\n}`;
}

/** JSON on one line for every reader: some take U+2028 and U+2029 for line breaks. */
function plainJson(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.replace(/[\u2028\u2029\u0085]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
