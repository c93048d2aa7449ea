import { rechain } from './raw-database.ts';
import type { RawDatabase } from './raw-database.ts';
import { someTime } from './workspace-factory.ts';

/** One thing that somebody does to the database file by hand. */
export interface Attack {
  readonly name: string;
  /** What must be named; null where the log itself is at fault. */
  readonly table: string | null;
  readonly field: string | null;
  run(raw: RawDatabase): Promise<void>;
}

/** Rows that no entry binds, because they follow from others. */
export const derivedAttacks: readonly Attack[] = (
  [
    ['slot', 'judged_at', 'update slot set judged_at = null where judged_at is not null'],
    ['slot', 'judged_at', `update slot set judged_at = '${someTime}' where judged_at is null`],
    ['slot', 'judged_at', "update slot set judged_at = '2020' where judged_at is not null"],
    ['model_reply', 'content', "update model_reply set content = '{}'"],
    ['model_reply', null, 'delete from model_reply'],
    ['model_reply', null, "insert into model_reply values ('x', 'y')"],
    ['run_unit', null, "insert into run_unit values ('none', 'u1', 0, null)"],
    ['slot', null, "insert into slot (id, run, unit, ordinal) values (999, 'none', 'u1', 1)"],
  ] as const
).map(([table, field, statement]) => ({
  name: statement,
  table,
  field,
  run: (db) => db.run(statement),
}));

const headIs = "where key = 'audit-head'";

/** What can be done to the log, its head and the table of migrations. */
export const logAttacks: readonly Attack[] = [
  ...[
    'at',
    'actor',
    'action',
    'project',
    'object',
    'detail',
    'previous_hash',
    'hash',
    'content',
  ].map((column): Attack => ({
    name: `audit.${column} set`,
    table: null,
    field: null,
    run: (db) => db.run(`update audit set "${column}" = 'x' where seq = 3`),
  })),
  ...(
    [
      ['an entry loses its content', 'update audit set content = null where seq = 4'],
      [
        'an entry binds nothing',
        "update audit set content = '[]' where seq = (select max(seq) from audit)",
      ],
      ['an entry deleted', 'delete from audit where seq = 4'],
      ['the tail deleted', 'delete from audit where seq > 5'],
      ['the last entry deleted', 'delete from audit where seq = (select max(seq) from audit)'],
      ['the log emptied', 'delete from audit'],
      ['the head deleted', `delete from workspace ${headIs}`],
      ['the head emptied', `update workspace set value = '' ${headIs}`],
      ['the head shortened', `update workspace set value = substr(value, 1, 20) ${headIs}`],
      ['a migration renamed', "update migration set name = 'x' where version = 2"],
      ['a migration deleted', 'delete from migration where version = 2'],
      [
        'a migration deleted that was the last',
        'delete from migration where version = (select max(version) from migration)',
      ],
      ['a migration inserted', "insert into migration values (-1, 'x', 'x')"],
    ] as const
  ).map(([name, statement]): Attack => ({
    name,
    table: name.startsWith('a migration') ? 'migration' : null,
    field: null,
    run: (db) => db.run(statement),
  })),
  {
    name: 'the log emptied with its head',
    table: 'judgment',
    field: null,
    run: async (db) => {
      await db.run('delete from audit');
      await db.run(`delete from workspace ${headIs}`);
    },
  },
  {
    name: 'the last entry replaced by one that fits',
    table: null,
    field: null,
    run: async (db) => {
      await db.run("update audit set object = 'x' where seq = (select max(seq) from audit)");
      await rechain(db, 1, false);
    },
  },
  {
    name: 'a vote edited and the log chained again without the head',
    table: 'judgment',
    field: 'answers',
    run: async (db) => {
      await db.run(`update judgment set answers = '{"IRB":0}' where seq = 1`);
      await db.run("update audit set actor = 'x' where seq = 2");
      await rechain(db, 1, false);
    },
  },
  {
    name: 'a vote edited and the log chained again with the head',
    table: 'judgment',
    field: 'answers',
    run: async (db) => {
      await db.run(`update judgment set answers = '{"IRB":0}' where seq = 1`);
      await rechain(db);
    },
  },
];
