import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { lockLogs } from '../log-lock.ts';
import { prepared } from '../prepared.ts';
import type { Tables, TimeText } from '../tables.ts';

/** A protocol as it was at one time, with everything that it names. */
export interface ProtocolVersion {
  readonly project: string;
  readonly version: number;
  /** Over the source, the guideline and the files. */
  readonly hash: string;
  readonly source: string;
  readonly guidelineVersion: string;
  readonly guidelineSource: string;
  /** The files that the protocol names, by relative path. */
  readonly files: Readonly<Record<string, string>>;
  readonly createdAt: TimeText;
  readonly createdBy: string;
}

/** A project: a protocol by its name. */
export interface Project {
  readonly id: string;
  readonly createdAt: TimeText;
}

/**
 * Adds a version of a protocol, and the project when it is new. Content that is the latest already
 * adds nothing.
 */
export async function insertProtocol(
  tx: Transaction<Tables>,
  protocol: Omit<ProtocolVersion, 'version'>,
): Promise<{ readonly protocol: ProtocolVersion; readonly fresh: boolean }> {
  await lockLogs(tx);
  await tx
    .insertInto('project')
    .values({ id: protocol.project, created_at: protocol.createdAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const latest = await latestProtocol(tx, protocol.project);
  if (latest !== null && latest.hash === protocol.hash) return { protocol: latest, fresh: false };
  const version = (latest?.version ?? 0) + 1;
  await tx
    .insertInto('protocol_version')
    .values({
      project: protocol.project,
      version,
      hash: protocol.hash,
      source: protocol.source,
      guideline_version: protocol.guidelineVersion,
      guideline_source: protocol.guidelineSource,
      files: JSON.stringify(protocol.files),
      created_at: protocol.createdAt,
      created_by: protocol.createdBy,
    })
    .execute();
  return { protocol: { ...protocol, version }, fresh: true };
}

/** The latest version of a protocol. */
export async function latestProtocol(
  db: Kysely<Tables>,
  project: string,
): Promise<ProtocolVersion | null> {
  const row = await selectProtocol(db)
    .where('project', '=', project)
    .orderBy('version', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row === undefined ? null : readProtocol(row);
}

/**
 * The number and hash of the latest version: enough to know whether what is held in memory still
 * holds.
 */
export async function latestProtocolHash(
  db: Kysely<Tables>,
  project: string,
): Promise<{ readonly version: number; readonly hash: string } | null> {
  return (await selectLatestHash(db, { project })).rows[0] ?? null;
}

/** One version of a protocol. */
export async function findProtocol(
  db: Kysely<Tables>,
  project: string,
  version: number,
): Promise<ProtocolVersion | null> {
  const row = await selectProtocol(db)
    .where('project', '=', project)
    .where('version', '=', version)
    .executeTakeFirst();
  return row === undefined ? null : readProtocol(row);
}

/** Every version of a protocol, oldest first, without its content. */
export function listProtocols(
  db: Kysely<Tables>,
  project: string,
): Promise<
  readonly Pick<
    ProtocolVersion,
    'version' | 'hash' | 'guidelineVersion' | 'createdAt' | 'createdBy'
  >[]
> {
  return db
    .selectFrom('protocol_version')
    .select([
      'version',
      'hash',
      'guideline_version as guidelineVersion',
      'created_at as createdAt',
      'created_by as createdBy',
    ])
    .where('project', '=', project)
    .orderBy('version')
    .execute();
}

/**
 * Which text of the guideline each version of a protocol has, of those that call it by this
 * version; oldest first.
 */
export function listGuidelineTexts(
  db: Kysely<Tables>,
  project: string,
  guidelineVersion: string,
): Promise<readonly Pick<ProtocolVersion, 'version' | 'guidelineSource'>[]> {
  return db
    .selectFrom('protocol_version')
    .select(['version', 'guideline_source as guidelineSource'])
    .where('project', '=', project)
    .where('guideline_version', '=', guidelineVersion)
    .orderBy('version')
    .execute();
}

/** Every project of the workspace, by name. */
export function listProjects(db: Kysely<Tables>): Promise<readonly Project[]> {
  return db.selectFrom('project').select(['id', 'created_at as createdAt']).orderBy('id').execute();
}

/** The columns as they are named outside the store. */
function selectProtocol(db: Kysely<Tables>) {
  return db
    .selectFrom('protocol_version')
    .select([
      'project',
      'version',
      'hash',
      'source',
      'guideline_version as guidelineVersion',
      'guideline_source as guidelineSource',
      'files',
      'created_at as createdAt',
      'created_by as createdBy',
    ]);
}

function readProtocol<Row extends Omit<ProtocolVersion, 'files'> & { readonly files: string }>(
  row: Row,
): ProtocolVersion {
  return { ...row, files: JSON.parse(row.files) as ProtocolVersion['files'] };
}

const selectLatestHash = prepared((db: Kysely<Tables>, given: { readonly project: string }) =>
  db
    .selectFrom('protocol_version')
    .select(['version', 'hash'])
    .where('project', '=', given.project)
    .orderBy('version', 'desc')
    .limit(sql.lit(1)),
);
