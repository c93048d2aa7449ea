import { codedText } from '../../../domain/text-values.ts';
import { refuse } from '../../../domain/fault.ts';
import type { DatabaseKind } from '../../kysely-handle.ts';
import type { OpenOptions } from '../../open-store.ts';
import { firstSchema } from './schema-1.ts';
import { fourthSchema } from './schema-4.ts';
import { boundContent, eighthSchema } from './schema-7-8.ts';
import { oneColumnOfWords, wordIndex } from '../../units/unit-words-schema.ts';
import { fifteenthSchema, tenthSchema } from './schema-10-15.ts';
import { noticeSchema } from './schema-17.ts';
import { noteSchema } from '../../discussion/note-schema.ts';
import { modelSchema } from '../../models/model-schema.ts';
import { rulingPieces } from '../../rulings/ruling-pieces-schema.ts';

/** One step from a version of the schema to the next; without statements where nothing changes. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  statements(kind: DatabaseKind): readonly string[];
}

/** Text that sorts alike on both databases. */
const texts = { sqlite: 'text', postgres: 'text collate "C"' };

/** Every step, oldest first. Forwards only; a step that was released is never changed. */
export const migrations: readonly Migration[] = [
  { version: 1, name: 'first schema', statements: firstSchema },
  {
    version: 2,
    name: 'rulings keep what they correct',
    statements: (kind) => [`alter table ruling add column original ${texts[kind]}`],
  },
  {
    version: 3,
    name: 'facts carry a key',
    statements: (kind) => [
      `alter table fact add column idempotency_key ${texts[kind]}`,
      'create unique index fact_key on fact (run, annotator, idempotency_key)',
    ],
  },
  { version: 4, name: 'saves write less', statements: fourthSchema },
  {
    version: 5,
    name: 'no unused function',
    statements: (kind) => (kind === 'sqlite' ? [] : ['drop function assay_latest_judgment']),
  },
  {
    version: 6,
    name: 'judgments know their import',
    statements: (kind) => [`alter table judgment add column import_id ${texts[kind]}`],
  },
  { version: 7, name: 'the audit log binds content', statements: boundContent },
  { version: 8, name: 'links as hashes, browsers, who was let in', statements: eighthSchema },
  {
    version: 9,
    name: 'changes of the rules carry a reason, waivers their annotator',
    statements: (kind) => [
      ...['reason', 'task_hashes'].map(
        (column) => `alter table protocol_version add column ${column} ${texts[kind]}`,
      ),
      `alter table waiver add column annotator ${texts[kind]}`,
      `alter table waiver add column withdraws ${texts[kind]} references waiver (id)`,
    ],
  },
  { version: 10, name: 'long work is stored in pieces', statements: tenthSchema },
  { version: 11, name: 'models are asked', statements: modelSchema },
  {
    version: 13,
    name: 'judgments without a time are marked',
    statements: () => ['alter table judgment add column untimed integer'],
  },
  { version: 14, name: 'units can be searched', statements: wordIndex },
  { version: 15, name: 'judgments are imported in pieces', statements: fifteenthSchema },
  { version: 16, name: 'rulings are imported in pieces', statements: rulingPieces },
  { version: 17, name: 'people are invited by name and get messages', statements: noticeSchema },
  { version: 18, name: 'questions are answered, meetings are kept', statements: noteSchema },
  { version: 19, name: 'words are found in one column', statements: oneColumnOfWords },
  {
    version: 20,
    name: 'units get further annotators',
    statements: (kind) => [
      `alter table slot add column further ${texts[kind]}`,
      'create index slot_further on slot (run, annotator) where further is not null',
    ],
  },
];

/** A database as found: its version, 0 without a table of versions, and whether it has tables. */
export interface FoundDatabase {
  readonly version: number;
  readonly hasTables: boolean;
}

/**
 * Under which key the workspace says at which version its tables are. The log binds that, so a step
 * that was deleted from the table of migrations is missed, and not taken again.
 */
export const schemaKey = 'schema';

/** The version of a database, by the last step in its table and what the workspace says. */
export function foundVersion(last: number | null, noted: string | null): number {
  const version = Number(noted);
  // Whatever a person has written there instead is left to `audit verify`.
  const isKnown = Number.isInteger(version) && version <= (migrations.at(-1)?.version ?? 0);
  return Math.max(last ?? 0, isKnown ? version : 0);
}

/** How a database is migrated. */
export type MigrationOptions = Pick<OpenOptions, 'migrations' | 'migrate' | 'clock'>;

/** The migrations that a database needs; refuses one newer than the program, or no workspace. */
export function pendingMigrations(
  found: FoundDatabase,
  database: string,
  { migrations: list = migrations, migrate = true }: MigrationOptions,
): readonly Migration[] {
  const latest = list.at(-1)?.version ?? 0;
  const versions = { database, got: found.version, expected: latest };
  if (found.version > latest) refuse('database-newer', versions);
  if (found.version === 0 && found.hasTables)
    refuse('database-unfit', { database, reason: codedText('foreign-tables') });
  if (found.version < latest && !migrate) refuse('database-older', versions);
  return list.filter((step) => step.version > found.version);
}

/** The time of a migration. */
export function migrationTime({ clock = () => new Date() }: MigrationOptions): string {
  return clock().toISOString();
}

/** The table of the steps that were taken. */
export const createMigrationTable = `create table if not exists migration
    (version integer primary key, name text not null, applied_at text not null)`;
