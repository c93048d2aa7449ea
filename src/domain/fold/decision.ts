/** By what rule an answer came about. */
const decisionRules = [
  'single',
  'unanimous',
  'majority',
  'weighted',
  'tie-break',
  'dawid-skene',
  'mace',
  'ruling',
  'exclusion',
] as const;
export type DecisionRule = (typeof decisionRules)[number];

/** What a method that looks at all units decided against: every vote, or the most votes. */
export type OverruledVote = 'unanimous' | 'majority';

/** The votes on a question: those that the answer rests on, and the others, as weights. */
export interface Support {
  readonly question: string;
  readonly for: number;
  readonly against: number;
  /** The probability that a method which looks at all units gives the answer; else null. */
  readonly chance: number | null;
  /** The vote that this probability goes against; null where it does not. */
  readonly overrules: OverruledVote | null;
}

/** How the answers of a unit came about. */
export interface Decision {
  readonly rule: DecisionRule;
  /** Whether judgments are missing that the panel asks for: votes decided without them. */
  readonly isPartial: boolean;
  /** How many of the judgments that count were given while a suggestion was shown. */
  readonly assisted: number;
  /** Per question that was answered by votes; empty where nobody voted. */
  readonly support: readonly Support[];
}
