import { defined } from '../../domain/defined.ts';
import { codedText, foundValue } from '../../domain/text-values.ts';
import { InputError, refuse } from '../../domain/fault.ts';
import { judgmentsOfUnit } from '../../store/judging/judgments.ts';
import { lockLogs } from '../../store/log-lock.ts';
import { insertRuling, listRulings } from '../../store/rulings/rulings.ts';
import type { NewRuling } from '../../store/rulings/rulings.ts';
import { findUnit } from '../../store/units/units.ts';
import { isToJudge } from '../../store/rounds/open-units.ts';
import type { GivenAnswers } from '../../truth/judging/faults.ts';
import { audit } from '../audit.ts';
import { authorise } from '../authorise.ts';
import { refuseWhileBlind } from '../judging/blindness.ts';
import { checkRuling, correctedAnswers, givenDecision } from './check-ruling.ts';
import { liveFold } from '../fold/live-fold.ts';
import { ownRulings } from './own-rulings.ts';
import { shownRuling } from './show-case.ts';
import type { ShownRuling } from './show-case.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/** A ruling to be made: answers to some or all questions, or the exclusion of the unit. */
export interface RulingRequest {
  readonly project: string;
  readonly task?: string;
  readonly unit: string;
  readonly answers?: GivenAnswers;
  readonly exclude?: boolean;
  readonly reason: string;
  /** The last ruling on the unit that the author has seen; null for none. */
  readonly seen: string | null;
  readonly edgeCase?: boolean;
  readonly guidelineProposal?: string | null;
  /** The same key again is the same ruling, sent twice. */
  readonly idempotencyKey: string;
}

/** A ruling that was made. */
export interface MadeRuling extends ShownRuling {
  /** False when it had been sent before. */
  readonly fresh: boolean;
  /** Questions that neither the ruling nor the votes answer: the unit stays open for them. */
  readonly stillOpen: readonly string[];
}

/**
 * Rules on a unit. All votes and earlier rulings stay; the latest counts. Nobody rules on what they
 * still have to judge, nor on what they judged unless a lead allowed it. Somebody who has not seen
 * the latest ruling is refused. For adjudicators and leads.
 */
export async function makeRuling(context: WorkContext, input: RulingRequest): Promise<MadeRuling> {
  authorise(context.actor, input.project, 'adjudicator', 'lead');
  const reason = input.reason.trim();
  if (reason === '')
    refuse('reason-required', { what: codedText('a-ruling') }, { field: 'reason' });
  const given = givenDecision(input);
  const key = input.idempotencyKey;
  if (key === '' || key.length > longestKey) {
    const expected = codedText('text-of-length', { least: 1, most: longestKey });
    refuse('wrong-value', { field: 'idempotency_key', got: foundValue(key), expected });
  }
  const scope = defined({ project: input.project, task: input.task });
  const { fold, task } = await liveFold(context.store, scope);
  const place = { project: input.project, task: task.task.id, unit: input.unit };
  await refuseWhileBlind(context, place);
  const unit = await context.store.read((db) => findUnit(db, place));
  if (unit === null) refuse('not-found', { what: codedText('unit', { id: input.unit }) });
  const checked = checkRuling(task.compiled, fold, input.unit, unit.fields, given);
  if (!checked.ok) throw new InputError(checked.faults);
  const original = correctedAnswers(fold, input.unit, checked.decision);
  const at = timeOf(context);
  const by = context.actor.login;
  const proposal = input.guidelineProposal?.trim() ?? '';
  return context.store.write(async (tx) => {
    // From here on nobody else rules, so the lookups stay true.
    await lockLogs(tx);
    if (await isToJudge(tx, { ...place, annotator: by }))
      refuse('judge-first', { unit: input.unit });
    const own = (await judgmentsOfUnit(tx, place)).some((judgment) => judgment.annotator === by);
    const ruling: NewRuling = {
      id: context.newId(),
      ...place,
      by,
      reason,
      at,
      decision: checked.decision,
      ownJudgment: own,
      edgeCase: input.edgeCase === true,
      guidelineProposal: proposal === '' ? null : proposal,
      idempotencyKey: key,
      original,
    };
    const before = await listRulings(tx, place);
    const isSentAgain = before.some((one) => one.idempotencyKey === key);
    if (!isSentAgain) {
      if (own && !(await ownRulings(tx, input.project)).allowed)
        refuse('own-judgment', { unit: input.unit });
      const last = before.at(-1);
      if ((last?.id ?? null) !== input.seen) {
        if (last !== undefined) refuse('ruled-meanwhile', { by: last.by, unit: input.unit });
        refuse('ruling-unknown', { ruling: input.seen ?? '', unit: input.unit });
      }
    }
    const { ruling: kept, fresh } = await insertRuling(tx, ruling);
    const { kind } = kept.decision;
    const detail = { task: place.task, unit: input.unit, kind, own, edge_case: kept.edgeCase };
    const act = { project: input.project, object: `ruling/${kept.id}`, detail };
    if (fresh) audit(tx, context.actor, at, 'rule', act);
    return { ...shownRuling(kept), fresh, stillOpen: checked.stillOpen };
  });
}

const longestKey = 200;
