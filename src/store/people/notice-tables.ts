import { json, optional, table, text, time, whole } from '../table-shape.ts';

/** The tables of messages to people and other programs. */
export const noticeTables = {
  /** An external address that gets events. Its secret signs what is sent. */
  webhook: table(['id'], {
    id: text,
    /** `*` for all projects. */
    project: text,
    url: text,
    secret: text,
    events: json,
    created_at: time,
    created_by: text,
    ended_at: optional(time),
  }),
  /** Messages to people and webhooks, sent and on their way; each key once. */
  notice: table(['id'], {
    id: text,
    key: text,
    event: text,
    project: optional(text),
    account: optional(text),
    webhook: optional(text),
    content: json,
    created_at: time,
    attempts: whole,
    /** When to try next; null once it is sent or given up. */
    next_at: optional(time),
    sent_at: optional(time),
    problem: optional(text),
  }),
};
