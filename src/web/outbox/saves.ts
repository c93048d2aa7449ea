import type { TextValues } from '../../domain/coded-text.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type { ShownUnitReply } from '../../server/routes/judging/work.ts';

type DraftReply = NonNullable<ShownUnitReply['draft']>;

/** What an annotator adds to the answers. */
export type Asides = DraftReply['asides'];

/** What somebody has answered so far; it may be incomplete. */
export type DraftContent = Readonly<Pick<DraftReply, 'answers' | 'asides'>>;

/** A draft as the server has it. */
export type ServerDraft = Readonly<Pick<DraftReply, 'answers' | 'asides' | 'revision'>>;

/** What is submitted. */
export interface JudgmentContent {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly asides: Asides;
  /** Active seconds. */
  readonly seconds?: number;
  /** Whose suggestion was shown; absent in what an older version stored. */
  readonly suggestedBy?: string | null;
  /** What this revises: a judgment's id, or the key of one submitted here that may be unsent. */
  readonly supersedes?: { readonly id: string } | { readonly key: string } | null;
}

/** Something that happened around a unit. */
export interface FactContent {
  readonly kind: 'opened' | 'skipped' | 'question';
  readonly detail: Readonly<Record<string, unknown>>;
}

/** A save that waits to be sent, or was refused. */
export interface StoredSave {
  /** Sorts in the order of saving; for a judgment it is also the idempotency key. */
  readonly key: string;
  readonly run: string;
  readonly unit: string;
  readonly content:
    | ({ readonly is: 'judgment' } & JudgmentContent)
    | ({ readonly is: 'fact' } & FactContent);
  readonly at: string;
  /** Set once the server has refused it for good. */
  readonly refusal: {
    readonly status: number;
    readonly code: ErrorCode;
    /** Absent in what an older version stored. */
    readonly values?: TextValues;
    readonly message: string;
  } | null;
}

/** A draft in this browser. */
export interface StoredDraft extends DraftContent {
  readonly run: string;
  readonly unit: string;
  readonly revision: number;
  /** The judgment that is being revised. */
  readonly supersedes: string | null;
  /** Whether the server has this revision. */
  readonly isSent: boolean;
}

/** The key under which a draft is stored. */
export function draftKey(run: string, unit: string): string {
  return JSON.stringify([run, unit]);
}

/** Whether two drafts say the same. A label that is ticked without a grade, null, is said. */
export function sameContent(left: DraftContent, right: DraftContent): boolean {
  return (
    canonical(left.answers) === canonical(right.answers) &&
    canonical(left.asides) === canonical(right.asides)
  );
}

function canonical(value: object): string {
  return JSON.stringify(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}
