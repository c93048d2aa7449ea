import { storedJson } from '../../domain/stored-json.ts';
import { sql } from 'kysely';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { Row } from '../columns.ts';
import { limitTo, prepared, preparedChange, preparedFirst } from '../prepared.ts';
import { afterParts } from '../rounds/own-order.ts';
import type { RunAnnotator, SlotHolder } from '../rounds/slots.ts';
import type { Database, TimeText, WriteTransaction } from '../tables.ts';
import { readDraft } from './drafts.ts';
import type { Draft } from './drafts.ts';

/** Whose work in which run, on units of which task. */
export interface WorkPlace extends RunAnnotator {
  readonly project: string;
  readonly task: string;
}

/** A draft without its unit and annotator. */
export type OwnDraft = Pick<Draft, 'answers' | 'asides' | 'revision' | 'updatedAt'>;

/** A unit that an annotator holds, with the draft. */
export interface AssignedUnit {
  readonly unit: string;
  readonly position: number;
  readonly leasedUntil: TimeText | null;
  readonly judgedAt: TimeText | null;
  readonly fields: UnitFields;
  readonly draft: OwnDraft | null;
}

/** A unit that an annotator is to judge, without its fields, and whether its run is closed. */
export interface NextUnit extends Omit<AssignedUnit, 'fields'> {
  readonly closedAt: TimeText | null;
}

/** What an annotator judges next after a position in their order, with drafts, in one query. */
export async function nextAssigned(db: Database, given: OpenPage): Promise<readonly NextUnit[]> {
  return (await selectNext(db, given)).rows.map((row) => {
    const { unit, position, leasedUntil, closedAt } = row;
    const draft = draftOf(row);
    return { unit, position: position ?? 0, leasedUntil, judgedAt: null, draft, closedAt };
  });
}

/** What an annotator has claimed and not judged, in the order that all share. */
export async function claimedUnits(db: Database, given: WorkPlace) {
  const units = (await selectClaimed(db, given)).rows.map(readAssigned);
  return units.toSorted((a, b) => a.position - b.position);
}

/** One unit that an annotator holds. */
export async function assignedUnit(db: Database, given: WorkPlace & { readonly unit: string }) {
  const row = await selectOne(db, given);
  return row === null ? null : readAssigned(row);
}

/** A unit that an annotator holds, without its content. */
export type OwnPlace = Pick<AssignedUnit, 'unit' | 'position' | 'judgedAt'>;

/** Which units to list that somebody still has to judge. */
interface OpenPage extends RunAnnotator {
  readonly after: number;
  readonly limit: number;
}

/** What an annotator still has to judge, in their own order, behind a position. */
export async function openPlaces(db: Database, given: OpenPage): Promise<readonly OwnPlace[]> {
  return (await selectOpenPlaces(db, given)).rows.map(readPlace);
}

/** Which units to list that somebody has judged. */
interface JudgedPage extends RunAnnotator {
  readonly before: TimeText;
  readonly unit: string;
  readonly limit: number;
}

/** What an annotator has judged, latest first, before a time; at that very time, after a unit. */
export async function judgedPlaces(db: Database, given: JudgedPage): Promise<readonly OwnPlace[]> {
  return (await selectJudgedPlaces(db, given)).rows.map(readPlace);
}

/** Puts a unit behind all others of its annotator; false when it is judged, or not theirs. */
export async function putLast(tx: WriteTransaction, holder: SlotHolder): Promise<boolean> {
  const last = (await selectLastPosition(tx, holder))?.position ?? -1;
  const position = Math.max(last + 1, await afterParts(tx, holder));
  return (await updatePosition(tx, { ...holder, position })) > 0;
}

/** The slots of one annotator in one run. */
export function selectOwnSlots(db: Database, { run, annotator }: RunAnnotator) {
  return db.selectFrom('slot').where((eb) => eb.and({ run, annotator }));
}

/** A draft as an outer join finds it. */
type JoinedDraft = {
  readonly [Name in 'answers' | 'asides' | 'revision' | 'updatedAt']: Row<'draft'>[Name] | null;
};

interface AssignedRow extends JoinedDraft, Omit<AssignedUnit, 'fields' | 'draft' | 'position'> {
  readonly position: number | null;
  readonly fields: string;
}

function readAssigned(row: AssignedRow): AssignedUnit {
  const { unit, position, leasedUntil, judgedAt } = row;
  const fields = storedJson<UnitFields>(row.fields, 'unit', 'fields', { unit: row.unit });
  return { unit, position: position ?? 0, leasedUntil, judgedAt, fields, draft: draftOf(row) };
}

function draftOf({ answers, asides, revision, updatedAt }: JoinedDraft): OwnDraft | null {
  if (answers === null || asides === null || revision === null || updatedAt === null) return null;
  return readDraft({ answers, asides, revision, updatedAt });
}

function readPlace(row: Omit<OwnPlace, 'position'> & { position: number | null }): OwnPlace {
  return { ...row, position: row.position ?? 0 };
}

function selectWithDraft(db: Database, given: RunAnnotator) {
  return db
    .selectFrom('slot')
    .leftJoin('draft', (join) =>
      join
        .onRef('draft.run', '=', 'slot.run')
        .onRef('draft.unit', '=', 'slot.unit')
        .onRef('draft.annotator', '=', 'slot.annotator'),
    )
    .select(['slot.unit', 'slot.position', 'slot.leased_until as leasedUntil'])
    .select(['draft.answers', 'draft.asides', 'draft.revision', 'draft.updated_at as updatedAt'])
    .where('slot.run', '=', given.run)
    .where('slot.annotator', '=', given.annotator);
}

function selectAssigned(db: Database, given: WorkPlace) {
  return selectWithDraft(db, given)
    .innerJoin('unit', (join) =>
      join
        .onRef('unit.id', '=', 'slot.unit')
        .on('unit.project', '=', given.project)
        .on('unit.task', '=', given.task),
    )
    .select(['slot.judged_at as judgedAt', 'unit.fields']);
}

const selectNext = prepared((db, given: OpenPage) =>
  selectWithDraft(db, given)
    .innerJoin('round_run', 'round_run.id', 'slot.run')
    .select('round_run.closed_at as closedAt')
    .where('slot.judged_at', 'is', null)
    .where('slot.position', '>', given.after)
    .orderBy('slot.position')
    .limit(limitTo(given.limit)),
);

/** A claim ends when its unit is judged. Unsorted: sorting would select a worse index. */
const selectClaimed = prepared((db, given: WorkPlace) =>
  selectAssigned(db, given).where('slot.leased_until', 'is not', null),
);

const selectOne = preparedFirst((db, given: WorkPlace & { readonly unit: string }) =>
  selectAssigned(db, given).where('slot.unit', '=', given.unit),
);

const selectOpenPlaces = prepared((db, given: OpenPage) =>
  selectOwnSlots(db, given)
    .select(['unit', 'position', 'judged_at as judgedAt'])
    .where('judged_at', 'is', null)
    .where('position', '>', given.after)
    .orderBy('position')
    .limit(limitTo(given.limit)),
);

const selectJudgedPlaces = prepared((db, given: JudgedPage) =>
  selectOwnSlots(db, given)
    .select(['unit', 'position', 'judged_at as judgedAt'])
    .where('judged_at', 'is not', null)
    .where('judged_at', '<=', given.before)
    .where((eb) => eb.or([eb('judged_at', '<', given.before), eb('unit', '>', given.unit)]))
    .orderBy('judged_at', 'desc')
    .orderBy('unit')
    .limit(limitTo(given.limit)),
);

const selectLastPosition = preparedFirst((db, given: SlotHolder) =>
  selectOwnSlots(db, given)
    .select('position')
    .where('judged_at', 'is', null)
    .where('position', 'is not', null)
    .orderBy('position', 'desc')
    .limit(sql.lit(1)),
);

const updatePosition = preparedChange((db, given: SlotHolder & { readonly position: number }) => {
  const { run, unit, annotator, position } = given;
  const held = db.updateTable('slot').where((eb) => eb.and({ run, unit, annotator }));
  return held.set({ position }).where('judged_at', 'is', null);
});
