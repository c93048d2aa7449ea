import type { CodedText } from '../../domain/coded-text.ts';
import type { ImportFormat, ImportKind } from '../../domain/exchange/file-formats.ts';
import type { Skipped } from '../../formats/exchange/tool-export.ts';
import { planJudgments } from '../judging/add-judgments.ts';
import type { AddedJudgments, PlannedJudgments } from '../judging/add-judgments.ts';
import { addPlanned, discardPlan } from '../judging/judgment-pieces.ts';
import { stageCache } from '../models/import-cache.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { checkRulings } from '../rulings/add-rulings.ts';
import type { AddedRulings } from '../rulings/add-rulings.ts';
import { addInPieces as addRulingsInPieces } from '../rulings/ruling-pieces.ts';
import type { WorkContext } from '../work-context.ts';
import type { Database, WriteTransaction } from '../workspace.ts';
import { stageJudgments } from './import-judgments.ts';
import type { ImportRequest } from './import-request.ts';
import { stageRulings } from './import-rulings.ts';
import { addUnits, checkUnits, stageUnits } from './import-units.ts';
import { stageUnitsApart } from './read-apart.ts';
import { importedRound } from './round-slots.ts';
import { countPreview } from './uncounted.ts';
import type { WayIn } from './uncounted.ts';
import { addInPieces, isSmall, whenFree } from './unit-pieces.ts';

/** A unit with what it shows, or a judgment with its answers. */
export interface PreviewRow {
  readonly task: string;
  readonly unit: string;
  readonly annotator: string | null;
  readonly values: Readonly<Record<string, unknown>>;
}

/** How many rows were added to each task, and how many revise earlier ones. */
export interface Counts {
  readonly tasks: readonly {
    readonly task: string;
    readonly inserted: number;
    readonly unchanged: number;
  }[];
  readonly revised: number;
}

/** What was added, with its entry in the log and the import of the same file before. */
export interface Added extends Counts {
  readonly inserted: number;
  readonly unchanged: number;
  readonly log: string | null;
  readonly before: { readonly at: string; readonly by: string } | null;
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
  readonly wayIn: WayIn | null;
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

/** How many rows a check shows as they would be imported. */
const previewRows = 3;

const none = { changes: [], aside: [], skipped: [], willCount: null, wayIn: null };

/** How each kind of file is read and checked before anything is added. */
export const stages: Readonly<Record<ImportKind, Stage>> = {
  units: async (context, request, format, project, log) => {
    const staged =
      request.apart === true
        ? await stageUnitsApart(request, format, project)
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
    const { count: willCount, wayIn } = preview;
    const about = { tasks: [task], changes, aside, skipped, warnings, willCount, wayIn };
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
