import { groupBy } from '../domain/group-by.ts';
import { fault } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import type { Task } from '../domain/task.ts';
import type { Unit } from '../domain/unit.ts';
import { readRagRecords } from '../formats/rag-records.ts';
import type { RagLayout } from '../formats/rag-records.ts';
import { ragTasks, ragUnits } from '../formats/rag-units.ts';
import { TextIndex } from '../formats/text-index.ts';
import { toolUnitRows } from '../formats/tool-units.ts';
import { unitCells, unitFromRow } from '../formats/unit-rows.ts';
import { insertUnits } from '../store/units.ts';
import { csvRows, jsonRows, parquetRows, toolExport } from './import-rows.ts';
import type { FoundRow } from './import-rows.ts';
import type { ImportFormat, ImportRequest } from './import-request.ts';
import { wholeText } from './line-pieces.ts';
import { chooseTask } from './live-tally.ts';
import { taskOf } from './project-protocol.ts';
import type { ProjectProtocol } from './project-protocol.ts';
import { StagedRows } from './staged-rows.ts';
import { FaultList } from './text-file.ts';
import type { WriteTransaction } from './workspace.ts';

/** Units that were read, checked and staged, and what there is to say about them. */
export interface StagedUnits {
  readonly rows: StagedRows<StagedUnit>;
  readonly tasks: readonly string[];
  readonly warnings: readonly string[];
  readonly skipped: Readonly<Record<string, number>>;
}

type StagedUnit = Pick<Unit, 'task' | 'id' | 'subject' | 'fields'>;

/** Reads units in any of their formats. All faults of the file are thrown together, and then nothing is staged. */
export async function stageUnits(request: ImportRequest, format: ImportFormat, project: ProjectProtocol): Promise<StagedUnits> {
  const found = new FaultList();
  const rows = new StagedRows<StagedUnit>();
  const seen = new Map<string, SeenUnits>();
  const add = (task: Task, { row, line }: FoundRow): void => {
    const read = unitFromRow(task, row);
    if (!read.ok) found.add(...read.faults.map((one): Fault => placed(one, request.name, line)));
    else if (seenIn(seen, task.id).add(read.unit.id, line, (before) => found.add(fault('duplicate-unit', { unit: read.unit.id, line: before ?? '?' }, line === null ? { file: request.name } : { file: request.name, line })))) {
      rows.add({ task: task.id, id: read.unit.id, subject: read.unit.subject, fields: read.unit.fields });
    }
  };
  try {
    const said = format.startsWith('rag-records') ? await ragRecords(request, format, project, add, found) : await plainUnits(request, format, project, add, found);
    found.throwIfAny();
    return { rows, ...said };
  } catch (error) {
    await rows.discard();
    throw error;
  }
}

/** What became of the units. */
export interface AddedUnits {
  readonly task: string;
  readonly inserted: number;
  readonly unchanged: number;
}

/** Adds staged units in the write that is open. A unit that is there with another content is a conflict; all of them are listed, and then nothing is added. */
export async function addUnits(tx: WriteTransaction, project: string, staged: StagedUnits, at: string, found: FaultList): Promise<readonly AddedUnits[]> {
  const added = new Map(staged.tasks.map((task) => [task, { inserted: 0, unchanged: 0 }]));
  for await (const batch of staged.rows.batches(unitsTogether)) {
    for (const [task, units] of groupBy(batch, (unit) => unit.task)) {
      const result = await insertUnits(tx, { project, task }, units, at);
      const sum = added.get(task)!;
      added.set(task, { inserted: sum.inserted + result.inserted, unchanged: sum.unchanged + result.unchanged });
      for (const unit of result.conflicts) found.add(fault('conflict', { detail: `${unit} is there already with another content; a unit is never changed. Give the changed one another id.` }, { field: unit }));
    }
  }
  found.throwIfAny();
  return [...added].map(([task, counts]) => ({ task, ...counts }));
}

const unitsTogether = 1000;

type Said = Pick<StagedUnits, 'tasks' | 'warnings' | 'skipped'>;
type AddRow = (task: Task, row: FoundRow) => void;

async function plainUnits(request: ImportRequest, format: ImportFormat, project: ProjectProtocol, add: AddRow, found: FaultList): Promise<Said> {
  const name = chooseTask(project, request.task);
  const { task } = taskOf(project, name);
  const said = { tasks: [name], warnings: [], skipped: {} };
  if (format === 'units-jsonl') for await (const piece of jsonRows(request, found)) for (const row of piece) add(task, row);
  else if (format === 'units-csv' || format === 'gold-chunks') for await (const piece of csvRows(request, found, (columns) => unitCells(task, columns))) for (const row of piece) add(task, row);
  else {
    const parquet = format === 'parquet' ? await parquetRows(request) : null;
    const exported = parquet === null ? await toolExport(request, format) : parquet.argilla;
    if (exported === null) {
      for (const row of parquet!.rows) add(task, row);
      return said;
    }
    const { rows, faults } = toolUnitRows(task, exported, request.mapping);
    found.add(...faults.map((one): Fault => ({ ...one, file: request.name })));
    for (const row of rows) add(task, row);
  }
  return said;
}

/** One record makes units of three tasks; those that the protocol does not have, or that were not asked for, are left out. */
async function ragRecords(request: ImportRequest, format: ImportFormat, project: ProjectProtocol, add: AddRow, found: FaultList): Promise<Said> {
  const layout = format.slice('rag-records-'.length) as RagLayout;
  const read = readRagRecords(await wholeText(request.path, request.name), layout);
  const inFile = (faults: readonly Fault[]): readonly Fault[] => faults.map((one): Fault => ({ ...one, file: request.name }));
  found.add(...inFile(read.faults));
  const wrong = read.errors.map(({ index, faults }) => faults.map((one): Fault => ({ ...one, message: `[${index}] ${one.message}` })));
  if (request.skipInvalid !== true) for (const faults of wrong) found.add(...inFile(faults));
  const { units, repeated, faults } = ragUnits(read);
  found.add(...inFile(faults));
  const tasks = ragTasks.filter((task) => project.tasks.has(task) && (request.task === undefined || request.task === task));
  if (tasks.length === 0) chooseTask(project, request.task ?? ragTasks[0]);
  for (const task of tasks) for (const row of units[task]) add(taskOf(project, task).task, { row, line: null });
  return {
    tasks,
    warnings: [...read.warnings.map(({ index, warning }) => `[${index}] ${warning}`), ...(request.skipInvalid === true ? wrong.flat().map((one) => `${one.message}; left out`) : [])],
    skipped: { ...(repeated === 0 ? {} : { 'records that were there twice': repeated }), ...(request.skipInvalid === true && wrong.length > 0 ? { 'records with faults': wrong.length } : {}) },
  };
}

/** The ids of a file with their lines: compact, since a file may have millions. */
class SeenUnits {
  readonly #ids = new TextIndex();
  #lines = new Int32Array(1024);

  /** True when the unit is new; else the line it was on is told. */
  add(unit: string, line: number | null, twice: (before: number | null) => void): boolean {
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
    this.#lines[at] = line ?? 0;
    return true;
  }
}

function seenIn(seen: Map<string, SeenUnits>, task: string): SeenUnits {
  const known = seen.get(task) ?? new SeenUnits();
  seen.set(task, known);
  return known;
}

function placed(found: Fault, file: string, line: number | null): Fault {
  return line === null ? { ...found, file } : { ...found, file, line };
}
