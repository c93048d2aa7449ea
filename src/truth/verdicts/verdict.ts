import type { TruthCounts, Verdict, VerdictReason } from '../../domain/verdicts/verdict.ts';
import type { CompiledPolicy } from './compile-policy.ts';
import type { SubjectTruth } from './subject-truth.ts';
import { matchedRules } from './ladder.ts';
import { scores } from './points.ts';

/**
 * What a policy says about a subject, for each K. Only units with a truth count; missing and open
 * ones are listed. Without a truth about any unit there is no verdict: silence is not the mildest
 * one.
 */
export function verdicts(
  policy: CompiledPolicy,
  subject: SubjectTruth,
  ks: readonly number[],
): readonly Verdict[] {
  const reasons = reachedBy(policy, subject, ks);
  return ks.map((k, at) => {
    const evidence = truthCounts(subject, k);
    const common = { subject: subject.id, k, evidence };
    return evidence.judged === 0
      ? { ...common, verdict: null, reason: { kind: 'insufficient' } }
      : { ...common, ...reasons[at]! };
  });
}

interface Reached {
  readonly verdict: string;
  readonly reason: VerdictReason;
}

function reachedBy(
  policy: CompiledPolicy,
  subject: SubjectTruth,
  ks: readonly number[],
): readonly Reached[] {
  if (policy.policy.points !== undefined)
    return scores(policy, subject, ks).map((score) => ({
      verdict: score.threshold?.verdict ?? policy.fallback.verdict,
      reason: { kind: 'points', ...score },
    }));
  return matchedRules(policy, subject, ks).map((matched) => ({
    verdict: matched?.rule.verdict ?? policy.fallback.verdict,
    reason: { kind: 'ladder', label: matched?.label ?? policy.fallback.label },
  }));
}

function truthCounts(subject: SubjectTruth, k: number): TruthCounts {
  let units = 0;
  let judged = 0;
  let excluded = 0;
  const missing: string[] = [];
  const open: string[] = [];
  for (const unit of subject.units) {
    if (unit.rank >= k) continue;
    units += 1;
    if (unit.state === 'known') judged += 1;
    else if (unit.state === 'excluded') excluded += 1;
    else (unit.state === 'open' ? open : missing).push(unit.id);
  }
  return { units, judged, missing, open, excluded };
}
