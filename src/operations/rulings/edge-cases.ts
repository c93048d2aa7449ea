import { listRulings } from '../../store/rulings/rulings.ts';
import { unitsInOpenRuns } from '../../store/rounds/open-units.ts';
import { askedQuestions, flagNotes } from '../../store/rulings/monitor-cases.ts';
import { edgeCaseRegister, faqMarkdown } from '../../truth/rulings/edge-cases.ts';
import type { EdgeCaseRegister, Remark } from '../../truth/rulings/edge-cases.ts';
import { authorise, everyRole, overseeingRoles } from '../authorise.ts';
import { isBlind } from '../judging/blindness.ts';
import { liveTally } from '../fold/live-tally.ts';
import type { LiveTally } from '../fold/live-tally.ts';
import type { WorkContext } from '../work-context.ts';

/** The register and the FAQ of a task. */
export interface EdgeCasesView extends EdgeCaseRegister {
  readonly task: string;
  /** The FAQ as a chapter of the guideline. */
  readonly markdown: string;
}

/**
 * The register of edge cases and the FAQ built from rulings, flags and questions. People who judge
 * do not see what was decided or asked about units of an open round. For members.
 */
export async function edgeCases(
  context: WorkContext,
  input: { readonly project: string; readonly task?: string },
): Promise<EdgeCasesView> {
  const role = authorise(context.actor, input.project, ...everyRole);
  const live = await liveTally(context.store, input);
  const place = { project: input.project, task: live.task.task.id };
  const rulings = await context.store.read((db) => listRulings(db, place));
  const remarks = await remarksOf(context, live, input.project);
  const seesAll = overseeingRoles.includes(role) && !(await isBlind(context, place));
  const units = seesAll ? [] : [...new Set([...rulings, ...remarks].map((one) => one.unit))];
  const sealed = await context.store.read((db) => unitsInOpenRuns(db, { ...place, units }));
  const register = edgeCaseRegister(
    rulings.filter((one) => !sealed.has(one.unit)),
    remarks.filter((one) => !sealed.has(one.unit)),
  );
  const shown = seesAll ? register : { ...register, unanswered: [] };
  return { task: place.task, ...shown, markdown: faqMarkdown(register.faq) };
}

/** What annotators noted beside their flags, and what they asked. */
export async function remarksOf(
  { store }: Pick<WorkContext, 'store'>,
  { tally, task }: LiveTally,
  project: string,
): Promise<readonly Remark[]> {
  const place = { project, task: task.task.id };
  const units = tally.everFlagged.map((row) => tally.units.at(row));
  const { flags, questions } = await store.read(async (db) => ({
    flags: await flagNotes(db, { ...place, units }),
    questions: await askedQuestions(db, place),
  }));
  return [
    ...flags.map(({ unit, notes, at }) => ({ unit, text: notes, at })),
    ...questions.map(({ unit, text, at }) => ({ unit, text, at })),
  ];
}
