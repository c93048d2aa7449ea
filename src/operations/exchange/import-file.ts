import type { Skipped } from '../../formats/exchange/tool-export.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { InputError } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { findImport, insertImport } from '../../store/exchange/imports.ts';
import type { ImportEntry } from '../../store/exchange/imports.ts';
import { audit } from '../audit.ts';
import { authorise } from '../authorise.ts';
import { refuseWhileBlind } from '../judging/blindness.ts';
import { recognise } from './file-content.ts';
import { chooseFormat, refuseUnusedKeys, usesKey } from './import-request.ts';
import type { ImportFormat, ImportKind } from '../../domain/exchange/file-formats.ts';
import type { ImportRequest } from './import-request.ts';
import { textSource } from './text-source.ts';
import { fileHash } from '../line-pieces.ts';
import { projectProtocol } from '../project-protocol.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { WriteTransaction } from '../workspace.ts';
import { stages } from './stage-import.ts';
import type { Added, Counts, PreviewRow } from './stage-import.ts';
import type { WayIn } from './uncounted.ts';

/** The result of an import. */
export interface ImportResult {
  readonly kind: ImportKind;
  readonly format: ImportFormat;
  /** How the format was recognised; null when it was named. */
  readonly recognised: CodedText | null;
  readonly mode: ImportEntry['mode'];
  /** Added to each task; for judgments and rulings there is one. */
  readonly tasks: readonly {
    readonly task: string;
    readonly inserted: number;
    readonly unchanged: number;
  }[];
  readonly inserted: number;
  readonly unchanged: number;
  /** Of the judgments that were added: revisions of earlier imported ones. */
  readonly revised: number;
  /** Left out with a reason, such as drafts and cancelled annotations of a tool. */
  readonly skipped: Skipped;
  /** Every change made by the import, as logged. */
  readonly changes: readonly unknown[];
  /** Rows with faults that were set aside; the log lists them with their faults. */
  readonly aside: number;
  readonly warnings: readonly CodedText[];
  /** How many judgments of the file will count; null for units and rulings. */
  readonly willCount: number | null;
  /** Where judgments that belong to no round could go; null where none does. */
  readonly wayIn: WayIn | null;
  /** The first units or judgments as they are imported. */
  readonly preview: readonly PreviewRow[];
  /** The entry of the import log; null when nothing was new, and then nothing was logged. */
  readonly log: string | null;
  /** When and by whom the same file was imported before. */
  readonly before: { readonly at: string; readonly by: string } | null;
}

/**
 * Imports units, judgments or rulings from a file, in our formats and in those of other tools.
 * Everything is read and checked first, while others go on saving; then all of it is added, or
 * nothing. Rows that exist with the same content are left alone, so importing a file again changes
 * nothing. Every change made to a value is logged. For leads.
 */
export async function importFile(
  context: WorkContext,
  given: ImportRequest,
): Promise<ImportResult> {
  authorise(context.actor, given.project, 'lead');
  const source = await textSource(given.path, given.name);
  try {
    if (source.said.length > 0) given.tell?.(source.said);
    const { hash } = await fileHash(given.path, given.name);
    const request = { ...given, path: source.path };
    try {
      return await importText(context, request, hash);
    } catch (error) {
      const made = hasNoUnits(error) ? await makeUnits(context, request, hash) : null;
      if (made === null) throw error;
      given.tell?.([made]);
      const assumesUnits = request.dryRun === true;
      const result = await importText(context, { ...request, assumesUnits }, hash);
      return { ...result, warnings: [made, ...result.warnings] };
    }
  } finally {
    await source.discard();
  }
}

function hasNoUnits(error: unknown): boolean {
  return error instanceof InputError && error.faults.every(({ code }) => code === 'no-units-yet');
}

/**
 * Makes the units of a task that has none from the file that judges them, once all its judgments
 * are known to be right; null where the file cannot give units. A dry run only says how many.
 */
async function makeUnits(
  context: WorkContext,
  request: ImportRequest,
  contentHash: string,
): Promise<CodedText | null> {
  if (request.round !== undefined) return null;
  const { tell: _, format: named, mapping: __, ...rest } = request;
  const units: ImportRequest = { ...rest, kind: 'units' };
  const project = await projectProtocol(context.store, request.project);
  const recognised = await recognise(request, project);
  const format = chooseFormat('judgments', named, recognised, request.name);
  const keys = usesKey('units', format, 'fields') ? request.mapping : undefined;
  const given = keys === undefined ? units : { ...units, mapping: keys };
  const checked = await importText(context, { ...given, dryRun: true }, contentHash).catch(
    (error: unknown) => {
      if (error instanceof InputError) return null;
      throw error;
    },
  );
  if (checked === null) return null;
  const assumed = { ...request, assumesUnits: true };
  const staged = await stages.judgments(context, assumed, format, project, context.newId());
  await staged.discard();
  if (request.dryRun === true)
    return codedText('units-to-make', { count: checked.inserted, name: request.name });
  const { inserted } = await importText(context, given, contentHash);
  return codedText('units-made', { count: inserted, name: request.name });
}

async function importText(
  context: WorkContext,
  request: ImportRequest,
  contentHash: string,
): Promise<ImportResult> {
  // Reports about existing rows would reveal what others answered.
  if (request.kind !== 'units') await refuseWhileBlind(context, { project: request.project });
  const project = await projectProtocol(context.store, request.project);
  const recognised = await recognise(request, project);
  const format = chooseFormat(request.kind, request.format, recognised, request.name);
  refuseUnusedKeys(request.kind, format, request.mapping);
  const log = context.newId();
  const fromJudgments = request.kind === 'units' && recognised.format === 'judgments-csv';
  const given = { ...request, fromJudgments };
  const staged = await stages[request.kind](context, given, format, project, log);
  request.tell?.(staged.warnings);
  try {
    const { project: id, kind, name, mode = 'reject', dryRun = false } = request;
    const at = timeOf(context);
    const task = staged.tasks.join(', ');
    const place = { project: id, task, contentHash, kind };
    const head = {
      project: id,
      task,
      contentHash,
      name,
      format: `${kind} ${format}`,
      mode,
      by: context.actor.login,
      at,
    };
    const wouldAdd = (): Promise<Added> =>
      context.store.snapshot(async (db) => ({
        ...withSums(await staged.plan(db, at)),
        log: null,
        before: markOf(await findImport(db, place)),
      }));
    const record = async (tx: WriteTransaction, counted: Counts): Promise<Added> => {
      const before = await findImport(tx, place);
      const added = withSums(counted);
      const { inserted, unchanged, revised } = added;
      // Rows set aside are only in the log, so the first time they are logged in any case.
      if (inserted === 0 && (before !== null || staged.aside.length === 0))
        return { ...added, log: null, before: markOf(before) };
      const { changes, aside } = staged;
      const counts = { inserted, unchanged, revised, changes: changes.length, aside: aside.length };
      const logged = aside.map(({ row, line, faults }) => {
        return { aside: row, line, faults: faults.map((one) => one.message) };
      });
      await insertImport(tx, { id: log, ...head, counts, changes: [...changes, ...logged] });
      const detail = { task, name, content_hash: contentHash, format, mode, ...counts };
      const object = `import/${log}`;
      audit(tx, context.actor, at, `import-${kind}`, { project: id, object, detail });
      return { ...added, log, before: markOf(before) };
    };
    const added = dryRun ? await wouldAdd() : await staged.add(at, record);
    const { skipped, changes, warnings, willCount, wayIn } = staged;
    const preview = dryRun ? await staged.first() : [];
    const why = request.format === undefined ? recognised.why : null;
    const aside = staged.aside.length;
    const about = { kind, format, recognised: why, mode };
    return { ...about, ...added, skipped, changes, aside, warnings, willCount, wayIn, preview };
  } finally {
    await staged.discard();
  }
}

function withSums(counts: Counts): Counts & Pick<ImportResult, 'inserted' | 'unchanged'> {
  const sum = (of: 'inserted' | 'unchanged'): number =>
    counts.tasks.reduce((all, one) => all + one[of], 0);
  return { ...counts, inserted: sum('inserted'), unchanged: sum('unchanged') };
}

function markOf(entry: ImportEntry | null): ImportResult['before'] {
  return entry === null ? null : { at: entry.at, by: entry.by };
}
