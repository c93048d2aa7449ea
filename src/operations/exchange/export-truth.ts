import { codedText, oneOf } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { storedAssistance } from '../../domain/judging/assistance.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isClosed, isLabel } from '../../domain/protocol/scale.ts';
import { reasonText } from '../../domain/fold/open-reason.ts';
import { missingTexts } from '../../domain/fold/standing.ts';
import { uncountedTexts } from '../../domain/fold/uncounted.ts';
import type { Standing, StandingName } from '../../domain/fold/standing.ts';
import { idSeparator } from '../../domain/units/unit.ts';
import type { Decision } from '../../domain/fold/decision.ts';
import { inEnglish } from '../../domain/english.ts';
import { ownField } from '../../formats/own-field.ts';
import { csvLine } from '../../formats/csv.ts';
import type { CsvStyle } from '../../formats/csv.ts';
import { writeGoldPack } from '../../formats/exchange/gold-pack.ts';
import type { GoldFiles } from '../../formats/exchange/gold-pack.ts';
import { writeQrels } from '../../formats/exchange/trec-qrels.ts';
import { streamUnits } from '../../store/units/units.ts';
import type { StoredUnit } from '../../store/units/units.ts';
import { provenance } from '../../truth/fold/provenance.ts';
import type { TracedJudgment } from '../../truth/fold/provenance.ts';
import { answerCode, codeApplies } from '../../truth/protocol/answer-codes.ts';
import { idParts } from '../../formats/judging/judgment-columns.ts';
import type { LiveFold } from '../fold/live-fold.ts';
import { judgedUnits, originOf } from './judged-units.ts';
import type { CountedEntry, JudgedUnit } from './judged-units.ts';
import type { WorkContext } from '../work-context.ts';

/** What a row of truth rests on, in the words of the file. */
const authorities: Readonly<Record<StandingName, string>> = {
  settled: 'consensus',
  ruled: 'ruling',
  excluded: 'excluded',
  open: 'open',
  awaiting: 'awaiting',
  uncounted: 'uncounted',
  undrawn: 'undrawn',
};

/** What a row of truth is written from. */
export interface TruthSource {
  readonly context: WorkContext;
  readonly live: LiveFold;
  /** Fields of the unit that rows repeat; `subject` is one of them. */
  readonly fields: readonly string[];
}

/** The truth as JSON lines, in the order of the units. */
export async function* truthLines(source: TruthSource): AsyncGenerator<string> {
  const { live, fields } = source;
  for await (const judged of unitTruths(source)) {
    const { unit, standing, decision, line } = judged;
    // What a kind of truth does not have is left out.
    const { answers, by, reason } = standing as Partial<Record<string, unknown>>;
    const row = {
      unit: unit.id,
      task: standing.task,
      from: authorities[standing.state],
      why: whyNot(standing) ?? undefined,
      answers,
      by,
      reason,
      task_hash: live.task.hash,
      rule: decision?.rule,
      partial: decision?.isPartial === true ? true : undefined,
      votes: decision === null ? undefined : votesOf(decision),
      ...provenance(traced(judged.judgments, roundsOf(live))),
      line: inEnglish(line),
      ...repeated(unit, fields),
    };
    yield `${JSON.stringify(row)}\n`;
  }
}

/**
 * The truth as CSV: unit, authority, an answer per closed question, who ruled, why, and its origin.
 */
export async function* truthCsv(source: TruthSource, style: CsvStyle): AsyncGenerator<string> {
  const { live, fields } = source;
  const { task, hash } = live.task;
  const questions = task.questions.filter((question) => isClosed(question.scale));
  const names = questions.map((question) => question.id);
  const about = ['by', 'reason', 'task_hash', ...provenanceColumns, ...fields];
  yield csvLine([...task.unit.id, 'from', ...names, ...about], style);
  for await (const judged of unitTruths(source)) {
    const { unit, standing } = judged;
    const answers = settledAnswers(standing) ?? {};
    const by = 'by' in standing ? standing.by : null;
    const reason = 'reason' in standing ? standing.reason : (whyNot(standing)?.join('; ') ?? null);
    const cells = names.map((name) => answers[name] ?? null);
    const from = authorities[standing.state];
    const whence = provenanceCells(judged, live);
    const more = Object.values(repeated(unit, fields)).map(cellOf);
    yield csvLine(
      [...idParts(task, unit.id), from, ...cells, by, reason, hash, ...whence, ...more],
      style,
    );
  }
}

/** The columns that say by what rule a truth came about, and from where. */
export const provenanceColumns = [
  'rule',
  'votes',
  'judgments',
  'rounds',
  'guidelines',
  'origins',
  'assisted',
  'line',
] as const;

/** The cells of these columns; votes as `IRB 2:1`, those for the answer before those against. */
export function provenanceCells(
  { decision, judgments, line }: JudgedUnit,
  live: LiveFold,
): readonly (string | number | null)[] {
  const from = provenance(traced(judgments, roundsOf(live)));
  const votes = (decision?.support ?? []).map((one) => `${one.question} ${one.for}:${one.against}`);
  return [
    decision?.isPartial === true ? `${decision.rule}, partial` : (decision?.rule ?? null),
    votes.join('; '),
    from.judgments,
    from.rounds.join('; '),
    from.guidelines.join('; '),
    from.origins.join('; '),
    from.assisted,
    inEnglish(line),
  ];
}

/** The subject and fields of a unit that were asked for. */
export function repeated(
  { subject, fields }: StoredUnit,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    names.map((name) => [name, name === 'subject' ? subject : (ownField(fields, name) ?? null)]),
  );
}

/** A value of a unit in a cell of a table. */
export function cellOf(value: unknown): string | number | boolean | null {
  const isPlain = typeof value === 'string' || typeof value === 'number';
  if (value === null || value === undefined) return null;
  return isPlain || typeof value === 'boolean' ? value : JSON.stringify(value);
}

/** The round of a run, by its id. */
export function roundsOf({ runs }: LiveFold): (run: string) => string | null {
  return (id) => runs.find((run) => run.id === id)?.round ?? null;
}

/** Judgments with the rounds and origins that provenance names. */
function traced(
  judgments: readonly CountedEntry[],
  roundOf: (run: string) => string | null,
): readonly TracedJudgment[] {
  return judgments.map((entry) => ({
    uncounted: entry.uncounted,
    round: entry.run === null ? null : (roundOf(entry.run) ?? entry.run),
    guideline: entry.guideline,
    origin: originOf(entry),
    isAssisted: storedAssistance(entry.asides, entry)?.shown === true,
  }));
}

function votesOf({ support }: Decision): object {
  return Object.fromEntries(
    support.map(({ question, for: pro, against, chance, overrules }) => [
      question,
      {
        for: pro,
        against,
        ...(chance === null ? {} : { chance }),
        ...(overrules === null ? {} : { overrules }),
      },
    ]),
  );
}

/** The answers of a unit that is settled. */
export function settledAnswers(truth: Standing): Answers | null {
  return 'answers' in truth ? truth.answers : null;
}

/** Why a unit has no truth yet; null when it has one, or never will. */
function whyNot(truth: Standing): readonly string[] | null {
  if (truth.state === 'open') return truth.why.map((one) => inEnglish(reasonText(one)));
  if (truth.state === 'uncounted') return uncountedTexts(truth.uncounted).map(inEnglish);
  return truth.state === 'awaiting' ? missingTexts(truth).map(inEnglish) : null;
}

/** Relevance judgments in TREC's format: query, document and grade of every settled unit. */
export async function* qrelLines(
  context: WorkContext,
  live: LiveFold,
  named: string | undefined,
): AsyncGenerator<string> {
  const { task } = live.task;
  const graded = task.questions.filter(
    (question) => question.measured && question.scale.kind !== 'nominal',
  );
  const question = chosenQuestion(graded, named);
  for await (const { id: unit, subject, truth } of settledUnits(context, live)) {
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
  live: LiveFold,
  file: keyof GoldFiles,
  style: CsvStyle,
): AsyncGenerator<string> {
  const { task } = live.task;
  const labels = task.questions.filter((question) => question.measured && isLabel(question.scale));
  if (labels.length === 0) refuse('no-labels', { task: task.id });
  const pack = { labels: labels.map((question) => question.id), synonyms: {} };
  if (file !== 'matrix') yield writeGoldPack({ ...pack, chunks: [] }, style)[file];
  if (file === 'labels') return;
  for await (const { id: unit, subject, fields, truth } of settledUnits(context, live)) {
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

/** Every unit that some round asked for, with its truth and judgments, in their order. */
async function* unitTruths({ context, live }: TruthSource) {
  for await (const judged of judgedUnits(context, live))
    if (judged.standing.state !== 'undrawn') yield judged;
}

/** The same without the judgments, for files that have no place for where a truth comes from. */
async function* settledUnits(context: WorkContext, live: LiveFold) {
  const place = { project: live.project.project, task: live.task.task.id };
  for await (const unit of streamUnits(context.store, place)) {
    const row = live.fold.units.find(unit.id);
    if (row >= 0) yield { ...unit, truth: live.fold.standings.standing(row) };
  }
}
