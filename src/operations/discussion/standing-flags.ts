import { standingNotes } from '../../domain/discussion/note.ts';
import type { Note } from '../../domain/discussion/note.ts';
import { flagsOf } from '../../store/discussion/notes.ts';
import type { Store } from '../../store/open-store.ts';
import type { TaskPlace } from '../../store/units/units.ts';

/** A flag that somebody set in the list of units and nobody took back. */
export type StandingFlag = Pick<Note, 'id' | 'unit' | 'text' | 'by' | 'at'>;

/** The flags of a task that stand, or those of some units. */
export async function standingFlags(
  store: Store,
  place: TaskPlace,
  units?: readonly string[],
): Promise<readonly StandingFlag[]> {
  if (units?.length === 0) return [];
  const notes = await store.read((db) => flagsOf(db, place, units));
  return standingNotes(notes).map(({ id, unit, text, by, at }) => ({ id, unit, text, by, at }));
}
