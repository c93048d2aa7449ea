import { writeOverrideFile } from '../../formats/rulings/override-file.ts';
import { rulingLine } from '../../formats/judging/whole-judgment.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import { findUnits } from '../../store/units/units.ts';
import { inPieces } from './export-request.ts';
import type { ExportFormat, ExportRequest } from './export-request.ts';
import { topicsOfTask } from '../models/import-cache.ts';
import { liveTally } from '../fold/live-tally.ts';
import { taskOf } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { WrittenExport } from './export-request.ts';

/** The rulings of a task as they were made, or as an override file. */
export async function exportedRulings(
  context: WorkContext,
  request: ExportRequest,
  project: ProjectProtocol,
  name: string,
  format: ExportFormat,
): Promise<WrittenExport> {
  const all = await context.store.read((db) =>
    listRulings(db, { project: request.project, task: name }),
  );
  if (format === 'jsonl')
    return { pieces: inPieces(all.map(rulingLine)), manifest: { rows: all.length } };
  const { tally } = await liveTally(context.store, { project: request.project, task: name });
  const latest = [...new Map(all.map((ruling) => [ruling.unit, ruling])).values()];
  const subjects = new Map(
    (
      await context.store.read((db) =>
        findUnits(
          db,
          { project: request.project, task: name },
          latest.map((ruling) => ruling.unit),
        ),
      )
    ).map((unit) => [unit.id, unit.subject]),
  );
  const entries = latest.flatMap((ruling) => {
    if (ruling.decision.kind !== 'answers') return [];
    const row = tally.answers.find(ruling.unit);
    const agreed = row < 0 ? [] : tally.truths.inDetail(row);
    // What the one who ruled saw; what the judgments say now, where that was not kept.
    const present = Object.fromEntries(
      Object.keys(ruling.decision.answers).flatMap((question) => {
        const answer = agreed.find((one) => one?.question === question)?.answer ?? null;
        return answer === null ? [] : [[question, answer]];
      }),
    );
    const original = ruling.original ?? present;
    return [
      {
        unit: ruling.unit,
        subject: subjects.get(ruling.unit) ?? null,
        original,
        corrected: ruling.decision.answers,
        reason: ruling.reason,
        by: ruling.by,
        at: ruling.at,
      },
    ];
  });
  const head = {
    createdAt: all[0]?.at.slice(0, 10) ?? timeOf(context).slice(0, 10),
    lastUpdated: all.at(-1)?.at.slice(0, 10) ?? timeOf(context).slice(0, 10),
  };
  return {
    pieces: inPieces([
      writeOverrideFile(
        new Map([[request.topic ?? topicsOfTask(project, taskOf(project, name))[0]!.id, entries]]),
        head,
      ),
    ]),
    manifest: { rows: entries.length, excluded_rulings: latest.length - entries.length },
  };
}
