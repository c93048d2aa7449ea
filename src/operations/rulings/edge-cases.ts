import { questionOf, standingNotes } from '../../domain/discussion/note.ts';
import type { Note } from '../../domain/discussion/note.ts';
import { listNotes } from '../../store/discussion/notes.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import { unitsInOpenRuns } from '../../store/rounds/open-units.ts';
import { askedQuestions, flagNotes } from '../../store/rulings/monitor-cases.ts';
import { findUnits } from '../../store/units/units.ts';
import { edgeCaseRegister } from '../../truth/rulings/edge-cases.ts';
import type { EdgeCaseRegister, KeptAnswer, Remark } from '../../truth/rulings/edge-cases.ts';
import { faqMarkdown } from '../../truth/rulings/faq-markdown.ts';
import { unitText } from '../../truth/units/unit-text.ts';
import { authorise, everyRole, overseeingRoles } from '../authorise.ts';
import { isBlind } from '../judging/blindness.ts';
import { liveFold } from '../fold/live-fold.ts';
import type { LiveFold } from '../fold/live-fold.ts';
import type { WorkContext } from '../work-context.ts';

/** The register and the FAQ of a task. */
export interface EdgeCasesView extends EdgeCaseRegister {
  readonly task: string;
  /** What the units of the register say, by their names. */
  readonly unitTexts: Readonly<Record<string, string>>;
  /** The FAQ as a chapter of the guideline. */
  readonly markdown: string;
}

/**
 * The register of edge cases and the FAQ built from rulings, flags, questions and answers that were
 * kept. People who judge do not see what was decided or asked about units of an open round. For
 * members.
 */
export async function edgeCases(
  context: WorkContext,
  input: { readonly project: string; readonly task?: string },
): Promise<EdgeCasesView> {
  const role = authorise(context.actor, input.project, ...everyRole);
  const live = await liveFold(context.store, input);
  const { task } = live.task;
  const place = { project: input.project, task: task.id };
  const rulings = await context.store.read((db) => listRulings(db, place));
  const { remarks, kept } = await remarksOf(context, live, input.project);
  const seesAll = overseeingRoles.includes(role) && !(await isBlind(context, place));
  const all = [...rulings, ...remarks, ...kept].map((one) => one.unit);
  const units = seesAll ? [] : [...new Set(all)];
  const sealed = await context.store.read((db) => unitsInOpenRuns(db, { ...place, units }));
  const isSeen = ({ unit }: { readonly unit: string }): boolean => !sealed.has(unit);
  const register = edgeCaseRegister(
    rulings.filter(isSeen),
    remarks.filter(isSeen),
    kept.filter(isSeen),
  );
  const shown = seesAll ? register : { ...register, unanswered: [] };
  const named = [...new Set([...register.faq, ...register.cases].map((one) => one.unit))];
  const found = await context.store.read((db) => findUnits(db, place, named));
  const texts = new Map(found.map(({ id, fields }) => [id, unitText(task.unit, fields)]));
  const markdown = faqMarkdown(register.faq, task, (unit) => texts.get(unit) ?? null);
  return { task: place.task, ...shown, unitTexts: Object.fromEntries(texts), markdown };
}

/** What annotators noted beside their flags, what they asked, and the answers that were kept. */
export async function remarksOf(
  { store }: Pick<WorkContext, 'store'>,
  { fold, task }: LiveFold,
  project: string,
): Promise<{ readonly remarks: readonly Remark[]; readonly kept: readonly KeptAnswer[] }> {
  const place = { project, task: task.task.id };
  const units = fold.everFlagged.map((row) => fold.units.at(row));
  const { flags, questions, notes } = await store.read(async (db) => ({
    flags: await flagNotes(db, { ...place, units }),
    questions: await askedQuestions(db, place),
    notes: await listNotes(db, { ...place, kinds: ['answer', 'entry', 'withdrawal'] }),
  }));
  const standing = standingNotes(notes);
  const answered = new Set(standing.map(questionOf));
  return {
    remarks: [
      ...flags.map(({ unit, notes: text, at }) => ({ unit, text, at })),
      ...questions.map(({ seq, unit, text, at }) => {
        return { unit, text, at, answered: answered.has(seq) };
      }),
    ],
    kept: standing.flatMap(keptAnswer),
  };
}

/** An entry of the FAQ or the register, as a note holds it. */
function keptAnswer({ kind, unit, task, text, detail, by, at }: Note): readonly KeptAnswer[] {
  if (kind !== 'entry' || unit === null || task === null) return [];
  const as = detail['as'] === 'edge-case' ? 'edge-case' : 'faq';
  return [{ unit, task, as, asked: String(detail['asked'] ?? ''), answer: text, by, at }];
}
