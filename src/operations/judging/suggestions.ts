import type { Answer } from '../../domain/answer.ts';
import { refuse } from '../../domain/fault.ts';
import type { Assistance, Suggestion } from '../../domain/judging/assistance.ts';
import { isModelRun } from '../../domain/judging/annotator.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { firstAnswers } from '../../store/judging/first-judgments.ts';
import type { Store } from '../../store/open-store.ts';
import { answerCode } from '../../truth/protocol/answer-codes.ts';
import { isBlindControl } from '../../truth/rounds/blind-control.ts';
import { WeakMatcher } from '../../truth/units/weak-rules.ts';
import { rulesOf } from '../project-protocol.ts';
import type { RunWork } from '../rounds/run-work.ts';
import { unitFields } from '../units/unit-cache.ts';

/**
 * What is suggested to an annotator about units of an assisted run, and whether they see it. A
 * function of the record: what was suggested first stays suggested, and the seed says who judges
 * which units blind. Units about which there is nothing to suggest are left out.
 */
export async function assistanceOn(
  store: Store,
  work: RunWork,
  annotator: string,
  units: readonly string[],
): Promise<ReadonlyMap<string, Assistance>> {
  const { facts, round, task } = work;
  const plan = round.assisted;
  // Nobody is shown their own answers as a suggestion.
  if (plan === null || plan.by === annotator) return new Map();
  const judged = await store.read((db) =>
    firstAnswers(db, {
      project: facts.project,
      task: facts.task,
      annotator: plan.by,
      units,
      taskHashes: [...task.hashes],
      // An imported annotator who now judges in this run is not a source of suggestions in it.
      outside: isModelRun(plan.by) ? null : facts.id,
    }),
  );
  const found = new Map<string, Assistance>();
  for (const unit of units) {
    const given = judged.get(unit) ?? (await keywordAnswers(store, work, plan.by, unit));
    const suggested = given === null ? {} : readable(task.task, given);
    if (Object.keys(suggested).length === 0) continue;
    const shown = !isBlindControl({ seed: facts.seed, unit, annotator }, plan.control);
    found.set(unit, { by: plan.by, suggested, shown });
  }
  return found;
}

/** The part of the assistance that an annotator may see. */
export function shownSuggestion(assistance: Assistance | undefined): Suggestion | null {
  if (assistance?.shown !== true) return null;
  const { by, suggested } = assistance;
  return { by, suggested };
}

/**
 * What a judgment says about the suggestion on its unit. The server knows what it showed: a
 * judgment that claims to have seen the suggestion of somebody else, or one that was not shown, is
 * refused, and one that says nothing is marked all the same.
 */
export async function markedAssistance(
  store: Store,
  work: RunWork,
  annotator: string,
  { unit, suggestedBy }: { readonly unit: string; readonly suggestedBy: string | null },
): Promise<Assistance | null> {
  if (work.round.assisted === null && suggestedBy === null) return null;
  const assistance = (await assistanceOn(store, work, annotator, [unit])).get(unit) ?? null;
  const shownBy = shownSuggestion(assistance ?? undefined)?.by ?? null;
  if (suggestedBy !== null && suggestedBy !== shownBy)
    refuse('suggestion-not-shown', { unit, by: suggestedBy });
  return assistance;
}

/** Answers that fit the questions; what an import took in with faults is not suggested. */
function readable({ questions }: Task, given: Answers): Answers {
  return Object.fromEntries(
    questions.flatMap((question) => {
      const answer = given[question.id];
      if (answer === undefined) return [];
      const fits = !isClosed(question.scale) || answerCode(question, answer) >= 0;
      return fits ? [[question.id, answer] as const] : [];
    }),
  );
}

/** The labels that a keyword rule finds in a unit; null for anybody who is no such rule. */
async function keywordAnswers(
  store: Store,
  { facts, project, task }: RunWork,
  by: string,
  unit: string,
): Promise<Answers | null> {
  const rules = project.protocol.panel[by]?.kind === 'rule' ? rulesOf(project, by) : null;
  if (rules === null) return null;
  const place = { project: facts.project, task: facts.task, unit };
  const labels = new WeakMatcher(rules).match(shownText(task.task, await unitFields(store, place)));
  const found = new Set(labels.labels.map((one) => one.label));
  return Object.fromEntries(
    task.task.questions.flatMap((question) => {
      const answer = found.has(question.id) ? ticked(question) : null;
      return answer === null ? [] : [[question.id, answer] as const];
    }),
  );
}

function shownText({ unit }: Task, fields: UnitFields): string {
  const shown = unit.show.map((field) => fields[field]);
  return shown.filter((value) => typeof value === 'string').join('\n');
}

/** What a ticked label without a grade means, as the form and rows take it. */
function ticked({ scale }: Question): Answer | null {
  if (scale.kind === 'binary') return true;
  if (scale.kind !== 'ordinal') return null;
  return scale.default ?? scale.ticked ?? scale.present;
}
