import { refuseValue } from '../../domain/field-fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { authorise } from '../authorise.ts';
import { addNotes, checkedText } from '../discussion/add-note.ts';
import { refuseWhileBlind } from '../judging/blindness.ts';
import type { WorkContext } from '../work-context.ts';
import { withBulkProgress } from './bulk-progress.ts';
import { chosenUnits } from './filter-units.ts';
import type { ChosenUnits } from './filter-units.ts';

/** Units to be flagged, or put on the agenda of the next meeting. */
export interface MarkRequest {
  readonly project: string;
  readonly task: string;
  readonly as: 'flag' | 'agenda';
  readonly chosen: ChosenUnits;
  readonly text: string;
  readonly idempotencyKey: string;
}

/** The notes that were written, by which they can be taken back. */
export interface MarkResult {
  readonly notes: readonly string[];
}

/** A meeting cannot talk about more. */
const mostOnAgenda = 50;

/**
 * Flags units, or puts them on the agenda, with one text. Says nothing about what is true of them.
 * For leads and adjudicators.
 */
export async function markUnits(context: WorkContext, input: MarkRequest): Promise<MarkResult> {
  const { project, task, as, idempotencyKey } = input;
  authorise(context.actor, project, 'lead', 'adjudicator');
  const place = { project, task };
  await refuseWhileBlind(context, place);
  const text = checkedText('text', input.text);
  const units = await chosenUnits(context, place, input.chosen);
  if (as === 'agenda' && units.length > mostOnAgenda)
    refuseValue('units', units.length, codedText('units-at-once', { most: mostOnAgenda }));
  const given = units.map((unit) => ({ ...place, kind: as, unit, text }));
  const act = { kind: 'marking', project, name: idempotencyKey, total: units.length } as const;
  const added = await withBulkProgress(context, act, (progress) =>
    addNotes(context, given, idempotencyKey, {
      onWritten: (count) => {
        progress.done += count;
      },
    }),
  );
  return { notes: added.map(({ id }) => id) };
}
