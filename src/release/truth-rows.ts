import { inEnglish } from '../domain/english.ts';
import type { Decision, Support } from '../domain/fold/decision.ts';
import type { Standing } from '../domain/fold/standing.ts';
import { storedAssistance } from '../domain/judging/assistance.ts';
import type { Answers } from '../domain/judging/judgment.ts';
import type { Question } from '../domain/protocol/question.ts';
import { isClosed } from '../domain/protocol/scale.ts';
import { answerType, idParts } from '../formats/judging/judgment-columns.ts';
import { ownField } from '../formats/own-field.ts';
import type { ValueColumn } from '../formats/parquet-writer.ts';
import { provenance } from '../truth/fold/provenance.ts';
import type { Provenance, TracedJudgment } from '../truth/fold/provenance.ts';
import type { UnitTruth } from '../truth/fold/truth-line.ts';
import { unitTruth } from '../truth/fold/unit-truth.ts';
import { codeCount } from '../truth/protocol/answer-codes.ts';
import type { Side } from '../truth/release/split.ts';
import { countedWork } from './counted-work.ts';
import type { FoldedTask, RecordFold } from './record-fold.ts';
import type { RecordUnit } from './record.ts';
import { sharing } from './shared-values.ts';

/** A unit of the release with its truth, by which rule, from which judgments, on which side. */
export interface ReleasedTruth {
  readonly unit: RecordUnit;
  readonly standing: Extract<Standing, { state: 'settled' | 'ruled' | 'excluded' }>;
  /** Null for a unit that was excluded. */
  readonly answers: Answers | null;
  readonly decision: Decision | null;
  readonly line: string;
  readonly from: Provenance;
}

/**
 * The units of a task that have a truth or were excluded, in the order of the units; found once for
 * everything that asks.
 */
export function releasedTruths(
  fold: Pick<RecordFold, 'record'>,
  task: FoldedTask,
): readonly ReleasedTruth[] {
  const known = found.get(task);
  if (known !== undefined) return known;
  const made = [...truthsOf(fold, task)];
  found.set(task, made);
  return made;
}

const found = new WeakMap<FoldedTask, readonly ReleasedTruth[]>();

function* truthsOf(fold: Pick<RecordFold, 'record'>, task: FoldedTask): Generator<ReleasedTruth> {
  const { why, placesOf } = countedWork(task);
  const rounds = new Map(fold.record.runs.map((run) => [run.id, run.round]));
  const traced = (place: number): TracedJudgment => {
    const entry = task.judgments[place]!;
    const { run, guideline, origin } = entry;
    const isAssisted = storedAssistance(entry.asides, entry)?.shown === true;
    const round = run === null ? null : (rounds.get(run) ?? run);
    return { uncounted: why[place]!, round, guideline, origin, isAssisted };
  };
  const answersOf = sharing<Answers>(JSON.stringify);
  const lineOf = sharing<string>((line) => line);
  const fromOf = sharing<Provenance>(JSON.stringify);
  const numbers = new Map<Support, number>();
  const supportOf = sharedSupport();
  const numberOf = (one: Support): number => {
    const number = numbers.get(one) ?? numbers.size;
    numbers.set(one, number);
    return number;
  };
  const decisionOf = sharing<Decision>(
    ({ rule, isPartial, assisted, support }) =>
      `${rule} ${isPartial} ${assisted} ${support.map(numberOf).join()}`,
  );
  const told = ({ standing, decision, line }: UnitTruth): Told | null => {
    if (!isReleased(standing)) return null;
    const answers = 'answers' in standing ? answersOf(standing.answers) : null;
    return {
      standing: 'answers' in standing ? { ...standing, answers: answers! } : standing,
      answers,
      decision: decision && decisionOf({ ...decision, support: decision.support.map(supportOf) }),
      line: lineOf(inEnglish(line)),
    };
  };
  const votes = settledVotes(task);
  const known = new Map<string, Told>();
  for (const unit of task.list) {
    const key = votes(unit.id);
    const same = key === null ? undefined : known.get(key);
    const own = same ?? told(unitTruth(task.fold, unit.id));
    if (own === null) continue;
    if (key !== null && same === undefined && known.size < mostKnown) known.set(key, own);
    const standing = same === undefined ? own.standing : { ...own.standing, unit: unit.id };
    const from = fromOf(provenance((placesOf.get(unit.id) ?? []).map(traced)));
    yield { ...own, unit, standing, from };
  }
}

function isReleased(standing: Standing): standing is ReleasedTruth['standing'] {
  return ['settled', 'ruled', 'excluded'].includes(standing.state);
}

/** Shares votes on a question. Whole numbers of them, the usual case, are found without a text. */
function sharedSupport(): (one: Support) => Support {
  const whole = new Map<string, Map<number, Support>>();
  const others = sharing<Support>((one) => Object.values(one).join());
  return (one) => {
    const { question, for: pro, against, chance, overrules } = one;
    const key = pro * mostVotes + against;
    const isWhole = Number.isSafeInteger(key) && Number.isInteger(pro) && against < mostVotes;
    if (!isWhole || chance !== null || overrules !== null) return others(one);
    const known = whole.get(question) ?? new Map<number, Support>();
    whole.set(question, known);
    const same = known.get(key) ?? one;
    known.set(key, same);
    return same;
  };
}

/** More votes on a question than can be told apart as whole numbers. */
const mostVotes = 1 << 20;

/** The letter of the least code, which is below 0 where there is no answer. */
const firstLetter = 64;

/** What equal votes say of every unit. */
type Told = Omit<ReleasedTruth, 'unit' | 'from'>;

/** Different votes of which it is remembered what they say. */
const mostKnown = 50_000;

/**
 * The votes on a unit that is settled by them alone, as a key: equal votes of the same annotators,
 * as many of them assisted, come to the same truth. Null for a unit that something else has a part
 * in: a ruling, a free text, or a model of the annotators.
 */
function settledVotes({
  task: { task },
  fold,
  rulings,
}: FoldedTask): (unit: string) => string | null {
  const { table, standings, plan } = fold;
  const { method } = plan.plan;
  const isVoted = method !== 'dawid-skene' && method !== 'mace';
  const isLetter = (question: Question): boolean =>
    isClosed(question.scale) && codeCount(question) + firstLetter < 0xffff;
  if (!isVoted || !task.questions.every(isLetter)) return () => null;
  const width = table.questions.length;
  /** The codes of one judgment, each as a letter. */
  const letters = Array.from({ length: width }, () => 0);
  return (unit) => {
    const row = fold.units.find(unit);
    if (row < 0 || rulings.has(unit) || standings.state(row) !== 'settled') return null;
    let key = `${standings.counted.assisted(row)}`;
    for (let place = table.first(row); place < table.end(row); place += 1) {
      key += ` ${table.who(place)}/${table.mark(place)}:`;
      for (let at = 0; at < width; at += 1) letters[at] = table.code(place, at) + firstLetter;
      key += String.fromCharCode(...letters);
    }
    return key;
  };
}

/** A truth as a line of JSON, with the votes on each answer. What units share is written once. */
export function truthJson(task: FoldedTask, truth: ReleasedTruth, side: Side | null): string {
  const { unit, standing, answers, decision, line, from } = truth;
  const ruled = 'by' in standing ? { by: standing.by, reason: standing.reason } : {};
  const head = { unit: unit.id, task: unit.task, subject: unit.subject };
  const first = JSON.stringify({ ...head, from: fromWords[standing.state] });
  const votes = `"votes":${jsonOf(votesOf(decision))}`;
  const told = `"answers":${jsonOf(answers)},"rule":${JSON.stringify(decision?.rule ?? null)}`;
  const rest = { ...ruled, ...from, task_hash: task.task.hash, split: side, line };
  return `${first.slice(0, -1)},${told},${votes},${JSON.stringify(rest).slice(1)}`;
}

const written = new WeakMap<object, string>();

/** The JSON of a value that many units share. */
function jsonOf(value: object | null): string {
  if (value === null) return 'null';
  const known = written.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  written.set(value, text);
  return text;
}

const votesTold = new WeakMap<Decision, object>();

/** The votes for and against each answer; one object for all units with the same decision. */
function votesOf(decision: Decision | null): object {
  if (decision === null) return {};
  const known = votesTold.get(decision);
  if (known !== undefined) return known;
  const told = Object.fromEntries(
    decision.support.map(({ question, for: pro, against, chance }) => [
      question,
      chance === null ? { for: pro, against } : { for: pro, against, chance },
    ]),
  );
  votesTold.set(decision, told);
  return told;
}

/** What a truth rests on, in the words of the files. */
const fromWords = { settled: 'consensus', ruled: 'ruling', excluded: 'excluded' } as const;

/** The columns of the truth as a flat table, with where each finds its value. */
export function truthValues(
  { task: { task } }: FoldedTask,
  sideOf: (unit: string) => Side | null,
): readonly ValueColumn<ReleasedTruth>[] {
  const questions = task.questions.map((question): ValueColumn<ReleasedTruth> => ({
    name: question.id,
    type: isClosed(question.scale) ? answerType(question) : 'text',
    of: ({ answers }) => ownField(answers ?? undefined, question.id),
  }));
  const parts = task.unit.id.map((name, at): ValueColumn<ReleasedTruth> => ({
    name,
    type: 'text',
    of: ({ unit }) => idParts(task, unit.id)[at],
  }));
  const own = new Set([...task.unit.id, ...questions.map(({ name }) => name)]);
  return [
    ...parts,
    // An id that is called like a question stands for both.
    ...questions.map((one) => {
      const part = parts.find(({ name }) => name === one.name);
      return part === undefined ? one : { ...one, of: part.of };
    }),
    ...aboutColumns(sideOf).filter(({ name }) => !own.has(name)),
  ];
}

function aboutColumns(
  sideOf: (unit: string) => Side | null,
): readonly ValueColumn<ReleasedTruth>[] {
  return [
    { name: 'subject', type: 'text', of: ({ unit }) => unit.subject },
    { name: 'from', type: 'text', of: ({ standing }) => fromWords[standing.state] },
    { name: 'rule', type: 'text', of: ({ decision }) => decision?.rule },
    { name: 'votes', type: 'json', of: ({ decision }) => votesOf(decision) },
    { name: 'by', type: 'text', of: ({ standing }) => ('by' in standing ? standing.by : null) },
    {
      name: 'reason',
      type: 'text',
      of: ({ standing }) => ('by' in standing ? standing.reason : null),
    },
    { name: 'judgments', type: 'whole number', of: ({ from }) => from.judgments },
    { name: 'assisted', type: 'whole number', of: ({ from }) => from.assisted },
    { name: 'split', type: 'text', of: ({ unit }) => sideOf(unit.id) },
    { name: 'line', type: 'text', of: ({ line }) => line },
  ];
}
