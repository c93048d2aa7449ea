import type { Answers, Asides } from '../../domain/judging/judgment.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { assignedUnit, judgedPlaces } from '../../store/judging/assigned-units.ts';
import type { OwnPlace } from '../../store/judging/assigned-units.ts';
import { latestOwnJudgment } from '../../store/judging/assignment.ts';
import { findRun } from '../../store/rounds/rounds.ts';
import { shownFields } from '../../truth/protocol/shown-fields.ts';
import { judgingRoles } from '../authorise.ts';
import { countIn, readCursor, writeCursor } from '../cursor.ts';
import { runWork } from '../rounds/run-work.ts';
import { followUnits } from '../units/unit-follower.ts';
import { searchUnits } from '../units/word-index.ts';
import type { WorkContext } from '../work-context.ts';

/** One of the actor's judgments, as it stands now. */
interface OwnJudged {
  readonly unit: string;
  readonly judgedAt: string;
  /** What annotators see of the unit. */
  readonly fields: UnitFields;
  readonly answers: Answers;
  readonly asides: Asides;
}

/** A page of the actor's own judgments in a run. */
export interface OwnJudgments {
  /** How many match. */
  readonly total: number;
  /** Whether they may still be revised. */
  readonly closed: boolean;
  readonly items: readonly OwnJudged[];
  readonly nextCursor: string | null;
}

/** What is asked for. */
export interface OwnJudgmentsRequest {
  readonly run: string;
  /** Words of the unit as annotators see it, or a part of its id. */
  readonly text?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

/** What the actor judged in a run, the latest first. Nobody else's answers are read. Annotators. */
export async function ownJudgments(
  context: WorkContext,
  input: OwnJudgmentsRequest,
): Promise<OwnJudgments> {
  const work = await runWork(context, input.run, ...judgingRoles);
  const { project, task } = work.facts;
  const annotator = context.actor.login;
  const run = await context.store.read((db) => findRun(db, input.run));
  const judged = await allJudged(context, { run: input.run, annotator });
  const isFound = await finder(context, work, input.text?.trim() ?? '');
  const places = judged.filter(({ unit }) => isFound(unit));
  const start = readCursor(input.cursor, countIn) ?? 0;
  const limit = Math.min(Math.max(Math.trunc(input.limit ?? 50), 1), 200);
  const shape = work.task.task.unit;
  const items = await context.store.read(async (db) => {
    const found: OwnJudged[] = [];
    for (const { unit, judgedAt } of places.slice(start, start + limit)) {
      const place = { run: input.run, project, task, annotator, unit };
      const held = await assignedUnit(db, place);
      const judgment = await latestOwnJudgment(db, place);
      if (held === null || judgment === null) continue;
      const { answers, asides } = judgment;
      const fields = shownFields(shape, held.fields);
      found.push({ unit, judgedAt: judgedAt ?? judgment.at, fields, answers, asides });
    }
    return found;
  });
  const end = start + limit;
  return {
    total: places.length,
    closed: run === null || run.closedAt !== null,
    items,
    nextCursor: end < places.length ? writeCursor([end]) : null,
  };
}

async function allJudged(
  { store }: WorkContext,
  whose: { readonly run: string; readonly annotator: string },
): Promise<readonly OwnPlace[]> {
  const found: OwnPlace[] = [];
  for (;;) {
    const last = found.at(-1);
    // Later than any time.
    const before = { before: last?.judgedAt ?? '9', unit: last?.unit ?? '' };
    const more = await store.read((db) => judgedPlaces(db, { ...whose, ...before, limit: 1000 }));
    found.push(...more);
    if (more.length < 1000) return found;
  }
}

async function finder(
  { store }: WorkContext,
  work: Awaited<ReturnType<typeof runWork>>,
  text: string,
): Promise<(unit: string) => boolean> {
  if (text === '') return () => true;
  const { project, task } = work.facts;
  const place = { project, task };
  const part = text.toLowerCase();
  const { columns } = await followUnits(store, place);
  const searched = { ...place, shape: work.task.task.unit };
  const found = await searchUnits(store, searched, text, false);
  return (unit) => {
    if (unit.toLowerCase().includes(part)) return true;
    const row = columns.ids.find(unit);
    return row >= 0 && found.has(columns.seq(row));
  };
}
