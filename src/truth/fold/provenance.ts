import type { Uncounted } from '../../domain/fold/uncounted.ts';

/** Where the truth about a unit comes from, by the judgments that count. */
export interface Provenance {
  readonly judgments: number;
  readonly rounds: readonly string[];
  readonly guidelines: readonly string[];
  /** `workbench`, `model`, `rule`, or `import`, with the id of the import where it is known. */
  readonly origins: readonly string[];
  /** How many of them were given while a suggestion was shown: these are not independent. */
  readonly assisted: number;
}

/** What provenance looks at in a judgment. */
export interface TracedJudgment {
  readonly uncounted: Uncounted | null;
  /** The round of its run; null where it belongs to none. */
  readonly round: string | null;
  readonly guideline: string;
  readonly origin: string;
  readonly isAssisted: boolean;
}

/** Where the truth about a unit comes from. */
export function provenance(judgments: readonly TracedJudgment[]): Provenance {
  const counting = judgments.filter((one) => one.uncounted === null);
  return {
    judgments: counting.length,
    rounds: distinct(counting.flatMap(({ round }) => (round === null ? [] : [round]))),
    guidelines: distinct(counting.map((one) => one.guideline)),
    origins: distinct(counting.map((one) => one.origin)),
    assisted: counting.filter((one) => one.isAssisted).length,
  };
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted();
}
