import type { Judgment } from '../../domain/judging/judgment.ts';

/** Which judgments count now, and what was left out. */
export interface CurrentJudgments {
  readonly judgments: readonly Judgment[];
  /** Given under another version of the task's questions or of the guideline. */
  readonly stale: number;
  /** Superseded by a later judgment of the same annotator on the same unit. */
  readonly superseded: number;
}

/**
 * The versions that count; null accepts any. A judgment that carries no version is taken as
 * current.
 */
export interface Versions {
  readonly taskHash: string | null;
  readonly guideline: string | null;
}

/**
 * Leaves out stale judgments, then all but the last of each annotator on each unit; both are
 * counted. Later in the list is later.
 */
export function currentJudgments(
  judgments: readonly Judgment[],
  versions: Versions,
): CurrentJudgments {
  const current = judgments.filter(
    (one) =>
      isCurrent(one.taskHash, versions.taskHash) && isCurrent(one.guideline, versions.guideline),
  );
  const latest = new Map(current.map((one) => [`${one.task}\0${one.unit}\0${one.annotator}`, one]));
  return {
    judgments: [...latest.values()],
    stale: judgments.length - current.length,
    superseded: current.length - latest.size,
  };
}

function isCurrent(own: string | null, wanted: string | null): boolean {
  return own === null || wanted === null || own === wanted;
}
