import type { Skipped } from '../../formats/exchange/tool-export.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { codedText, earlierPlace } from '../../domain/text-values.ts';
import { defined } from '../../domain/defined.ts';
import { groupBy } from '../../domain/group-by.ts';
import { fault, faultAbout } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { unitFieldNames } from '../../domain/protocol/task.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { faultAt } from '../../formats/json-rows.ts';
import { readRagRecords } from '../../formats/exchange/rag-records.ts';
import type { RagLayout, RagRecords } from '../../formats/exchange/rag-records.ts';
import { ragTasks, ragUnits } from '../../formats/exchange/rag-units.ts';
import { traceFormats, traceRecords } from '../../formats/exchange/trace-records.ts';
import { TextIndex } from '../../formats/text-index.ts';
import { pairUnits, readQrels, readRun } from '../../formats/exchange/trec-qrels.ts';
import { toolUnitRows } from '../../formats/exchange/tool-units.ts';
import { unitCells, unitFromRow } from '../../formats/units/unit-rows.ts';
import { refreshStatistics } from '../../store/bulk-insert.ts';
import { hasUnits } from '../../store/units/has-units.ts';
import { compareUnits, insertUnitContents, unitContent } from '../../store/units/units.ts';
import type { InsertedUnits, UnitContent, TaskPlace } from '../../store/units/units.ts';
import { csvRows, jsonRows, parquetRows, toolExport } from './import-rows.ts';
import { sizeFault } from '../../formats/jsonl.ts';
import type { FoundRow } from './import-rows.ts';
import type { ImportFormat } from '../../domain/exchange/file-formats.ts';
import { refuseNothing } from './import-request.ts';
import type { ImportRequest } from './import-request.ts';
import { wholeText } from '../line-pieces.ts';
import { namedTask } from '../fold/live-fold.ts';
import { taskOf } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { StagedRows } from '../staged-rows.ts';
import { FaultList } from '../text-file.ts';
import type { Database, WriteTransaction } from '../workspace.ts';

/** Units that were read, checked and staged, and what there is to say about them. */
export interface StagedUnits {
  /** The file's name, for messages. */
  readonly name: string;
  readonly rows: StagedRows<StagedUnit>;
  readonly tasks: readonly string[];
  readonly warnings: readonly CodedText[];
  readonly skipped: Skipped;
}

/** A unit as stored, so that the write has nothing left to compute, with its line if it has one. */
export type StagedUnit = UnitContent & { readonly task: string; readonly line?: number };

/** The parts of a protocol that decide how units are read. */
type ReadProtocol = Pick<ProjectProtocol, 'protocol' | 'tasks'>;

/** Reads units in any format. Throws all faults of the file together; then nothing is staged. */
export async function stageUnits(
  request: ImportRequest,
  format: ImportFormat,
  project: ReadProtocol,
  rows = new StagedRows<StagedUnit>(),
): Promise<StagedUnits> {
  const found = new FaultList();
  const seen = new Map<string, SeenUnits>();
  let number = 0;
  const add = (task: Task, given: FoundRow): void => {
    const { line, text } = given;
    const { numbered } = request;
    number += 1;
    const row = numbered === undefined ? given.row : { [numbered]: `${number}`, ...given.row };
    const refuseRow = (faults: readonly Fault[]): void =>
      found.add(...faults.map((one) => placed(one, request.name, given)));
    const large = sizeFault(given);
    if (large !== null) return refuseRow([large]);
    const read = unitFromRow(task, row, text);
    if (!read.ok) return refuseRow(read.faults);
    const content = unitContent(read.unit);
    const known = seen.get(task.id) ?? new SeenUnits();
    seen.set(task.id, known);
    const isNew = known.add(content.id, placeOf(given), (before) =>
      found.add(placed(givenTwice(content.id, line, before), request.name, given)),
    );
    if (isNew) rows.add({ task: task.id, ...content, ...(line === null ? {} : { line }) });
  };
  try {
    const records = await ragRecordsOf(request, format, project);
    const said =
      records !== null
        ? await ragRecords(request, records, project, add, found)
        : await plainUnits(request, format, project, add, found);
    found.throwIfAny();
    if (rows.size === 0) refuseNothing(said.skipped, request.name);
    return { name: request.name, rows, ...said };
  } catch (error) {
    await rows.discard();
    throw error;
  }
}

/** How many units of a task were added, or already existed. */
export interface AddedUnits {
  readonly task: string;
  readonly inserted: number;
  readonly unchanged: number;
}

/** Adds a few staged units in the open write. Throws all that exist with other content. */
export async function addUnits(
  tx: WriteTransaction,
  project: string,
  staged: StagedUnits,
  at: string,
): Promise<readonly AddedUnits[]> {
  const added = await countUnits(project, staged, (place, units) =>
    insertUnitContents(tx, place, units, at),
  );
  const inserted = added.reduce((sum, one) => sum + one.inserted, 0);
  await refreshStatistics(tx, 'unit', inserted);
  return added;
}

/** What adding the staged units now would do; refuses the same conflicts. */
export async function checkUnits(
  db: Database,
  project: string,
  staged: StagedUnits,
): Promise<readonly AddedUnits[]> {
  const [only, ...others] = staged.tasks;
  // An empty task has nothing to compare with, and reading all rows once more takes long.
  if (only !== undefined && others.length === 0 && !(await hasUnits(db, { project, task: only })))
    return [{ task: only, inserted: staged.rows.size, unchanged: 0 }];
  return await countUnits(project, staged, (place, units) => compareUnits(db, place, units));
}

async function countUnits(
  project: string,
  staged: StagedUnits,
  take: (place: TaskPlace, units: readonly StagedUnit[]) => Promise<InsertedUnits>,
): Promise<readonly AddedUnits[]> {
  const found = new FaultList();
  const added = new Map(staged.tasks.map((task) => [task, { inserted: 0, unchanged: 0 }]));
  for await (const batch of staged.rows.batches(unitsTogether)) {
    for (const [task, units] of groupBy(batch, (unit) => unit.task)) {
      const result = await take({ project, task }, units);
      const sum = added.get(task)!;
      sum.inserted += result.inserted;
      sum.unchanged += result.unchanged;
      if (result.conflicts.length === 0) continue;
      const lines = new Map(units.map(({ id, line }) => [id, line]));
      for (const unit of result.conflicts) {
        const place = { field: unit, file: staged.name, ...defined({ line: lines.get(unit) }) };
        found.add(fault('unit-changed', { unit }, place));
      }
    }
  }
  found.throwIfAny();
  return [...added].map(([task, counts]) => ({ task, ...counts }));
}

const unitsTogether = 1000;

type Said = Omit<StagedUnits, 'name' | 'rows'>;
type AddRow = (task: Task, row: FoundRow) => void;

async function plainUnits(
  request: ImportRequest,
  format: ImportFormat,
  project: ReadProtocol,
  add: AddRow,
  found: FaultList,
): Promise<Said> {
  const name = namedTask(project, request.task);
  const { task } = taskOf(project, name);
  const said = { tasks: [name], warnings: [], skipped: [] };
  if (format === 'units-jsonl')
    for await (const piece of jsonRows(request, found)) for (const row of piece) add(task, row);
  else if (format === 'units-csv' || format === 'gold-chunks') {
    let judged = request.fromJudgments === true ? judgedOnce(task) : null;
    const cells = (columns: readonly string[]): ReturnType<typeof unitCells> => {
      if (areVotes(task, columns)) judged ??= judgedOnce(task);
      return unitCells(task, columns);
    };
    for await (const piece of csvRows(request, found, cells))
      for (const row of piece) {
        const unit = judged === null ? row : judged(row);
        if (unit !== null) add(task, unit);
      }
  } else if (format === 'trec-qrels' || format === 'trec-run') {
    const text = await wholeText(request.path, request.name);
    const read = format === 'trec-run' ? readRun(text) : readQrels(text);
    found.addAll(read.faults, { file: request.name });
    for (const row of pairUnits(task, read)) add(task, row);
  } else {
    const parquet = format === 'parquet' ? await parquetRows(request) : null;
    const exported = parquet === null ? await toolExport(request, format, task) : parquet.argilla;
    for (const row of exported === null ? parquet!.rows : []) add(task, row);
    if (exported === null) return said;
    const { rows, skipped, faults } = toolUnitRows(task, exported, request.mapping);
    found.addAll(faults, { file: request.name });
    for (const row of rows) add(task, row);
    const count = exported.records.reduce((sum, record) => sum + record.annotations.length, 0);
    const warnings = count === 0 ? [] : [codedText('also-judgments', { count })];
    return { ...said, skipped, warnings };
  }
  return said;
}

/** Whether rows say who answered a question of the task: then a unit has as many as annotators. */
function areVotes({ questions }: Task, columns: readonly string[]): boolean {
  const isNamed = ['annotator', 'annotator_id', 'worker', 'worker_id', 'user'].some((name) =>
    columns.includes(name),
  );
  return isNamed && questions.some(({ id }) => columns.includes(id));
}

/**
 * The units of a table of judgments: of each row what belongs to its unit, and each unit once. The
 * same unit with other content stays, to be refused.
 */
function judgedOnce(task: Task): (given: FoundRow) => FoundRow | null {
  const own = new Set(unitFieldNames(task.unit));
  const seen = new Set<string>();
  return (given) => {
    const fields = Object.entries(given.row).filter(([name]) => own.has(name));
    const content = JSON.stringify(fields);
    if (seen.has(content)) return null;
    seen.add(content);
    return { ...given, row: Object.fromEntries(fields) };
  };
}

/** Records of questions, answers and passages; also traces, where the protocol judges such. */
async function ragRecordsOf(
  request: ImportRequest,
  format: ImportFormat,
  project: ReadProtocol,
): Promise<RagRecords | null> {
  if (format.startsWith('rag-records')) {
    const layout = format.slice('rag-records-'.length) as RagLayout;
    return readRagRecords(await wholeText(request.path, request.name), layout);
  }
  const first = ragTasks.find((task) => project.tasks.has(task));
  const isRag = ragTasks.every((task) => project.tasks.has(task));
  if (!isRag || first === undefined) return null;
  if (request.task !== undefined && !(ragTasks as readonly string[]).includes(request.task))
    return null;
  const { task } = taskOf(project, first);
  if (traceFormats.includes(format)) return traceRecords(await toolExport(request, format, task));
  const parquet = format === 'parquet' ? await parquetRows(request) : null;
  return parquet?.argilla?.tool === 'ragas' ? traceRecords(parquet.argilla) : null;
}

/** One record makes units of three tasks; only requested tasks of the protocol are kept. */
async function ragRecords(
  request: ImportRequest,
  read: RagRecords,
  project: ReadProtocol,
  add: AddRow,
  found: FaultList,
): Promise<Said> {
  found.addAll(read.faults, { file: request.name });
  const { units, repeated, faults } = ragUnits(read);
  // Records that cannot be read, and those that contradict an earlier record.
  const wrong = [
    ...read.errors.map((error) => error.faults.map((one) => faultAbout(one, `[${error.index}]`))),
    ...faults.map((one) => [one]),
  ];
  if (request.skipInvalid !== true && wrong.length > 0) {
    for (const one of wrong) found.addAll(one, { file: request.name });
    const all = read.records.length + read.errors.length;
    found.add(fault('records-faulty', { wrong: wrong.length, all }, { file: request.name }));
  }
  const tasks = ragTasks.filter(
    (task) => project.tasks.has(task) && (request.task === undefined || request.task === task),
  );
  if (tasks.length === 0) namedTask(project, request.task ?? ragTasks[0]);
  for (const task of tasks)
    for (const row of units[task]) add(taskOf(project, task).task, { row, line: null });
  const warnings = read.warnings.map((one) => codedText('of-record', one));
  const skipped: CodedText[] = [];
  if (repeated > 0) skipped.push(codedText('skipped-repeated', { count: repeated }));
  if (request.skipInvalid === true && wrong.length > 0) {
    warnings.push(...wrong.flat().map(leftOut));
    skipped.push(codedText('skipped-faulty', { count: wrong.length }));
  }
  return { tasks, warnings, skipped };
}

function leftOut({ code, values, about }: Fault): CodedText {
  const record = about === undefined ? '' : `${about} `;
  return codedText('record-left-out', { about: record, fault: { code, values } });
}

/** The ids of a file with their places: compact, since a file may have millions. */
class SeenUnits {
  readonly #ids = new TextIndex();
  #lines = new Int32Array(1024);

  /** True when the unit is new; else `twice` gets its earlier place. */
  add(unit: string, place: number | null, twice: (before: number | null) => void): boolean {
    const before = this.#ids.size;
    const at = this.#ids.add(unit);
    if (at < before) {
      twice(this.#lines[at] === 0 ? null : this.#lines[at]!);
      return false;
    }
    if (at >= this.#lines.length) {
      const lines = new Int32Array(this.#lines.length * 2);
      lines.set(this.#lines);
      this.#lines = lines;
    }
    this.#lines[at] = place ?? 0;
    return true;
  }
}

/** The line, or the position from 1; all rows of a file have the same one of them. */
function placeOf({ line, index }: FoundRow): number | null {
  return line ?? (index === undefined ? null : index + 1);
}

function givenTwice(unit: string, line: number | null, before: number | null): Fault {
  const place = line === null ? earlierPlace(null, before) : earlierPlace(before);
  return fault('duplicate-unit', { unit, place });
}

function placed(found: Fault, file: string, { line, index }: FoundRow): Fault {
  if (line !== null) return { ...found, file, line };
  return { ...(index === undefined ? found : faultAt(found, { line, index })), file };
}
