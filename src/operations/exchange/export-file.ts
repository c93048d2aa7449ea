import { codedText, printChoice } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import type { CsvStyle } from '../../formats/csv.ts';
import { leftOutFields } from '../../formats/exchange/tool-writers.ts';
import { unitLine, unitTable } from '../../formats/units/unit-rows.ts';
import { countExported, hasJudged } from '../../store/exchange/export-rows.ts';
import { listMembers } from '../../store/people/memberships.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import { countUnits, streamUnits } from '../../store/units/units.ts';
import type { StoredUnit } from '../../store/units/units.ts';
import { audit } from '../audit.ts';
import { authorise } from '../authorise.ts';
import { refuseWhileBlind } from '../judging/blindness.ts';
import { cacheExport } from '../models/export-cache.ts';
import { adjudicatedRows, adjudicationRows } from './export-adjudication.ts';
import { writeJudgments } from './export-judgments.ts';
import { mergedRows } from './export-merged.ts';
import { chooseExportFormat, inPieces } from './export-request.ts';
import type {
  ExportedFile,
  ExportFormat,
  ExportManifest,
  ExportRequest,
  WrittenExport,
} from './export-request.ts';
import { exportedRulings } from './export-rulings.ts';
import { goldFile, qrelLines, truthCsv, truthLines } from './export-truth.ts';
import { namedTask, liveTally } from '../fold/live-tally.ts';
import { projectProtocol, taskOf } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/**
 * Streams units, judgments, rulings or the truth as a file, without blocking saves. Submitted
 * judgments only, one row per unit and annotator, all under one version of the questions. For leads
 * and reviewers.
 */
export async function exportFile(
  context: WorkContext,
  request: ExportRequest,
): Promise<ExportedFile> {
  authorise(context.actor, request.project, 'lead', 'reviewer');
  const project = await projectProtocol(context.store, request.project);
  const format = chooseExportFormat(request.kind, request.format);
  const name = format === 'rag-merged' ? 'retrieval' : namedTask(project, request.task);
  // Merged rows are of several tasks.
  await refuseWhileBlind(context, {
    project: request.project,
    ...(format === 'rag-merged' ? {} : { task: name }),
  });
  const written = await write(context, request, format, project, name);
  const at = timeOf(context);
  const manifest: ExportManifest = {
    project: request.project,
    task: format === 'rag-merged' ? 'retrieval, grounding, generation' : name,
    kind: request.kind,
    format,
    protocol_version: project.version,
    protocol_hash: project.hash,
    task_hash: request.taskHash ?? taskOf(project, name).hash,
    guideline_versions: {},
    rows: null,
    left_out: 0,
    simulated: project.protocol.simulated,
    at,
    by: context.actor.login,
    ...(request.escapeFormulas === true && endings[format] === 'csv' ? { escaped: true } : {}),
    ...written.manifest,
  };
  await context.store.write(async (tx) => {
    audit(tx, context.actor, at, 'export', {
      project: request.project,
      object: `task/${manifest.task}`,
      detail: { kind: request.kind, format, rows: manifest.rows, task_hash: manifest.task_hash },
    });
  });
  const ending = endings[format];
  const own = distinct.has(format) ? `${format}.` : '';
  const stem = [
    request.project,
    format === 'rag-merged' ? 'merged' : name,
    request.kind,
    ...(request.annotator === undefined ? [] : [request.annotator]),
  ].join('.');
  return {
    name: `${stem.replace(/[^\p{L}\p{N}._-]/gu, '_')}.${own}${ending}`,
    contentType: contentTypes[ending]!,
    pieces: await begun(written.pieces),
    manifest,
  };
}

/** The pieces, with the first already made: a bad request fails before anything is sent. */
async function begun(
  pieces: AsyncIterable<string | Uint8Array>,
): Promise<AsyncIterable<string | Uint8Array>> {
  const rest = pieces[Symbol.asyncIterator]();
  const first = await rest.next();
  return (async function* () {
    try {
      for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  })();
}

async function write(
  context: WorkContext,
  request: ExportRequest,
  format: ExportFormat,
  project: ProjectProtocol,
  name: string,
): Promise<WrittenExport> {
  const style: CsvStyle = { lineEnd: '\n', escapeFormulas: request.escapeFormulas === true };
  const place = { project: request.project, task: name };
  if (request.kind === 'units')
    return {
      pieces: inPieces(units(context, project, name, format, style)),
      manifest: { rows: await context.store.read((db) => countUnits(db, place)) },
    };
  if (request.kind === 'rulings') return exportedRulings(context, request, project, name, format);
  if (format === 'judgment-cache')
    return cacheExport(context, request, project, taskOf(project, name));
  if (request.kind === 'judgments' || request.kind === 'adjudication')
    return judgments(context, request, project, name, format, style);
  if (format === 'rag-merged') {
    const { lines, ...manifest } = await mergedRows(context, project, style);
    return { pieces: inPieces(lines), manifest };
  }
  const live = await liveTally(context.store, {
    ...place,
    ...(request.run === undefined ? {} : { run: request.run }),
  });
  const manifest = { left_out: live.tally.stale };
  if (format === 'csv') return { pieces: inPieces(truthCsv(context, live, style)), manifest };
  if (format === 'trec-qrels')
    return { pieces: inPieces(qrelLines(context, live, request.question)), manifest };
  if (format === 'gold-chunks' || format === 'gold-matrix' || format === 'gold-labels')
    return {
      pieces: inPieces(
        goldFile(
          context,
          live,
          format.slice('gold-'.length) as 'chunks' | 'matrix' | 'labels',
          style,
        ),
      ),
      manifest,
    };
  return { pieces: inPieces(truthLines(context, live)), manifest };
}

async function judgments(
  context: WorkContext,
  request: ExportRequest,
  project: ProjectProtocol,
  name: string,
  format: ExportFormat,
  style: CsvStyle,
): Promise<WrittenExport> {
  const task = taskOf(project, name);
  const taskHash = request.taskHash ?? task.hash;
  const filter = {
    project: request.project,
    task: name,
    taskHash,
    ...(request.run === undefined ? {} : { run: request.run }),
    ...(request.annotator === undefined ? {} : { annotator: request.annotator }),
  };
  const { versions, runs } = await context.store.read(async (db) => ({
    versions: await countExported(db, filter),
    runs: await listRuns(db, request.project),
  }));
  if (request.run !== undefined && !runs.some((run) => run.id === request.run && run.task === name))
    refuse('not-found', { what: codedText('run-of-task', { id: request.run, task: name }) });
  // Somebody who has judged nothing yet has an empty file; a name that nobody has is a mistake.
  if (
    request.annotator !== undefined &&
    versions.length === 0 &&
    !(await isKnown(context, request.project, request.annotator))
  )
    refuse('not-found', {
      what: codedText('annotator-in-project', { id: request.annotator, project: request.project }),
    });
  const known = [...new Set(versions.map((one) => one.taskHash))];
  if (request.taskHash !== undefined && !known.includes(taskHash))
    refuse('wrong-value', {
      field: 'task_hash',
      got: taskHash,
      expected: known.length === 0 ? codedText('nothing-judged') : printChoice(known),
    });
  if (format === 'doccano' && request.annotator === undefined)
    refuse('missing-field', { field: 'annotator', expected: codedText('one-annotator') });
  const own = versions.filter((one) => one.taskHash === taskHash);
  const rows = own.reduce((sum, one) => sum + one.count, 0);
  const manifest = {
    task_hash: taskHash,
    rows,
    guideline_versions: Object.fromEntries(own.map((one) => [one.guideline, one.count])),
    left_out: versions.reduce((sum, one) => sum + one.count, 0) - rows,
  };
  const rounds = new Map(runs.map((run) => [run.id, run.round]));
  const lacking = leftOutFields[format];
  if (request.kind === 'judgments')
    return {
      pieces: writeJudgments({ store: context.store, task, filter, style, rounds }, format),
      manifest: { ...manifest, ...(lacking === undefined ? {} : { left_out_fields: lacking }) },
    };
  const source = {
    context,
    request,
    task,
    filter,
    rounds,
    guideline: project.protocol.guideline.version,
  };
  if (format === 'adjudication-tasks') {
    const lines = await adjudicationRows(source);
    return { pieces: inPieces(lines), manifest: { ...manifest, rows: lines.length } };
  }
  const { lines, summary } = await adjudicatedRows(source);
  return {
    pieces: inPieces(lines),
    manifest: { ...manifest, rows: lines.length, adjudication: summary },
  };
}

async function isKnown(
  { store }: WorkContext,
  project: string,
  annotator: string,
): Promise<boolean> {
  return await store.read(
    async (db) =>
      (await hasJudged(db, { project, annotator })) ||
      (await listMembers(db, project)).some((member) => member.login === annotator),
  );
}

async function* units(
  context: WorkContext,
  project: ProjectProtocol,
  name: string,
  format: ExportFormat,
  style: CsvStyle,
): AsyncGenerator<string> {
  const place = { project: project.project, task: name };
  if (format === 'jsonl') {
    for await (const unit of streamUnits(context.store, place)) yield unitLine(unit);
    return;
  }
  // A column's type is that of all its values, so that they must all be known.
  const all: StoredUnit[] = [];
  for await (const unit of streamUnits(context.store, place)) all.push(unit);
  yield unitTable(taskOf(project, name).task, all, style);
}

/** Formats of one kind that would else have the same name. */
const distinct: ReadonlySet<ExportFormat> = new Set([
  'gold-chunks',
  'gold-matrix',
  'gold-labels',
  'adjudicated',
  'adjudication-tasks',
]);

const endings: Readonly<Record<ExportFormat, string>> = {
  jsonl: 'jsonl',
  'flat-jsonl': 'jsonl',
  csv: 'csv',
  parquet: 'parquet',
  'rag-table': 'csv',
  'label-studio': 'json',
  argilla: 'json',
  potato: 'jsonl',
  prodigy: 'jsonl',
  doccano: 'jsonl',
  'judgment-cache': 'json',
  'override-file': 'json',
  'trec-qrels': 'qrels',
  'gold-chunks': 'csv',
  'gold-matrix': 'csv',
  'gold-labels': 'json',
  'rag-merged': 'csv',
  'adjudication-tasks': 'jsonl',
  adjudicated: 'jsonl',
};

const contentTypes: Readonly<Record<string, string>> = {
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  qrels: 'text/plain; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

/** The media types that an exported file may have. */
export const exportTypes: readonly string[] = Object.values(contentTypes).map(
  (type) => type.split(';')[0]!,
);
