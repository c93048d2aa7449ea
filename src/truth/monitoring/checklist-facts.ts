import type { Account } from '../../domain/fold/account.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import type { Guideline } from '../../domain/protocol/guideline.ts';
import type { GateStatus } from '../../domain/rounds/gate-status.ts';
import type { DrawPlan, Round } from '../../domain/rounds/round.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { isAdmitted } from '../rounds/admission.ts';
import type { Admission } from '../rounds/admission.ts';
import type { GateCheck } from '../rounds/gate-report.ts';
import { missedTogether } from '../rounds/round-state.ts';
import type { RoundState } from '../rounds/round-state.ts';
import type { Speed } from './monitor-speed.ts';

/** A round of the kind in question with its gate; null when the protocol has none of this kind. */
export interface GateFacts {
  readonly round: string;
  /** Null when it was not opened yet. */
  readonly run: {
    readonly id: string;
    readonly closed: boolean;
    readonly status: GateStatus;
    readonly passed: boolean;
    readonly waived: number;
    readonly checks: readonly GateCheck[];
  } | null;
}

/** The plan of the full round, and its result. */
export interface SamplingFacts {
  readonly round: string;
  readonly units: number | null;
  readonly draw: DrawPlan;
  readonly approvedBy: string;
  readonly approvedAt: string;
  /** Null before the round is opened. The seed is null when units were taken over, not drawn. */
  readonly opened: { readonly seed: number | null } | null;
}

/** What a release holds of a task. */
export interface ReleasedTask {
  readonly judgments: number;
  /** Null where it has none. */
  readonly split: {
    readonly dev: number;
    readonly test: number;
    readonly stratified: boolean;
  } | null;
}

/** A frozen dataset. */
interface ReleaseFacts extends ReleasedTask {
  readonly version: string;
}

/** Everything that the checklists are computed from. */
export interface ChecklistFacts {
  readonly training: {
    readonly round: string;
    readonly annotators: readonly { readonly annotator: string; readonly admitted: boolean }[];
    /** The gates between the trainees that the latest run missed. */
    readonly missed: readonly GateCheck[];
  } | null;
  readonly pilot: GateFacts | null;
  readonly tool: {
    readonly protocolVersion: number;
    readonly units: number;
    readonly annotators: number;
    readonly judgments: number;
  };
  readonly sampling: SamplingFacts | null;
  readonly week: {
    readonly name: string;
    readonly shared: number;
    readonly agreement: Estimate;
    /** What the measure is called, by what it was computed from. */
    readonly measure: CodedText;
    readonly speeds: readonly (Speed & { readonly annotator: string })[];
    /** Whether the protocol sets limits of speed. */
    readonly isLimited: boolean;
  };
  readonly edgeCases: {
    readonly registered: number;
    readonly thisWeek: number;
    readonly flaggedOpen: number;
  };
  readonly questions: {
    readonly asked: number;
    readonly open: number;
    readonly oldest: string | null;
  };
  readonly full: GateFacts | null;
  readonly account: Account;
  /** The frozen datasets, oldest first. */
  readonly releases: readonly ReleaseFacts[];
  readonly guideline: Guideline;
  /** The measured questions by name, and what a sentence calls each. */
  readonly questionNames: ReadonlyMap<string, string>;
  /** Guideline changes that rulings proposed since its current version. */
  readonly openProposals: number;
  readonly archive: {
    readonly judgments: number;
    readonly stale: number;
    readonly auditEntries: number;
    readonly auditIntact: boolean;
  };
}

/** Who passed the training of a task; without members, of those who took part. */
export function trainingFacts(
  own: readonly Round[],
  states: readonly RoundState[],
  admissions: ReadonlyMap<string, Admission> | undefined,
  members: readonly string[],
): ChecklistFacts['training'] {
  const round = own.findLast((one) => one.kind === 'training');
  if (round === undefined) return null;
  const names = members.length > 0 ? members : [...(admissions?.keys() ?? [])];
  const annotators = names.toSorted().map((annotator) => {
    return { annotator, admitted: isAdmitted(admissions?.get(annotator)) };
  });
  const last = states.find((one) => one.round === round.id)?.runs.at(-1);
  const missed = last === undefined ? [] : missedTogether(last);
  return { round: round.id, annotators, missed };
}

/** Of several rounds of a kind (a pilot and its repetition), the one that was opened last. */
export function gateFacts(of: readonly Round[], states: readonly RoundState[]): GateFacts | null {
  if (of.length === 0) return null;
  const runs = states
    .filter((state) => of.some((round) => round.id === state.round))
    .flatMap((state) => state.runs);
  const last = runs.toSorted((a, b) => (a.openedAt < b.openedAt ? -1 : 1)).at(-1);
  if (last === undefined) return { round: of[0]!.id, run: null };
  const inForce = last.waivers.filter((waiver) => waiver.withdrawn === null);
  const waived = new Set(inForce.map((waiver) => waiver.gate)).size;
  const { run: id, status, passed, checks } = last;
  const closed = last.closedAt !== null;
  return { round: last.round, run: { id, closed, status, passed, waived, checks } };
}
