import { hash } from 'node:crypto';
import { canonicalJson } from '../domain/canonical-json.ts';
import { fault, printChoice, printValue, refuse } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import type { Judgment } from '../domain/judgment.ts';
import type { UnitFields } from '../domain/unit.ts';
import { goldJudgments, readGoldPack } from '../formats/gold-pack.ts';
import { judgmentCells } from '../formats/judgment-csv.ts';
import { wholeFromTable } from '../formats/judgment-columns.ts';
import { judgmentIntake } from '../formats/mode.ts';
import type { ImportMode, Taken } from '../formats/mode.ts';
import { readRagTable } from '../formats/rag-export.ts';
import { ragTasks } from '../formats/rag-units.ts';
import type { RagTask } from '../formats/rag-units.ts';
import { TextIndex } from '../formats/text-index.ts';
import { toolJudgments } from '../formats/tool-judgments.ts';
import { qrelRows, readQrels } from '../formats/trec-qrels.ts';
import { insertJudgments } from '../store/bulk-judgments.ts';
import { judgedBefore } from '../store/import-checks.ts';
import type { NewJudgment } from '../store/judgments.ts';
import type { Store } from '../store/open-store.ts';
import { streamUnitIds, streamUnits } from '../store/units.ts';
import { csvRows, jsonRows, parquetRows, toolExport } from './import-rows.ts';
import type { FoundRow } from './import-rows.ts';
import type { ImportFormat, ImportRequest } from './import-request.ts';
import { wholeText } from './line-pieces.ts';
import { chooseTask } from './live-tally.ts';
import { taskOf } from './project-protocol.ts';
import type { ProjectProtocol, ProjectTask } from './project-protocol.ts';
import { StagedRows } from './staged-rows.ts';
import { FaultList } from './text-file.ts';
import type { WorkContext } from './work-context.ts';
import type { WriteTransaction } from './workspace.ts';

/** Judgments that were read, checked and staged, with every change and what was kept aside. */
export interface StagedJudgments {
  readonly rows: StagedRows<Judgment>;
  readonly task: string;
  readonly hash: string;
  readonly guideline: string;
  readonly changes: readonly Extract<Taken, { kind: 'judgment' }>['changes'][number][];
  readonly aside: readonly Extract<Taken, { kind: 'aside' }>[];
  readonly skipped: Readonly<Record<string, number>>;
}

/** Reads judgments in any of their formats, under a mode. With faults that the mode does not let pass, all of them are thrown together. */
export async function stageJudgments(context: WorkContext, request: ImportRequest, format: ImportFormat, project: ProjectProtocol): Promise<StagedJudgments> {
  const name = chooseTask(project, request.task);
  const task = taskOf(project, name);
  const found = new FaultList();
  const rows = new StagedRows<Judgment>();
  const mode: ImportMode = request.mode ?? 'reject';
  const present = project.protocol.guideline;
  const guideline = request.guideline === 'any' ? null : (request.guideline ?? present.version);
  const changes: StagedJudgments['changes'][number][] = [];
  const aside: StagedJudgments['aside'][number][] = [];
  try {
    const take = judgmentIntake(task.compiled, { guideline, guidelineRequired: present.required, units: await knownUnits(context, project.project, task) }, mode);
    const accept = (given: FoundRow): void => {
      const taken = take(given);
      if (taken.kind === 'refused') found.add(...taken.faults.map((one): Fault => ({ ...one, file: request.name })));
      else if (taken.kind === 'aside') aside.push(taken);
      else {
        rows.add(taken.judgment);
        changes.push(...taken.changes);
      }
    };
    const skipped = await readJudgments(request, format, task, accept, found);
    found.throwIfAny();
    return { rows, task: name, hash: task.hash, guideline: guideline ?? present.version, changes, aside, skipped };
  } catch (error) {
    await rows.discard();
    throw error;
  }
}

/** What became of the judgments. */
export interface AddedJudgments {
  readonly inserted: number;
  /** There already, with the same content. */
  readonly unchanged: number;
  /** Of those that were added: revisions of judgments that an earlier import had brought. */
  readonly revised: number;
}

/**
 * Adds staged judgments in the write that is open. The same content again is left; another judgment of the same annotator on the same unit revises it,
 * unless that one was given in the workbench: nobody's own answers are replaced by a file, and all such conflicts are listed.
 */
export async function addJudgments(context: WorkContext, tx: WriteTransaction, project: string, staged: StagedJudgments, at: string, found: FaultList): Promise<AddedJudgments> {
  let inserted = 0;
  let unchanged = 0;
  let revised = 0;
  for await (const batch of staged.rows.batches(judgmentsTogether)) {
    const before = await judgedBefore(tx, { project, task: staged.task, units: [...new Set(batch.map((one) => one.unit))] });
    const fresh: NewJudgment[] = [];
    for (const judgment of batch) {
      const earlier = before.get(judgment.unit)?.get(judgment.annotator);
      const same = earlier !== undefined && earlier.answers === canonicalJson(judgment.answers);
      if (earlier?.origin === 'workbench' && !same) {
        found.add(fault('conflict', { detail: `${judgment.annotator} has judged ${judgment.unit} in the workbench, with other answers. Their own judgment stays.` }, { field: judgment.unit }));
      } else if (earlier?.origin === 'workbench') unchanged += 1;
      else {
        fresh.push(newJudgment(context, project, staged, judgment, at));
        if (earlier !== undefined && !same) revised += 1;
      }
    }
    const result = fresh.length === 0 ? { inserted: 0, unchanged: 0 } : await insertJudgments(tx, fresh);
    inserted += result.inserted;
    unchanged += result.unchanged;
  }
  found.throwIfAny();
  return { inserted, unchanged, revised: Math.min(revised, inserted) };
}

const judgmentsTogether = 1000;

function newJudgment(context: WorkContext, project: string, { task, hash: present, guideline }: StagedJudgments, judgment: Judgment, at: string): NewJudgment {
  const { unit, annotator, answers, asides, seconds, round } = judgment;
  // What was sent says what it is, whenever it is sent: so the key is over the row, not over the time of the import.
  const key = hash('sha256', canonicalJson([task, unit, annotator, answers, asides, judgment.guideline, judgment.taskHash, judgment.at, seconds, round]));
  return {
    id: context.newId(),
    project,
    task,
    run: null,
    unit,
    annotator,
    answers,
    asides,
    guideline: judgment.guideline ?? guideline,
    taskHash: judgment.taskHash ?? present,
    at: judgment.at === null ? at : new Date(judgment.at).toISOString(),
    seconds,
    idempotencyKey: `import:${key.slice(0, 40)}`,
    origin: 'import',
  };
}

/** The units that may be judged. Their fields are only needed where an answer is a quote from one. */
async function knownUnits(context: WorkContext, project: string, { task, hasQuotes }: ProjectTask): Promise<Pick<ReadonlyMap<string, UnitFields>, 'get'>> {
  const place = { project, task: task.id };
  if (!hasQuotes) {
    const ids = await indexedUnits(context.store, place);
    return { get: (id) => (ids.find(id) < 0 ? undefined : noFields) };
  }
  const quoted = task.questions.flatMap((question) => (question.scale.kind === 'quote' ? [question.scale.from] : []));
  const units = new Map<string, UnitFields>();
  for await (const { id, fields } of streamUnits(context.store, place)) units.set(id, Object.fromEntries(quoted.map((field) => [field, fields[field]])));
  return units;
}

/** The ids of all units of a task, for looking them up. */
export async function indexedUnits(store: Store, place: { readonly project: string; readonly task: string }): Promise<TextIndex> {
  const ids = new TextIndex();
  for await (const id of streamUnitIds(store, place)) ids.add(id);
  return ids;
}

const noFields: UnitFields = {};

async function readJudgments(request: ImportRequest, format: ImportFormat, project: ProjectTask, accept: (row: FoundRow) => void, found: FaultList): Promise<Readonly<Record<string, number>>> {
  const { task, compiled } = project;
  const { mapping = {} } = request;
  const inFile = (faults: readonly Fault[]): void => found.add(...faults.map((one): Fault => ({ ...one, file: request.name })));
  const defaults = { ...(mapping.annotator === undefined ? {} : { annotator: mapping.annotator }), ...(mapping.guideline === undefined ? {} : { guideline: mapping.guideline }) };
  if (format === 'judgments-jsonl') {
    for await (const piece of jsonRows(request, found)) for (const row of piece) accept(mapping.annotator === undefined ? row : withAnnotator(row, mapping.annotator));
    return {};
  }
  if (format === 'judgments-csv') {
    const cells = (columns: readonly string[]): ((fields: readonly string[]) => { readonly ok: true; readonly row: FoundRow['row'] }) => {
      const read = judgmentCells(task, columns, defaults);
      return (fields) => ({ ok: true, row: read(fields) });
    };
    for await (const piece of csvRows(request, found, cells)) for (const row of piece) accept(row);
    return {};
  }
  if (format === 'rag-table') {
    const kind = ragTasks.find((one) => one === task.id);
    if (kind === undefined) refuse('unknown-task', { came: task.id, expected: printChoice(ragTasks) });
    const { rows, faults } = readRagTable(compiled, kind satisfies RagTask, await wholeText(request.path, request.name));
    inFile(faults);
    for (const { row, line } of rows) accept({ row, line });
    return {};
  }
  if (format === 'gold-pack') {
    goldRows(await goldFiles(request), mapping.annotator).forEach((row) => accept({ row, line: null }));
    return {};
  }
  if (format === 'trec-qrels') {
    const question = qrelQuestion(project, mapping.question);
    const read = readQrels(await wholeText(request.path, request.name));
    inFile(read.faults);
    if (mapping.annotator === undefined) refuse('missing-field', { field: 'annotator', expected: 'who judged, since a qrels file does not say; name them in the mapping, or with --annotator' });
    for (const { row, line } of qrelRows(task, read, { annotator: mapping.annotator, question, ...(mapping.guideline === undefined ? {} : { guideline: mapping.guideline }) })) accept({ row, line });
    return {};
  }
  const parquet = format === 'parquet' ? await parquetRows(request) : null;
  const exported = parquet === null ? await toolExport(request, format) : parquet.argilla;
  if (exported === null) {
    for (const { row, line } of parquet!.rows) accept({ row: wholeFromTable(task, row, defaults), line });
    return {};
  }
  const { rows, skipped, faults } = toolJudgments(task, exported, mapping);
  inFile(faults);
  for (const row of rows) accept(row);
  return skipped;
}

/** A row that does not say who judged, by the one whom the caller names. */
function withAnnotator({ row, ...place }: FoundRow, annotator: string): FoundRow {
  const name = row['answers'] !== undefined && row['unit'] !== undefined ? 'annotator' : 'annotator_id';
  return row[name] === undefined ? { ...place, row: { ...row, [name]: annotator } } : { ...place, row };
}

async function goldFiles(request: ImportRequest): Promise<Parameters<typeof readGoldPack>[0]> {
  if (request.goldFiles === undefined) refuse('usage', { reason: 'A gold pack is three files: the chunks, the matrix and the labels. Pass --matrix and --labels beside the chunks.' });
  const { matrix, labels } = request.goldFiles;
  return { chunks: await wholeText(request.path, request.name), matrix: await wholeText(matrix, matrix), labels: await wholeText(labels, labels) };
}

function goldRows(files: Parameters<typeof readGoldPack>[0], annotator: string | undefined): ReturnType<typeof goldJudgments> {
  const read = readGoldPack(files);
  const found = new FaultList();
  if (!read.ok) found.add(...read.faults);
  if (annotator === undefined) found.add(fault('missing-field', { field: 'annotator', expected: 'who judged, since a gold pack does not say; name them in the mapping, or with --annotator' }));
  found.throwIfAny();
  if (!read.ok || annotator === undefined) throw new Error('a pack that cannot be read has faults');
  return goldJudgments(read.value, annotator);
}

function qrelQuestion({ task }: ProjectTask, named: string | undefined): string {
  const graded = task.questions.filter((question) => question.measured).map((question) => question.id);
  const question = named ?? (graded.length === 1 ? graded[0] : undefined);
  if (question === undefined || !graded.includes(question)) refuse('wrong-value', { field: 'question', came: printValue(named), expected: printChoice(graded) });
  return question;
}
