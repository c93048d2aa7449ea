import { batches, refreshStatistics } from '../../store/bulk-insert.ts';
import { judgedSince } from '../../store/exchange/import-checks.ts';
import { lockLogs } from '../../store/log-lock.ts';
import { listRulings, rulingValues } from '../../store/rulings/rulings.ts';
import type { NewRuling } from '../../store/rulings/rulings.ts';
import { rulingsAhead } from '../../store/rulings-under-way.ts';
import type { StagedRulings } from '../exchange/import-rulings.ts';
import type { WorkContext } from '../work-context.ts';
import type { WriteTransaction } from '../workspace.ts';
import { namesWithRole } from '../workspace/known-actor.ts';
import { Overtaken, retryOvertaken } from '../workspace/overtaken.ts';
import { doStaged, whenNoneIsUnderWay } from '../workspace/staged-work.ts';
import type { WorkPiece } from '../workspace/staged-work.ts';
import { addRulings, planRulings } from './add-rulings.ts';
import type { AddedRulings, PlannedRulings } from './add-rulings.ts';
import { ownRulings } from './own-rulings.ts';

/** What is imported. */
interface RulingImport {
  readonly id: string;
  readonly project: string;
  /** The file. */
  readonly name: string;
  readonly staged: StagedRulings;
  readonly at: string;
  readonly progress?: ((done: number, total: number) => void) | undefined;
}

type Finish<Result> = (tx: WriteTransaction, added: AddedRulings) => Promise<Result>;

/** How many rulings a write holds: so few that others hardly wait. */
const rulingsTogether = 200;

/**
 * Adds rulings: few in one write, many piece by piece, while others write. Nobody sees them before
 * the last write, in which `finish` records the import. One import of rulings at a time adds to a
 * workspace; others wait for it.
 */
export async function addInPieces<Result>(
  context: WorkContext,
  input: RulingImport,
  finish: Finish<Result>,
): Promise<Result> {
  const { project, staged, at } = input;
  if (staged.rulings.length <= rulingsTogether)
    return await whenNoneIsUnderWay(context, rulingsAhead, async (tx) =>
      finish(tx, await addRulings(context, tx, project, staged, at)),
    );
  return await retryOvertaken(async () => {
    const planned = await context.store.snapshot((db) =>
      planRulings(context, db, project, staged, at),
    );
    return await addMany(context, input, planned, finish);
  });
}

async function addMany<Result>(
  context: WorkContext,
  { id, project, name, staged, progress }: RulingImport,
  planned: PlannedRulings,
  finish: Finish<Result>,
): Promise<Result> {
  const { added } = planned;
  return await doStaged(context, {
    about: { id, kind: 'rulings', project, name, total: added.length },
    begin: (write) => whenNoneIsUnderWay(context, rulingsAhead, write),
    from: (tx) => rulingsAhead.farAhead(tx),
    pieces: (from) => rulingPieces(added, from),
    finish: async (tx) => {
      // From here on nobody judges or rules, so that what was planned still holds.
      await lockLogs(tx);
      if (await hasChanged(tx, { project, task: staged.task }, planned)) throw new Overtaken();
      const unchanged = staged.rulings.length - added.length;
      return await finish(tx, { inserted: added.length, unchanged });
    },
    behind: (tx, from) => rulingsAhead.continueBehind(tx, from + added.length),
    progress,
  });
}

function* rulingPieces(added: readonly NewRuling[], from: number): Generator<WorkPiece> {
  let start = from;
  for (const batch of batches(added, rulingsTogether)) {
    const first = start;
    const add = async (tx: WriteTransaction): Promise<void> => {
      if (!(await rulingsAhead.insert(tx, batch.map(rulingValues), first))) throw new Overtaken();
    };
    yield { size: batch.length, add };
    start += batch.length;
  }
  yield { size: 0, add: (tx) => refreshStatistics(tx, 'ruling', added.length) };
}

/** Whether something has changed on which it depends who may rule, and on what. */
async function hasChanged(
  tx: WriteTransaction,
  place: { readonly project: string; readonly task: string },
  { added, authors, upTo, ownAllowed }: PlannedRulings,
): Promise<boolean> {
  const units = new Set(added.map(({ unit }) => unit));
  const ruled = await listRulings(tx, { ...place, after: upTo.rulings });
  if (ruled.some(({ unit }) => units.has(unit))) return true;
  const judged = await judgedSince(tx, { ...place, after: upTo.judgments });
  const rulers = await namesWithRole(tx, place.project, 'lead', 'adjudicator');
  if (authors.some((name) => judged.has(name) || !rulers.has(name))) return true;
  return (await ownRulings(tx, place.project)).allowed !== ownAllowed;
}
