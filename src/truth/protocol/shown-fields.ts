import type { UnitShape } from '../../domain/protocol/task.ts';
import type { UnitFields } from '../../domain/units/unit.ts';

/**
 * The fields of a unit that an annotator sees: those that the task shows, collapses, or uses as
 * context, place and rank. An allow list: fields that nobody thought of stay unseen, and hidden
 * fields stay hidden even when named twice.
 */
export function shownFields(shape: UnitShape, fields: UnitFields): UnitFields {
  const shown: Record<string, unknown> = {};
  for (const name of visibleNames(shape))
    if (Object.hasOwn(fields, name)) shown[name] = fields[name];
  return shown;
}

/** The names of these fields, each once, in the order in which they are shown. */
function visibleNames(shape: UnitShape): readonly string[] {
  const named = [
    ...shape.show,
    ...shape.folded,
    ...shape.context,
    ...shape.place,
    ...(shape.rank === null ? [] : [shape.rank]),
  ];
  return [...new Set(named)].filter((name) => !shape.hidden.includes(name));
}

/** The shape of a unit as annotators may know it: without the names of what is hidden from them. */
export function shownShape(shape: UnitShape): UnitShape {
  const visible = new Set(visibleNames(shape));
  const kept = (names: readonly string[]): readonly string[] =>
    names.filter((name) => visible.has(name));
  const keptEntries = <Value>(entries: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(entries).filter(([name]) => visible.has(name)));
  return {
    ...shape,
    show: kept(shape.show),
    titles: keptEntries(shape.titles),
    folded: kept(shape.folded),
    context: kept(shape.context),
    place: kept(shape.place),
    rank: shape.rank !== null && visible.has(shape.rank) ? shape.rank : null,
    date: null,
    vocabulary: keptEntries(shape.vocabulary),
    carried: kept(shape.carried),
    hidden: [],
  };
}
