import { mayBeLeftOut, obstacles } from './obstacles.ts';
import type { HashedFile } from './croissant.ts';
import type { ReleaseSource } from './files.ts';

/** The file that lists every other file with its hash. */
export const manifestName = 'manifest.json';
/** The same hashes as `sha256sum` writes and checks them. */
export const sumsName = 'SHA256SUMS';
/** The entry of the audit log about the manifest, in a release that was cut from a workspace. */
export const auditEntryName = 'audit-entry.json';
/** A signature over the manifest, in the format of OpenSSH. */
export const signatureName = 'manifest.json.sig';
/** What signatures over manifests are for, so that none is taken for one over something else. */
export const signatureNamespace = 'assay-release';

/** What a release is: versions, seeds, where its record ends, what was left out, every file. */
export function manifest(source: ReleaseSource, files: readonly HashedFile[]): object {
  const { fold, figures, choice, program } = source;
  const { record } = fold;
  const left = obstacles(fold).filter(mayBeLeftOut);
  return {
    assay_release: 1,
    program,
    project: figures.project,
    title: figures.title,
    version: figures.version,
    simulated: figures.simulated,
    as_of: figures.asOf,
    protocol_version: figures.protocolVersion,
    guideline: figures.guideline,
    task_hashes: Object.fromEntries(
      fold.tasks.map(({ task }) => [task.task.id, task.hash] as const),
    ),
    choice,
    seeds: {
      release: choice.seed,
      runs: Object.fromEntries(record.runs.map((run) => [run.id, run.seed])),
    },
    record_head: record.audit,
    counts: figures.counts,
    waived: figures.waivers.map(({ round, gate, by, reason, at, withdrawn }) => {
      return { round, gate, by, reason, at, withdrawn };
    }),
    rule_changes: figures.ruleChanges.map(({ version, at, by, reason }) => {
      return { version, at, by, reason };
    }),
    left_out: {
      reason: choice.allowOpen,
      units: left.flatMap((one) =>
        one.kind === 'units' ? [{ task: one.task, why: one.why, count: one.units.length }] : [],
      ),
      rounds: left.flatMap((one) => ('round' in one ? [{ round: one.round, why: one.kind }] : [])),
      excluded: figures.tasks.reduce((sum, task) => sum + task.account.standings.excluded, 0),
      judgments: Object.fromEntries(
        figures.tasks.map(({ task, judgments }) => [task, judgments.uncounted] as const),
      ),
    },
    files: files.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** Hashes as `sha256sum -c` reads them, by name. */
export function sumsFile(files: readonly HashedFile[]): string {
  return files
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, sha256 }) => `${sha256}  ${name}\n`)
    .join('');
}
