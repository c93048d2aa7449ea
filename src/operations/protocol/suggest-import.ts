import { basename, join } from 'node:path';
import type { CodedText } from '../../domain/coded-text.ts';
import { refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { toolFormats } from '../../domain/exchange/file-formats.ts';
import { detectFormat } from '../../formats/exchange/detect-format.ts';
import type { Format } from '../../domain/exchange/file-formats.ts';
import { toolJudgments } from '../../formats/exchange/tool-judgments.ts';
import type { ToolExport } from '../../formats/exchange/tool-export.ts';
import { guessedAnswers } from '../../formats/exchange/label-studio-table.ts';
import { toolUnitRows } from '../../formats/exchange/tool-units.ts';
import { firstRows } from '../../formats/first-rows.ts';
import type { JsonRow } from '../../formats/jsonl.ts';
import { readTable } from '../../formats/table-text.ts';
import { readProtocol } from '../../formats/protocol/protocol-yaml.ts';
import { suggestProtocol } from '../../formats/protocol/suggested-protocol.ts';
import type { ImportMapping } from '../exchange/import-request.ts';
import { readTool } from '../exchange/import-rows.ts';
import { textSource } from '../exchange/text-source.ts';
import { wholeText } from '../line-pieces.ts';
import { writeFiles } from '../write-files.ts';

/** What a file looks like, and what would become of it. */
export interface ImportSuggestion {
  readonly format: Format;
  readonly why: CodedText;
  readonly protocol: string;
  readonly mapping: ImportMapping;
  /** What had to be guessed. */
  readonly notes: readonly CodedText[];
  /** What would be refused. */
  readonly faults: readonly Fault[];
  /** The first units and judgments as they would come in. */
  readonly units: readonly JsonRow[];
  readonly judgments: readonly JsonRow[];
  readonly left: readonly CodedText[];
  /** The files that were written, where a folder was named. */
  readonly files: readonly string[];
}

const shown = 3;

/**
 * Says what a file of another tool, or a plain table of units, looks like, proposes a protocol and
 * a mapping for it, and shows what would come in. Writes them into a folder where one is named, and
 * nothing else.
 */
export async function suggestImport(
  path: string,
  folder: string | null,
  force = false,
): Promise<ImportSuggestion> {
  const name = basename(path);
  const source = await textSource(path, name);
  try {
    const text = await wholeText(source.path, name);
    const { format, why } = detectFormat(text);
    if (format === null) {
      const got = codedText('no-known-form', { why });
      refuse('unknown-format', { got, expected: codedText('known-format') }, { file: name });
    }
    const { exported, mapping: reading, notes } = readable(text, format);
    const suggested = suggestProtocol(exported, name.replace(/\.\w+$/, ''));
    const read = readProtocol(suggested.protocol);
    const task: Task | undefined = read.ok ? read.value.tasks[0] : undefined;
    const mapping = { ...suggested.mapping, ...reading };
    const units = task === undefined ? null : toolUnitRows(task, exported, mapping);
    const judgments = task === undefined ? null : toolJudgments(task, exported, mapping);
    const files = {
      'protocol.yaml': suggested.protocol,
      'guideline.md': suggested.guideline,
      'mapping.json': `${JSON.stringify(mapping, null, 2)}\n`,
    };
    if (folder !== null)
      writeFiles(
        new Map(Object.entries(files).map(([file, content]) => [join(folder, file), content])),
        { force },
      );
    return {
      format,
      why,
      protocol: suggested.protocol,
      mapping,
      notes,
      faults: [...exported.faults, ...(units?.faults ?? []), ...(judgments?.faults ?? [])],
      units: (units?.rows ?? []).slice(0, shown).map(({ row }) => row),
      judgments: (judgments?.rows ?? []).slice(0, shown).map(({ row }) => row),
      left: [...(judgments?.skipped ?? exported.skipped)],
      files: folder === null ? [] : Object.keys(files).map((file) => join(folder, file)),
    };
  } finally {
    await source.discard();
  }
}

/** A file as an export of a tool, with what the mapping must say and what was guessed. */
interface Readable {
  readonly exported: ToolExport;
  readonly mapping: ImportMapping;
  readonly notes: readonly CodedText[];
}

/** The file as an export of a tool; a plain table or rows have units alone. */
function readable(text: string, format: Format): Readable {
  const plain = { mapping: {}, notes: [] };
  if (toolFormats.includes(format)) {
    const read = (columns: readonly string[], mapping: ImportMapping): ToolExport => {
      const questions = columns.map((id) => ({ id, scale: { kind: 'text' } }));
      const any = { questions, unit: { id: ['id'] } } as unknown as Task;
      return readTool(text, format, any, mapping);
    };
    const columns = format.startsWith('label-studio') ? guessedAnswers(minimalRows(text)) : [];
    const exported = read(columns, {});
    if (columns.length > 0)
      return { ...plain, exported, notes: [codedText('guessed-answers', { columns })] };
    const statusless = exported.skipped.find(({ code }) => code === 'skipped-statusless');
    if (statusless === undefined) return { ...plain, exported };
    const mapping = { without_status: 'submitted' } as const;
    const notes = [codedText('statusless-taken', { count: statusless.values['count']! })];
    return { exported: read([], mapping), mapping, notes };
  }
  const rows = /^\uFEFF?\s*[[{]/.test(text)
    ? firstRows(text, 1000).map((row) => ({ row }))
    : tableRows(text);
  const records = rows.map(({ row }, index) => ({
    id: null,
    fields: row,
    annotations: [],
    line: null,
    index,
  }));
  const exported: ToolExport = { tool: 'label-studio', records, skipped: [], faults: [] };
  return { ...plain, exported };
}

/** Rows of Label Studio's exports that have an annotation each; none for the full JSON. */
function minimalRows(text: string): readonly JsonRow[] {
  const rows = /^\uFEFF?\s*[[{]/.test(text)
    ? firstRows(text, 1000)
    : tableRows(text).map(({ row }) => row);
  return rows.filter((row) => Object.hasOwn(row, 'annotation_id'));
}

function tableRows(text: string): readonly { readonly row: JsonRow }[] {
  const { columns, rows } = readTable(text);
  return rows.map(({ fields }) => ({
    row: Object.fromEntries(columns.map((column, at) => [column, fields[at]])),
  }));
}
