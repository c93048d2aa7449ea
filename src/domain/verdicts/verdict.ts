/** A unit that a policy counts, with its points. */
export interface Incident {
  readonly unit: string;
  /** The answer that gave the base points, as it is written in files. */
  readonly severity: string;
  readonly basePoints: number;
  readonly modifiers: readonly { readonly title: string; readonly points: number }[];
  /** Base points and modifiers. */
  readonly totalPoints: number;
  readonly recencyWeight: number;
  /** What the incident adds to the score: total times weight, rounded as the policy says. */
  readonly weightedPoints: number;
}

/** What a subject's field added, once. */
export interface AppliedSubjectModifier {
  readonly title: string;
  readonly points: number;
  /** The category that it applied for. */
  readonly token: string;
}

/** A limit of the score, for one K. */
export interface AppliedThreshold {
  readonly verdict: string;
  readonly min: number | null;
  readonly max: number | null;
}

/** A condition of a rule, with the units that meet it. */
export interface ConditionTrace {
  readonly text: string | null;
  readonly condition: string;
  readonly requires: string | null;
  readonly needed: number;
  readonly count: number;
  readonly holds: boolean;
  readonly units: readonly string[];
}

/** A rule of a ladder that was tried. */
export interface RuleTrace {
  readonly verdict: string;
  readonly label: string;
  readonly logic: 'any' | 'all';
  readonly holds: boolean;
  readonly conditions: readonly ConditionTrace[];
}

/** How many of a subject's K most recent units there is a truth about. */
export interface TruthCounts {
  readonly units: number;
  readonly judged: number;
  /** Nobody has judged these, or not everybody who is asked to. */
  readonly missing: readonly string[];
  /** Judged, but tied or in conflict: they wait for a ruling. */
  readonly open: readonly string[];
  /** A ruling took these out. */
  readonly excluded: number;
}

/** How a verdict was reached. */
export type VerdictReason =
  | {
      readonly kind: 'points';
      readonly score: number;
      readonly incidents: readonly Incident[];
      readonly subjectModifiers: readonly AppliedSubjectModifier[];
      /** The limit that gave the verdict; null when none did. */
      readonly threshold: AppliedThreshold | null;
    }
  | { readonly kind: 'ladder'; readonly label: string }
  | { readonly kind: 'insufficient' };

/** What a policy says about a subject, over its K most recent units. */
export interface Verdict {
  readonly subject: string;
  readonly k: number;
  /** Null without a truth about any unit: silence is not the mildest verdict. */
  readonly verdict: string | null;
  readonly reason: VerdictReason;
  /** Called evidence in the files and the API: which units the verdict rests on. */
  readonly evidence: TruthCounts;
}

/** What files contain in place of a verdict that cannot be given. */
export const noVerdict = 'Insufficient evidence';
