import type { CodedText } from '../../domain/coded-text.ts';
import type { Consensus } from '../../domain/fold/consensus.ts';
import type { Answers } from '../../domain/judging/judgment.ts';

/** What one annotator said about a unit, and what it weighs. */
export interface WeightedAnswers {
  readonly annotator: string;
  readonly weight: number;
  readonly answers: Answers;
}

/** A passage that an annotator copied, or a text that they wrote, in answer to a question. */
export interface Quoted {
  readonly annotator: string;
  readonly question: string;
  readonly text: string;
}

/** What the answers to a unit rest on. */
export interface UnitGrounds {
  /** What is true of the unit and why, in one line; null for a unit that is not known. */
  readonly line: CodedText | null;
  readonly votes: readonly WeightedAnswers[];
  /** The consensus of the votes; null when only an aggregate is known. */
  readonly consensus: Consensus | null;
  /** The aggregate as it was stored, where nothing else is known. */
  readonly stored: Answers | null;
  /** What annotators wrote or copied out of the unit. */
  readonly quotes: readonly Quoted[];
}

/** The heaviest votes first, those of the same weight by name. */
export function byWeight(votes: readonly WeightedAnswers[]): readonly WeightedAnswers[] {
  return votes.toSorted((a, b) => b.weight - a.weight || (a.annotator < b.annotator ? -1 : 1));
}
