import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import type { StandingName } from '../../domain/fold/standing.ts';
import { isIndependent } from '../../domain/judging/assistance.ts';
import { uncountedText } from '../../domain/fold/uncounted.ts';
import type { LoggedJudgment } from '../../domain/judging/judgment.ts';
import type { Unit } from '../../domain/units/unit.ts';
import { judgmentsOfUnit } from '../../store/judging/judgments.ts';
import type { StoredJudgment } from '../../store/judging/judgments.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import { findUnit } from '../../store/units/units.ts';
import { shownFields } from '../../truth/protocol/shown-fields.ts';
import { authorise, overseeingRoles } from '../authorise.ts';
import { standingFlags } from '../discussion/standing-flags.ts';
import type { StandingFlag } from '../discussion/standing-flags.ts';
import { isBlind } from '../judging/blindness.ts';
import { attemptOfKey } from '../../truth/models/cell-content.ts';
import { hiddenModels } from '../rulings/model-votes.ts';
import { countedEntries } from '../../truth/fold/counted-entries.ts';
import { unitTruth } from '../../truth/fold/unit-truth.ts';
import { liveFold } from '../fold/live-fold.ts';
import { projectProtocol, taskOf } from '../project-protocol.ts';
import { shownRuling } from '../rulings/show-case.ts';
import type { ShownRuling } from '../rulings/show-case.ts';
import type { WorkContext } from '../work-context.ts';

/** A judgment on a unit as it is shown; without a name to those who rule. */
interface ShownJudgment extends Pick<
  StoredJudgment,
  | 'id'
  | 'run'
  | 'answers'
  | 'asides'
  | 'guideline'
  | 'taskHash'
  | 'at'
  | 'seconds'
  | 'supersedes'
  | 'origin'
> {
  readonly annotator: string | null;
  /** The attempt that a model answered in; its reply and prompt are behind it. */
  readonly attempt: string | null;
  /** Whether it was given while a suggestion was shown, so that it is not independent. */
  readonly assisted: boolean;
  /** Why it does not count; null when it does. */
  readonly uncounted: CodedText | null;
}

/** A unit with everything that was said about it. */
export interface UnitView extends Unit {
  readonly contentHash: string;
  /** What is true of it and why. Null while the reader judges in an open run of the task. */
  readonly truth: { readonly state: StandingName; readonly line: CodedText } | null;
  /** Oldest first, with revisions. Null while the reader judges in an open run of the task. */
  readonly judgments: readonly ShownJudgment[] | null;
  /** Votes of models that are hidden from those who rule. */
  readonly hiddenVotes: number;
  readonly rulings: readonly ShownRuling[] | null;
  /** What somebody flagged it for in the list of units. */
  readonly flags: readonly StandingFlag[];
}

/**
 * One unit with its judgments and rulings. Hidden fields are left out for people who rule or judge.
 * For overseers.
 */
export async function showUnit(
  context: WorkContext,
  input: { readonly project: string; readonly task: string; readonly unit: string },
): Promise<UnitView> {
  const role = authorise(context.actor, input.project, ...overseeingRoles);
  const { task } = taskOf(await projectProtocol(context.store, input.project), input.task);
  const place = { project: input.project, task: task.id, unit: input.unit };
  const isJudging = await isBlind(context, place);
  const found = await context.store.read(async (db) => ({
    unit: await findUnit(db, place),
    judgments: await judgmentsOfUnit(db, place),
    rulings: await listRulings(db, place),
  }));
  if (found.unit === null) refuse('not-found', { what: codedText('unit', { id: input.unit }) });
  const { id, task: name, subject, fields, contentHash } = found.unit;
  const isVeiled = isJudging || role === 'adjudicator';
  const { fold } = await liveFold(context.store, place);
  const truth = isJudging ? null : unitTruth(fold, id);
  const uncounted = countedEntries(fold, found.judgments.map(logged)).map((one) => one.uncounted);
  const shown = (judgment: StoredJudgment, at: number): ShownJudgment => ({
    ...judgment,
    annotator: role === 'adjudicator' ? null : judgment.annotator,
    assisted: !isIndependent(judgment.asides),
    attempt: judgment.origin === 'model' ? attemptOfKey(judgment.idempotencyKey) : null,
    uncounted: uncounted[at] === null ? null : uncountedText(uncounted[at]!),
  });
  const names = found.judgments.map(({ annotator }) => annotator);
  const hidden = await hiddenModels(context, input.project, fold.plan.panel, names);
  const seen = found.judgments.map(shown);
  return {
    id,
    task: name,
    subject,
    fields: isVeiled ? shownFields(task.unit, fields) : fields,
    contentHash,
    truth: truth === null ? null : { state: truth.standing.state, line: truth.line },
    judgments: isJudging
      ? null
      : seen.filter((_, at) => !hidden.has(found.judgments[at]!.annotator)),
    hiddenVotes: isJudging ? 0 : names.filter((one) => hidden.has(one)).length,
    rulings: isJudging ? null : found.rulings.map(shownRuling),
    flags: isJudging ? [] : await standingFlags(context.store, place, [id]),
  };
}

/** A judgment as it stands in the log. */
function logged({ answers, asides, ...judgment }: StoredJudgment): LoggedJudgment {
  return { ...judgment, answers: JSON.stringify(answers), asides: JSON.stringify(asides) };
}
