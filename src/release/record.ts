import type { Answers, LoggedJudgment } from '../domain/judging/judgment.ts';
import type { Ruling } from '../domain/rulings/ruling.ts';
import type { UnitDecision } from '../domain/rounds/unit-choice.ts';
import type { UnitFields } from '../domain/units/unit.ts';
import type { GateWaiver } from '../truth/rounds/admission.ts';

/**
 * Everything that a release is made from, and everything that it publishes: what was asked, of
 * whom, and what they answered. Every number, table and verdict of a release is a function of this
 * value. It is read from a workspace, from a folder of files, or from a release.
 */
export interface ReleaseRecord {
  readonly project: string;
  /** Every version of the protocol, oldest first; the last one is in force. */
  readonly versions: readonly RecordVersion[];
  /** The units of all tasks, in the order in which they arrived. */
  readonly units: readonly RecordUnit[];
  /** Every opened round, in the order in which they were opened. */
  readonly runs: readonly RecordRun[];
  /** All judgments in the order of the log: also those that were superseded or do not count. */
  readonly judgments: readonly RecordJudgment[];
  /** All rulings in the order of the log; the latest on a unit counts. */
  readonly rulings: readonly RecordRuling[];
  readonly waivers: readonly RecordWaiver[];
  /** Who holds, or held, the role of an annotator; null where nobody has roles. */
  readonly people: readonly string[] | null;
  /** What was noted about units while they were judged: questions, notes with a flag. */
  readonly remarks: readonly RecordRemark[];
  /** What the meetings about the work decided, in the order of the log. */
  readonly decisions: readonly RecordDecision[];
  /** What asking models took, by task and run; empty where none was asked here. */
  readonly models: readonly RecordModelRun[];
  /** Pairs of units whose texts are nearly the same; null when nobody looked. */
  readonly nearDuplicates: readonly NearDuplicate[] | null;
  /** The last entry of the audit log that changed the record; null where there is no log. */
  readonly audit: AuditHead | null;
}

/** A version of the protocol with its guideline and the files that it names. */
export interface RecordVersion {
  readonly version: number;
  readonly source: string;
  readonly guidelineVersion: string;
  readonly guideline: string;
  /** The files that the protocol names, by relative path. */
  readonly files: Readonly<Record<string, string>>;
  readonly at: string;
  readonly by: string;
  /** Why the rules changed; null where they did not, or nothing had been judged. */
  readonly reason: string | null;
  /** Whether an early release of Assay added it, whose judgments carry another kind of hash. */
  readonly former: boolean;
}

/** A unit. Its fields may be withheld; the hash over all of them is always there. */
export interface RecordUnit {
  readonly task: string;
  readonly id: string;
  readonly subject: string | null;
  /** SHA-256 over the id, the subject and all fields, as canonical JSON. */
  readonly hash: string;
  /** All fields, or only those that results depend on where the text is withheld. */
  readonly fields: UnitFields;
  readonly withheld: boolean;
  /** Of the shown text: how many characters and words. */
  readonly characters: number;
  readonly words: number;
  /** The labels that the panel's keyword rule gives; null where there is no rule. */
  readonly weak: readonly string[] | null;
}

/** A round of the protocol that was opened. */
export interface RecordRun {
  readonly id: string;
  readonly round: string;
  readonly attempt: number;
  readonly task: string;
  /** The version of the protocol that it was opened under. */
  readonly version: number;
  readonly guideline: string;
  readonly taskHash: string;
  /** Null for a run that was worked on elsewhere, so that nothing was drawn. */
  readonly seed: number | null;
  readonly perUnit: number;
  readonly openedAt: string;
  readonly openedBy: string;
  readonly closedAt: string | null;
  readonly closedBy: string | null;
  /** What was decided about its units on which nothing counts; null where nothing was. */
  readonly unitDecision: UnitDecision | null;
  /** How many judgments were wanted. */
  readonly wanted: number;
  /** Who took part. */
  readonly annotators: readonly string[];
  /** Its units in their order. */
  readonly units: readonly RecordDraw[];
  /**
   * Judgments that an open run still waits for, or further ones that were asked for in a closed run
   * and did not come; an empty name is anybody.
   */
  readonly awaited: readonly { readonly unit: string; readonly annotator: string }[];
}

/** A unit of a run, with the chance that it had to be drawn; null when nothing was drawn. */
export interface RecordDraw {
  readonly unit: string;
  readonly probability: number | null;
}

/** A judgment of the log. Answers and asides are JSON text, as they were given. */
export interface RecordJudgment extends LoggedJudgment {
  readonly task: string;
  /** `workbench`, `model`, `rule` or `import`. */
  readonly origin: string;
  /** Whether the time it was given is unknown; `at` is then the time of the import. */
  readonly untimed: boolean;
  /** A model's reply that it was read from; the hash of it, or the whole text on request. */
  readonly reply: ModelReply | null;
}

/** The reply of a model behind a judgment. */
export interface ModelReply {
  readonly hash: string;
  readonly text: string | null;
}

/** A ruling of the log. */
export interface RecordRuling extends Ruling {
  readonly at: string;
  /** Whether the one who ruled had judged the unit. */
  readonly ownJudgment: boolean;
  readonly edgeCase: boolean;
  readonly guidelineProposal: string | null;
  /** What the judgments said to the questions that it answers, if known. */
  readonly original: Answers | null;
}

/** A waiver of a gate of a run. */
export interface RecordWaiver extends GateWaiver {
  readonly run: string;
}

/** What asking one run of a model about the units of a task took. */
export interface RecordModelRun {
  readonly task: string;
  readonly annotator: string;
  readonly asked: number;
  readonly accepted: number;
  readonly refused: number;
  /** Replies that became no judgment. */
  readonly rejected: number;
  /** Calls without a reply. */
  readonly failed: number;
  /** Null when no reply said how many there were. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** What is known of the cost; null when no price is. */
  readonly cost: number | null;
  readonly currency: string;
  /** Calls that may have been charged, at an unknown cost. */
  readonly uncertain: number;
}

/** What an annotator asked or noted about a unit. */
export interface RecordRemark {
  readonly task: string;
  readonly unit: string;
  readonly text: string;
  readonly at: string;
}

/** What a meeting about the work decided. */
export interface RecordDecision {
  readonly meeting: string;
  readonly text: string;
  readonly by: string;
  readonly at: string;
  /** The point of the agenda: what kind it was, and which annotator, label or unit it was about. */
  readonly about: {
    readonly task: string | null;
    readonly kind: string;
    readonly name: string | null;
  } | null;
  /** Whether a later decision took its place. */
  readonly replaced: boolean;
}

/** Two units of a task with nearly the same text, by the Jaccard similarity of their shingles. */
export interface NearDuplicate {
  readonly task: string;
  readonly a: string;
  readonly b: string;
  readonly similarity: number;
}

/** Where the audit log ended. */
export interface AuditHead {
  readonly seq: number;
  readonly hash: string;
}

/** What somebody chose when the release was cut; published with it. */
export interface ReleaseChoice {
  readonly version: string;
  /** For the split, and for methods that start at random. */
  readonly seed: number;
  /** Why units without a truth were left out; null when none was. */
  readonly allowOpen: string | null;
  /** Whether people are named; else they have pseudonyms. */
  readonly names: boolean;
  readonly withText: boolean;
  readonly replies: boolean;
}
