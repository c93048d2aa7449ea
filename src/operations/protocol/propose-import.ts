import type { CodedText } from '../../domain/coded-text.ts';
import { toolFormats } from '../../domain/exchange/file-formats.ts';
import type { ImportFormat, ImportKind } from '../../domain/exchange/file-formats.ts';
import { InputError } from '../../domain/fault.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { codedText } from '../../domain/text-values.ts';
import { enoughToDetect } from '../../formats/exchange/detect-format.ts';
import { firstRows } from '../../formats/first-rows.ts';
import { shownName } from '../../formats/own-field.ts';
import { isParquet, isWorkbook } from '../../formats/parquet-mark.ts';
import { readTable } from '../../formats/table-text.ts';
import { authorise } from '../authorise.ts';
import { recognise } from '../exchange/file-content.ts';
import { importFile } from '../exchange/import-file.ts';
import type { ImportResult } from '../exchange/import-file.ts';
import { chooseFormat, refuseUnusedKeys } from '../exchange/import-request.ts';
import type { ImportMapping, ImportRequest } from '../exchange/import-request.ts';
import { readTool } from '../exchange/import-rows.ts';
import { fileColumnsApart } from '../exchange/read-apart.ts';
import { textSource } from '../exchange/text-source.ts';
import { namedTask } from '../fold/live-fold.ts';
import { refuseWhileBlind } from '../judging/blindness.ts';
import { firstBytes } from '../line-pieces.ts';
import { projectProtocol, taskOf } from '../project-protocol.ts';
import type { WorkContext } from '../work-context.ts';
import {
  proposedUnit,
  proposeForTable,
  proposeForTool,
  questionNamed,
} from './proposed-mapping.ts';
import { minimalRows } from './suggest-import.ts';

/** What a file looks like for a project, and what would become of it. */
export interface ImportProposal {
  readonly kind: ImportKind;
  readonly format: ImportFormat;
  readonly why: CodedText;
  /** What the names of the file mean here, beside what the caller has said. */
  readonly mapping: ImportMapping;
  /** How the file was read, and what the mapping leaves out. */
  readonly notes: readonly CodedText[];
  /** What importing the file with the mapping would do; null where it would be refused. */
  readonly result: ImportResult | null;
  /** Why it would be refused. */
  readonly refused: InputError | null;
}

/** A file to be imported, of which may be left open what it holds. */
export type ProposalRequest = Omit<ImportRequest, 'kind' | 'dryRun'> & {
  readonly kind?: ImportKind;
};

/**
 * Says what a file looks like, proposes a mapping by the names of a project's task, and tries the
 * import with it: what is shown is what the import does. Names are taken from the beginning of the
 * file; the whole of it is read by the trial alone. Writes nothing. For leads.
 */
export async function proposeImport(
  context: WorkContext,
  given: ProposalRequest,
): Promise<ImportProposal> {
  const { project: id, name } = given;
  authorise(context.actor, id, 'lead');
  if (given.kind !== 'units') await refuseWhileBlind(context, { project: id });
  const project = await projectProtocol(context.store, id);
  const source = await textSource(given.path, name);
  try {
    const look = async (kind: ImportKind): Promise<Looked> => {
      const request = { ...given, kind, path: source.path };
      const recognised = await recognise(request, project);
      const format = given.format ?? recognised.format;
      const makesSeveral = format?.startsWith('rag-records') === true;
      const task = makesSeveral ? null : taskOf(project, namedTask(project, given.task)).task;
      const found =
        format === null || task === null ? nothing : await findNames(request, format, task);
      return { kind, recognised, found };
    };
    const first = await look(given.kind ?? 'judgments');
    const kind = given.kind ?? likelyKind(first);
    const { recognised, found } = kind === first.kind ? first : await look(kind);
    const format = chooseFormat(kind, given.format, recognised, name);
    const mapping = usable(kind, format, found.mapping);
    const left = kind === 'judgments' ? found.left : [];
    const notes = [
      ...source.said,
      ...(left.length === 0
        ? []
        : [codedText('columns-left-out', { columns: left.map(shownName), count: left.length })]),
    ];
    const about = { kind, format, why: recognised.why, mapping, notes };
    const whole = { ...mapping, ...given.mapping };
    try {
      const request = { ...given, kind, mapping: whole, dryRun: true };
      return { ...about, result: await importFile(context, request), refused: null };
    } catch (error) {
      if (error instanceof InputError) return { ...about, result: null, refused: error };
      throw error;
    }
  } finally {
    await source.discard();
  }
}

interface Looked {
  readonly kind: ImportKind;
  readonly recognised: Awaited<ReturnType<typeof recognise>>;
  readonly found: FoundNames;
}

/** What the names in a file's beginning mean, and whether somebody has answered in it. */
interface FoundNames {
  readonly mapping: ImportMapping;
  readonly left: readonly string[];
  readonly isAnswered: boolean;
}

const nothing: FoundNames = { mapping: {}, left: [], isAnswered: false };

/** What a file holds, where nobody has said it. */
function likelyKind({ recognised: { format }, found }: Looked): ImportKind {
  if (format === 'rulings-jsonl') return 'rulings';
  return found.isAnswered || format === null || isOnlyJudged.test(format) ? 'judgments' : 'units';
}

const isOnlyJudged = /^(judgments-jsonl|rag-table|trec-qrels|judgment-cache)$/;

/** A mapping without what the import of a format would refuse. */
function usable(kind: ImportKind, format: ImportFormat, mapping: ImportMapping): ImportMapping {
  const entries = Object.entries(mapping).filter(([key, value]) => {
    try {
      refuseUnusedKeys(kind, format, { [key]: value });
      return true;
    } catch {
      // The import would say the same: such a key has no effect here, so it is not proposed.
      return false;
    }
  });
  return Object.fromEntries(entries);
}

async function findNames(
  { kind, path, name, mapping = {} }: ImportRequest,
  format: ImportFormat,
  task: Task,
): Promise<FoundNames> {
  if (kind === 'rulings' || mapping.columns !== undefined) return nothing;
  const bytes = await firstBytes(path, name, enoughToDetect);
  if (isParquet(bytes) || isWorkbook(bytes)) {
    const { columns } = await fileColumnsApart(path, name);
    return inTable(task, new Map(columns.map((one) => [one.name, new Set(one.samples)])));
  }
  const text = beginningOf(bytes.toString('utf8'), bytes.length === enoughToDetect);
  if (toolFormats.includes(format)) return inExport(kind, task, text, format, mapping);
  if (!/^(units|judgments)-csv$|^gold-chunks$/.test(format)) return nothing;
  const { columns, rows } = readTable(text, { delimiter: 'auto', header: true });
  const cells = (at: number): ReadonlySet<string> =>
    new Set(rows.flatMap(({ fields }) => (fields[at] === undefined ? [] : [fields[at]])));
  return inTable(task, new Map(columns.map((column, at) => [column, cells(at)])));
}

function inTable(task: Task, columns: ReadonlyMap<string, ReadonlySet<string>>): FoundNames {
  const { mapping, left } = proposeForTable(task, columns);
  const { fields = {} } = mapping;
  const isAnswered = [...columns.keys()].some((column) =>
    task.questions.some(({ id }) => id === (fields[column] ?? column)),
  );
  return { mapping, left, isAnswered };
}

function inExport(
  kind: ImportKind,
  task: Task,
  text: string,
  format: ImportFormat,
  given: ImportMapping,
): FoundNames {
  // Exports with an annotation in each row have answers among the data: names tell them apart.
  const rows = format.startsWith('label-studio') ? minimalRows(text) : [];
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const answers = columns.flatMap((column) => {
    const question = questionNamed(task, column);
    return question === undefined || question.id === column ? [] : [[column, question.id]];
  });
  const fields = { ...Object.fromEntries(answers), ...given.fields };
  const exported = readTool(text, format, task, { ...given, fields });
  const isAnswered =
    exported.records.some(({ annotations }) => annotations.length > 0) ||
    exported.skipped.some(({ code }) => code === 'skipped-statusless');
  const unit = proposedUnit(task, exported);
  if (kind === 'units') return { ...nothing, mapping: unit === null ? {} : { unit }, isAnswered };
  return { mapping: proposeForTool(task, exported), left: [], isAnswered };
}

/** The rows of a text that are whole, where it is the beginning of a longer one. */
function beginningOf(text: string, isCut: boolean): string {
  if (!isCut) return text;
  if (!/^\uFEFF?\s*[[{]/.test(text)) return text.slice(0, text.lastIndexOf('\n') + 1);
  const rows = firstRows(text, Infinity);
  return /^\uFEFF?\s*\[/.test(text)
    ? JSON.stringify(rows)
    : rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
