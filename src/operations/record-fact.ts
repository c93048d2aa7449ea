import { printChoice, printValue, refuse } from '../domain/fault.ts';
import { appendAudit } from '../store/audit.ts';
import { insertFact } from '../store/facts.ts';
import type { Fact } from '../store/facts.ts';
import { releaseClaim } from '../store/slot-claims.ts';
import { heldWork } from '../store/work-save.ts';
import { putLast } from '../store/work-units.ts';
import { auditEntry } from './audit-entry.ts';
import { judgingRoles } from './authorise.ts';
import { forgetProgress } from './own-progress.ts';
import { runWork } from './run-work.ts';
import type { RunWork } from './run-work.ts';
import { timeOf } from './work-context.ts';
import type { WorkContext } from './work-context.ts';

/** Something that happened around an assignment. */
export interface RecordFact {
  readonly run: string;
  readonly unit: string;
  /** `opened`: a folded part was opened, `detail.field` says which. `skipped`: the unit was passed over. `question`: the annotator asks something, `detail.text`. */
  readonly kind: Fact['kind'];
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** A fact that was recorded. */
export interface RecordedFact {
  readonly kind: Fact['kind'];
  readonly at: string;
}

/**
 * Records something that happened around a unit that the actor holds; it never becomes part of the truth. A unit that is skipped goes behind their others, or where units
 * are claimed is given back for somebody else. Annotators.
 */
export async function recordFact(context: WorkContext, input: RecordFact): Promise<RecordedFact> {
  const work = await runWork(context, input.run, ...judgingRoles);
  const { facts } = work;
  const detail = checkedDetail(work, input);
  const at = timeOf(context);
  const holder = { run: input.run, unit: input.unit, annotator: context.actor.login };
  await context.store.write(async (tx) => {
    const held = await heldWork(tx, holder);
    if (held === null || held.slot === null) refuse('not-assigned', { unit: input.unit });
    if (held.closedAt !== null) refuse('round-closed', { round: facts.round });
    await insertFact(tx, { project: facts.project, ...holder, kind: input.kind, detail, at });
    if (input.kind === 'skipped' && held.judgedAt === null) await (facts.handOut === 'open' ? releaseClaim(tx, holder) : putLast(tx, holder));
    appendAudit(tx, auditEntry(context, at, { action: `fact-${input.kind}`, project: facts.project, object: `run/${input.run}`, detail: { unit: input.unit } }));
  });
  if (input.kind === 'skipped') forgetProgress(context.store, input.run);
  return { kind: input.kind, at };
}

const longestText = 10_000;

function checkedDetail({ task }: RunWork, { kind, detail = {} }: RecordFact): Fact['detail'] {
  if (kind === 'opened') {
    const { folded } = task.task.unit;
    const { field } = detail;
    if (typeof field !== 'string' || !folded.includes(field)) refuse('wrong-value', { field: 'detail.field', came: printValue(field), expected: folded.length === 0 ? 'nothing, since the task folds nothing away' : printChoice(folded) });
    return { field };
  }
  const name = kind === 'question' ? 'text' : 'reason';
  const text = detail[name];
  if (kind === 'skipped' && (text === undefined || text === null)) return {};
  if (typeof text !== 'string' || text.trim() === '' || text.length > longestText) refuse('wrong-value', { field: `detail.${name}`, came: printValue(text), expected: `a text of at most ${longestText} characters` });
  return { [name]: text.trim() };
}
