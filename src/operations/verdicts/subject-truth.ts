import type { Consensus } from '../../domain/fold/consensus.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { SubjectTruth } from '../../truth/verdicts/subject-truth.ts';
import type { Topic } from './load-policies.ts';

/** An override that could not be applied, or that no longer fits what it corrects. */
export interface OverrideRemark {
  readonly unit: string;
  readonly why: string;
}

/** What became of the overrides on a topic. */
export interface OverrideReport {
  readonly applied: number;
  readonly unused: readonly OverrideRemark[];
  /** Applied all the same: a ruling goes before what the models say. */
  readonly stale: readonly OverrideRemark[];
}

/** What one annotator said about a unit. */
export interface UnitVote {
  readonly annotator: string;
  readonly weight: number;
  readonly answers: Answers;
}

/** What stands behind the answers to a unit. */
export interface UnitGrounds {
  readonly votes: readonly UnitVote[];
  /** What the votes come to; null when only an aggregate is known. */
  readonly consensus: Consensus | null;
  /** The aggregate as it was stored, where nothing else is known. */
  readonly stored: Answers | null;
  /** What annotators wrote or copied out of the unit. */
  readonly quotes: readonly Quoted[];
}

/** A passage that an annotator copied, or a text that they wrote, in answer to a question. */
export interface Quoted {
  readonly annotator: string;
  readonly question: string;
  readonly text: string;
}

/**
 * The truth about the units of a topic, subject by subject. Verdicts are made from this and nothing
 * else; files are one source of it, the
 * record is another.
 */
export interface TopicEvidence {
  readonly topic: Topic;
  /** 16 hexadecimal digits over weights and tie-break; null when no votes were counted. */
  readonly weightsHash: string | null;
  /** The same over the overrides; null when there are none. */
  readonly overridesHash: string | null;
  readonly overrides: OverrideReport;
  readonly notes: readonly string[];
  /** How many subjects there are. */
  readonly subjectCount: number;
  subjects(): Iterable<SubjectTruth>;
  /** What stands behind a unit, by its id. */
  grounds(unit: string): UnitGrounds;
}
