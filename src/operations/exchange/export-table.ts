import { inEnglish } from '../../domain/english.ts';
import { uncountedText } from '../../domain/fold/uncounted.ts';
import type { Asides } from '../../domain/judging/judgment.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import { storedJson } from '../../domain/stored-json.ts';
import { csvLine } from '../../formats/csv.ts';
import type { CsvStyle } from '../../formats/csv.ts';
import { answerType, idParts } from '../../formats/judging/judgment-columns.ts';
import type { JsonRow } from '../../formats/jsonl.ts';
import { ownField } from '../../formats/own-field.ts';
import type { TypedColumn } from '../../formats/parquet-writer.ts';
import type { LiveFold } from '../fold/live-fold.ts';
import {
  cellOf,
  provenanceCells,
  provenanceColumns,
  repeated,
  roundsOf,
  settledAnswers,
} from './export-truth.ts';
import type { TruthSource } from './export-truth.ts';
import { givenAt, judgedUnits, originOf } from './judged-units.ts';
import type { CountedEntry, JudgedUnit } from './judged-units.ts';

/**
 * Everything about a task in one table: a row per judgment with the unit, who judged, the answers,
 * whether it counts or why not, where it comes from, and beside it what is true of the unit and by
 * what rule. A unit without judgments has one row.
 */
async function* tableRows(source: TruthSource): AsyncGenerator<JsonRow> {
  for await (const judged of judgedUnits(source.context, source.live)) {
    const about = unitCells(source, judged);
    if (judged.judgments.length === 0) yield about;
    for (const entry of judged.judgments) yield { ...about, ...judgmentCells(source.live, entry) };
  }
}

/** The columns of the table. `answer_…` is what the judgment says, `truth_…` what is true. */
function tableColumns({ live, fields }: TruthSource): readonly TypedColumn[] {
  const { task } = live.task;
  const text = (name: string): TypedColumn => ({ name, type: 'text' });
  const answers = task.questions.map((question) => ({
    name: `answer_${question.id}`,
    type: answerType(question),
  }));
  const truths = task.questions
    .filter((question) => isClosed(question.scale))
    .map((question) => ({ name: `truth_${question.id}`, type: answerType(question) }));
  const whence = provenanceColumns.map((name): TypedColumn =>
    name === 'judgments' || name === 'assisted' ? { name, type: 'whole number' } : text(name),
  );
  return [
    ...task.unit.id.map(text),
    ...fields.map((name): TypedColumn => ({ name, type: 'json' })),
    text('annotator'),
    ...answers,
    { name: 'counts', type: 'truth' },
    ...['uncounted', 'uncounted_why', 'origin', 'round', 'guideline', 'question_version'].map(text),
    ...['at'].map(text),
    { name: 'seconds', type: 'number' },
    ...['confidence', 'notes'].map(text),
    { name: 'flag', type: 'truth' },
    { name: 'uncertain', type: 'truth' },
    text('assistance'),
    text('further'),
    text('standing'),
    ...truths,
    ...whence,
    ...['ruled_by', 'ruling_reason', 'task_hash'].map(text),
  ];
}

/** The table as CSV. */
export async function* tableCsv(source: TruthSource, style: CsvStyle): AsyncGenerator<string> {
  const columns = tableColumns(source).map((column) => column.name);
  yield csvLine(columns, style);
  for await (const row of tableRows(source))
    yield csvLine(
      columns.map((name) => cellOf(ownField(row, name))),
      style,
    );
}

/** The table as JSON lines. */
export async function* tableLines(source: TruthSource): AsyncGenerator<string> {
  for await (const row of tableRows(source)) yield `${JSON.stringify(row)}\n`;
}

/** The table as Parquet, which is written whole. */
export async function* tableParquet(source: TruthSource): AsyncGenerator<Uint8Array> {
  const rows: JsonRow[] = [];
  for await (const row of tableRows(source)) rows.push(row);
  const { writeParquet } = await import('../../formats/parquet-writer.ts');
  yield new Uint8Array(writeParquet(tableColumns(source), rows));
}

/** The table as a spreadsheet, which is written whole. */
export async function* tableSheet(
  source: TruthSource,
  style: CsvStyle,
): AsyncGenerator<Uint8Array> {
  const rows: JsonRow[] = [];
  for await (const row of tableRows(source)) rows.push(row);
  const { writeWorkbook } = await import('../../formats/xlsx-writer.ts');
  yield writeWorkbook(source.live.task.task.id, tableColumns(source), rows, style);
}

function unitCells({ live, fields }: TruthSource, judged: JudgedUnit): JsonRow {
  const { task, hash } = live.task;
  const { unit, standing } = judged;
  const parts = idParts(task, unit.id);
  const ids = task.unit.id.map((name, at) => [name, parts[at]]);
  const whence = provenanceCells(judged, live);
  return {
    ...Object.fromEntries(ids),
    ...repeated(unit, fields),
    standing: standing.state,
    ...prefixed('truth_', settledAnswers(standing) ?? {}),
    ...Object.fromEntries(provenanceColumns.map((name, at) => [name, whence[at]])),
    ...('by' in standing ? { ruled_by: standing.by, ruling_reason: standing.reason } : {}),
    task_hash: hash,
  };
}

function judgmentCells(live: LiveFold, entry: CountedEntry): JsonRow {
  const { annotator, run, guideline, taskHash, seconds, uncounted } = entry;
  const asides = storedJson<Asides>(entry.asides, 'judgment', 'asides', entry);
  const answers = storedJson<JsonRow>(entry.answers, 'judgment', 'answers', entry);
  const why = uncounted === null ? null : inEnglish(uncountedText(uncounted));
  return {
    ...prefixed('answer_', answers),
    annotator,
    counts: uncounted === null,
    uncounted: uncounted?.why ?? null,
    uncounted_why: why,
    origin: originOf(entry),
    round: run === null ? null : roundsOf(live)(run),
    guideline,
    question_version: taskHash,
    at: givenAt(entry),
    seconds,
    ...asides,
    assistance: asides.assistance === undefined ? null : JSON.stringify(asides.assistance),
  };
}

function prefixed(prefix: string, row: JsonRow): JsonRow {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [prefix + name, value]));
}
