import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { refuse } from '../../domain/fault.ts';
import { isModelRun } from '../../domain/judging/annotator.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import type { ModelJob } from '../../domain/models/model-job.ts';
import { InputError } from '../../domain/fault.ts';
import { modelList, replayedPanel } from '../../formats/models/model-list.ts';
import { readContent } from '../../formats/protocol/protocol-content.ts';
import type { ReadContent } from '../../formats/protocol/protocol-content.ts';
import type { ProviderSettings } from '../../llm/open-provider.ts';
import { databaseFile } from '../../store/database-address.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import { openRuns, runAnnotators } from '../../store/rounds/work-runs.ts';
import { namedTask } from '../fold/live-fold.ts';
import { loadProtocol } from '../protocol/load-protocol.ts';
import { protocolFolder } from '../protocol/protocol-folder.ts';
import { projectProtocol, taskOf } from '../project-protocol.ts';
import type { ProjectTask } from '../project-protocol.ts';
import { joinModels } from '../rounds/join-models.ts';
import type { JoinedModels } from '../rounds/join-models.ts';
import { loadRunWork } from '../rounds/run-work.ts';
import { readText } from '../text-file.ts';
import { timeOrderedIds } from '../time-ordered-ids.ts';
import { projectTopics } from '../verdicts/truth-from-record.ts';
import type { WorkContext } from '../work-context.ts';
import { compareModelFiles, compareModels } from './compare-models.ts';
import type { ModelComparison } from './compare-models.ts';
import { machineClock } from './engine.ts';
import type { EngineClock } from './engine.ts';
import { folderLedger, modelsFolder } from './folder/folder-ledger.ts';
import type { Ledger } from './ledger.ts';
import { folderConsensus, folderFiles, recordConsensus } from './overview/model-consensus.ts';
import type { ConsensusCounts } from './overview/model-consensus.ts';
import { modelPresets } from './model-presets.ts';
import { publicFetch } from './model-services.ts';
import type { ModelAccess } from './model-services.ts';
import { exampleRecording } from './overview/recordings.ts';
import { workspaceLedger } from './workspace-ledger.ts';

/** A task of a project or a folder that models are asked about. */
export interface ModelWork {
  readonly content: ReadContent;
  readonly task: ProjectTask;
  readonly ledger: Ledger;
  /** The run of a round that answers go into; null outside of rounds. */
  readonly run: string | null;
  /** Lets runs of models that are new on the panel join the run; null outside of rounds. */
  readonly join: ((annotators: readonly string[]) => Promise<JoinedModels>) | null;
  readonly by: string;
  readonly newId: () => string;
  readonly clock: EngineClock;
  /** Where replies go that cannot be saved. */
  readonly spoolFolder: string;
  readonly settings: ProviderSettings;
  /** What the judgments decide; with true also where not all have judged. */
  consensus(allowPartial: boolean): Promise<ConsensusCounts>;
  /** The models beside each other and beside the people. */
  comparison(): Promise<ModelComparison>;
}

/** How the task is named: by itself, by its topic or by a policy. */
interface TaskChoice {
  readonly task?: string | undefined;
  readonly topic?: string | undefined;
  readonly policy?: string | undefined;
}

/** What decides how a folder is opened. */
export interface FolderWorkRequest extends TaskChoice {
  readonly protocol?: string | undefined;
  readonly by: string;
  readonly isReadOnly?: boolean;
  readonly clock?: EngineClock;
  readonly access?: ModelAccess;
}

/** Opens a task of a protocol folder. */
export function openFolderWork(request: FolderWorkRequest): ModelWork {
  const clock = request.clock ?? machineClock;
  const loaded = loadProtocol(request.protocol);
  const { folder } = loaded;
  const content = readContent(protocolFolder(request.protocol ?? folder));
  const task = chosenTask(content, request);
  const { isReadOnly = false } = request;
  const named = { protocol: request.protocol, task: task.task.id };
  return {
    content,
    task,
    ledger: folderLedger({ loaded, task }, () => clock.now(), { isReadOnly }),
    run: null,
    join: null,
    by: request.by,
    newId: timeOrderedIds(() => clock.now()),
    clock,
    spoolFolder: modelsFolder(folder, task.task.id),
    settings: {
      ...settingsOf(request.access, { project: content.protocol.name, place: resolve(folder) }),
      ownFetch: null,
      now: () => clock.now().getTime(),
      readFile: async (file) => {
        const inside = join(folder, file);
        return readText(existsSync(inside) ? inside : file);
      },
    },
    consensus: async (allowPartial) => folderConsensus(named, allowPartial),
    comparison: async () => compareModelFiles(folderFiles(named)),
  };
}

/** The tasks of a folder that models were asked about. */
export function askedInFolder(protocol: string | undefined): readonly string[] {
  const { folder, protocol: found } = loadProtocol(protocol);
  return found.tasks.map(({ id }) => id).filter((id) => existsSync(modelsFolder(folder, id)));
}

/** What decides how a task of a workspace is opened. */
export interface WorkspaceWork extends TaskChoice {
  readonly project: string;
  /** Whether answers may belong to no round although the task has rounds. */
  readonly outsideRounds: boolean;
  /** The run of a job that began before; else the open one with models in it. */
  readonly run?: string | null;
  readonly clock?: EngineClock;
}

/** Opens a task of a workspace; answers go into the open round that has models in it. */
export async function openWorkspaceWork(
  context: WorkContext,
  request: WorkspaceWork,
): Promise<ModelWork> {
  const { store } = context;
  const clock = request.clock ?? machineClock;
  const present = await projectProtocol(store, request.project);
  const name = chosenTask(present, request).task.id;
  const run = request.run === undefined ? await modelRun(context, request, name) : request.run;
  const work = run === null ? null : await loadRunWork(store, run);
  const project = work?.project ?? present;
  const task = work?.task ?? taskOf(present, name);
  const file = databaseFile(store.address);
  const place = { project: request.project, task: task.task.id };
  const files = { ...project.content.files, ...present.content.files };
  // Who is asked, how and at what price is as of now; what is asked about is as of the run.
  const { panel, prompts, prices } = present.protocol;
  return {
    content: { ...project, protocol: { ...project.protocol, panel, prompts, prices } },
    task,
    ledger: await workspaceLedger(context, { project, task }),
    run,
    join: run === null ? null : (annotators) => joinModels(context, run, annotators),
    by: context.actor.login,
    newId: context.newId,
    clock,
    spoolFolder: file === null ? '.assay' : dirname(file),
    settings: {
      ...settingsOf(context.models, {
        project: request.project,
        place: `${store.address}, ${request.project}`,
      }),
      // The protocol is that of somebody else than the environment.
      ownFetch: context.models?.declared?.ownFetch ?? publicFetch,
      now: () => clock.now().getTime(),
      readFile: async (one) => {
        if (Object.hasOwn(files, one)) return files[one]!;
        const shipped = exampleRecording(present, one);
        if (shipped !== null) return readText(shipped);
        // Only somebody at the command line names a file of the machine.
        if (context.models?.allowsKey !== undefined && isAbsolute(one)) return readText(one);
        return refuse('file-not-found', { file: one });
      },
    },
    consensus: (allowPartial) => recordConsensus(context, place, allowPartial),
    comparison: () => compareModels(context, place),
  };
}

/** Where the answers of models on a task go: a round with models in it, or none. */
export type ModelRound =
  | { readonly kind: 'open'; readonly run: string; readonly round: string }
  | { readonly kind: 'closed'; readonly round: string }
  /** `outside`: the task is not judged in rounds. `missing`: no round has models in it. */
  | { readonly kind: 'outside' | 'missing' };

/** The round that answers of models on a task go into. */
export async function modelRound(
  { store }: Pick<WorkContext, 'store'>,
  project: string,
  task: string,
): Promise<ModelRound> {
  const present = await projectProtocol(store, project);
  if (!present.protocol.rounds.some((round) => round.task === task)) return { kind: 'outside' };
  for (const { id, round, ...run } of await store.read((db) => openRuns(db, project))) {
    const names = await store.read((db) => runAnnotators(db, id));
    if (run.task === task && names.some(isModelRun)) return { kind: 'open', run: id, round };
  }
  const closed = (await store.read((db) => listRuns(db, project))).findLast(
    (run) => run.task === task && run.closedAt !== null,
  );
  return closed === undefined ? { kind: 'missing' } : { kind: 'closed', round: closed.round };
}

async function modelRun(
  context: WorkContext,
  { project, outsideRounds }: WorkspaceWork,
  task: string,
): Promise<string | null> {
  if (outsideRounds) return null;
  const found = await modelRound(context, project, task);
  if (found.kind === 'open') return found.run;
  if (found.kind === 'outside') return null;
  if (found.kind === 'closed') refuse('model-round-closed', { task, round: found.round });
  return refuse('no-model-round', { task });
}

function settingsOf(
  access: ModelAccess | undefined,
  { project, place }: { readonly project: string; readonly place: string },
): Pick<ProviderSettings, 'environment' | 'services' | 'allowsKey'> {
  const { declared, allowsKey } = access ?? {};
  return {
    environment: process.env,
    ...(declared === undefined ? {} : { services: declared.of(project) }),
    allowsKey: allowsKey === undefined ? null : async (use) => await allowsKey(use, place),
  };
}

function chosenTask(content: ReadContent, { task, topic, policy }: TaskChoice): ProjectTask {
  const isLegacy = task !== undefined && !content.tasks.has(task) && /^G\d[a-z]$/.test(task);
  const id = policy ?? (isLegacy ? task : undefined);
  const wanted =
    topic === undefined && id === undefined ? task : (topicTask(content, topic, id) ?? topic);
  return content.tasks.get(namedTask(content, wanted))!;
}

/** The task of a topic, or of a policy; undefined when there is no such topic. */
function topicTask(
  content: ReadContent,
  topic: string | undefined,
  policy: string | undefined,
): string | undefined {
  const { topics } = projectTopics(content, policy === undefined ? [] : [policy]);
  return topics.find((one) => topic === undefined || one.id === topic)?.task.id;
}

/** The panel that is asked: the protocol's, a list of models with their runs, or a preset. */
export function chosenPanel({ protocol }: ReadContent, models: string | undefined): Panel {
  const { panels } = modelPresets();
  if (models === undefined) return modelsOf(protocol.panel);
  if (Object.hasOwn(panels, models)) return panels[models]!;
  const list = modelList(models, protocol.panel, panels);
  if (!list.ok) throw new InputError(list.faults);
  return list.panel;
}

/** The panel of a job that began before. */
export function jobPanel(content: ReadContent, { plan }: Pick<ModelJob, 'plan'>): Panel {
  const list = Object.entries(plan.runs).map(([entry, runs]) => `${entry}:${Math.max(...runs)}`);
  const panel = chosenPanel(content, list.join(','));
  return plan.recording === null ? panel : replayedPanel(panel, plan.recording);
}

function modelsOf(panel: Panel): Panel {
  return Object.fromEntries(Object.entries(panel).filter(([, { kind }]) => kind === 'model'));
}
