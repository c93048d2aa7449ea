import { oneOf } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import type { Judgment, JudgmentOrigin } from '../../domain/judging/judgment.ts';
import type { Unit } from '../../domain/units/unit.ts';
import type { CsvStyle } from '../../formats/csv.ts';
import { flatLine } from '../../formats/judging/flat-judgment.ts';
import {
  answerColumns,
  judgmentColumns,
  judgmentTableRow,
} from '../../formats/judging/judgment-columns.ts';
import { judgmentCsvLine, judgmentHeader } from '../../formats/judging/judgment-csv.ts';
import { ragLine, ragTable } from '../../formats/exchange/rag-export.ts';
import { ragTasks } from '../../formats/exchange/rag-units.ts';
import {
  writeArgilla,
  writeDoccano,
  writeLabelStudio,
  writePotato,
  writeProdigy,
} from '../../formats/exchange/tool-writers.ts';
import type { UnitJudgments } from '../../formats/exchange/tool-writers.ts';
import { judgmentLine } from '../../formats/judging/whole-judgment.ts';
import { streamExported, streamExportedRows } from '../../store/exchange/export-rows.ts';
import type { ExportedJudgment, ExportFilter } from '../../store/exchange/export-rows.ts';
import type { Store } from '../../store/open-store.ts';
import { pendingUnits } from '../../store/rounds/open-units.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';
import { inPieces } from './export-request.ts';
import { givenAt, originOf } from './judged-units.ts';
import type { ExportFormat } from '../../domain/exchange/file-formats.ts';
import type { ProjectTask } from '../project-protocol.ts';

/** What judgments are written from. */
export interface JudgmentSource {
  readonly store: Store;
  readonly task: ProjectTask;
  readonly filter: ExportFilter;
  readonly style: CsvStyle;
  /** The round of each run. */
  readonly rounds: ReadonlyMap<string, string>;
  /** Says whether judgments count; not where rows have no place for it. */
  readonly fold: TaskFold;
}

/** Submitted judgments, one row per unit and annotator. They stream; only Parquet does not. */
export function writeJudgments(
  source: JudgmentSource,
  format: ExportFormat,
): AsyncIterable<string | Uint8Array> {
  if (format === 'jsonl') return inPieces(lines(source, judgmentLine));
  if (format === 'flat-jsonl') return inPieces(flatRows(source));
  if (format === 'csv') return inPieces(csv(source));
  if (format === 'parquet') return parquet(source);
  if (format === 'xlsx') return sheet(source);
  if (format === 'rag-table') return inPieces(ragRows(source));
  return inPieces(toolRows(source, format));
}

async function* lines(
  source: JudgmentSource,
  line: (judgment: Judgment, from: JudgmentOrigin) => string,
): AsyncGenerator<string> {
  for await (const row of streamExported(source.store, source.filter))
    yield line(judgmentOf(source, row), originIn(source, row));
}

/** Rows as people and other tools write them. Units are read only if rows carry their fields. */
async function* flatRows(source: JudgmentSource): AsyncGenerator<string> {
  const { task } = source.task;
  if (task.unit.carried.length === 0) yield* lines(source, (judgment) => flatLine(task, judgment));
  else
    for await (const row of streamExportedRows(source.store, source.filter))
      yield flatLine(task, judgmentOf(source, row), row.fields);
}

async function* csv(source: JudgmentSource): AsyncGenerator<string> {
  const { task } = source.task;
  yield judgmentHeader(task, source.style);
  yield* lines(source, (judgment, from) => judgmentCsvLine(task, judgment, source.style, from));
}

async function* parquet(source: JudgmentSource): AsyncGenerator<Uint8Array> {
  const { task } = source.task;
  const rows: ReturnType<typeof judgmentTableRow>[] = [];
  for await (const row of streamExported(source.store, source.filter))
    rows.push(judgmentTableRow(task, judgmentOf(source, row), originIn(source, row)));
  // The libraries for it are loaded only where somebody asks for such a file.
  const { writeParquet } = await import('../../formats/parquet-writer.ts');
  yield new Uint8Array(writeParquet(judgmentColumns(task), rows));
}

/** Judgments as a spreadsheet, whose columns of answers offer the values of their scales. */
async function* sheet(source: JudgmentSource): AsyncGenerator<Uint8Array> {
  const { task } = source.task;
  const rows: ReturnType<typeof judgmentTableRow>[] = [];
  for await (const row of streamExported(source.store, source.filter))
    rows.push(judgmentTableRow(task, judgmentOf(source, row), originIn(source, row)));
  const { writeWorkbook } = await import('../../formats/xlsx-writer.ts');
  yield writeWorkbook(task.id, answerColumns(task), rows, source.style);
}

/** The tables of retrieval, grounding and generation. */
async function* ragRows({ store, task, filter, style }: JudgmentSource): AsyncGenerator<string> {
  const kind = ragTasks.find((one) => one === filter.task);
  if (kind === undefined) refuse('unknown-task', { got: filter.task, expected: oneOf(ragTasks) });
  const pending = await store.read((db) => pendingUnits(db, filter));
  const own: CsvStyle = { lineEnd: '\r\n', escapeFormulas: style.escapeFormulas };
  yield ragTable(task.compiled, kind, [], style.escapeFormulas);
  for await (const row of streamExportedRows(store, filter)) {
    const { annotator, answers, asides, fields, insertedAt } = row;
    const at = givenAt(row);
    const notes = asides.notes ?? '';
    const status = pending.has(row.unit) ? 'pending' : 'completed';
    const written = { unit: fields, annotator, answers, notes, insertedAt, at, status } as const;
    yield ragLine(task.compiled, kind, written, own);
  }
}

const unitsTogether = 200;

async function* toolRows(source: JudgmentSource, format: ExportFormat): AsyncGenerator<string> {
  const { task } = source.task;
  let written = 0;
  const isArray = format === 'label-studio' || format === 'argilla';
  if (isArray) yield '[';
  for await (const judged of unitJudgments(source)) {
    if (format === 'potato') yield writePotato(task, judged);
    else if (format === 'prodigy') yield writeProdigy(task, judged);
    else if (format === 'doccano') yield writeDoccano(task, judged).get(source.filter.annotator!)!;
    else {
      const entries =
        format === 'argilla'
          ? entriesOf(writeArgilla(task, judged))
          : entriesOf(writeLabelStudio(task, judged, written));
      yield `${written === 0 ? '\n' : ',\n'}${entries}`;
    }
    written += judged.length;
  }
  if (isArray) yield written === 0 ? ']\n' : '\n]\n';
}

/** Units with their judgments, some at a time. */
async function* unitJudgments(source: JudgmentSource): AsyncGenerator<readonly UnitJudgments[]> {
  const { task } = source.filter;
  let judged: { unit: Unit; judgments: Judgment[] }[] = [];
  let last = -1;
  for await (const row of streamExportedRows(source.store, source.filter)) {
    if (row.unitSeq !== last) {
      if (judged.length >= unitsTogether) {
        yield judged;
        judged = [];
      }
      const unit = { id: row.unit, task, subject: row.subject, fields: row.fields };
      judged.push({ unit, judgments: [] });
      last = row.unitSeq;
    }
    judged.at(-1)!.judgments.push(judgmentOf(source, row));
  }
  if (judged.length > 0) yield judged;
}

/** The entries of a written array, without its brackets. */
function entriesOf(array: string): string {
  const entries = array.trim().slice(1, -1);
  return entries.replace(/^\n|\n$/g, '');
}

/** Where a judgment comes from, and whether it counts. */
function originIn({ fold }: JudgmentSource, row: ExportedJudgment): JudgmentOrigin {
  const entry = { ...row, seq: 0, answers: JSON.stringify(row.answers), asides: '{}' };
  return { origin: originOf(row), counts: fold.uncounted(entry)?.why ?? 'yes' };
}

function judgmentOf(
  { filter, rounds, task: own }: JudgmentSource,
  row: ExportedJudgment,
): Judgment {
  const { unit, annotator, run, answers, asides, guideline, seconds } = row;
  const at = givenAt(row);
  const taskHash = own.hashes.has(row.taskHash) ? own.hash : row.taskHash;
  const round = run === null ? null : (rounds.get(run) ?? null);
  const { task } = filter;
  return { unit, task, annotator, answers, asides, guideline, taskHash, round, at, seconds };
}
