import { english } from '../../domain/english.ts';
import type { Policy } from '../../domain/verdicts/policy.ts';
import {
  verdictFileEnd,
  verdictFileEntry,
  verdictFileName,
  verdictFileStart,
} from '../../formats/verdicts/verdict-json.ts';
import type { TopicTruths } from '../../truth/verdicts/topic-truths.ts';
import { tallyVerdicts } from '../../truth/verdicts/verdict-tally.ts';
import type {
  TakeVerdict,
  VerdictHashes,
  VerdictSummary,
  VerdictTally,
} from '../../truth/verdicts/verdict-tally.ts';
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
  readonly progress: Progress | undefined;
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

/** All verdicts of a computation. */
export interface Computation {
  readonly results: readonly PolicyResult[];
  /** Why it fails: too much is missing. Empty when all is well. */
  readonly failures: readonly string[];
}

/**
 * Makes the verdicts of all policies for all K in one pass over the subjects of each topic, one
 * step per subject. Files are put in place at the end: all of them, or none when too much is
 * missing.
 */
export function* computeSteps(
  topics: readonly TopicTruths[],
  options: ComputeOptions,
): Generator<undefined, Computation> {
  const results: PolicyResult[] = [];
  const total = topics.reduce((sum, truths) => sum + truths.subjectCount, 0);
  let done = 0;
  try {
    for (const truths of topics) {
      const steps = computeTopic(truths, options);
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
  truths: TopicTruths,
  { ks, files, domain, computedAt }: ComputeOptions,
): Generator<undefined, readonly PolicyResult[]> {
  const topic = truths.topic.id;
  const ends: ((tally: VerdictTally) => void)[] = [];
  const written = ({ policy: { policy }, k }: VerdictTally): TakeVerdict => {
    if (files === null) return () => undefined;
    const write = files.open(verdictFileName(policy.policy, k));
    write(verdictFileStart({ policy, topic, domain, k, computedAt }));
    ends.push(({ summary, hashes }) => write(verdictFileEnd(summary, hashes)));
    let isFirst = true;
    return (subject, verdict, marked) => {
      write(verdictFileEntry(isFirst, policy, subject, verdict, marked));
      isFirst = false;
    };
  };
  const tallies = yield* tallyVerdicts(truths, ks, written);
  return tallies.map((tally, at) => {
    ends[at]?.(tally);
    const { policy, k, summary, hashes } = tally;
    const file = files === null ? null : verdictFileName(policy.policy.policy, k);
    return { policy: policy.policy, topic, k, file, summary, hashes };
  });
}

function missingFailure({ policy, k, summary }: PolicyResult, limit: number): readonly string[] {
  const { units } = summary;
  const missing = summary.missing + summary.open;
  if (missing <= limit * units) return [];
  const percent = (share: number): string => String(Math.round(share * 1000) / 10);
  const shares = { share: percent(missing / units), limit: percent(limit) };
  return [english('too-much-missing', { policy: policy.policy, k, missing, units, ...shares })];
}
