import { inEnglish } from '../domain/english.ts';
import type { Decision, Support } from '../domain/fold/decision.ts';
import type { Standing } from '../domain/fold/standing.ts';
import { storedAssistance } from '../domain/judging/assistance.ts';
import type { Answers } from '../domain/judging/judgment.ts';
import { isClosed } from '../domain/protocol/scale.ts';
import { answerType, idParts } from '../formats/judging/judgment-columns.ts';
import type { JsonRow } from '../formats/jsonl.ts';
import type { TypedColumn } from '../formats/parquet-writer.ts';
import { provenance } from '../truth/fold/provenance.ts';
import type { Provenance, TracedJudgment } from '../truth/fold/provenance.ts';
import { unitTruth } from '../truth/fold/unit-truth.ts';
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
export function releasedTruths(fold: RecordFold, task: FoldedTask): readonly ReleasedTruth[] {
  const known = found.get(task);
  if (known !== undefined) return known;
  const made = [...truthsOf(fold, task)];
  found.set(task, made);
  return made;
}

const found = new WeakMap<FoldedTask, readonly ReleasedTruth[]>();

function* truthsOf(fold: RecordFold, task: FoldedTask): Generator<ReleasedTruth> {
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
  const supportOf = sharing<Support>((one) => Object.values(one).join());
  for (const unit of task.list) {
    const { standing, decision, line } = unitTruth(task.fold, unit.id);
    if (standing.state === 'open' || standing.state === 'awaiting') continue;
    const answers = 'answers' in standing ? answersOf(standing.answers) : null;
    yield {
      unit,
      standing: 'answers' in standing ? { ...standing, answers: answers! } : standing,
      answers,
      decision: decision && { ...decision, support: decision.support.map(supportOf) },
      line: lineOf(inEnglish(line)),
      from: fromOf(provenance((placesOf.get(unit.id) ?? []).map(traced))),
    };
  }
}

/** A truth as a row of JSON, with the votes on each answer. */
export function truthRow(task: FoldedTask, truth: ReleasedTruth, side: Side | null): JsonRow {
  const { unit, standing, answers, decision, line, from } = truth;
  const ruled = 'by' in standing ? { by: standing.by, reason: standing.reason } : {};
  return {
    unit: unit.id,
    task: unit.task,
    subject: unit.subject,
    from: fromWords[standing.state],
    answers,
    rule: decision?.rule ?? null,
    votes: Object.fromEntries(
      (decision?.support ?? []).map(({ question, for: pro, against, chance }) => [
        question,
        chance === null ? { for: pro, against } : { for: pro, against, chance },
      ]),
    ),
    ...ruled,
    ...from,
    task_hash: task.task.hash,
    split: side,
    line,
  };
}

/** What a truth rests on, in the words of the files. */
const fromWords = { settled: 'consensus', ruled: 'ruling', excluded: 'excluded' } as const;

/** The columns of the truth as a flat table. */
export function truthColumns({ task: { task } }: FoldedTask): readonly TypedColumn[] {
  const text = (name: string): TypedColumn => ({ name, type: 'text' });
  const questions = task.questions.map((question) => ({
    name: question.id,
    type: isClosed(question.scale) ? answerType(question) : ('text' as const),
  }));
  const own = new Set([...task.unit.id, ...questions.map(({ name }) => name)]);
  return [
    ...task.unit.id.map(text),
    ...questions,
    ...aboutColumns.filter(({ name }) => !own.has(name)),
  ];
}

const aboutColumns: readonly TypedColumn[] = [
  { name: 'subject', type: 'text' },
  { name: 'from', type: 'text' },
  { name: 'rule', type: 'text' },
  { name: 'votes', type: 'json' },
  { name: 'by', type: 'text' },
  { name: 'reason', type: 'text' },
  { name: 'judgments', type: 'whole number' },
  { name: 'assisted', type: 'whole number' },
  { name: 'split', type: 'text' },
  { name: 'line', type: 'text' },
];

/** A truth as a row of that table. */
export function truthTableRow(task: FoldedTask, truth: ReleasedTruth, side: Side | null): JsonRow {
  const { answers: _, ...row } = truthRow(task, truth, side);
  const parts = idParts(task.task.task, truth.unit.id);
  const named = task.task.task.unit.id.map((field, at) => [field, parts[at]]);
  return { ...row, ...truth.answers, ...Object.fromEntries(named) };
}
