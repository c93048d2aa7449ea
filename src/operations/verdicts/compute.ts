import { english } from '../../domain/english.ts';
import type { Policy } from '../../domain/verdicts/policy.ts';
import type { Verdict } from '../../domain/verdicts/verdict.ts';
import {
  verdictFileEnd,
  verdictFileEntry,
  verdictFileName,
  verdictFileStart,
} from '../../formats/verdicts/verdict-json.ts';
import type { VerdictHashes, VerdictSummary } from '../../formats/verdicts/verdict-json.ts';
import { compilePolicy } from '../../truth/verdicts/compile-policy.ts';
import type { SubjectUnit, SubjectTruth } from '../../truth/verdicts/subject-truth.ts';
import { verdicts } from '../../truth/verdicts/verdict.ts';
import type { TopicEvidence } from './subject-truth.ts';
import type { LoadedPolicy } from './load-policies.ts';
import { atOnce } from '../cooperative-steps.ts';
import type { Progress } from '../text-file.ts';
import type { VerdictFiles } from './verdict-files.ts';

/** What verdicts are wanted, and where they go. */
export interface ComputeOptions {
  readonly ks: readonly number[];
  readonly domain: string;
  /** The time that the files carry. */
  readonly computedAt: string;
  /** The share of units without a truth above which the run fails. */
  readonly maxMissing: number;
  /** Where the verdicts are written; null only counts them. */
  readonly files: VerdictFiles | null;
  /** How many subjects are done, of how many. */
  readonly progress?: Progress;
}

/** The verdicts of one policy for one K. */
export interface PolicyResult {
  readonly policy: Policy;
  readonly topic: string;
  readonly k: number;
  /** The name of the file; null when nothing was written. */
  readonly file: string | null;
  readonly summary: VerdictSummary;
  readonly hashes: VerdictHashes;
}

/** All verdicts of a run. */
export interface Computation {
  readonly results: readonly PolicyResult[];
  /** Why the run fails: too much is missing. Empty when all is well. */
  readonly failures: readonly string[];
}

/**
 * Makes the verdicts of all policies for all K in one pass over the subjects of each topic. Files
 * are written as it goes and put in place at the
 * end, all of them or, when too much is missing, none.
 */
export function compute(evidence: readonly TopicEvidence[], options: ComputeOptions): Computation {
  return atOnce(computeSteps(evidence, options));
}

/**
 * The same step by step, one for each subject, for whoever wants to do something else in between.
 */
export function* computeSteps(
  evidence: readonly TopicEvidence[],
  options: ComputeOptions,
): Generator<undefined, Computation> {
  const results: PolicyResult[] = [];
  const total = evidence.reduce((sum, topic) => sum + topic.subjectCount, 0);
  let done = 0;
  try {
    for (const topic of evidence) {
      const steps = computeTopic(topic, options);
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) {
        options.progress?.((done += 1), total);
        yield;
      }
      results.push(...step.value);
    }
  } catch (error) {
    options.files?.discard();
    throw error;
  }
  const failures = results.flatMap((result) => missingFailure(result, options.maxMissing));
  if (failures.length === 0) options.files?.keep();
  else options.files?.discard();
  return {
    results: failures.length === 0 ? results : results.map((result) => ({ ...result, file: null })),
    failures,
  };
}

function* computeTopic(
  evidence: TopicEvidence,
  options: ComputeOptions,
): Generator<undefined, readonly PolicyResult[]> {
  const { topic } = evidence;
  const policies = topic.policies.map((loaded) => ({
    compiled: compilePolicy(loaded.policy, topic.task),
    tallies: options.ks.map((k) => new Tally(loaded, k, evidence, options)),
  }));
  for (const subject of evidence.subjects()) {
    const marked = subject.units.filter((unit) => unit.ruling !== null || unit.isPartial);
    for (const { compiled, tallies } of policies) {
      verdicts(compiled, subject, options.ks).forEach((verdict, at) =>
        tallies[at]!.add(subject, verdict, marked),
      );
    }
    yield;
  }
  return policies.flatMap(({ tallies }) => tallies.map((tally) => tally.finish()));
}

/** Counts the verdicts of a policy for a K, and writes them. */
class Tally {
  readonly #policy: Policy;
  readonly #k: number;
  readonly #evidence: TopicEvidence;
  readonly #hashes: VerdictHashes;
  readonly #write: ((text: string) => void) | null;
  readonly #distribution: Record<string, number>;
  readonly #counts = { subjects: 0, units: 0, missing: 0, open: 0, partial: 0, insufficient: 0 };

  constructor(
    { policy, hash }: LoadedPolicy,
    k: number,
    evidence: TopicEvidence,
    { domain, computedAt, files }: ComputeOptions,
  ) {
    this.#policy = policy;
    this.#k = k;
    this.#evidence = evidence;
    this.#hashes = {
      term_hash: evidence.topic.termHash,
      policy_hash: hash,
      weights_hash: evidence.weightsHash,
      overrides_hash: evidence.overridesHash,
    };
    this.#distribution = Object.fromEntries(policy.verdicts.map((verdict) => [verdict, 0]));
    this.#write = files === null ? null : files.open(verdictFileName(policy.policy, k));
    this.#write?.(verdictFileStart({ policy, topic: evidence.topic.id, domain, k, computedAt }));
  }

  add(subject: SubjectTruth, verdict: Verdict, marked: readonly SubjectUnit[]): void {
    this.#write?.(
      verdictFileEntry(this.#counts.subjects === 0, this.#policy, subject, verdict, marked),
    );
    const { evidence } = verdict;
    this.#counts.subjects += 1;
    this.#counts.units += evidence.units - evidence.excluded;
    this.#counts.missing += evidence.missing.length;
    this.#counts.open += evidence.open.length;
    for (const unit of marked) if (unit.isPartial && unit.rank < this.#k) this.#counts.partial += 1;
    if (verdict.verdict === null) this.#counts.insufficient += 1;
    else this.#distribution[verdict.verdict]! += 1;
  }

  finish(): PolicyResult {
    const { applied, unused, stale } = this.#evidence.overrides;
    const summary: VerdictSummary = {
      ...this.#counts,
      distribution: this.#distribution,
      overrides: { applied, unused: unused.length, stale: stale.length },
    };
    this.#write?.(verdictFileEnd(summary, this.#hashes));
    return {
      policy: this.#policy,
      topic: this.#evidence.topic.id,
      k: this.#k,
      file: this.#write === null ? null : verdictFileName(this.#policy.policy, this.#k),
      summary,
      hashes: this.#hashes,
    };
  }
}

function missingFailure({ policy, k, summary }: PolicyResult, limit: number): readonly string[] {
  const without = summary.missing + summary.open;
  if (without <= limit * summary.units) return [];
  const percent = (share: number): string => String(Math.round(share * 1000) / 10);
  return [
    english('too-much-missing', {
      policy: policy.policy,
      k,
      missing: without,
      units: summary.units,
      share: percent(without / summary.units),
      limit: percent(limit),
    }),
  ];
}
