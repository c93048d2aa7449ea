import { longestNote } from '../../domain/discussion/note.ts';
import type { Note } from '../../domain/discussion/note.ts';
import { refuseValue } from '../../domain/field-fault.ts';
import { codedText, isStorable } from '../../domain/text-values.ts';
import { batches } from '../../store/bulk-insert.ts';
import { insertNotes, sentNote } from '../../store/discussion/notes.ts';
import type { NewNote } from '../../store/discussion/notes.ts';
import { lockLogs } from '../../store/log-lock.ts';
import { audit } from '../audit.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { WriteTransaction } from '../workspace.ts';

/** A note as it is given: who and when is known here. */
export type GivenNote = Pick<Note, 'project' | 'kind' | 'text'> &
  Partial<Pick<Note, 'task' | 'unit' | 'about' | 'detail'>>;

/** A note that was written, and whether it is new. */
export interface AddedNote extends Pick<Note, 'id' | 'at'> {
  readonly fresh: boolean;
}

/** What happens while notes are written. */
interface WriteHooks {
  /** Runs inside the write, for what another note may have changed meanwhile. */
  readonly check?: (tx: WriteTransaction) => Promise<void>;
  /** Called with how many notes were written since the last call. */
  readonly onWritten?: (count: number) => void;
}

/**
 * Writes notes together, with an audit entry that names what they are about and not what they say.
 * The same key again is the same note, sent twice.
 */
export async function addNotes(
  context: WorkContext,
  given: readonly GivenNote[],
  idempotencyKey: string,
  { check, onWritten }: WriteHooks = {},
): Promise<readonly AddedNote[]> {
  const at = timeOf(context);
  const by = context.actor.login;
  const notes = given.map((one, place): NewNote => ({
    task: null,
    unit: null,
    about: null,
    detail: {},
    ...one,
    id: context.newId(),
    by,
    at,
    idempotencyKey: given.length === 1 ? idempotencyKey : `${idempotencyKey} ${place}`,
  }));
  return context.store.write(async (tx) => {
    await lockLogs(tx);
    const [first] = notes;
    if (first === undefined) return [];
    if ((await sentNote(tx, first)) !== null) {
      const before = [];
      for (const note of notes) before.push((await sentNote(tx, note)) ?? note);
      return before.map(({ id, at: when }) => ({ id, at: when, fresh: false }));
    }
    await check?.(tx);
    for (const batch of batches(notes)) {
      await insertNotes(tx, batch);
      onWritten?.(batch.length);
    }
    const { project, kind, task, about } = first;
    const object = notes.length === 1 ? `note/${first.id}` : `notes/${idempotencyKey}`;
    const units = notes.flatMap(({ unit }) => (unit === null ? [] : [unit]));
    const place = notes.length === 1 ? { unit: units[0] ?? null, about } : { units: units.length };
    audit(tx, context.actor, at, `note-${kind}`, { project, object, detail: { task, ...place } });
    return notes.map(({ id }) => ({ id, at, fresh: true }));
  });
}

/** Writes one note. */
export async function addNote(
  context: WorkContext,
  given: GivenNote,
  idempotencyKey: string,
  check?: WriteHooks['check'],
): Promise<AddedNote> {
  return (await addNotes(context, [given], idempotencyKey, check && { check }))[0]!;
}

/** A text without the space around it; refuses none, and one that is too long. */
export function checkedText(field: string, text: string): string {
  const plain = text.trim();
  if (plain === '' || plain.length > longestNote || !isStorable(plain))
    refuseValue(field, text, codedText('short-text', { most: longestNote }));
  return plain;
}
