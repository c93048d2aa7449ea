import { codedText, oneOf } from '../../domain/text-values.ts';
import { fault, InputError, refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { wrongField, wrongValue } from '../../domain/field-fault.ts';
import { saveDraft as keepDraft } from '../../store/judging/drafts.ts';
import { latestOwnJudgment, lockAssignment } from '../../store/judging/assignment.ts';
import { renewClaim } from '../../store/judging/claims.ts';
import { judgingRoles } from '../authorise.ts';
import { leaseEnd } from './claim-units.ts';
import { readAsides } from './given-asides.ts';
import type { GivenAsides } from './given-asides.ts';
import { runWork } from '../rounds/run-work.ts';
import type { RunWork } from '../rounds/run-work.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/** A draft as it is sent. */
export interface SaveDraft {
  readonly run: string;
  readonly unit: string;
  /** Answers so far; they may be incomplete and break constraints. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly asides?: GivenAsides;
  /** Counts up with each change, so that a late message does not undo a newer one. */
  readonly revision: number;
  /** The judgment being revised; drafts from before it are outdated. */
  readonly supersedes?: string | null;
}

/** A stored draft. */
export interface SavedDraft {
  readonly revision: number;
  readonly updatedAt: string;
}

/**
 * Stores the actor's answers so far on a unit they hold. A draft counts for nothing and is not
 * audited; the judgment deletes it. In an open run it renews the claim. Annotators.
 */
export async function saveDraft(context: WorkContext, input: SaveDraft): Promise<SavedDraft> {
  const work = await runWork(context, input.run, ...judgingRoles);
  const { facts } = work;
  const { asides, faults } = readAsides(work.task.task, input.asides ?? {});
  const all = [...faults, ...draftFaults(work, input)];
  if (all.length > 0) throw new InputError(all);
  const at = timeOf(context);
  const holder = { run: input.run, unit: input.unit, annotator: context.actor.login };
  return context.store.write(
    async (tx) => {
      const held = await lockAssignment(tx, holder);
      if (held === null || held.slot === null) refuse('not-assigned', { unit: input.unit });
      if (held.closedAt !== null) refuse('round-closed', { round: facts.round });
      const place = { ...holder, project: facts.project, task: facts.task };
      const latest = held.judgedAt === null ? null : await latestOwnJudgment(tx, place);
      if ((input.supersedes ?? null) !== (latest?.id ?? null))
        refuse('draft-outdated', { unit: input.unit });
      const { answers, revision } = input;
      const isKept = await keepDraft(tx, { ...holder, answers, asides, revision, updatedAt: at });
      if (!isKept) refuse('draft-outdated', { unit: input.unit });
      if (held.leasedUntil !== null) await renewClaim(tx, { ...holder, until: leaseEnd(context) });
      return { revision: input.revision, updatedAt: at };
    },
    { repeatable: true },
  );
}

/** So large that nobody types it. */
const longestDraft = 200_000;

function draftFaults({ task }: RunWork, { answers, revision }: SaveDraft): readonly Fault[] {
  const names = task.task.questions.map((question) => question.id);
  const hint = codedText('questions-are', { questions: oneOf(names) });
  const faults = Object.keys(answers)
    .filter((name) => !names.includes(name))
    .map((field) => fault('unknown-field', { field, hint }));
  if (!(Number.isSafeInteger(revision) && revision >= 0))
    faults.push(wrongValue('revision', revision, codedText('counting-number')));
  const count = JSON.stringify(answers).length;
  const most = codedText('at-most-characters', { most: longestDraft });
  if (count > longestDraft)
    faults.push(wrongField('answers', codedText('length', { count }), most));
  return faults;
}
