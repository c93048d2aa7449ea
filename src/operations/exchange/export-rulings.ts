import { writeOverrideFile } from '../../formats/rulings/override-file.ts';
import { rulingLine } from '../../formats/judging/whole-judgment.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import { findUnits } from '../../store/units/units.ts';
import { inPieces } from './export-request.ts';
import type { ExportJob, WrittenExport } from './export-request.ts';
import { topicsOfTask } from '../models/import-cache.ts';
import { liveFold } from '../fold/live-fold.ts';
import { taskOf } from '../project-protocol.ts';
import { agreedAnswers } from '../rulings/check-ruling.ts';
import { timeOf } from '../work-context.ts';

/** The rulings of a task as they were made, or as an override file. */
export async function exportedRulings(job: ExportJob): Promise<WrittenExport> {
  const { context, request, project, name, format } = job;
  const place = { project: request.project, task: name };
  const all = await context.store.read((db) => listRulings(db, place));
  if (format === 'jsonl')
    return { pieces: inPieces(all.map(rulingLine)), manifest: { rows: all.length } };
  const { fold } = await liveFold(context.store, place);
  const latest = [...new Map(all.map((ruling) => [ruling.unit, ruling])).values()];
  const ids = latest.map((ruling) => ruling.unit);
  const units = await context.store.read((db) => findUnits(db, place, ids));
  const subjects = new Map(units.map((unit) => [unit.id, unit.subject]));
  const entries = latest.flatMap(({ unit, decision, reason, by, at, original }) => {
    if (decision.kind !== 'answers') return [];
    const agreed = agreedAnswers(fold, unit);
    const answered = Object.keys(decision.answers).filter((one) => Object.hasOwn(agreed, one));
    // What the author of the ruling saw; if unknown, what the judgments say now.
    const seen = original ?? Object.fromEntries(answered.map((one) => [one, agreed[one]!]));
    const subject = subjects.get(unit) ?? null;
    return [{ unit, subject, original: seen, corrected: decision.answers, reason, by, at }];
  });
  const now = timeOf(context);
  const head = {
    createdAt: (all[0]?.at ?? now).slice(0, 10),
    lastUpdated: (all.at(-1)?.at ?? now).slice(0, 10),
  };
  const topic = request.topic ?? topicsOfTask(project, taskOf(project, name))[0]!.id;
  return {
    pieces: inPieces([writeOverrideFile(new Map([[topic, entries]]), head)]),
    manifest: { rows: entries.length, excluded_rulings: latest.length - entries.length },
  };
}
