import { codedText, oneOf } from '../../domain/text-values.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { refuse } from '../../domain/fault.ts';
import { refuseValue } from '../../domain/field-fault.ts';
import { factByKey, insertFact } from '../../store/judging/facts.ts';
import type { Fact, StoredFact } from '../../store/judging/facts.ts';
import { putLast } from '../../store/judging/assigned-units.ts';
import { assignmentState } from '../../store/judging/assignment.ts';
import { releaseClaim } from '../../store/judging/claims.ts';
import { audit } from '../audit.ts';
import { judgingRoles } from '../authorise.ts';
import { forgetProgress } from './own-progress.ts';
import { runWork } from '../rounds/run-work.ts';
import type { RunWork } from '../rounds/run-work.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { WriteTransaction } from '../workspace.ts';

/** Something that happened around an assignment. */
export interface RecordFact {
  readonly run: string;
  readonly unit: string;
  /**
   * `opened`: a folded part, named in `detail.field`. `skipped`: the unit was passed over.
   * `question`: the annotator asks something, `detail.text`.
   */
  readonly kind: Fact['kind'];
  readonly detail?: Readonly<Record<string, unknown>>;
  /** The same key again is the same fact, sent twice. */
  readonly idempotencyKey?: string;
}

/** A fact that was recorded. */
export interface RecordedFact extends Pick<Fact, 'kind' | 'at'> {
  /** False if the same fact was recorded before. */
  readonly fresh: boolean;
}

/**
 * Records an event about a unit that the actor holds; it never becomes part of the truth. A skipped
 * unit goes to the end of their order or, if claimed, back to the pool. Annotators.
 */
export async function recordFact(context: WorkContext, input: RecordFact): Promise<RecordedFact> {
  const work = await runWork(context, input.run, ...judgingRoles);
  const { facts } = work;
  const detail = checkedDetail(work, input);
  const at = timeOf(context);
  const holder = { run: input.run, unit: input.unit, annotator: context.actor.login };
  const fact: Fact = { project: facts.project, ...holder, kind: input.kind, detail, at };
  const key = input.idempotencyKey ?? null;
  const recorded = await context.store.write(async (tx): Promise<RecordedFact> => {
    // Looked up first: a skipped unit may already be somebody else's.
    const before = key === null ? null : await sentBefore(tx, fact, key);
    if (before !== null) return { kind: before.kind, at: before.at, fresh: false };
    const held = await assignmentState(tx, holder);
    if (held === null || held.slot === null) refuse('not-assigned', { unit: input.unit });
    if (held.closedAt !== null) refuse('round-closed', { round: facts.round });
    if (!(await insertFact(tx, fact, key))) {
      // Another server recorded it at the same time.
      const same = await sentBefore(tx, fact, key!);
      return { kind: input.kind, at: same?.at ?? at, fresh: false };
    }
    if (input.kind === 'skipped' && held.judgedAt === null)
      await (facts.handOut === 'open' ? releaseClaim(tx, holder) : putLast(tx, holder));
    const place = { project: facts.project, object: `run/${input.run}` };
    audit(tx, context.actor, at, `fact-${input.kind}`, { ...place, detail: { unit: input.unit } });
    return { kind: input.kind, at, fresh: true };
  });
  if (input.kind === 'skipped') forgetProgress(context.store, input.run);
  return recorded;
}

/** The fact sent with the key before; refuses a different one. */
async function sentBefore(
  tx: WriteTransaction,
  fact: Fact,
  idempotencyKey: string,
): Promise<StoredFact | null> {
  const before = await factByKey(tx, { run: fact.run, annotator: fact.annotator, idempotencyKey });
  const content = ({ unit, kind, detail }: Fact): string => canonicalJson([unit, kind, detail]);
  if (before !== null && content(before) !== content(fact))
    refuse('key-reused', { key: idempotencyKey, what: codedText('fact') });
  return before;
}

const longestText = 10_000;

function checkedDetail({ task }: RunWork, { kind, detail = {} }: RecordFact): Fact['detail'] {
  if (kind === 'opened') {
    const { folded } = task.task.unit;
    const { field } = detail;
    const parts = folded.length === 0 ? codedText('nothing-folded') : oneOf(folded);
    if (typeof field !== 'string' || !folded.includes(field))
      refuseValue('detail.field', field, parts);
    return { field };
  }
  const name = kind === 'question' ? 'text' : 'reason';
  const text = detail[name];
  if (kind === 'skipped' && (text === undefined || text === null)) return {};
  if (typeof text !== 'string' || text.trim() === '' || text.length > longestText)
    refuseValue(`detail.${name}`, text, codedText('short-text', { most: longestText }));
  return { [name]: text.trim() };
}
