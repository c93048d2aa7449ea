import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError, refuse } from '../../../domain/fault.ts';
import { storedJson } from '../../../domain/stored-json.ts';
import { codedText } from '../../../domain/text-values.ts';
import type { LoggedLook } from '../../../release/looks.ts';
import { manifestName } from '../../../release/manifest.ts';
import { listLooks } from '../../../store/release/record-rows.ts';
import { audit } from '../../audit.ts';
import { authorise } from '../../authorise.ts';
import { chooseProject } from '../../workspace/command-line.ts';
import { timeOf } from '../../work-context.ts';
import type { WorkContext } from '../../work-context.ts';
import { ledgerOf, readLedger } from './looks-ledger.ts';

/** A release by its name in a workspace. */
export interface ReleaseName {
  readonly project: string;
  readonly version: string;
}

/**
 * The looks of a ledger, every one of which the audit log knows must be in it: a ledger from whose
 * end looks were removed is refused.
 */
export async function knownLooks(
  { store }: WorkContext,
  { project, version }: ReleaseName,
  release: string,
): Promise<readonly LoggedLook[]> {
  const rows = await store.read((db) => listLooks(db, project, version));
  const looks = readLedger(ledgerOf(release));
  const hashes = new Set(looks.map(({ hash }) => hash));
  for (const { seq, detail } of rows) {
    const { look } = storedJson<{ readonly look: string }>(detail, 'audit', 'detail', { seq });
    if (!hashes.has(look)) refuse('ledger-broken', { reason: codedText('look-removed') });
  }
  return looks;
}

/** Notes in the audit log where the ledger of a release ends. For leads. */
export async function noteLooks(context: WorkContext, release: string): Promise<void> {
  const name = await releaseName(context, release);
  authorise(context.actor, name.project, 'lead');
  const looks = await knownLooks(context, name, release);
  const last = looks.at(-1);
  if (last === undefined) return;
  const { task, split, hash, override } = last;
  const detail = { id: null, task, split, look: hash, overridden: override !== null };
  const act = { project: name.project, object: `release/${name.version}`, detail };
  await context.store.write(async (tx) =>
    audit(tx, context.actor, timeOf(context), 'evaluate', act),
  );
}

/** The looks at a release, compared with the audit log of its workspace. For leads. */
export async function looksOfWorkspace(
  context: WorkContext,
  release: string,
): Promise<readonly LoggedLook[]> {
  return await knownLooks(context, await releaseName(context, release), release);
}

/** A head of a ledger that was kept elsewhere: the number of its last look, and its hash. */
export interface KeptHead {
  readonly look: number;
  readonly hash: string;
}

/** The looks at a release; a head that was kept elsewhere must still be among them. */
export function looksOf(release: string, head: KeptHead | null): readonly LoggedLook[] {
  const looks = readLedger(ledgerOf(release));
  if (head !== null && looks[head.look - 1]?.hash !== head.hash)
    refuse('ledger-broken', { reason: codedText('look-removed') }, { file: ledgerOf(release) });
  return looks;
}

/** Where a ledger ends, as it is printed and kept elsewhere; null when it is empty. */
export function headOf(looks: readonly LoggedLook[]): string | null {
  const last = looks.at(-1);
  return last === undefined ? null : `${last.look}:${last.hash}`;
}

async function releaseName(context: WorkContext, release: string): Promise<ReleaseName> {
  try {
    const text = readFileSync(join(release, manifestName), 'utf8');
    const { project, version } = JSON.parse(text) as ReleaseName;
    return { project: await chooseProject(context, project), version };
  } catch (error) {
    if (error instanceof InputError) throw error;
    const reason = codedText('lacks-file', { file: manifestName });
    return refuse('not-a-release', { folder: release, reason });
  }
}
