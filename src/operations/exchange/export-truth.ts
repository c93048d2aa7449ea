import { codedText, oneOf } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import type { Answer } from '../../domain/answer.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import type { Truth } from '../../domain/fold/truth.ts';
import { idSeparator } from '../../domain/units/unit.ts';
import { csvLine } from '../../formats/csv.ts';
import type { CsvStyle } from '../../formats/csv.ts';
import { writeGoldPack } from '../../formats/exchange/gold-pack.ts';
import type { GoldFiles } from '../../formats/exchange/gold-pack.ts';
import { writeQrels } from '../../formats/exchange/trec-qrels.ts';
import { streamUnits } from '../../store/units/units.ts';
import { answerCode, codeApplies } from '../../truth/protocol/answer-codes.ts';
import { isLabel } from '../../domain/protocol/scale.ts';
import type { LiveTally } from '../fold/live-tally.ts';
import type { WorkContext } from '../work-context.ts';

/** What is true of a unit, as it is written: open also while judgments are missing. */
export function truthOf({ tally }: LiveTally, row: number): Truth {
  const truth = tally.truths.truth(row);
  if (truth.from !== 'consensus' || tally.isComplete(row)) return truth;
  return { unit: truth.unit, task: truth.task, from: 'open', why: ['judgments are missing'] };
}

/** The truth as JSON lines, in the order of the units. */
export async function* truthLines(context: WorkContext, live: LiveTally): AsyncGenerator<string> {
  for await (const { unit, truth } of unitTruths(context, live)) {
    const about =
      truth.from === 'open'
        ? { why: truth.why }
        : truth.from === 'consensus'
          ? { answers: truth.answers }
          : truth.from === 'ruling'
            ? { answers: truth.answers, by: truth.by, reason: truth.reason }
            : { by: truth.by, reason: truth.reason };
    yield `${JSON.stringify({ unit, task: truth.task, from: truth.from, ...about, task_hash: live.task.hash })}\n`;
  }
}

/** The truth as CSV: unit, authority, an answer per closed question, who ruled and why. */
export async function* truthCsv(
  context: WorkContext,
  live: LiveTally,
  style: CsvStyle,
): AsyncGenerator<string> {
  const { task, hash } = live.task;
  const questions = task.questions.filter((question) => isClosed(question.scale));
  yield csvLine(
    [
      ...task.unit.id,
      'from',
      ...questions.map((question) => question.id),
      'by',
      'reason',
      'task_hash',
    ],
    style,
  );
  for await (const { unit, truth } of unitTruths(context, live)) {
    const answers: Readonly<Record<string, Answer>> =
      truth.from === 'consensus' || truth.from === 'ruling' ? truth.answers : {};
    const ruled =
      truth.from === 'ruling' || truth.from === 'excluded'
        ? [truth.by, truth.reason]
        : [null, truth.from === 'open' ? truth.why.join('; ') : null];
    yield csvLine(
      [
        ...idParts(task.unit.id.length, unit),
        truth.from,
        ...questions.map((question) => answers[question.id] ?? null),
        ...ruled,
        hash,
      ],
      style,
    );
  }
}

/** Relevance judgments in TREC's format: query, document and grade of every settled unit. */
export async function* qrelLines(
  context: WorkContext,
  live: LiveTally,
  named: string | undefined,
): AsyncGenerator<string> {
  const { task } = live.task;
  const graded = task.questions.filter(
    (question) => question.measured && question.scale.kind !== 'nominal',
  );
  const question =
    named === undefined
      ? graded.length === 1
        ? graded[0]
        : undefined
      : graded.find((one) => one.id === named);
  if (question === undefined)
    refuse('wrong-value', {
      field: 'question',
      got: named ?? codedText('not-given'),
      expected: oneOf(graded.map((one) => one.id)),
    });
  for await (const { unit, subject, truth } of unitTruths(context, live)) {
    const answer =
      truth.from === 'consensus' || truth.from === 'ruling'
        ? truth.answers[question.id]
        : undefined;
    if (answer === undefined) continue;
    const [query = '', ...rest] = idParts(task.unit.id.length, unit);
    yield writeQrels([
      {
        query: rest.length === 0 ? (subject ?? '') : query,
        document: rest.length === 0 ? query : rest.join(idSeparator),
        grade: Number(answer),
      },
    ]);
  }
}

/** One of the three files of a gold pack, from the settled units, always in the same order. */
export async function* goldFile(
  context: WorkContext,
  live: LiveTally,
  file: keyof GoldFiles,
  style: CsvStyle,
): AsyncGenerator<string> {
  const { task } = live.task;
  const labels = task.questions.filter((question) => question.measured && isLabel(question.scale));
  if (labels.length === 0) refuse('no-labels', { task: task.id });
  const pack = { labels: labels.map((question) => question.id), synonyms: {} };
  if (file !== 'matrix') yield writeGoldPack({ ...pack, chunks: [] }, style)[file];
  if (file === 'labels') return;
  for await (const { unit, subject, fields, truth } of unitTruths(context, live)) {
    if (truth.from !== 'consensus' && truth.from !== 'ruling') continue;
    const applies = labels.map((question) =>
      codeApplies(question, answerCode(question, truth.answers[question.id])),
    );
    const text =
      task.unit.show.map((field) => fields[field]).find((value) => typeof value === 'string') ?? '';
    const written = writeGoldPack(
      { ...pack, chunks: [{ chunk_id: unit, doc_id: subject ?? '', text: String(text), applies }] },
      style,
    )[file];
    yield file === 'matrix' ? written : written.slice(written.indexOf('\n') + 1);
  }
}

/** Every judged or ruled unit with what is true of it, in the order in which units came. */
async function* unitTruths(
  context: WorkContext,
  live: LiveTally,
): AsyncGenerator<{
  readonly unit: string;
  readonly subject: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly truth: Truth;
}> {
  for await (const { id, subject, fields } of streamUnits(context.store, {
    project: live.project.project,
    task: live.task.task.id,
  })) {
    const row = live.tally.answers.find(id);
    if (row >= 0) yield { unit: id, subject, fields, truth: truthOf(live, row) };
  }
}

function idParts(count: number, unit: string): readonly string[] {
  const parts = unit.split(idSeparator);
  return [...parts.slice(0, count - 1), parts.slice(count - 1).join(idSeparator)];
}
