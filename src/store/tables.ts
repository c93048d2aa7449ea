import type { Generated } from 'kysely';

/** JSON kept as text: parsed where the store is left, never inside the database. */
export type JsonText = string;
/** A time as ISO 8601 text ending in Z. */
export type TimeText = string;
/** 0 or 1: the same on both databases. */
export type Bit = 0 | 1;

/** Every table. Those marked insert-only have triggers that refuse any other change. */
export interface Tables {
  workspace: { key: string; value: string };
  project: { id: string; created_at: TimeText };
  /** Insert-only. */
  protocol_version: {
    project: string;
    version: number;
    hash: string;
    source: string;
    guideline_version: string;
    guideline_source: string;
    /** The files that the protocol names (keys, weak rules, policies), by relative path. */
    files: JsonText;
    created_at: TimeText;
    created_by: string;
  };
  account: {
    id: string;
    login: string;
    name: string;
    password_hash: string | null;
    language: string;
    keymap: string;
    created_at: TimeText;
    disabled_at: TimeText | null;
  };
  /** Who may do what in which project; the project `*` is the whole workspace. */
  membership: {
    project: string;
    account: string;
    role: Role;
    created_at: TimeText;
    ended_at: TimeText | null;
  };
  invitation: {
    id: string;
    token_hash: string;
    project: string;
    role: Role;
    created_by: string;
    created_at: TimeText;
    expires_at: TimeText;
    used_at: TimeText | null;
    used_by: string | null;
    revoked_at: TimeText | null;
  };
  session: {
    token_hash: string;
    account: string;
    csrf_hash: string;
    created_at: TimeText;
    expires_at: TimeText;
    revoked_at: TimeText | null;
  };
  api_token: {
    id: string;
    token_hash: string;
    account: string;
    project: string;
    name: string;
    scope: 'read' | 'write';
    created_at: TimeText;
    expires_at: TimeText;
    revoked_at: TimeText | null;
  };
  /** Insert-only. */
  unit: {
    seq: Generated<number>;
    project: string;
    task: string;
    id: string;
    subject: string | null;
    fields: JsonText;
    content_hash: string;
    created_at: TimeText;
  };
  /** A round of the protocol that was opened; again after a failed gate, as a further attempt. */
  round_run: {
    id: string;
    project: string;
    round: string;
    attempt: number;
    task: string;
    protocol_version: number;
    guideline_version: string;
    task_hash: string;
    seed: number;
    per_unit: number;
    hand_out: 'balanced' | 'open';
    opened_at: TimeText;
    opened_by: string;
    closed_at: TimeText | null;
    closed_by: string | null;
  };
  run_unit: { run: string; unit: string; position: number; inclusion_probability: number | null };
  /** Demand: exactly as many rows per unit as it has annotators, so exactly that many judge it. */
  slot: {
    id: Generated<number>;
    run: string;
    unit: string;
    ordinal: number;
    annotator: string | null;
    position: number | null;
    leased_until: TimeText | null;
    judged_at: TimeText | null;
  };
  draft: {
    run: string;
    unit: string;
    annotator: string;
    answers: JsonText;
    asides: JsonText;
    revision: number;
    updated_at: TimeText;
  };
  /** Insert-only. A revision is a further row that supersedes. */
  judgment: {
    seq: Generated<number>;
    id: string;
    project: string;
    task: string;
    run: string | null;
    unit: string;
    annotator: string;
    answers: JsonText;
    asides: JsonText;
    guideline_version: string;
    task_hash: string;
    at: TimeText;
    seconds: number | null;
    supersedes: string | null;
    idempotency_key: string;
    origin: 'workbench' | 'import' | 'model' | 'rule';
  };
  /** Insert-only. */
  ruling: {
    seq: Generated<number>;
    id: string;
    project: string;
    task: string;
    unit: string;
    by: string;
    kind: 'answers' | 'exclude';
    answers: JsonText | null;
    reason: string;
    own_judgment: Bit;
    edge_case: Bit;
    guideline_proposal: string | null;
    at: TimeText;
    idempotency_key: string;
    /** What the judgments said to the questions that it answers. */
    original: JsonText | null;
  };
  /** Insert-only. */
  waiver: {
    seq: Generated<number>;
    id: string;
    project: string;
    run: string;
    gate: string;
    by: string;
    reason: string;
    at: TimeText;
  };
  /** Insert-only. What happened around an assignment, never part of the fold. */
  fact: {
    seq: Generated<number>;
    project: string;
    run: string;
    unit: string;
    annotator: string;
    kind: 'opened' | 'skipped' | 'question';
    detail: JsonText;
    at: TimeText;
    idempotency_key: string | null;
  };
  /** Insert-only. */
  import_log: {
    seq: Generated<number>;
    id: string;
    project: string;
    task: string;
    name: string;
    content_hash: string;
    format: string;
    mode: 'reject' | 'normalise' | 'flag';
    counts: JsonText;
    changes: JsonText;
    by: string;
    at: TimeText;
  };
  /** Insert-only, each entry carrying the hash of the one before. */
  audit: {
    seq: Generated<number>;
    at: TimeText;
    actor: string;
    action: string;
    project: string | null;
    object: string;
    detail: JsonText;
    previous_hash: string;
    hash: string;
  };
}

/** What somebody may do in a project. */
export type Role = 'lead' | 'adjudicator' | 'annotator' | 'reviewer';
