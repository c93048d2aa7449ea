import type { Answers } from '../../domain/judging/judgment.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { Policy } from '../../domain/verdicts/policy.ts';
import type { RuleTrace, Verdict } from '../../domain/verdicts/verdict.ts';
import { compilePolicy } from './compile-policy.ts';
import { ladderTrace } from './ladder.ts';
import type { SubjectUnit, SubjectTruth } from './subject-truth.ts';
import type { Topic } from './topic.ts';
import { answersOf } from './topic-truths.ts';
import type { UnitGrounds } from './unit-grounds.ts';
import { verdicts } from './verdict.ts';

/** A unit that matters to a verdict, with everything that its answers rest on. */
interface ExplainedUnit extends Pick<SubjectUnit, 'id' | 'state' | 'ruling' | 'isPartial'> {
  /** The date as it is written. */
  readonly date: string | null;
  readonly answers: Answers;
  readonly grounds: UnitGrounds;
  /** What can be read in the unit; null when it has no text. */
  readonly text: string | null;
}

/** How a policy reached its verdict about a subject, for one K. */
export interface Explanation {
  readonly policy: Policy;
  readonly topic: string;
  readonly subject: { readonly id: string; readonly fields: UnitFields };
  readonly verdict: Verdict;
  /** The rules that were tried, down to the one that applied; null for points. */
  readonly rules: readonly RuleTrace[] | null;
  /** The verdict when no rule or threshold applies. */
  readonly fallback: { readonly verdict: string; readonly label: string };
  /** Units that counted, were corrected by a ruling or are unknown; or all. Most recent first. */
  readonly units: readonly ExplainedUnit[];
}

/** What an explanation is made from. */
export interface ExplainedSubject {
  readonly topic: Topic;
  readonly subject: SubjectTruth;
  readonly grounds: (unit: string) => UnitGrounds;
  /** The fields of the subject's units. */
  readonly texts: ReadonlyMap<string, UnitFields>;
  /** All units of the K, not only those that matter. */
  readonly all?: boolean;
}

/** Explains the verdicts of every policy of a topic about a subject, for each K. */
export function explain(given: ExplainedSubject, ks: readonly number[]): readonly Explanation[] {
  const { topic, subject } = given;
  return topic.policies.flatMap(({ policy }) => {
    const compiled = compilePolicy(policy, topic.task);
    return verdicts(compiled, subject, ks).map((verdict): Explanation => {
      const rules = policy.points === undefined ? ladderTrace(compiled, subject, verdict.k) : null;
      const matters = unitsThatMatter(verdict, rules);
      const units = subject.units
        .filter((unit) => unit.rank < verdict.k && (given.all === true || matters(unit)))
        .toSorted((a, b) => a.rank - b.rank)
        .map((unit) => explainedUnit(given, unit));
      return {
        policy,
        topic: topic.id,
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
  { reason }: Verdict,
  rules: readonly RuleTrace[] | null,
): (unit: SubjectUnit) => boolean {
  const counted = new Set([
    ...(reason.kind === 'points' ? reason.incidents.map((incident) => incident.unit) : []),
    ...(rules ?? []).flatMap((rule) => rule.conditions.flatMap((condition) => condition.units)),
  ]);
  return (unit) => counted.has(unit.id) || unit.ruling !== null || unit.state !== 'known';
}

function explainedUnit(
  { topic, grounds, texts }: ExplainedSubject,
  unit: SubjectUnit,
): ExplainedUnit {
  const fields = texts.get(unit.id) ?? {};
  const { show, date } = topic.task.unit;
  const textField = show.find((name) => typeof fields[name] === 'string');
  const written = date === null ? undefined : fields[date];
  return {
    id: unit.id,
    state: unit.state,
    date: typeof written === 'string' ? written : null,
    answers: answersOf(topic.task, unit),
    ruling: unit.ruling,
    isPartial: unit.isPartial,
    grounds: grounds(unit.id),
    text: textField === undefined ? null : String(fields[textField]),
  };
}
