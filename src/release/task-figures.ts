import type { Answer } from '../domain/answer.ts';
import { inLanguage } from '../domain/local-text.ts';
import type { DecisionRule } from '../domain/fold/decision.ts';
import type { Account } from '../domain/fold/account.ts';
import { isLabel } from '../domain/protocol/scale.ts';
import type { Estimate } from '../statistics/estimate.ts';
import { quantile } from '../statistics/quantile.ts';
import { codeApplies } from '../truth/protocol/answer-codes.ts';
import { annotatorComparison } from '../truth/monitoring/monitor-annotators.ts';
import type { AnnotatorComparison } from '../truth/monitoring/monitor-annotators.ts';
import { labelFigures } from '../truth/monitoring/monitor-labels.ts';
import type { LabelsFigures } from '../truth/monitoring/monitor-labels.ts';
import { speedFigures } from '../truth/monitoring/monitor-speed.ts';
import type { SpeedFigures } from '../truth/monitoring/monitor-speed.ts';
import { weakComparison } from '../truth/monitoring/monitor-weak.ts';
import type { WeakComparison } from '../truth/monitoring/monitor-weak.ts';
import { agreementFigures } from './agreement-figures.ts';
import type { AgreementFigures } from './agreement-figures.ts';
import { countedWork } from './counted-work.ts';
import { account } from '../truth/fold/account.ts';
import { stateOf } from './obstacles.ts';
import { populationShares, sampleDesign } from './prevalence-figures.ts';
import type { SampleDesign } from './prevalence-figures.ts';
import type { FoldedTask, RecordFold } from './record-fold.ts';
import type { NearDuplicate, RecordUnit } from './record.ts';
import { checklistFigures } from './checklist-figures.ts';
import type { ChecklistFigure } from './checklist-figures.ts';
import { answerTitle } from './report/answer-names.ts';
import { rulingFigures } from './ruling-figures.ts';
import type { RulingFigures } from './ruling-figures.ts';
import { releaseSplit } from './release-split.ts';
import type { ReleaseSplit } from './release-split.ts';
import { releasedTruths } from './truth-rows.ts';

/** Every number about a task. */
export interface TaskFigures {
  readonly task: string;
  readonly title: string;
  /** How many questions are asked; those in `questions` are compared. */
  readonly asked: number;
  /** Where all units of the task are. */
  readonly account: Account;
  readonly judgments: {
    readonly total: number;
    readonly counted: number;
    /** Those that do not count, by the code of the reason. */
    readonly uncounted: Readonly<Record<string, number>>;
  };
  /** Agreement in all judgments that count. */
  readonly agreement: AgreementFigures;
  readonly rulings: RulingFigures;
  /** By which rule the released units got their truth. */
  readonly decisions: Readonly<Partial<Record<DecisionRule, number>>>;
  readonly questions: readonly QuestionFigures[];
  readonly labels: LabelsFigures;
  readonly cooccurrence: Cooccurrence | null;
  readonly texts: TextFigures;
  readonly annotators: AnnotatorComparison;
  readonly speed: SpeedFigures;
  readonly weak: WeakComparison | null;
  /** How units were drawn; null where nothing was drawn. */
  readonly design: Omit<SampleDesign, 'chanceOf'> | null;
  readonly split: Omit<ReleaseSplit, 'sideOf'> | null;
  readonly nearDuplicates: { readonly pairs: readonly NearDuplicate[] } | null;
  readonly exclusions: readonly { readonly unit: string; readonly reason: string }[];
  readonly checklists: readonly ChecklistFigure[];
}

/** The answers to one question in the truth. */
interface QuestionFigures {
  readonly question: string;
  readonly title: string;
  readonly isLabel: boolean;
  /** Of a label, the share of the population to which it applies, by the sampling design. */
  readonly prevalence: Estimate | null;
  readonly answers: readonly {
    readonly answer: Answer;
    readonly title: string;
    readonly units: number;
    /** The share of the units in the release, and of the population where units were drawn. */
    readonly share: Estimate;
    readonly population: Estimate | null;
  }[];
}

/** How often two labels apply to the same unit; the diagonal is how often each applies. */
interface Cooccurrence {
  readonly labels: readonly string[];
  readonly counts: readonly (readonly number[])[];
}

/** How long the released texts are, and how many units a subject has. */
interface TextFigures {
  readonly characters: Spread | null;
  readonly words: Spread | null;
  /** Null where units belong to none. */
  readonly subjects: number | null;
  readonly unitsPerSubject: Spread | null;
}

/** Least, quartiles, most and mean. */
export interface Spread {
  readonly least: number;
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
  readonly most: number;
  readonly mean: number;
}

/** Computes every number about a task. */
export function taskFigures(fold: RecordFold, task: FoldedTask, version: string): TaskFigures {
  const { monitor } = fold.present.protocol;
  const { fold: folded, list } = task;
  const labels = labelFigures(folded, monitor);
  const design = sampleDesign(fold, task);
  const released = list.filter(({ id }) => {
    const row = folded.units.find(id);
    return row >= 0 && folded.isSettled(row);
  });
  const split = releaseSplit(fold, task);
  const { id, title, questions: asked } = task.task.task;
  const known = {
    account: account(folded, list.length),
    judgments: judgmentCounts(task),
    split: split === null ? null : withoutSides(split),
  };
  return {
    task: id,
    title: inLanguage(title),
    asked: asked.length,
    account: known.account,
    judgments: known.judgments,
    agreement: agreementFigures(folded, fold.present.protocol),
    rulings: rulingFigures(fold, task),
    decisions: decisionCounts(fold, task),
    questions: questionFigures(task, labels, design),
    labels,
    cooccurrence: cooccurrence(task),
    texts: textFigures(released),
    annotators: annotatorComparison(folded),
    speed: speedFigures(folded, monitor),
    weak: weakFigures(task),
    design: design === null ? null : withoutMaps(design),
    split: known.split,
    nearDuplicates: duplicates(fold, id),
    exclusions: exclusions(task),
    checklists: checklistFigures(fold, task, known, version),
  };
}

function withoutMaps({ chanceOf: _, ...design }: SampleDesign): Omit<SampleDesign, 'chanceOf'> {
  return design;
}

function withoutSides({ sideOf: _, ...split }: ReleaseSplit): Omit<ReleaseSplit, 'sideOf'> {
  return split;
}

function judgmentCounts(task: FoldedTask): TaskFigures['judgments'] {
  const { judgments } = task;
  const uncounted: Record<string, number> = {};
  let counted = 0;
  for (const why of countedWork(task).why)
    if (why === null) counted += 1;
    else uncounted[why.why] = (uncounted[why.why] ?? 0) + 1;
  const inOrder = Object.entries(uncounted).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { total: judgments.length, counted, uncounted: Object.fromEntries(inOrder) };
}

function decisionCounts(fold: RecordFold, task: FoldedTask): TaskFigures['decisions'] {
  const counts = new Map<DecisionRule, number>();
  for (const { standing, decision } of releasedTruths(fold, task)) {
    if (standing.state === 'excluded' || decision === null) continue;
    counts.set(decision.rule, (counts.get(decision.rule) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function questionFigures(
  task: FoldedTask,
  { labels }: LabelsFigures,
  design: SampleDesign | null,
): readonly QuestionFigures[] {
  const { questions } = task.fold.table;
  const population = design === null ? null : populationShares(task, design);
  return labels.map((label) => {
    const at = questions.findIndex((one) => one.id === label.question);
    const question = questions[at]!;
    const isOne = isLabel(question.scale);
    const place = { question, at };
    const inSample = isOne ? label.prevalence : null;
    return {
      question: question.id,
      title: inLanguage(question.title),
      isLabel: isOne,
      prevalence: isOne && population !== null ? population(place) : inSample,
      answers: label.values.map(({ answer, units, share }, code) => ({
        answer,
        title: answerTitle(question, answer),
        units,
        share,
        population: population?.(place, code) ?? null,
      })),
    };
  });
}

function cooccurrence({ fold, list }: FoldedTask): Cooccurrence | null {
  const labels = fold.table.questions.flatMap((question, at) =>
    question.measured && isLabel(question.scale) ? [{ question, at }] : [],
  );
  if (labels.length < 2) return null;
  const counts = labels.map(() => labels.map(() => 0));
  for (const { id } of list) {
    const row = fold.units.find(id);
    if (row < 0 || !fold.isSettled(row)) continue;
    const applying = labels.flatMap(({ question, at }, label) => {
      const code = fold.standings.code(row, at);
      return code >= 0 && codeApplies(question, code) ? [label] : [];
    });
    for (const one of applying) for (const other of applying) counts[one]![other]! += 1;
  }
  return { labels: labels.map(({ question }) => question.id), counts };
}

function textFigures(units: readonly RecordUnit[]): TextFigures {
  const subjects = new Map<string, number>();
  for (const { subject } of units)
    if (subject !== null) subjects.set(subject, (subjects.get(subject) ?? 0) + 1);
  return {
    characters: spread(units.map((unit) => unit.characters)),
    words: spread(units.map((unit) => unit.words)),
    subjects: subjects.size === 0 ? null : subjects.size,
    unitsPerSubject: spread([...subjects.values()]),
  };
}

function spread(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).toSorted();
  return {
    least: sorted[0]!,
    lower: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    upper: quantile(sorted, 0.75),
    most: sorted.at(-1)!,
    mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
  };
}

function weakFigures({ fold, list }: FoldedTask): WeakComparison | null {
  if (list.every(({ weak }) => weak === null)) return null;
  const sets = new Map<string, ReadonlySet<string>>();
  const byRow = new Map<number, ReadonlySet<string>>();
  for (const { id, weak } of list) {
    if (weak === null) continue;
    const key = weak.join('\n');
    const known = sets.get(key) ?? new Set(weak);
    sets.set(key, known);
    byRow.set(fold.units.find(id), known);
  }
  return weakComparison(fold, (row) => byRow.get(row) ?? null);
}

function duplicates({ record }: RecordFold, task: string): TaskFigures['nearDuplicates'] {
  const all = record.nearDuplicates;
  return all === null ? null : { pairs: all.filter((pair) => pair.task === task) };
}

function exclusions(task: FoldedTask): TaskFigures['exclusions'] {
  return task.list.flatMap(({ id }) =>
    stateOf(task, id) === 'excluded'
      ? [{ unit: id, reason: task.rulings.get(id)?.reason ?? '' }]
      : [],
  );
}
