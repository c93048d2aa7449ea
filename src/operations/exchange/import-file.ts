import type { Skipped } from '../../formats/exchange/tool-export.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { findImport, insertImport } from '../../store/exchange/imports.ts';
import type { ImportEntry } from '../../store/exchange/imports.ts';
import { planJudgments } from '../judging/add-judgments.ts';
import type { AddedJudgments, PlannedJudgments } from '../judging/add-judgments.ts';
import { audit } from '../audit.ts';
import { authorise } from '../authorise.ts';
import { refuseWhileBlind } from '../judging/blindness.ts';
import { stageCache } from '../models/import-cache.ts';
import { recognise } from './file-content.ts';
import { stageJudgments } from './import-judgments.ts';
import { chooseFormat, refuseUnusedKeys } from './import-request.ts';
import type { ImportFormat, ImportKind } from '../../domain/exchange/file-formats.ts';
import type { ImportRequest } from './import-request.ts';
import { stageRulings } from './import-rulings.ts';
import { checkRulings } from '../rulings/add-rulings.ts';
import { addInPieces as addRulingsInPieces } from '../rulings/ruling-pieces.ts';
import type { AddedRulings } from '../rulings/add-rulings.ts';
import { addUnits, checkUnits, stageUnits } from './import-units.ts';
import { addPlanned, discardPlan } from '../judging/judgment-pieces.ts';
import { addInPieces, isSmall, whenFree } from './unit-pieces.ts';
import { textSource } from './text-source.ts';
import { stageUnitsOffThread } from './read-off-thread.ts';
import { importedRound } from './round-slots.ts';
import { countPreview } from './uncounted.ts';
import { fileHash } from '../line-pieces.ts';
import { projectProtocol } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { Database, WriteTransaction } from '../workspace.ts';

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
  /** The first units or judgments as they come in. */
  readonly preview: readonly PreviewRow[];
  /** The entry of the import log; null when nothing was new, and then nothing was logged. */
  readonly log: string | null;
  /** When and by whom the same file was imported before. */
  readonly before: { readonly at: string; readonly by: string } | null;
}

/** A unit with what it shows, or a judgment with its answers. */
interface PreviewRow {
  readonly task: string;
  readonly unit: string;
  readonly annotator: string | null;
  readonly values: Readonly<Record<string, unknown>>;
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
    return await importText(context, { ...given, path: source.path }, hash);
  } finally {
    await source.discard();
  }
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
    const place = { project: id, task, contentHash };
    const head = { ...place, name, format: `${kind} ${format}`, mode, by: context.actor.login, at };
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
    const { skipped, changes, warnings, willCount } = staged;
    const preview = dryRun ? await staged.first() : [];
    const why = request.format === undefined ? recognised.why : null;
    const aside = staged.aside.length;
    const about = { kind, format, recognised: why, mode };
    return { ...about, ...added, skipped, changes, aside, warnings, willCount, preview };
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

/** The rows that were read, and how to add them. */
interface Staged {
  readonly tasks: readonly string[];
  readonly changes: readonly unknown[];
  readonly aside: readonly {
    readonly row: unknown;
    readonly line: number | null;
    readonly faults: readonly { readonly message: string }[];
  }[];
  readonly skipped: Skipped;
  readonly warnings: readonly CodedText[];
  readonly willCount: number | null;
  /** The first rows. */
  first(): Promise<readonly PreviewRow[]>;
  /** What would be added now; refuses what adding would refuse. */
  plan(db: Database, at: string): Promise<Counts>;
  /** Adds everything, and has it recorded in the write that makes it visible. */
  add(at: string, record: Recorder): Promise<Added>;
  discard(): Promise<void>;
}

type Recorder = (tx: WriteTransaction, counts: Counts) => Promise<Added>;

type Stage = (
  context: WorkContext,
  request: ImportRequest,
  format: ImportFormat,
  project: ProjectProtocol,
  log: string,
) => Promise<Staged>;

/** How many rows a check shows as they would come in. */
const previewRows = 3;

const none = { changes: [], aside: [], skipped: [], willCount: null };

const stages: Readonly<Record<ImportKind, Stage>> = {
  units: async (context, request, format, project, log) => {
    const staged =
      request.offThread === true
        ? await stageUnitsOffThread(request, format, project)
        : await stageUnits(request, format, project);
    const { tasks, skipped, warnings, rows } = staged;
    const id = request.project;
    const { storing } = request;
    return {
      ...none,
      tasks,
      skipped,
      warnings,
      first: async () =>
        (await rows.first(previewRows)).map(({ task, id: unit, fields }) => ({
          task,
          unit,
          annotator: null,
          values: JSON.parse(fields) as PreviewRow['values'],
        })),
      plan: async (db) => ({ tasks: await checkUnits(db, id, staged), revised: 0 }),
      add: async (at, record) =>
        isSmall(staged)
          ? await whenFree(context, id, async (tx) =>
              record(tx, { tasks: await addUnits(tx, id, staged, at), revised: 0 }),
            )
          : await addInPieces(
              context,
              { id: log, project: id, staged, at, progress: storing },
              (tx, added) => record(tx, { tasks: added, revised: 0 }),
            ),
      discard: () => rows.discard(),
    };
  },
  judgments: async (context, request, format, project, importId) => {
    const run = await importedRound(context, project, request.round);
    const read =
      format === 'judgment-cache'
        ? await stageCache(context, request, project, run)
        : await stageJudgments(context, request, format, project, run);
    const staged = { ...read, importId };
    const { task, rows, changes, aside, skipped } = staged;
    const preview = await countPreview(context, project, staged);
    const warnings = [...staged.warnings, ...preview.warnings];
    const willCount = preview.count;
    const about = { tasks: [task], changes, aside, skipped, warnings, willCount };
    let planned: PlannedJudgments | null = null;
    const counts = ({ inserted, unchanged, revised }: AddedJudgments): Counts => ({
      tasks: [{ task, inserted, unchanged }],
      revised,
    });
    const plan = async (db: Database, at: string): Promise<Counts> =>
      counts((planned = await planJudgments(context, db, request.project, staged, at)));
    return {
      ...about,
      first: async () =>
        (await rows.first(previewRows)).map(({ unit, annotator, answers }) => {
          return { task, unit, annotator, values: answers };
        }),
      plan,
      add: async (at, record) => {
        // Lookups are done before the write, which blocks everybody else.
        const planAnew = async (): Promise<PlannedJudgments> => {
          await discardPlan(planned);
          await context.store.snapshot((db) => plan(db, at));
          return planned!;
        };
        const input = { project: request.project, staged, at, progress: request.storing };
        return await addPlanned(context, input, planAnew, (tx, added) => record(tx, counts(added)));
      },
      discard: async () => {
        await rows.discard();
        await discardPlan(planned);
      },
    };
  },
  rulings: async (context, request, format, project, id) => {
    const staged = await stageRulings(context, request, format, project);
    const { task, warnings } = staged;
    const counts = (added: AddedRulings): Counts => ({ tasks: [{ task, ...added }], revised: 0 });
    return {
      ...none,
      tasks: [task],
      warnings,
      first: async () => [],
      plan: async (db, at) => counts(await checkRulings(context, db, request.project, staged, at)),
      add: async (at, record) =>
        await addRulingsInPieces(
          context,
          {
            id,
            project: request.project,
            name: request.name,
            staged,
            at,
            progress: request.storing,
          },
          (tx, added) => record(tx, counts(added)),
        ),
      discard: async () => {},
    };
  },
};
