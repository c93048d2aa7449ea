import { refuse } from '../../domain/fault.ts';
import { personName } from '../../domain/people/person-name.ts';
import { refreshStatistics } from '../../store/bulk-insert.ts';
import { judgedMeanwhile } from '../../store/exchange/import-checks.ts';
import { judgmentsAhead } from '../../store/judgments-under-way.ts';
import { lockLogs } from '../../store/log-lock.ts';
import { fillSlotsStaged } from '../../store/rounds/slots.ts';
import { forgetSlots } from '../../store/staging.ts';
import { addJudgments, fillFurther, keepRunOpen } from './add-judgments.ts';
import type { AddedJudgments, ImportedJudgments, PlannedJudgments } from './add-judgments.ts';
import type { WorkContext } from '../work-context.ts';
import type { WriteTransaction } from '../workspace.ts';
import { Overtaken, retryOvertaken } from '../workspace/overtaken.ts';
import { doStaged, whenNoneIsUnderWay } from '../workspace/staged-work.ts';
import type { WorkPiece } from '../workspace/staged-work.ts';

/** What is imported. */
export interface JudgmentImport {
  readonly project: string;
  readonly staged: ImportedJudgments;
  readonly at: string;
  readonly progress?: ((done: number, total: number) => void) | undefined;
}

type Finish<Result> = (tx: WriteTransaction, added: AddedJudgments) => Promise<Result>;

/** How many judgments a write holds: so few that others hardly wait. */
const judgmentsTogether = 500;

/**
 * Adds planned judgments: few in one write, many piece by piece, while others write. Nobody sees
 * them before the last write, in which `finish` records the import. One import of judgments at a
 * time adds to a workspace; others wait for it.
 */
export async function addPlanned<Result>(
  context: WorkContext,
  input: JudgmentImport,
  plan: () => Promise<PlannedJudgments>,
  finish: Finish<Result>,
): Promise<Result> {
  return await retryOvertaken(async () => {
    const planned = await plan();
    const add = planned.inserted <= judgmentsTogether ? addFew : addMany;
    return await add(context, input, planned, finish);
  });
}

/** Removes what a plan keeps in files. */
export async function discardPlan(planned: PlannedJudgments | null): Promise<void> {
  await planned?.rows.discard();
  await planned?.filled.discard();
}

async function addFew<Result>(
  context: WorkContext,
  { project, staged, at }: JudgmentImport,
  planned: PlannedJudgments,
  finish: Finish<Result>,
): Promise<Result> {
  return await whenAlone(context, staged, async (tx) =>
    finish(tx, await addJudgments(context, tx, project, staged, planned, at)),
  );
}

async function addMany<Result>(
  context: WorkContext,
  { project, staged, at, progress }: JudgmentImport,
  planned: PlannedJudgments,
  finish: Finish<Result>,
): Promise<Result> {
  const { importId: id, name, task, run } = staged;
  const total = planned.inserted + planned.filled.size;
  const result = await doStaged(context, {
    about: { id, kind: 'judgments', project, name, total },
    begin: (write) => whenAlone(context, staged, write),
    from: (tx) => judgmentsAhead.farAhead(tx),
    pieces: (from) => judgmentPieces({ staged, planned, at, from }),
    finish: async (tx, from) => {
      await keepRunOpen(tx, run);
      // From here on nobody judges, so that what was planned still holds.
      await lockLogs(tx);
      const same = await judgedMeanwhile(tx, { project, task, after: planned.upTo, from });
      // Somebody judged a unit of the file, or another import did, under a name of the file.
      if (same.some(({ mine, theirs }) => personName(mine) === personName(theirs)))
        throw new Overtaken();
      await fillFurther(tx, run, planned.further, at);
      return await finish(tx, planned);
    },
    behind: (tx, from) => judgmentsAhead.continueBehind(tx, from + planned.inserted),
    progress,
  });
  await forgetSlots(context.store, id);
  return result;
}

interface PlannedPieces {
  readonly staged: ImportedJudgments;
  readonly planned: PlannedJudgments;
  readonly at: string;
  readonly from: number;
}

async function* judgmentPieces({
  staged,
  planned,
  at,
  from,
}: PlannedPieces): AsyncGenerator<WorkPiece> {
  let start = from;
  for await (const batch of planned.rows.batches(judgmentsTogether, charactersTogether)) {
    const first = start;
    const add = async (tx: WriteTransaction): Promise<void> => {
      if (!(await judgmentsAhead.insert(tx, batch, first))) throw new Overtaken();
    };
    yield { size: batch.length, add };
    start += batch.length;
  }
  // The places are taken from here on, so that nobody else is given them.
  for await (const batch of planned.filled.batches(slotsTogether)) {
    const fill = async (tx: WriteTransaction): Promise<void> => {
      await keepRunOpen(tx, staged.run);
      if ((await fillSlotsStaged(tx, staged.importId, batch, at)) < batch.length)
        refuse('project-changed');
    };
    yield { size: batch.length, add: fill };
  }
  yield { size: 0, add: (tx) => refreshStatistics(tx, 'judgment', planned.inserted) };
}

const charactersTogether = 1_000_000;
/** Fewer, since each lies on a page of its own. */
const slotsTogether = 150;

/** Runs a write on an open run, once no other import adds judgments. */
function whenAlone<Result>(
  context: WorkContext,
  { run }: ImportedJudgments,
  work: (tx: WriteTransaction) => Promise<Result>,
): Promise<Result> {
  const begin = (tx: WriteTransaction): Promise<void> => keepRunOpen(tx, run);
  return whenNoneIsUnderWay(context, judgmentsAhead, work, begin);
}
