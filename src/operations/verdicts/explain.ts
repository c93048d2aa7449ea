import type { Policy } from '../../domain/verdicts/policy.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { RuleTrace, Verdict } from '../../domain/verdicts/verdict.ts';
import { codeAnswer } from '../../truth/protocol/answer-codes.ts';
import { compilePolicy } from '../../truth/verdicts/compile-policy.ts';
import type { SubjectUnit, SubjectTruth } from '../../truth/verdicts/subject-truth.ts';
import { ladderTrace } from '../../truth/verdicts/ladder.ts';
import { verdicts } from '../../truth/verdicts/verdict.ts';
import type { TopicEvidence, UnitGrounds } from './subject-truth.ts';

/** A unit that matters to a verdict, with everything that stands behind its answers. */
export interface ExplainedUnit {
  readonly id: string;
  readonly state: SubjectUnit['state'];
  /** The date as it is written. */
  readonly date: string | null;
  readonly answers: Answers;
  readonly ruling: SubjectUnit['ruling'];
  readonly isPartial: boolean;
  readonly grounds: UnitGrounds;
  /** What can be read in the unit; null when it has no text. */
  readonly text: string | null;
}

/** How a policy came to its verdict about a subject, for one K. */
export interface Explanation {
  readonly policy: Policy;
  readonly topic: string;
  readonly subject: { readonly id: string; readonly fields: UnitFields };
  readonly verdict: Verdict;
  /** The rules that were looked at, down to the one that applied; null for points. */
  readonly rules: readonly RuleTrace[] | null;
  /** What stands when no rule or threshold applies. */
  readonly fallback: { readonly verdict: string; readonly label: string };
  /**
   * Units that counted for the verdict, that a ruling corrected, or about which nothing is known;
   * all of the K where they were asked for. The most recent first.
   */
  readonly units: readonly ExplainedUnit[];
}

/**
 * Explains the verdicts of every policy of a topic about a subject, for each K; with the units that
 * matter, or with all of them.
 */
export function explain(
  evidence: TopicEvidence,
  subject: SubjectTruth,
  texts: ReadonlyMap<string, UnitFields>,
  ks: readonly number[],
  areAllShown = false,
): readonly Explanation[] {
  return evidence.topic.policies.flatMap(({ policy }) => {
    const compiled = compilePolicy(policy, evidence.topic.task);
    return verdicts(compiled, subject, ks).map((verdict): Explanation => {
      const rules = policy.points === undefined ? ladderTrace(compiled, subject, verdict.k) : null;
      const shown = areAllShown
        ? subject.units.filter((unit) => unit.rank < verdict.k)
        : unitsThatMatter(subject, verdict, rules);
      const units = shown
        .toSorted((a, b) => a.rank - b.rank)
        .map((unit) => explainedUnit(evidence, unit, texts.get(unit.id)));
      return {
        policy,
        topic: evidence.topic.id,
        subject: { id: subject.id, fields: subject.fields },
        verdict,
        rules,
        fallback: compiled.fallback,
        units,
      };
    });
  });
}

function unitsThatMatter(
  subject: SubjectTruth,
  verdict: Verdict,
  rules: readonly RuleTrace[] | null,
): readonly SubjectUnit[] {
  const counted = new Set([
    ...(verdict.reason.kind === 'points'
      ? verdict.reason.incidents.map((incident) => incident.unit)
      : []),
    ...(rules ?? []).flatMap((rule) => rule.conditions.flatMap((condition) => condition.units)),
  ]);
  return subject.units.filter(
    (unit) =>
      unit.rank < verdict.k &&
      (counted.has(unit.id) || unit.ruling !== null || unit.state !== 'known'),
  );
}

function explainedUnit(
  evidence: TopicEvidence,
  unit: SubjectUnit,
  fields: UnitFields | undefined,
): ExplainedUnit {
  const { task } = evidence.topic;
  const answers = task.questions.flatMap((question, at) => {
    const answer =
      unit.strays?.get(at) ??
      (unit.codes.length === 0 ? undefined : codeAnswer(question, unit.codes[at]!));
    return answer === undefined ? [] : [[question.id, answer] as const];
  });
  const textField = task.unit.show.find((name) => typeof fields?.[name] === 'string');
  const date = task.unit.date === null ? undefined : fields?.[task.unit.date];
  return {
    id: unit.id,
    state: unit.state,
    date: typeof date === 'string' ? date : null,
    answers: Object.fromEntries(answers),
    ruling: unit.ruling,
    isPartial: unit.isPartial,
    grounds: evidence.grounds(unit.id),
    text: textField === undefined ? null : String(fields![textField]),
  };
}
