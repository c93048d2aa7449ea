import { readTable } from '../../formats/table-text.ts';
import { defined } from '../../domain/defined.ts';
import { refuse } from '../../domain/fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { leftOutFields } from '../../formats/exchange/tool-writers.ts';
import { ownUnitFields } from '../../formats/judging/judgment-columns.ts';
import { unitLine, unitTable } from '../../formats/units/unit-rows.ts';
import { countExported, hasJudged } from '../../store/exchange/export-rows.ts';
import { listMembers } from '../../store/people/memberships.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import { countUnits, streamUnits } from '../../store/units/units.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { StoredUnit } from '../../store/units/units.ts';
import { audit } from '../audit.ts';
import { authorise } from '../authorise.ts';
import { refuseWhileBlind } from '../judging/blindness.ts';
import { cacheExport } from '../models/export-cache.ts';
import { adjudicatedRows, adjudicationRows } from './export-adjudication.ts';
import type { AdjudicationSource } from './export-adjudication.ts';
import { writeJudgments } from './export-judgments.ts';
import { mergedRows } from './export-merged.ts';
import { chooseExportFormat, inPieces } from './export-request.ts';
import type { ExportFormat, ExportKind } from '../../domain/exchange/file-formats.ts';
import type {
  ExportedFile,
  ExportJob,
  ExportManifest,
  ExportRequest,
  WrittenExport,
} from './export-request.ts';
import { exportedRulings } from './export-rulings.ts';
import { tableCsv, tableLines, tableParquet, tableSheet } from './export-table.ts';
import { goldFile, qrelLines, truthCsv, truthLines } from './export-truth.ts';
import type { TruthSource } from './export-truth.ts';
import { namedTask, liveFold } from '../fold/live-fold.ts';
import { projectProtocol, taskOf } from '../project-protocol.ts';
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
  const { project: id, kind, annotator, raw = false } = request;
  authorise(context.actor, id, 'lead', 'reviewer');
  const project = await projectProtocol(context.store, id);
  const format = chooseExportFormat(kind, request.format);
  // Merged rows are of several tasks.
  const isMerged = format === 'rag-merged';
  const name = isMerged ? 'retrieval' : namedTask(project, request.task);
  await refuseWhileBlind(context, { project: id, ...(isMerged ? {} : { task: name }) });
  // Formats of other programs are read by programs, cell by cell as they are.
  const isEscaped = !raw && (format === 'csv' || format === 'xlsx');
  const style = { lineEnd: '\n', escapeFormulas: isEscaped } as const;
  const written = await writers[kind]({ context, request, project, name, format, style });
  const at = timeOf(context);
  const ending = endings[format];
  const manifest: ExportManifest = {
    project: id,
    task: isMerged ? 'retrieval, grounding, generation' : name,
    kind,
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
    ...(isEscaped ? { escaped: true } : {}),
    ...written.manifest,
  };
  const { task, rows, task_hash } = manifest;
  const detail = { kind, format, rows, task_hash };
  const act = { project: id, object: `task/${task}`, detail };
  await context.store.write(async (tx) => audit(tx, context.actor, at, 'export', act));
  const named = [
    id,
    isMerged ? 'merged' : name,
    kind,
    ...(annotator === undefined ? [] : [annotator]),
  ];
  const stem = named.join('.').replace(/[^\p{L}\p{N}._-]/gu, '_');
  return {
    name: `${stem}.${distinct.has(format) ? `${format}.` : ''}${ending}`,
    contentType: contentTypes[ending]!,
    pieces: await begun(written.pieces),
    manifest,
  };
}

/** The pieces, with the first already made: a bad request fails before anything is sent. */
async function begun(pieces: ExportedFile['pieces']): Promise<ExportedFile['pieces']> {
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

const writers: Readonly<Record<ExportKind, (job: ExportJob) => Promise<WrittenExport>>> = {
  units: writeUnits,
  judgments: writeGivenJudgments,
  rulings: exportedRulings,
  truth: writeTruth,
  table: writeTable,
  adjudication: writeAdjudication,
};

async function writeUnits(job: ExportJob): Promise<WrittenExport> {
  const place = { project: job.request.project, task: job.name };
  const rows = await job.context.store.read((db) => countUnits(db, place));
  const pieces = job.format === 'xlsx' ? unitSheet(job) : inPieces(unitPieces(job));
  return { pieces, manifest: { rows } };
}

async function* unitPieces({ context, project, name, format, style }: ExportJob) {
  const units = streamUnits(context.store, { project: project.project, task: name });
  if (format === 'jsonl') {
    for await (const unit of units) yield unitLine(unit);
    return;
  }
  // A column's type is that of all its values, so they must all be known.
  const all: StoredUnit[] = [];
  for await (const unit of units) all.push(unit);
  yield unitTable(taskOf(project, name).task, all, style);
}

/** Units as a sheet, from the same cells as the table. */
async function* unitSheet({
  context,
  project,
  name,
  style,
}: ExportJob): AsyncGenerator<Uint8Array> {
  const all: StoredUnit[] = [];
  for await (const unit of streamUnits(context.store, { project: project.project, task: name }))
    all.push(unit);
  const { columns, rows } = readTable(unitTable(taskOf(project, name).task, all), { raw: true });
  const { writeWorkbook } = await import('../../formats/xlsx-writer.ts');
  const named = rows.map(({ fields }) =>
    Object.fromEntries(columns.map((column, at) => [column, fields[at]])),
  );
  const typed = columns.map((column) => ({ name: column, type: 'text' as const }));
  yield writeWorkbook(name, typed, named, style);
}

async function writeTruth(job: ExportJob): Promise<WrittenExport> {
  const { context, request, project, name, format, style } = job;
  if (format === 'rag-merged') {
    const { lines, ...manifest } = await mergedRows(context, project, style);
    return { pieces: inPieces(lines), manifest };
  }
  const source = await truthSource(job, request.fields ?? subjectField(taskOf(project, name).task));
  return {
    pieces: inPieces(truthPieces(source, job)),
    manifest: { left_out: source.live.fold.leftOut.stale },
  };
}

/** The field with the subject, so that a split can keep subjects together. */
function subjectField({ unit: { id, subject } }: Task): readonly string[] {
  return subject === null || id.includes(subject) ? [] : [subject];
}

async function writeTable(job: ExportJob): Promise<WrittenExport> {
  const { request, project, name, format, style } = job;
  const { unit } = taskOf(project, name).task;
  const shown = ['subject', ...ownUnitFields(unit)].filter((field) => !unit.id.includes(field));
  const source = await truthSource(job, request.fields ?? [...new Set(shown)]);
  // Judgments under older versions are rows too, and say so.
  const manifest = { left_out: 0 };
  if (format === 'parquet') return { pieces: tableParquet(source), manifest };
  if (format === 'xlsx') return { pieces: tableSheet(source, style), manifest };
  const lines = format === 'csv' ? tableCsv(source, style) : tableLines(source);
  return { pieces: inPieces(lines), manifest };
}

async function truthSource(
  { context, request, name }: ExportJob,
  fields: readonly string[],
): Promise<TruthSource> {
  const { run, allowPartial } = request;
  const scope = { project: request.project, task: name, ...defined({ run, allowPartial }) };
  return { context, live: await liveFold(context.store, scope), fields };
}

function truthPieces(source: TruthSource, { context, request, format, style }: ExportJob) {
  const { live } = source;
  if (format === 'csv') return truthCsv(source, style);
  if (format === 'trec-qrels') return qrelLines(context, live, request.question);
  if (format === 'gold-chunks') return goldFile(context, live, 'chunks', style);
  if (format === 'gold-matrix') return goldFile(context, live, 'matrix', style);
  if (format === 'gold-labels') return goldFile(context, live, 'labels', style);
  return truthLines(source);
}

async function writeGivenJudgments(job: ExportJob): Promise<WrittenExport> {
  const { context, request, project, name, format, style } = job;
  if (format === 'judgment-cache')
    return cacheExport(context, request, project, taskOf(project, name));
  const { source, manifest } = await chosenJudgments(job);
  if (format === 'doccano' && request.annotator === undefined)
    refuse('missing-field', { field: 'annotator', expected: codedText('doccano-annotator') });
  const lacking = leftOutFields[format];
  const { fold } = await liveFold(context.store, { project: request.project, task: name });
  return {
    pieces: writeJudgments({ store: context.store, ...source, style, fold }, format),
    manifest: { ...manifest, ...defined({ left_out_fields: lacking }) },
  };
}

async function writeAdjudication(job: ExportJob): Promise<WrittenExport> {
  const { source, manifest } = await chosenJudgments(job);
  if (job.format === 'adjudication-tasks') {
    const lines = await adjudicationRows(source);
    return { pieces: inPieces(lines), manifest: { ...manifest, rows: lines.length } };
  }
  const { lines, summary: adjudication } = await adjudicatedRows(source);
  const rows = lines.length;
  return { pieces: inPieces(lines), manifest: { ...manifest, rows, adjudication } };
}

/** The judgments that a request asks for, and what their manifest says. */
async function chosenJudgments({
  context,
  request,
  project,
  name,
}: ExportJob): Promise<{
  readonly source: AdjudicationSource;
  readonly manifest: Partial<ExportManifest>;
}> {
  const { project: id, run, annotator } = request;
  const task = taskOf(project, name);
  const taskHash = request.taskHash ?? task.hash;
  const taskHashes = task.hashes.has(taskHash) ? [...task.hashes] : [taskHash];
  const filter = { project: id, task: name, taskHashes, ...defined({ run, annotator }) };
  const { versions, runs } = await context.store.read(async (db) => ({
    versions: await countExported(db, filter),
    runs: await listRuns(db, id),
  }));
  if (run !== undefined && !runs.some((one) => one.id === run && one.task === name))
    refuse('not-found', { what: codedText('run-of-task', { id: run, task: name }) });
  // Somebody who has judged nothing yet has an empty file; an unknown name is a mistake.
  const isEmpty = annotator !== undefined && versions.length === 0;
  if (isEmpty && !(await isKnown(context, id, annotator)))
    refuse('not-found', {
      what: codedText('annotator-in-project', { id: annotator, project: id }),
    });
  const known = [...new Set(versions.map((one) => one.taskHash))];
  if (request.taskHash !== undefined && !known.some((one) => taskHashes.includes(one))) {
    const expected = known.length === 0 ? codedText('nothing-was-judged') : oneOf(known);
    refuse('wrong-value', { field: 'task_hash', got: taskHash, expected });
  }
  const own = versions.filter((one) => taskHashes.includes(one.taskHash));
  const rows = own.reduce((sum, one) => sum + one.count, 0);
  const guidelines: Record<string, number> = {};
  for (const { guideline, count } of own)
    guidelines[guideline] = (guidelines[guideline] ?? 0) + count;
  const manifest = {
    task_hash: taskHash,
    rows,
    guideline_versions: guidelines,
    left_out: versions.reduce((sum, one) => sum + one.count, 0) - rows,
  };
  const rounds = new Map(runs.map((one) => [one.id, one.round]));
  const guideline = project.protocol.guideline.version;
  return { source: { context, request, task, filter, rounds, guideline }, manifest };
}

async function isKnown({ store }: WorkContext, project: string, annotator: string) {
  return await store.read(
    async (db) =>
      (await hasJudged(db, { project, annotator })) ||
      (await listMembers(db, project)).some((member) => member.login === annotator),
  );
}

/** Formats of one kind that would otherwise have the same name. */
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
  xlsx: 'xlsx',
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
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
};

/** The media types that an exported file may have. */
export const exportTypes: readonly string[] = Object.values(contentTypes).map(
  (type) => type.split(';')[0]!,
);
