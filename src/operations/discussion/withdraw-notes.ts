import { refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { notesByIds } from '../../store/discussion/notes.ts';
import { authorise } from '../authorise.ts';
import type { WorkContext } from '../work-context.ts';
import { withBulkProgress } from '../units/bulk-progress.ts';
import { addNotes } from './add-note.ts';

/**
 * Takes notes back: they stay in the record and no longer count. All or none. Leads take back what
 * anybody wrote, others what they wrote themselves; meetings and what was decided stay.
 */
export async function withdrawNotes(
  context: WorkContext,
  input: {
    readonly project: string;
    readonly notes: readonly string[];
    readonly idempotencyKey: string;
  },
): Promise<{ readonly withdrawn: number }> {
  const { project } = input;
  const role = authorise(context.actor, project, 'lead', 'adjudicator', 'annotator');
  const wanted = [...new Set(input.notes)];
  const found = await context.store.read((db) => notesByIds(db, { project, ids: wanted }));
  const mayGo = new Set(
    found
      .filter(({ kind }) => !['meeting', 'decision', 'withdrawal'].includes(kind))
      .filter(({ by }) => by === context.actor.login || role === 'lead')
      .map(({ id }) => id),
  );
  const missing = wanted.find((id) => !mayGo.has(id));
  if (missing !== undefined) refuse('not-found', { what: codedText('note-here', { id: missing }) });
  const given = found.map(({ id: about, task, unit }) => {
    return { project, kind: 'withdrawal', task, unit, about, text: '' } as const;
  });
  const name = input.idempotencyKey;
  const act = { kind: 'marking', project, name, total: given.length } as const;
  const written = await withBulkProgress(context, act, (progress) =>
    addNotes(context, given, name, {
      onWritten: (count) => {
        progress.done += count;
      },
    }),
  );
  return { withdrawn: written.length };
}
