import type { Verdict } from '../../domain/verdicts/verdict.ts';
import { compilePolicy } from './compile-policy.ts';
import type { SubjectUnit, SubjectTruth } from './subject-truth.ts';
import type { LoadedPolicy } from './topic.ts';
import type { TopicTruths } from './topic-truths.ts';
import { verdicts } from './verdict.ts';

/** How the verdicts of a policy over all subjects come out. */
export interface VerdictSummary {
  readonly subjects: number;
  /** Every declared verdict, in the policy's order, also those that nobody got. */
  readonly distribution: Readonly<Record<string, number>>;
  readonly units: number;
  readonly missing: number;
  readonly open: number;
  readonly partial: number;
  readonly insufficient: number;
  readonly overrides: { readonly applied: number; readonly unused: number; readonly stale: number };
}

/** What verdicts were computed from, to detect when they are out of date. */
export interface VerdictHashes {
  readonly term_hash: string | null;
  readonly weights_hash: string | null;
  readonly overrides_hash: string | null;
  readonly policy_hash: string;
}

/** Receives each verdict; `marked` are the subject's units with a ruling, or that are partial. */
export type TakeVerdict = (
  subject: SubjectTruth,
  verdict: Verdict,
  marked: readonly SubjectUnit[],
) => void;

/** Counts the verdicts of a policy for one K. */
export class VerdictTally {
  readonly policy: LoadedPolicy;
  readonly k: number;
  readonly hashes: VerdictHashes;
  readonly #truths: TopicTruths;
  readonly #distribution: Record<string, number>;
  readonly #counts = { subjects: 0, units: 0, missing: 0, open: 0, partial: 0, insufficient: 0 };

  constructor(policy: LoadedPolicy, k: number, truths: TopicTruths) {
    this.policy = policy;
    this.k = k;
    this.#truths = truths;
    this.#distribution = Object.fromEntries(policy.policy.verdicts.map((verdict) => [verdict, 0]));
    this.hashes = {
      term_hash: truths.topic.termHash,
      weights_hash: truths.known.weightsHash,
      overrides_hash: truths.overridesHash,
      policy_hash: policy.hash,
    };
  }

  add({ verdict, evidence }: Verdict, marked: readonly SubjectUnit[]): void {
    const counts = this.#counts;
    counts.subjects += 1;
    counts.units += evidence.units - evidence.excluded;
    counts.missing += evidence.missing.length;
    counts.open += evidence.open.length;
    for (const unit of marked) if (unit.isPartial && unit.rank < this.k) counts.partial += 1;
    if (verdict === null) counts.insufficient += 1;
    else this.#distribution[verdict]! += 1;
  }

  get summary(): VerdictSummary {
    const { applied, unused, stale } = this.#truths.overrides;
    return {
      ...this.#counts,
      distribution: this.#distribution,
      overrides: { applied, unused: unused.length, stale: stale.length },
    };
  }
}

/**
 * Makes the verdicts of all policies of a topic for all K in one pass over its subjects. Yields
 * after each subject, for callers that want to do something else in between.
 */
export function* tallyVerdicts(
  truths: TopicTruths,
  ks: readonly number[],
  take: (tally: VerdictTally) => TakeVerdict,
): Generator<undefined, readonly VerdictTally[]> {
  const { policies, task } = truths.topic;
  const compiled = policies.map((loaded) => ({
    policy: compilePolicy(loaded.policy, task),
    tallies: ks.map((k) => {
      const tally = new VerdictTally(loaded, k, truths);
      return { tally, taken: take(tally) };
    }),
  }));
  for (const subject of truths.subjects()) {
    const marked = subject.units.filter((unit) => unit.ruling !== null || unit.isPartial);
    for (const { policy, tallies } of compiled) {
      verdicts(policy, subject, ks).forEach((verdict, at) => {
        const { tally, taken } = tallies[at]!;
        tally.add(verdict, marked);
        taken(subject, verdict, marked);
      });
    }
    yield;
  }
  return compiled.flatMap(({ tallies }) => tallies.map(({ tally }) => tally));
}
