import type { Kysely, Transaction } from 'kysely';
import type { FurtherReason } from '../domain/judging/further.ts';
import type { NoteKind } from '../domain/discussion/note.ts';
import { modelTables } from './models/model-tables.ts';
import { noticeTables } from './people/notice-tables.ts';
import {
  bit,
  json,
  number,
  numbered,
  oneOf,
  optional,
  table,
  text,
  time,
  whole,
} from './table-shape.ts';
import type { RowOf, TimeText } from './table-shape.ts';

export type { TimeText };
/** What somebody may do in a project. */
export type Role = 'lead' | 'adjudicator' | 'annotator' | 'reviewer';

/** The query builder for reading. */
export type Database = Kysely<Tables>;
/** The query builder inside a write. */
export type WriteTransaction = Transaction<Tables>;

/**
 * Every table, after those it refers to. Triggers refuse other changes to insert-only tables. The
 * audit log binds every column unless `coverage.ts` says why not: so a column that is added to a
 * table with rows is the last one, and null in them.
 */
export const tableShapes = {
  workspace: table(['key'], { key: text, value: text }),
  project: table(['id'], { id: text, created_at: time }),
  /** Insert-only. */
  protocol_version: table(['project', 'version'], {
    project: text,
    version: whole,
    hash: text,
    source: text,
    guideline_version: text,
    guideline_source: text,
    /** The files that the protocol names (keys, weak rules, policies), by relative path. */
    files: json,
    created_at: time,
    created_by: text,
    /** Why the rules changed; null where they did not, or nothing had been judged. */
    reason: optional(text),
    /** The hash of each task, by name; null for versions of releases with another kind of hash. */
    task_hashes: optional(json),
  }),
  account: table(['id'], {
    id: text,
    login: text,
    name: text,
    password_hash: optional(text),
    language: text,
    keymap: text,
    created_at: time,
    disabled_at: optional(time),
    /** Where messages go; null for people who did not ask for any. */
    email: optional(text),
    /** The events that they want to hear of; null for all. */
    notices: optional(json),
  }),
  /** Who may do what in which project; the project `*` is the whole workspace. */
  membership: table(['project', 'account', 'role'], {
    project: text,
    account: text,
    role: oneOf<Role>(),
    created_at: time,
    ended_at: optional(time),
  }),
  invitation: table(['id'], {
    id: text,
    token_hash: text,
    project: text,
    role: oneOf<Role>(),
    created_by: text,
    created_at: time,
    expires_at: time,
    used_at: optional(time),
    used_by: optional(text),
    revoked_at: optional(time),
    /** The name on the panel that it is for. */
    login: optional(text),
  }),
  session: table(['token_hash'], {
    token_hash: text,
    account: text,
    csrf_hash: text,
    created_at: time,
    expires_at: time,
    revoked_at: optional(time),
    /** The hash of the secret that identifies a browser, also after signing out. */
    browser: optional(text),
    /** What kind of browser and system, in words. */
    device: optional(text),
    /** When it was last used, to a quarter of an hour. */
    seen_at: optional(time),
  }),
  /** A link to set a new password. Only the hash of its secret is stored. */
  password_link: table(['token_hash'], {
    token_hash: text,
    account: text,
    created_by: text,
    created_at: time,
    expires_at: time,
    used_at: optional(time),
    revoked_at: optional(time),
  }),
  ...noticeTables,
  api_token: table(['id'], {
    id: text,
    token_hash: text,
    account: text,
    project: text,
    name: text,
    scope: oneOf<'read' | 'write'>(),
    created_at: time,
    expires_at: time,
    revoked_at: optional(time),
  }),
  /** Insert-only. */
  unit: table(['seq'], {
    seq: numbered,
    project: text,
    task: text,
    id: text,
    subject: optional(text),
    fields: json,
    content_hash: text,
    created_at: time,
  }),
  /** A round of the protocol that was opened; again after a failed gate, as a further attempt. */
  round_run: table(['id'], {
    id: text,
    project: text,
    round: text,
    attempt: whole,
    task: text,
    protocol_version: whole,
    guideline_version: text,
    task_hash: text,
    seed: whole,
    per_unit: whole,
    hand_out: oneOf<'balanced' | 'open'>(),
    opened_at: time,
    opened_by: text,
    closed_at: optional(time),
    closed_by: optional(text),
  }),
  /** Insert-only. Who was given a role that sees the answers of a run, or a way into one. */
  run_access: table(['seq'], {
    seq: numbered,
    run: text,
    kind: oneOf<'invite' | 'enter' | 'grant' | 'password-link'>(),
    role: oneOf<Exclude<Role, 'annotator'>>(),
    by: text,
    /** Whether the one who gave it takes part in the run. */
    takes_part: bit,
    person: optional(text),
    at: time,
  }),
  run_unit: table(['run', 'unit'], {
    run: text,
    unit: text,
    position: whole,
    inclusion_probability: optional(number),
  }),
  /** Demand: as many rows per unit as it has annotators, so exactly that many judge it. */
  slot: table(['id'], {
    id: numbered,
    run: text,
    unit: text,
    ordinal: whole,
    annotator: optional(text),
    position: optional(whole),
    leased_until: optional(time),
    judged_at: optional(time),
    /** Why the unit has this place besides the first ones; null for those. */
    further: optional(oneOf<FurtherReason>()),
  }),
  /** Parts of people's own orders whose slots have no position yet; see `own-order.ts`. */
  own_order: table(['run', 'annotator', 'first'], {
    run: text,
    annotator: text,
    /** The position of the first unit, and of the last. */
    first: whole,
    last: whole,
    units: json,
  }),
  /** Long work that is stored in pieces, and not visible before its last; see `staging.ts`. */
  staging: table(['id'], {
    /** The run that is being opened, or the import. */
    id: text,
    kind: oneOf<'run' | 'units' | 'judgments' | 'rulings'>(),
    project: text,
    /** The round, or the file. */
    name: text,
    /** Units of the project, judgments or rulings from this number on belong to the import. */
    from_seq: optional(whole),
    done: whole,
    total: whole,
    started_at: time,
    /**
     * Moved forward by the process that works on it; after this time, what is stored is removed.
     */
    alive_until: time,
  }),
  /** The places in a run that an unfinished import has filled, and whether they were free. */
  staged_slot: table(['staging', 'slot'], { staging: text, slot: whole, was_free: bit }),
  draft: table(['run', 'unit', 'annotator'], {
    run: text,
    unit: text,
    annotator: text,
    answers: json,
    asides: json,
    revision: whole,
    updated_at: time,
  }),
  /** Insert-only. A revision is a further row that supersedes. */
  judgment: table(['seq'], {
    seq: numbered,
    id: text,
    project: text,
    task: text,
    run: optional(text),
    unit: text,
    annotator: text,
    answers: json,
    asides: json,
    guideline_version: text,
    task_hash: text,
    at: time,
    seconds: optional(number),
    supersedes: optional(text),
    idempotency_key: text,
    origin: oneOf<'workbench' | 'import' | 'model' | 'rule'>(),
    /** The entry of the import log that brought it. */
    import_id: optional(text),
    /** 1 where an import did not say when it was given; `at` is then the time of the import. */
    untimed: optional(bit),
  }),
  /** Insert-only. */
  ruling: table(['seq'], {
    seq: numbered,
    id: text,
    project: text,
    task: text,
    unit: text,
    by: text,
    kind: oneOf<'answers' | 'exclude'>(),
    answers: optional(json),
    reason: text,
    own_judgment: bit,
    edge_case: bit,
    guideline_proposal: optional(text),
    at: time,
    idempotency_key: text,
    /** What the judgments said to the questions that it answers. */
    original: optional(json),
  }),
  /** Insert-only. */
  waiver: table(['seq'], {
    seq: numbered,
    id: text,
    project: text,
    run: text,
    gate: text,
    by: text,
    reason: text,
    at: time,
    /** In training, for whom alone; in rows of earlier releases the gate ends with their name. */
    annotator: optional(text),
    /** The waiver that this row withdraws. */
    withdraws: optional(text),
  }),
  /** Insert-only. What happened around an assignment, never part of the fold. */
  fact: table(['seq'], {
    seq: numbered,
    project: text,
    run: text,
    unit: text,
    annotator: text,
    kind: oneOf<'opened' | 'skipped' | 'question'>(),
    detail: json,
    at: time,
    idempotency_key: optional(text),
  }),
  /** Insert-only. What people say about units and decide in meetings; never part of the fold. */
  note: table(['seq'], {
    seq: numbered,
    id: text,
    project: text,
    kind: oneOf<NoteKind>(),
    task: optional(text),
    unit: optional(text),
    /** `question/` and the number of a question, or the id of another note. */
    about: optional(text),
    text,
    detail: json,
    by: text,
    at: time,
    idempotency_key: text,
  }),
  /** Insert-only. */
  import_log: table(['seq'], {
    seq: numbered,
    id: text,
    project: text,
    task: text,
    name: text,
    content_hash: text,
    format: text,
    mode: oneOf<'reject' | 'normalise' | 'flag'>(),
    counts: json,
    changes: json,
    by: text,
    at: time,
  }),
  ...modelTables,
  /** Insert-only, each entry carrying the hash of the one before. */
  audit: table(['seq'], {
    seq: numbered,
    at: time,
    actor: text,
    action: text,
    project: optional(text),
    object: text,
    detail: json,
    previous_hash: text,
    hash: text,
    /** The rows that its transaction changed, as hashes; null before content was bound. */
    content: optional(json),
  }),
} as const;

/** The rows of every table, for the query builder. */
export type Tables = {
  readonly [Name in keyof typeof tableShapes]: RowOf<(typeof tableShapes)[Name]['row']>;
};

/** The name of a table. */
export type TableName = keyof Tables;

/** The names of all tables, each after those that it refers to. */
export const tableNames = Object.keys(tableShapes) as readonly TableName[];
