import { groupBy } from '../../domain/group-by.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Answer } from '../../domain/answer.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { Answers, Asides } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { idSeparator } from '../../domain/units/unit.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { ownField } from '../own-field.ts';

/** A unit with everybody's latest judgment on it. */
export interface AdjudicationUnit {
  readonly unit: string;
  readonly fields: UnitFields;
  readonly judgments: readonly {
    readonly annotator: string;
    readonly answers: Answers;
    readonly asides: Asides;
    readonly guideline: string;
  }[];
}

/** What is selected, for whom. */
export interface AdjudicationPlan {
  /** The annotator whose judgments are looked over. */
  readonly base: string;
  /** Who is to look. */
  readonly target: string;
  /** The question whose answer is adjudicated. */
  readonly question: Question;
  /** How many of the likely but lower-graded pairs are taken per subject. */
  readonly cap: number;
  /** Leaves out what would lead the one who looks: band, label and rationale. */
  readonly blind: boolean;
}

/**
 * The units that need another look, as rows of the trial guide's adjudication format, each with its
 * reasons: `mismatch` (another annotator answers differently), `label_2` (highest value given),
 * `annotator_ambiguous` (uncertain), `likely2_labeled1` (the search heuristic expected the highest
 * value, the annotator gave the one below; the best `cap` per subject). Ordered by id.
 */
export function adjudicationTasks(
  task: Task,
  units: readonly AdjudicationUnit[],
  plan: AdjudicationPlan,
): readonly Readonly<Record<string, unknown>>[] {
  const values = scaleAnswers(plan.question.scale);
  const highest = values.at(-1);
  const second = values.at(-2);
  const judged = units
    .flatMap((unit) => {
      const own = unit.judgments.find((one) => one.annotator === plan.base);
      const label = own === undefined ? undefined : ownField(own.answers, plan.question.id);
      return own === undefined || label === undefined ? [] : [{ ...unit, own, label }];
    })
    .toSorted((a, b) => (a.unit < b.unit ? -1 : 1));
  const likely = likelyPairs(
    judged.filter(
      (one) => one.label === second && ownField(one.fields, 'band') === `likely_${String(highest)}`,
    ),
    plan.cap,
  );
  const selected = judged.flatMap((one) => {
    const differs = one.judgments.some(
      (other) =>
        other.annotator !== plan.base &&
        (ownField(other.answers, plan.question.id) ?? one.label) !== one.label,
    );
    const reasons = [
      ...(differs ? ['mismatch'] : []),
      ...(one.label === highest ? [`label_${String(highest)}`] : []),
      ...(one.own.asides.uncertain === true ? ['annotator_ambiguous'] : []),
      ...(likely.has(one.unit) ? [`likely${String(highest)}_labeled${String(second)}`] : []),
    ];
    return reasons.length === 0 ? [] : [{ ...one, reasons }];
  });
  return selected.map((one, at) => ({
    adjudication_id: `adj-${String(at + 1).padStart(5, '0')}`,
    ...rowOf(task, one, plan),
  }));
}

interface JudgedPair extends AdjudicationUnit {
  readonly own: AdjudicationUnit['judgments'][number];
  readonly label: Answer;
}

/** The pairs that the heuristic thought best of, at most `cap` per subject. */
function likelyPairs(pairs: readonly JudgedPair[], cap: number): ReadonlySet<string> {
  const score = ({ fields }: JudgedPair): number => {
    const value = ownField(fields, 'heuristic_score');
    return typeof value === 'number' ? value : Number.NEGATIVE_INFINITY;
  };
  const bySubject = groupBy(pairs, (pair) => pair.unit.split(idSeparator)[0]!);
  return new Set(
    [...bySubject.values()].flatMap((own) =>
      own
        .toSorted((a, b) => score(b) - score(a) || (a.unit < b.unit ? -1 : 1))
        .slice(0, cap)
        .map((pair) => pair.unit),
    ),
  );
}

function rowOf(
  task: Task,
  { unit, fields, own, label, reasons }: JudgedPair & { readonly reasons: readonly string[] },
  plan: AdjudicationPlan,
): Readonly<Record<string, unknown>> {
  const parts = unit.split(idSeparator);
  const ids = Object.fromEntries(
    task.unit.id.map((field, at) => [
      field,
      at === task.unit.id.length - 1 ? parts.slice(at).join(idSeparator) : parts[at],
    ]),
  );
  const shown = Object.fromEntries(
    task.unit.show
      .filter((field) => ownField(fields, field) !== undefined)
      .map((field) => [field, fields[field]]),
  );
  const rationale = task.questions.find((question) => question.scale.kind === 'text');
  const leading = {
    source_band: ownField(fields, 'band') ?? null,
    [`${plan.question.id}_b`]: label,
    rationale_b: rationale === undefined ? null : (ownField(own.answers, rationale.id) ?? null),
  };
  return {
    source_task_id: ownField(fields, 'task_id') ?? null,
    ...ids,
    task_type: task.id,
    status: 'PENDING',
    guideline_version: own.guideline,
    target_annotator: plan.target,
    selection_reasons: reasons,
    ...(plan.blind ? {} : leading),
    ...shown,
  };
}
