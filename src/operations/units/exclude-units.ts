import { fault, refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { judgedBefore } from '../../store/exchange/import-checks.ts';
import { lockLogs } from '../../store/log-lock.ts';
import { toJudgeOf } from '../../store/rounds/open-units.ts';
import { insertRuling, knownRulings, listRulings } from '../../store/rulings/rulings.ts';
import { audit } from '../audit.ts';
import { authorise } from '../authorise.ts';
import { TurnTimer } from '../cooperative-steps.ts';
import { refuseWhileBlind } from '../judging/blindness.ts';
import { ownRulings } from '../rulings/own-rulings.ts';
import { FaultList } from '../text-file.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import { withBulkProgress } from './bulk-progress.ts';
import type { BulkProgress } from './bulk-progress.ts';
import { chosenUnits, mostChosen } from './filter-units.ts';
import type { ChosenUnits } from './filter-units.ts';

/** Units to be taken out of the data set, for one reason. */
export interface ExcludeRequest {
  readonly project: string;
  readonly task: string;
  readonly chosen: ChosenUnits;
  readonly reason: string;
  /** The same key again is the same request, sent twice. */
  readonly idempotencyKey: string;
}

/** How many units are excluded at once. */
export const unitsAtOnce = mostChosen;

/** How many units were excluded, and how many already were. */
export interface ExcludeResult {
  readonly excluded: number;
  readonly unchanged: number;
}

/**
 * Excludes units for one reason: a ruling and an entry of the audit log for each, by the rules for
 * a single one. All or none: what may not be ruled on is named, and nothing is written. For
 * adjudicators and leads.
 */
export async function excludeUnits(
  context: WorkContext,
  input: ExcludeRequest,
): Promise<ExcludeResult> {
  const { project, task } = input;
  authorise(context.actor, project, 'adjudicator', 'lead');
  const reason = input.reason.trim();
  if (reason === '')
    refuse('reason-required', { what: codedText('a-ruling') }, { field: 'reason' });
  const place = { project, task };
  await refuseWhileBlind(context, place);
  const units = await chosenUnits(context, place, input.chosen);
  const act = { kind: 'exclusion', project, name: input.idempotencyKey } as const;
  return await withBulkProgress(context, { ...act, total: units.length }, (progress) =>
    writeExclusions(context, { ...input, reason }, units, progress),
  );
}

/** In milliseconds. */
const longestTurn = 10;

function writeExclusions(
  context: WorkContext,
  { project, task, reason, idempotencyKey }: ExcludeRequest,
  units: readonly string[],
  progress: BulkProgress,
): Promise<ExcludeResult> {
  const place = { project, task };
  const at = timeOf(context);
  const by = context.actor.login;
  const keyOf = (unit: string): string => `${idempotencyKey} ${unit}`;
  return context.store.write(async (tx) => {
    await lockLogs(tx);
    const known = await knownRulings(tx, { project, keys: units.map(keyOf) });
    const latest = new Map(
      (await listRulings(tx, place)).map((ruling) => [ruling.unit, ruling.decision.kind]),
    );
    const isNew = (unit: string): boolean =>
      !known.has(keyOf(unit)) && latest.get(unit) !== 'exclude';
    const fresh = units.filter(isNew);
    const [judged, toJudge] = [
      await judgedBefore(tx, { ...place, units: fresh }),
      await toJudgeOf(tx, { ...place, units: fresh }),
    ];
    const { allowed } = await ownRulings(tx, project);
    const own = (unit: string): boolean => judged.get(unit)?.has(by) === true;
    const found = new FaultList();
    for (const unit of fresh) {
      if (toJudge.get(unit)?.has(by) === true) found.add(fault('judge-first', { unit }));
      else if (own(unit) && !allowed) found.add(fault('own-judgment', { unit }));
    }
    found.throwIfAny();
    const rulings = fresh.map((unit) => ({
      id: context.newId(),
      ...place,
      unit,
      by,
      reason,
      at,
      decision: { kind: 'exclude' } as const,
      ownJudgment: own(unit),
      edgeCase: false,
      guidelineProposal: null,
      idempotencyKey: keyOf(unit),
    }));
    const turn = new TurnTimer(longestTurn);
    for (const ruling of rulings) {
      // Others read meanwhile, as where many rows are inserted at once.
      if (turn.isOver()) await turn.pause();
      await insertRuling(tx, ruling);
      const { id, unit, ownJudgment, decision } = ruling;
      const detail = { task, unit, kind: decision.kind, own: ownJudgment, edge_case: false };
      audit(tx, context.actor, at, 'rule', { project, object: `ruling/${id}`, detail });
      progress.done += 1;
    }
    return { excluded: fresh.length, unchanged: units.length - fresh.length };
  });
}
