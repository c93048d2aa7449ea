import type { DatabaseKind } from '../../kysely-handle.ts';

/** What the dialects spell differently. */
const words = {
  sqlite: { text: 'text', whole: 'integer', end: 'strict' },
  postgres: { text: 'text collate "C"', whole: 'bigint', end: '' },
};

/**
 * Schema 17: invitations may be for a name of the panel; sessions know their device and when they
 * were last used; people may have an address for messages; webhooks, and messages on their way.
 */
export function noticeSchema(kind: DatabaseKind): readonly string[] {
  const { text, whole, end } = words[kind];
  return [
    `alter table invitation add column login ${text}`,
    `alter table session add column device ${text}`,
    `alter table session add column seen_at ${text}`,
    `alter table account add column email ${text}`,
    `alter table account add column notices ${text}`,
    `create table webhook (
      id ${text} primary key, project ${text} not null, url ${text} not null,
      secret ${text} not null, events ${text} not null, created_at ${text} not null,
      created_by ${text} not null, ended_at ${text}) ${end}`,
    'create index webhook_project on webhook (project)',
    `create table notice (
      id ${text} primary key, key ${text} not null unique, event ${text} not null,
      project ${text}, account ${text}, webhook ${text}, content ${text} not null,
      created_at ${text} not null, attempts ${whole} not null, next_at ${text},
      sent_at ${text}, problem ${text}) ${end}`,
    'create index notice_due on notice (next_at) where next_at is not null',
    'create index notice_project on notice (project, created_at)',
  ];
}
