import type { Answer } from '../../domain/answer.ts';
import type { Fault } from '../../domain/fault.ts';
import { refuse } from '../../domain/fault.ts';
import type { Standing, StandingName } from '../../domain/fold/standing.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { codedText } from '../../domain/text-values.ts';
import { findUnit } from '../../store/units/units.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import { authorise } from '../authorise.ts';
import { liveFold } from '../fold/live-fold.ts';
import type { LiveFold } from '../fold/live-fold.ts';
import { isBlind, refuseWhileBlind } from '../judging/blindness.ts';
import { previewVerdict } from '../verdicts/preview-verdict.ts';
import type { PreviewRequest, VerdictPreview } from '../verdicts/preview-verdict.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import { checkRuling, givenDecision } from './check-ruling.ts';
import { orderOf } from './queue-order.ts';

/** What a ruling would change, without making it. */
export interface RulingPreview {
  /** Faults of the answers; if there are any, nothing else is said. */
  readonly faults: readonly Fault[];
  readonly stillOpen: readonly string[];
  readonly state: { readonly before: StandingName; readonly after: StandingName };
  /** The true answers that would change; null means no answer. */
  readonly changes: readonly {
    readonly question: string;
    readonly before: Answer | null;
    readonly after: Answer | null;
  }[];
  /** How many units of the task wait for a ruling. */
  readonly waiting: { readonly before: number; readonly after: number };
  /**
   * The gates of the task's rounds. They measure how well votes agree, and a ruling is not a vote,
   * so none changes; their number is given so that nobody has to guess.
   */
  readonly gates: number;
  /** Every verdict on the unit's subject; null where the reader may not see verdicts now. */
  readonly verdicts: VerdictPreview['subjects'] | null;
}

/** What a ruling would change: truth, queue and verdicts. For those who rule. */
export async function previewRuling(
  context: WorkContext,
  input: PreviewRequest,
): Promise<RulingPreview> {
  authorise(context.actor, input.project, 'adjudicator', 'lead');
  const live = await liveFold(context.store, input);
  const place = { project: input.project, task: live.task.task.id };
  await refuseWhileBlind(context, place);
  const unit = await context.store.read((db) => findUnit(db, { ...place, unit: input.unit }));
  if (unit === null) refuse('not-found', { what: codedText('unit', { id: input.unit }) });
  const { fold, task } = live;
  const given = givenDecision(input);
  const checked = checkRuling(task.compiled, fold, input.unit, unit.fields, given);
  const author = { by: context.actor.login, reason: 'Preview', at: timeOf(context) };
  const ruling: Ruling | null = checked.ok
    ? { unit: input.unit, task: place.task, ...author, decision: checked.decision }
    : null;
  return {
    faults: checked.ok ? [] : checked.faults,
    stillOpen: checked.ok ? checked.stillOpen : [],
    ...compared(live, input.unit, ruling),
    gates: gatesOf(live),
    verdicts: ruling === null ? [] : await verdictsAfter(context, input, live),
  };
}

function compared(
  { fold, task }: LiveFold,
  unit: string,
  ruling: Ruling | null,
): Pick<RulingPreview, 'state' | 'changes' | 'waiting'> {
  const row = fold.units.find(unit);
  const queue = orderOf(fold).rows;
  const waits = { before: queue.length, after: queue.length };
  const state = fold.standings.state(row);
  if (row < 0 || ruling === null)
    return { state: { before: state, after: state }, changes: [], waiting: waits };
  const before = answersOf(fold.standings.standing(row));
  const standing = fold.standings.standing(row, ruling);
  const after = answersOf(standing);
  const closed = task.task.questions.filter(({ scale }) => isClosed(scale));
  const leaves = standing.state !== 'open' && queue.includes(row);
  return {
    state: { before: state, after: standing.state },
    changes: closed.flatMap(({ id }) => {
      const change = { question: id, before: before[id] ?? null, after: after[id] ?? null };
      return change.before === change.after ? [] : [change];
    }),
    waiting: { ...waits, after: waits.after - Number(leaves) },
  };
}

function answersOf(standing: Standing): Readonly<Record<string, Answer>> {
  return standing.state === 'settled' || standing.state === 'ruled' ? standing.answers : {};
}

function gatesOf({ project, task }: LiveFold): number {
  return project.protocol.rounds
    .filter((round) => round.task === task.task.id)
    .reduce((sum, round) => sum + round.gates.length, 0);
}

async function verdictsAfter(
  context: WorkContext,
  input: PreviewRequest,
  { project }: LiveFold,
): Promise<RulingPreview['verdicts']> {
  if (project.protocol.policies === null) return [];
  // Verdicts depend on every task; people who judge in another one must not see them.
  if (await isBlind(context, { project: input.project })) return null;
  return (await previewVerdict(context, input)).subjects;
}
