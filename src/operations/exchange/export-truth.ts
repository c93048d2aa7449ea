import { codedText, oneOf } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isClosed, isLabel } from '../../domain/protocol/scale.ts';
import { printReason } from '../../domain/fold/open-reason.ts';
import { printMissing } from '../../domain/fold/standing.ts';
import type { Standing, StandingName } from '../../domain/fold/standing.ts';
import { idSeparator } from '../../domain/units/unit.ts';
import { csvLine } from '../../formats/csv.ts';
import type { CsvStyle } from '../../formats/csv.ts';
import { writeGoldPack } from '../../formats/exchange/gold-pack.ts';
import type { GoldFiles } from '../../formats/exchange/gold-pack.ts';
import { writeQrels } from '../../formats/exchange/trec-qrels.ts';
import { streamUnits } from '../../store/units/units.ts';
import { answerCode, codeApplies } from '../../truth/protocol/answer-codes.ts';
import { idParts } from '../../formats/judging/judgment-columns.ts';
import type { LiveTally } from '../fold/live-tally.ts';
import type { WorkContext } from '../work-context.ts';

/** What a row of truth rests on, in the words of the file. */
const authorities: Readonly<Record<StandingName, string>> = {
  settled: 'consensus',
  ruled: 'ruling',
  excluded: 'excluded',
  open: 'open',
  awaiting: 'awaiting',
};

/** The truth as JSON lines, in the order of the units. */
export async function* truthLines(context: WorkContext, live: LiveTally): AsyncGenerator<string> {
  for await (const { unit, truth } of unitTruths(context, live)) {
    const { task, state } = truth;
    // What a kind of truth does not have is left out.
    const { answers, by, reason } = truth as Partial<Record<string, unknown>>;
    const why = whyNot(truth) ?? undefined;
    const from = authorities[state];
    const row = { unit, task, from, why, answers, by, reason, task_hash: live.task.hash };
    yield `${JSON.stringify(row)}\n`;
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
  const names = questions.map((question) => question.id);
  yield csvLine([...task.unit.id, 'from', ...names, 'by', 'reason', 'task_hash'], style);
  for await (const { unit, truth } of unitTruths(context, live)) {
    const answers = settledAnswers(truth) ?? {};
    const by = 'by' in truth ? truth.by : null;
    const reason = 'reason' in truth ? truth.reason : (whyNot(truth)?.join('; ') ?? null);
    const cells = names.map((name) => answers[name] ?? null);
    yield csvLine(
      [...idParts(task, unit), authorities[truth.state], ...cells, by, reason, hash],
      style,
    );
  }
}

/** The answers of a unit that is settled. */
export function settledAnswers(truth: Standing): Answers | null {
  return 'answers' in truth ? truth.answers : null;
}

/** Why a unit has no truth yet; null when it has one, or never will. */
function whyNot(truth: Standing): readonly string[] | null {
  if (truth.state === 'open') return truth.why.map(printReason);
  return truth.state === 'awaiting' ? [printMissing(truth.missing, truth.uncounted)] : null;
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
  const question = chosenQuestion(graded, named);
  for await (const { unit, subject, truth } of unitTruths(context, live)) {
    const answer = settledAnswers(truth)?.[question.id];
    if (answer === undefined) continue;
    const grade = Number(answer);
    const [first = '', ...rest] = idParts(task, unit);
    const [query, document] =
      rest.length === 0 ? [subject ?? '', first] : [first, rest.join(idSeparator)];
    yield writeQrels([{ query, document, grade }]);
  }
}

/** The named question, or the only one there is. */
export function chosenQuestion(questions: readonly Question[], named: string | undefined) {
  const only = questions.length === 1 ? questions[0] : undefined;
  const found = named === undefined ? only : questions.find((one) => one.id === named);
  const expected = oneOf(questions.map((one) => one.id));
  const got = named ?? codedText('not-given');
  return found ?? refuse('wrong-value', { field: 'question', got, expected });
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
    const answers = settledAnswers(truth);
    if (answers === null) continue;
    const applies = labels.map((question) =>
      codeApplies(question, answerCode(question, answers[question.id])),
    );
    const text =
      task.unit.show.map((field) => fields[field]).find((value) => typeof value === 'string') ?? '';
    const chunk = { chunk_id: unit, doc_id: subject ?? '', text, applies };
    const written = writeGoldPack({ ...pack, chunks: [chunk] }, style)[file];
    yield file === 'matrix' ? written : written.slice(written.indexOf('\n') + 1);
  }
}

/** Every judged or ruled unit with its truth, in the order of the units. */
async function* unitTruths(context: WorkContext, live: LiveTally) {
  const place = { project: live.project.project, task: live.task.task.id };
  for await (const { id, subject, fields } of streamUnits(context.store, place)) {
    const row = live.tally.units.find(id);
    if (row >= 0) yield { unit: id, subject, fields, truth: live.tally.standings.standing(row) };
  }
}
