import { storedJson } from '../../domain/stored-json.ts';
import { sql } from 'kysely';
import { fields, toColumns } from '../columns.ts';
import type { Row } from '../columns.ts';
import { lockLogs } from '../log-lock.ts';
import { preparedFirst } from '../prepared.ts';
import type { Database, TimeText, WriteTransaction } from '../tables.ts';

/** A protocol at one time, with everything that it names; the hash is over all of that. */
export interface ProtocolVersion extends Omit<Row<'protocol_version'>, 'files' | 'taskHashes'> {
  /** The files that the protocol names, by relative path. */
  readonly files: Readonly<Record<string, string>>;
  /** The hash of each task, by name; null for versions of releases with another kind of hash. */
  readonly taskHashes: Readonly<Record<string, string>> | null;
}

type OptionalField = 'reason' | 'taskHashes';

/** A project: a protocol by its name. */
export type Project = Row<'project'>;

/** Adds a protocol version, and the project if it is new. The latest content again adds nothing. */
export async function insertProtocol(
  tx: WriteTransaction,
  protocol: Omit<ProtocolVersion, 'version' | OptionalField> &
    Partial<Pick<ProtocolVersion, OptionalField>>,
): Promise<{ readonly protocol: ProtocolVersion; readonly fresh: boolean }> {
  await lockLogs(tx);
  await tx
    .insertInto('project')
    .values({ id: protocol.project, created_at: protocol.createdAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const latest = await latestProtocolHash(tx, protocol.project);
  if (latest !== null && latest.hash === protocol.hash)
    return { protocol: (await latestProtocol(tx, protocol.project))!, fresh: false };
  const version = (latest?.version ?? 0) + 1;
  const { taskHashes = null, reason = null } = protocol;
  const row = {
    ...protocol,
    version,
    files: JSON.stringify(protocol.files),
    // Left out where they are missing, so that rows are added in an earlier schema, too.
    reason: reason ?? undefined,
    taskHashes: taskHashes === null ? undefined : JSON.stringify(taskHashes),
  };
  await tx.insertInto('protocol_version').values(toColumns('protocol_version', row)).execute();
  return { protocol: { ...protocol, version, reason, taskHashes }, fresh: true };
}

/** The latest version of a protocol. @internal */
export async function latestProtocol(
  db: Database,
  project: string,
): Promise<ProtocolVersion | null> {
  const row = await selectProtocol(db)
    .where('project', '=', project)
    .orderBy('version', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row === undefined ? null : readProtocol(row);
}

/** Number and hash of the latest version, to check whether a cached protocol is current. */
export function latestProtocolHash(db: Database, project: string) {
  return selectLatestHash(db, { project });
}

const selectLatestHash = preparedFirst((db, given: { readonly project: string }) =>
  db
    .selectFrom('protocol_version')
    .select(['version', 'hash'])
    .where('project', '=', given.project)
    .orderBy('version', 'desc')
    .limit(sql.lit(1)),
);

/** One version of a protocol. */
export async function findProtocol(
  db: Database,
  project: string,
  version: number,
): Promise<ProtocolVersion | null> {
  const row = await selectProtocol(db)
    .where((eb) => eb.and({ project, version }))
    .executeTakeFirst();
  return row === undefined ? null : readProtocol(row);
}

/** A version of a protocol without its content. */
type ProtocolSummary = Omit<
  ProtocolVersion,
  'project' | 'source' | 'guidelineSource' | 'files' | 'taskHashes'
>;

/** Every version of a protocol, oldest first, without its content. */
export function listProtocols(db: Database, project: string): Promise<readonly ProtocolSummary[]> {
  return db
    .selectFrom('protocol_version')
    .select(
      fields('protocol_version', 'project', 'source', 'guideline_source', 'files', 'task_hashes'),
    )
    .where('project', '=', project)
    .orderBy('version')
    .execute();
}

/** The guideline text of each protocol version that has this guideline version; oldest first. */
export function listGuidelineTexts(
  db: Database,
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

/** When a project was created; null if it does not exist. */
export async function projectCreatedAt(db: Database, id: string): Promise<TimeText | null> {
  const query = db.selectFrom('project').select('created_at').where('id', '=', id);
  return (await query.executeTakeFirst())?.created_at ?? null;
}

/** When a version of the guideline came into force: with the first protocol version that has it. */
export async function guidelineSince(
  db: Database,
  given: { readonly project: string; readonly guideline: string },
): Promise<TimeText | null> {
  const row = await db
    .selectFrom('protocol_version')
    .select('created_at')
    .where((eb) => eb.and({ project: given.project, guideline_version: given.guideline }))
    .orderBy('version')
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** Every project of the workspace, by name. */
export function listProjects(db: Database): Promise<readonly Project[]> {
  return db.selectFrom('project').select(fields('project')).orderBy('id').execute();
}

function selectProtocol(db: Database) {
  return db.selectFrom('protocol_version').select(fields('protocol_version'));
}

/** The versions that an earlier release added, under another kind of hash; oldest first. */
export async function listFormerProtocols(
  db: Database,
  project: string,
): Promise<readonly Pick<ProtocolVersion, 'version' | 'source'>[]> {
  return db
    .selectFrom('protocol_version')
    .select(['version', 'source'])
    .where('project', '=', project)
    .where('task_hashes', 'is', null)
    .orderBy('version')
    .execute();
}

function readProtocol(row: Row<'protocol_version'>): ProtocolVersion {
  const { files, taskHashes } = row;
  return {
    ...row,
    files: storedJson<ProtocolVersion['files']>(files, 'protocol_version', 'files', row),
    taskHashes:
      taskHashes === null ? null : storedJson(taskHashes, 'protocol_version', 'task_hashes', row),
  };
}
