import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import type { UnitShape } from '../../domain/protocol/task.ts';
import { detectFormat, enoughToDetect } from '../../formats/exchange/detect-format.ts';
import { isOverrideFile } from '../../formats/rulings/override-file.ts';
import { isParquet } from '../../formats/parquet-mark.ts';
import { findImport, insertImport } from '../../store/exchange/imports.ts';
import type { ImportEntry } from '../../store/exchange/imports.ts';
import { addJudgments, planJudgments } from '../judging/add-judgments.ts';
import type { AddedJudgments, PlannedJudgments } from '../judging/add-judgments.ts';
import { audit } from '../audit.ts';
import { authorise } from '../authorise.ts';
import { refuseWhileBlind } from '../judging/blindness.ts';
import { stageCache } from '../models/import-cache.ts';
import { stageJudgments } from './import-judgments.ts';
import type { StagedJudgments } from './import-judgments.ts';
import { chooseFormat, refuseUnusedKeys } from './import-request.ts';
import type { ImportFormat, ImportKind, ImportRequest, Recognised } from './import-request.ts';
import { addRulings, checkRulings, stageRulings } from './import-rulings.ts';
import type { AddedRulings } from './import-rulings.ts';
import { addUnits, checkUnits, stageUnits } from './import-units.ts';
import { fileHash, firstBytes } from '../line-pieces.ts';
import { projectProtocol } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { Database, WriteTransaction } from '../workspace.ts';

/** What an import came to. */
export interface ImportResult {
  readonly kind: ImportKind;
  readonly format: ImportFormat;
  /** By what the format was recognised; null when it was named. */
  readonly recognised: string | null;
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
  readonly skipped: Readonly<Record<string, number>>;
  /** Every change that was made on the way in, as it is logged. */
  readonly changes: readonly unknown[];
  /** Rows with faults that were kept aside, with their faults; they are in the log. */
  readonly aside: number;
  readonly warnings: readonly string[];
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
  request: ImportRequest,
): Promise<ImportResult> {
  authorise(context.actor, request.project, 'lead');
  // What is said about rows that are there already would tell what others answered.
  if (request.kind !== 'units') await refuseWhileBlind(context, { project: request.project });
  const project = await projectProtocol(context.store, request.project);
  const recognised = await recognise(request, project);
  const format = chooseFormat(request.kind, request.format, recognised, request.name);
  refuseUnusedKeys(request.kind, format, request.mapping);
  const staged = await stage(context, request, format, project);
  try {
    const { hash: contentHash } = await fileHash(request.path, request.name);
    const task = staged.tasks.join(', ');
    const at = timeOf(context);
    const mode = request.mode ?? 'reject';
    const findBefore = (db: Database): ReturnType<typeof findImport> =>
      findImport(db, { project: request.project, task, contentHash });
    const wouldAdd = (): Promise<Added> =>
      context.store.snapshot(async (db) => ({
        ...withSums(await staged.plan(db, at)),
        log: null,
        before: markOf(await findBefore(db)),
      }));
    const add = (): Promise<Added> =>
      context.store.write(
        async (tx) => {
          const before = await findBefore(tx);
          const added = withSums(await staged.add(tx, at));
          const { inserted, unchanged, revised } = added;
          // What was kept aside is only in the log, so the first time it is logged even when
          // nothing else was new.
          const isLogged = inserted > 0 || (before === null && staged.aside.length > 0);
          const id = context.newId();
          if (isLogged) {
            const counts = {
              inserted,
              unchanged,
              revised,
              changes: staged.changes.length,
              aside: staged.aside.length,
            };
            const changes = [
              ...staged.changes,
              ...staged.aside.map(({ row, line, faults }) => ({
                aside: row,
                line,
                faults: faults.map((one) => one.message),
              })),
            ];
            await insertImport(tx, {
              id,
              project: request.project,
              task,
              name: request.name,
              contentHash,
              format: `${request.kind} ${format}`,
              mode,
              counts,
              changes,
              by: context.actor.login,
              at,
            });
            audit(tx, context.actor, at, `import-${request.kind}`, {
              project: request.project,
              object: `import/${id}`,
              detail: {
                task,
                name: request.name,
                content_hash: contentHash,
                format,
                mode,
                ...counts,
              },
            });
          }
          return { ...added, log: isLogged ? id : null, before: markOf(before) };
          // Nobody who came before it waits for so long a write, or is written again when it fails.
        },
        { alone: true },
      );
    if (request.dryRun !== true && staged.looksUp)
      await context.store.snapshot((db) => staged.plan(db, at));
    const added = request.dryRun === true ? await wouldAdd() : await add();
    return {
      kind: request.kind,
      format,
      recognised: request.format === undefined ? recognised.why : null,
      mode,
      ...added,
      skipped: staged.skipped,
      changes: staged.changes,
      aside: staged.aside.length,
      warnings: staged.warnings,
    };
  } finally {
    await staged.discard();
  }
}

type Added = Pick<ImportResult, 'tasks' | 'revised' | 'inserted' | 'unchanged' | 'log' | 'before'>;
type Counts = Pick<ImportResult, 'tasks' | 'revised'>;

function withSums(counts: Counts): Counts & Pick<ImportResult, 'inserted' | 'unchanged'> {
  const sum = (of: 'inserted' | 'unchanged'): number =>
    counts.tasks.reduce((all, one) => all + one[of], 0);
  return { ...counts, inserted: sum('inserted'), unchanged: sum('unchanged') };
}

function markOf(entry: ImportEntry | null): ImportResult['before'] {
  return entry === null ? null : { at: entry.at, by: entry.by };
}

/** What was read, and how it is added. */
interface Staged {
  readonly tasks: readonly string[];
  readonly changes: readonly unknown[];
  readonly aside: readonly {
    readonly row: unknown;
    readonly line: number | null;
    readonly faults: readonly { readonly message: string }[];
  }[];
  readonly skipped: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
  /** Whether so much is looked up that it is done before the write, for which everybody waits. */
  readonly looksUp: boolean;
  /** What would be added now; what would be refused is refused. */
  plan(db: Database, at: string): Promise<Counts>;
  add(tx: WriteTransaction, at: string): Promise<Counts>;
  discard(): Promise<void>;
}

async function stage(
  context: WorkContext,
  request: ImportRequest,
  format: ImportFormat,
  project: ProjectProtocol,
): Promise<Staged> {
  const none = { changes: [], aside: [], skipped: {}, warnings: [], looksUp: false };
  if (request.kind === 'units') {
    const staged = await stageUnits(request, format, project);
    const plan = async (db: Database): Promise<Counts> => ({
      tasks: await checkUnits(db, request.project, staged),
      revised: 0,
    });
    const add = async (tx: WriteTransaction, at: string): Promise<Counts> => ({
      tasks: await addUnits(tx, request.project, staged, at),
      revised: 0,
    });
    return {
      ...none,
      tasks: staged.tasks,
      skipped: staged.skipped,
      warnings: staged.warnings,
      plan,
      add,
      discard: () => staged.rows.discard(),
    };
  }
  if (request.kind === 'judgments')
    return stagedJudgments(
      context,
      request,
      format === 'judgment-cache'
        ? await stageCache(context, request, project)
        : await stageJudgments(context, request, format, project),
    );
  const staged = await stageRulings(context, request, format, project);
  const counts = (added: AddedRulings): Counts => ({
    tasks: [{ task: staged.task, ...added }],
    revised: 0,
  });
  const plan = async (db: Database, at: string): Promise<Counts> =>
    counts(await checkRulings(context, db, request.project, staged, at));
  const add = async (tx: WriteTransaction, at: string): Promise<Counts> =>
    counts(await addRulings(context, tx, request.project, staged, at));
  return {
    ...none,
    tasks: [staged.task],
    warnings: staged.warnings,
    plan,
    add,
    discard: async () => {},
  };
}

function stagedJudgments(
  context: WorkContext,
  { project }: ImportRequest,
  staged: StagedJudgments,
): Staged {
  let planned: PlannedJudgments | null = null;
  const counts = ({ inserted, unchanged, revised }: AddedJudgments): Counts => ({
    tasks: [{ task: staged.task, inserted, unchanged }],
    revised,
  });
  const plan = async (db: Database, at: string): Promise<Counts> =>
    counts((planned = await planJudgments(context, db, project, staged, at)));
  const add = async (tx: WriteTransaction, at: string): Promise<Counts> =>
    counts(await addJudgments(context, tx, project, staged, planned!, at));
  const discard = async (): Promise<void> => {
    await staged.rows.discard();
    await planned?.rows.discard();
  };
  return {
    tasks: [staged.task],
    changes: staged.changes,
    aside: staged.aside,
    skipped: staged.skipped,
    warnings: staged.warnings,
    looksUp: true,
    plan,
    add,
    discard,
  };
}

async function recognise(request: ImportRequest, project: ProjectProtocol): Promise<Recognised> {
  const bytes = await firstBytes(request.path, request.name, enoughToDetect);
  if (isParquet(bytes)) return detectFormat(bytes);
  if (isUtf16(bytes)) refuse('not-text', { got: codedText('utf16') }, { file: request.name });
  // A cut in the middle of a character does no harm here: whether the file is text is for its
  // reader to say.
  const beginning = bytes.toString('utf8');
  if (!/[^\s\uFEFF]/.test(beginning)) refuse('file-empty', {}, { file: request.name });
  // JSON in an array may be laid out in any way; rows are told apart by line feeds.
  if (/^[^[\n]*\r[^\n]*$/.test(beginning))
    refuse('bad-csv', { reason: codedText('cr-line-ends') }, { file: request.name });
  if (
    request.kind === 'judgments' &&
    /^\uFEFF?\s*\{\s*"(_metadata|raw|aggregated)"\s*:\s*\{/.test(beginning)
  )
    return { format: 'judgment-cache', why: 'it has judgments under raw or aggregated' };
  return request.kind === 'rulings' && isOverrideFile(beginning)
    ? { format: 'override-file', why: 'it has lists of overrides by topic' }
    : detectFormat(beginning, request.kind === 'units' ? unitShape(request, project) : undefined);
}

/** The shape of the requested units; unknown where records make units of several tasks. */
function unitShape(request: ImportRequest, project: ProjectProtocol): UnitShape | undefined {
  const [only, ...others] = project.tasks.keys();
  const name = request.task ?? (others.length === 0 ? only : undefined);
  return name === undefined ? undefined : project.tasks.get(name)?.task.unit;
}

function isUtf16(bytes: Buffer): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}
