import { basename, join } from 'node:path';
import type { CodedText } from '../../domain/coded-text.ts';
import { groupBy } from '../../domain/group-by.ts';
import { defined } from '../../domain/defined.ts';
import { InputError, refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { toolFormats } from '../../domain/exchange/file-formats.ts';
import { detectFormat } from '../../formats/exchange/detect-format.ts';
import type { Format } from '../../domain/exchange/file-formats.ts';
import { isParquet, isWorkbook } from '../../formats/parquet-mark.ts';
import { toolJudgments } from '../../formats/exchange/tool-judgments.ts';
import type { ToolExport, ToolValue } from '../../formats/exchange/tool-export.ts';
import { guessedAnswers } from '../../formats/exchange/label-studio-table.ts';
import { toolUnitRows } from '../../formats/exchange/tool-units.ts';
import { readQrels, readRun, trecExport } from '../../formats/exchange/trec-qrels.ts';
import { guessColumns } from '../../formats/units/guess-columns.ts';
import { firstRows } from '../../formats/first-rows.ts';
import { deepestNesting, nestedTooDeep } from '../../formats/json-depth.ts';
import type { JsonRow } from '../../formats/jsonl.ts';
import { isFields, shownName } from '../../formats/own-field.ts';
import { readTable } from '../../formats/table-text.ts';
import type { PreparedTask } from '../../formats/protocol/protocol-content.ts';
import { readProtocol } from '../../formats/protocol/protocol-yaml.ts';
import { suggestProtocol } from '../../formats/protocol/suggested-protocol.ts';
import { chooseFormat } from '../exchange/import-request.ts';
import type { ImportMapping, ImportRequest } from '../exchange/import-request.ts';
import { stageUnits } from '../exchange/import-units.ts';
import { voteTable } from '../fold/read-votes.ts';
import { parquetRows, readTool } from '../exchange/import-rows.ts';
import { textSource } from '../exchange/text-source.ts';
import { firstBytes, wholeText } from '../line-pieces.ts';
import { fileRows } from '../units/file-columns.ts';
import type { FileRows } from '../units/file-columns.ts';
import { writeFiles } from '../write-files.ts';
import { headerlessTable } from './headerless-table.ts';
import type { HeaderlessTable } from './headerless-table.ts';

/** What a file looks like, and what would become of it. */
export interface ImportSuggestion {
  readonly format: Format;
  readonly why: CodedText;
  readonly protocol: string;
  readonly mapping: ImportMapping;
  /** The field for the number of each row, where nothing names the rows; else null. */
  readonly numbered: string | null;
  /** How the file was read, such as its encoding. */
  readonly said: readonly CodedText[];
  /** What had to be guessed. */
  readonly notes: readonly CodedText[];
  /** What would be refused. */
  readonly faults: readonly Fault[];
  /** The first units and judgments as they would be imported. */
  readonly units: readonly JsonRow[];
  readonly judgments: readonly JsonRow[];
  readonly left: readonly CodedText[];
  /** The files that were written, where a folder was named. */
  readonly files: readonly string[];
}

const shown = 3;

/**
 * Says what a file of another tool, or a plain table of units, looks like, proposes a protocol and
 * a mapping for it, and shows what would be imported. Writes them into a folder if one is named,
 * and nothing else.
 */
export async function suggestImport(
  path: string,
  folder: string | null,
  force = false,
): Promise<ImportSuggestion> {
  const name = basename(path);
  const source = await textSource(path, name);
  try {
    const { format, why, exported, mapping: reading, notes } = await readable(source.path, name);
    if (exported.records.length === 0 && exported.faults.length === 0)
      refuse('file-empty', {}, { file: name });
    const suggested = suggestProtocol(exported, name.replace(/\.\w+$/, ''));
    const read = readProtocol(suggested.protocol);
    const protocol = read.ok ? read.value : null;
    const task: Task | undefined = protocol?.tasks[0];
    const mapping = { ...suggested.mapping, ...reading };
    const isTool = toolFormats.includes(format) || exported.tool === 'ragas';
    // Columns of a plain table are not fields of answers.
    const answered = isTool ? mapping : suggested.mapping;
    const numbering = defined({ numbered: suggested.numbered ?? undefined });
    const units =
      protocol === null || hasAnnotations(exported)
        ? null
        : await plainUnits(source.path, name, {
            protocol,
            format,
            ...numbering,
            ...(reading.columns === undefined ? {} : { mapping: reading }),
          });
    const named =
      task === undefined || units !== null ? null : toolUnitRows(task, exported, answered);
    const judged = task === undefined ? null : toolJudgments(task, exported, answered);
    const judgments = (judged?.rows ?? []).filter(({ row }) => saysSomething(row));
    const files = {
      'protocol.yaml': suggested.protocol,
      'guideline.md': suggested.guideline,
      // Judgments have a mapping to change, even when nothing has to be mapped yet.
      ...(judgments.length > 0 || ((isTool || reading.columns) && Object.keys(mapping).length > 0)
        ? { 'mapping.json': `${JSON.stringify(mapping, null, 2)}\n` }
        : {}),
    };
    if (folder !== null)
      writeFiles(
        new Map(Object.entries(files).map(([file, content]) => [join(folder, file), content])),
        { force },
      );
    const { annotator } = suggested.mapping;
    return {
      format,
      why,
      protocol: suggested.protocol,
      mapping,
      numbered: suggested.numbered,
      said: [...source.said, ...(units?.said ?? [])],
      notes: [
        ...notes,
        ...(annotator === undefined ? [] : [codedText('annotator-assumed', { annotator })]),
        ...(suggested.unreadable.length === 0
          ? []
          : [codedText('fields-unreadable', { fields: suggested.unreadable.map(shownName) })]),
        ...(suggested.numbered === null
          ? []
          : [codedText('rows-numbered', { field: suggested.numbered })]),
      ],
      faults: [
        ...(units?.faults ?? []),
        ...(named?.faults ?? []),
        ...(judgments.length === 0 ? [] : (judged?.faults ?? [])),
      ],
      units: units?.rows ?? (named?.rows ?? []).slice(0, shown).map(({ row }) => row),
      judgments: judgments.slice(0, shown).map(({ row }) => row),
      left: [...(judged?.skipped ?? exported.skipped)],
      files: folder === null ? [] : Object.keys(files).map((file) => join(folder, file)),
    };
  } finally {
    await source.discard();
  }
}

function hasAnnotations({ records }: ToolExport): boolean {
  return records.some(({ id, annotations }) => id !== null || annotations.length > 0);
}

function saysSomething({ answers }: JsonRow): boolean {
  return isFields(answers) && Object.keys(answers).length > 0;
}

/** How a plain file is read. */
interface PlainReading extends Pick<ImportRequest, 'numbered' | 'mapping'> {
  readonly protocol: Protocol;
  readonly format: Format;
}

/** The first units of a plain file as the import reads them, and what it would refuse. */
async function plainUnits(
  path: string,
  name: string,
  { protocol, format, ...reading }: PlainReading,
): Promise<{
  readonly rows: readonly JsonRow[];
  readonly faults: readonly Fault[];
  readonly said: readonly CodedText[];
}> {
  const said: CodedText[] = [];
  const tell = (texts: readonly CodedText[]): void => void said.push(...texts);
  const request = { project: '', kind: 'units', path, name, tell, ...reading } as const;
  const chosen = chooseFormat(
    'units',
    undefined,
    { format, why: codedText('file-is-empty') },
    name,
  );
  const tasks = new Map(protocol.tasks.map((task) => [task.id, { task } as PreparedTask]));
  try {
    const staged = await stageUnits(request, chosen, { protocol, tasks });
    try {
      const rows = await staged.rows.first(shown);
      return { rows: rows.map(({ fields }) => JSON.parse(fields) as JsonRow), faults: [], said };
    } finally {
      await staged.rows.discard();
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { rows: [], faults: error.faults.map(({ file: _, ...one }) => one), said };
  }
}

/** A file as an export of a tool, with what the mapping must say and what was guessed. */
interface Readable extends Pick<FileRows, 'format' | 'why'> {
  readonly exported: ToolExport;
  readonly mapping: ImportMapping;
  readonly notes: readonly CodedText[];
}

/** The file as an export of a tool; tables, workbooks, Parquet and plain rows have units alone. */
async function readable(path: string, name: string): Promise<Readable> {
  const beginning = await firstBytes(path, name, 4);
  if (isParquet(beginning)) return await readableParquet(path, name);
  if (isWorkbook(beginning)) {
    const { format, why, rows } = await fileRows(path, name);
    return { format, why, exported: unitsAlone(rows), mapping: {}, notes: [] };
  }
  const text = await wholeText(path, name);
  const { format, why } = detectFormat(text);
  if (format === null) {
    const got = codedText('no-known-form', { why });
    refuse('unknown-format', { got, expected: codedText('known-format') }, { file: name });
  }
  const plain = { format, why, mapping: {}, notes: [] };
  if (format === 'trec-qrels') return { ...plain, exported: trecExport(readQrels(text), true) };
  if (format === 'trec-run') return { ...plain, exported: trecExport(readRun(text), false) };
  if (!toolFormats.includes(format)) {
    const bare = format === 'units-csv' ? headerlessTable(text) : null;
    if (bare !== null) return { ...plain, ...withoutHeader(bare) };
    const rows = plainRows(text);
    refuseDeep(rows, name);
    refuseLoneObject(text, rows, name);
    return { ...plain, ...(votesOf(rows) ?? { exported: unitsAlone(rows) }) };
  }
  const read = (columns: readonly string[], mapping: ImportMapping): ToolExport => {
    const questions = columns.map((id) => ({ id, scale: { kind: 'text' } }));
    const any = { questions, unit: { id: ['id'] } } as unknown as Task;
    return readTool(text, format, any, mapping);
  };
  const columns = format.startsWith('label-studio') ? guessedAnswers(minimalRows(text)) : [];
  const exported = read(columns, {});
  if (columns.length > 0)
    return { ...plain, exported, notes: [codedText('guessed-answers', { columns })] };
  return await taken({ ...plain, exported }, (mapping) => read([], mapping));
}

/** A table without a header: votes, or rows of units. */
function withoutHeader({ columns, rows: cells }: HeaderlessTable) {
  const rows = cells.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
  const exported = votesOf(rows)?.exported ?? unitsAlone(rows);
  return { exported, mapping: { columns }, notes: [codedText('columns-guessed', { columns })] };
}

/** Refuses rows that are nested absurdly deep, as the import does. */
function refuseDeep(rows: readonly JsonRow[], file: string): void {
  if (!rows.some((row) => nestedTooDeep(row))) return;
  refuse('bad-json', { got: codedText('nested-row', { levels: deepestNesting }) }, { file });
}

/** Refuses one object over several lines that holds lists: what its rows are is not known. */
function refuseLoneObject(text: string, rows: readonly JsonRow[], file: string): void {
  const [only = {}, ...others] = rows;
  const lists = Object.entries(only).flatMap(([name, value]) =>
    Array.isArray(value) && value.some(isFields) ? [shownName(name)] : [],
  );
  const isLone = others.length === 0 && /^\uFEFF?\s*\{\s*\n/.test(text);
  if (!isLone || lists.length === 0 || guessColumns(rows).id !== null) return;
  const got = codedText('no-known-form', { why: codedText('one-object', { lists }) });
  refuse('unknown-format', { got, expected: codedText('known-format') }, { file });
}

/** A Parquet file: rows of Argilla or Ragas, or of units alone. */
async function readableParquet(path: string, name: string): Promise<Readable> {
  const request = { project: '', kind: 'units', path, name } as const;
  const { rows, argilla } = await parquetRows(request);
  const plain = { format: 'parquet', why: codedText('starts-as-parquet'), notes: [] } as const;
  if (argilla === null)
    return { ...plain, exported: unitsAlone(rows.map(({ row }) => row)), mapping: {} };
  return taken({ ...plain, exported: argilla, mapping: {} }, async (mapping) => {
    const read = await parquetRows({ ...request, mapping });
    return read.argilla!;
  });
}

/** Argilla's responses without a status are proposed as submitted, and it is said. */
async function taken(
  given: Readable,
  readAnew: (mapping: ImportMapping) => ToolExport | Promise<ToolExport>,
): Promise<Readable> {
  const statusless = given.exported.skipped.find(({ code }) => code === 'skipped-statusless');
  if (statusless === undefined) return given;
  const mapping = { without_status: 'submitted' } as const;
  const notes = [codedText('statusless-taken', { count: statusless.values['count']! })];
  return { ...given, exported: await readAnew(mapping), mapping, notes };
}

/** Rows that nobody has judged, in the shape of an export. */
function unitsAlone(rows: readonly JsonRow[]): ToolExport {
  const records = rows.map((row, index) => ({
    id: null,
    fields: row,
    annotations: [],
    line: null,
    index,
  }));
  return { tool: 'label-studio', records, skipped: [], faults: [] };
}

/** A long table of votes: who said what of which unit, in the shape of an export. */
function votesOf(rows: readonly JsonRow[]): Pick<Readable, 'exported' | 'mapping'> | null {
  const columns = Object.keys(rows[0] ?? {});
  const table = voteTable(columns);
  if (table === null) return null;
  const isNumeric = rows.every((row) => /^-?\d+(\.\d+)?$/.test(String(row[table.answer])));
  const given = (answer: unknown): ToolValue =>
    isNumeric
      ? { kind: 'number', number: Number(answer) }
      : { kind: 'chosen', labels: [String(answer)] };
  const byUnit = groupBy(rows, (row) => String(row[table.unit]));
  const records = [...byUnit].map(([unit, votes], index) => ({
    id: null,
    fields: { [table.unit]: unit },
    annotations: votes.map((vote) => ({
      annotator: String(vote[table.annotator]),
      answers: new Map([[table.answer, given(vote[table.answer])]]),
      at: null,
      seconds: null,
    })),
    line: null,
    index,
  }));
  const unknown = columns.filter((name) => !Object.values(table).includes(name));
  const fields = [
    ...(/^annotator(_id)?$/.test(table.annotator) ? [] : [[table.annotator, 'annotator']]),
    ...unknown.map((name) => [name, null]),
  ];
  return {
    exported: { tool: 'label-studio', records, skipped: [], faults: [] },
    mapping: fields.length === 0 ? {} : { fields: Object.fromEntries(fields) },
  };
}

/** Rows of Label Studio's exports that have an annotation each; none for the full JSON. */
export function minimalRows(text: string): readonly JsonRow[] {
  return plainRows(text).filter((row) => Object.hasOwn(row, 'annotation_id'));
}

/** The first rows of JSON, or all of a table. */
function plainRows(text: string): readonly JsonRow[] {
  if (/^\uFEFF?\s*[[{]/.test(text)) return firstRows(text, 1000);
  const { columns, rows } = readTable(text);
  return rows.map(({ fields }) =>
    Object.fromEntries(columns.map((column, at) => [column, fields[at]])),
  );
}
