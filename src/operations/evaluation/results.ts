import type { ComparedPair } from '../../evaluation/compare-measures.ts';
import type { EvaluationContent } from '../../evaluation/report/evaluation-content.ts';
import type { LabelEvaluation } from '../../evaluation/evaluate-labels.ts';
import type { LimitReport } from '../../evaluation/limits.ts';
import type { Measured } from '../../evaluation/summed-measures.ts';
import type { RagFamily } from '../../evaluation/summed-rag.ts';
import type { WeightedBlocks } from './block-chances.ts';
import type { OverVotes } from './run-over-votes.ts';

/** What the faces show of an evaluation. */
export type {
  ComparedPair,
  EvaluationContent,
  LabelEvaluation,
  LimitReport,
  Measured,
  OverVotes,
  RagFamily,
  WeightedBlocks,
};
