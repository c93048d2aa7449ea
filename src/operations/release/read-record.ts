import { storedJson } from '../../domain/stored-json.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { weakMatcher } from '../../release/unit-check.ts';
import { duplicateUnits, recordUnit } from '../../release/unit-facts.ts';
import type {
  ModelReply,
  RecordDecision,
  RecordJudgment,
  RecordModelRun,
  RecordRun,
  RecordUnit,
  RecordVersion,
  ReleaseRecord,
} from '../../release/record.ts';
import { listNotes } from '../../store/discussion/notes.ts';
import { attemptSums } from '../../store/models/attempts.ts';
import { listMembers, wholeWorkspace } from '../../store/people/memberships.ts';
import { findProtocol, listProtocols } from '../../store/protocol/protocols.ts';
import {
  projectQuestions,
  projectSlots,
  recordHead,
  streamAcceptedReplies,
  streamProjectJudgments,
  streamProjectUnits,
  streamReplyTexts,
} from '../../store/release/record-rows.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { listRuns, runUnits } from '../../store/rounds/rounds.ts';
import { unitDecisions } from '../../store/rounds/unit-decisions.ts';
import { listWaivers } from '../../store/rounds/waivers.ts';
import { runAnnotators } from '../../store/rounds/work-runs.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import type { AgendaPoint } from '../../truth/discussion/agenda.ts';
import { modelKey } from '../../truth/models/cell-content.ts';
import { isEven } from '../../truth/rounds/run-demand.ts';
import type { Agenda } from '../discussion/agenda.ts';
import { projectProtocol } from '../project-protocol.ts';
import type { Progress } from '../text-file.ts';
import type { Database, Workspace } from '../workspace.ts';
import { recordModelRuns } from './record-model-runs.ts';

/** What is read besides; replies have only their hash unless their texts are asked for. */
interface RecordRequest {
  readonly replies?: boolean;
  readonly progress?: Progress | undefined;
}

/** The whole record of a project as of one moment. */
export async function readRecord(
  { store }: Pick<Workspace, 'store'>,
  project: string,
  { replies = false, progress }: RecordRequest = {},
): Promise<ReleaseRecord> {
  const present = await projectProtocol(store, project);
  const runsOfVersions = new Map<number, Protocol>();
  for (const { version } of await store.read((db) => listProtocols(db, project)))
    runsOfVersions.set(version, (await projectProtocol(store, project, version)).protocol);
  return await store.snapshot(async (db) => {
    const versions = await readVersions(db, project);
    const units = await readUnits(db, project, present.protocol, present.content.files);
    progress?.(1, 4);
    const runs = await readRuns(db, project, runsOfVersions);
    const judgments = await readJudgments(db, project, await readReplies(db, project, replies));
    progress?.(2, 4);
    const rulings = await listRulings(db, { project });
    const waivers = await listWaivers(db, { project });
    const questions = await projectQuestions(db, project);
    const tasks = present.protocol.tasks;
    const record: ReleaseRecord = {
      project,
      versions,
      units,
      runs,
      judgments,
      rulings: rulings.map((ruling) => {
        const { unit, task, by, reason, at, decision } = ruling;
        const { ownJudgment, edgeCase, guidelineProposal, original } = ruling;
        const about = { ownJudgment, edgeCase, guidelineProposal, original };
        return { unit, task, by, reason, at, decision, ...about };
      }),
      waivers: waivers.map(({ id, run, gate, annotator, by, reason, at, withdrawn }) => {
        return { id, run, gate, annotator, by, reason, at, withdrawn };
      }),
      people: await readPeople(db, project, runs),
      remarks: questions.map(({ task, unit, detail, at }) => {
        const { text = '' } = storedJson<{ text?: string }>(detail, 'fact', 'detail', { unit });
        return { task, unit, text, at };
      }),
      decisions: await readDecisions(db, project),
      models: await readModels(db, project, present.protocol),
      nearDuplicates: duplicateUnits(tasks, units),
      audit: await recordHead(db),
    };
    progress?.(4, 4);
    return record;
  });
}

async function readVersions(db: Database, project: string): Promise<readonly RecordVersion[]> {
  const found: RecordVersion[] = [];
  for (const { version } of await listProtocols(db, project)) {
    const row = (await findProtocol(db, project, version))!;
    found.push({
      version,
      source: row.source,
      guidelineVersion: row.guidelineVersion,
      guideline: row.guidelineSource,
      files: row.files,
      at: row.createdAt,
      by: row.createdBy,
      reason: row.reason,
      former: row.taskHashes === null,
    });
  }
  return found;
}

async function readUnits(
  db: Database,
  project: string,
  protocol: Protocol,
  files: Readonly<Record<string, string>>,
): Promise<readonly RecordUnit[]> {
  const weak = weakMatcher(protocol, files);
  const tasks = new Map(protocol.tasks.map((task) => [task.id, task]));
  const found: RecordUnit[] = [];
  for await (const { task: name, id, subject, fields: text } of streamProjectUnits(db, project)) {
    const task = tasks.get(name);
    // Units of a task that the protocol no longer has can have no truth.
    if (task === undefined) continue;
    const fields = storedJson<UnitFields>(text, 'unit', 'fields', { unit: id });
    found.push(recordUnit(task, { id, subject, fields }, weak));
  }
  return found;
}

async function readRuns(
  db: Database,
  project: string,
  versions: ReadonlyMap<number, Protocol>,
): Promise<readonly RecordRun[]> {
  const { counts, open } = await projectSlots(db, project);
  const found: RecordRun[] = [];
  const runs = await listRuns(db, project);
  const decided = await unitDecisions(
    db,
    runs.map(({ id }) => id),
  );
  for (const run of runs) {
    const units = await runUnits(db, run.id);
    const annotators = await runAnnotators(db, run.id);
    const isDrawn = units.some((one) => one.inclusionProbability !== null);
    found.push({
      id: run.id,
      round: run.round,
      attempt: run.attempt,
      task: run.task,
      version: run.protocolVersion,
      guideline: run.guideline,
      taskHash: run.taskHash,
      seed: isDrawn ? run.seed : null,
      perUnit: run.perUnit,
      openedAt: run.openedAt,
      openedBy: run.openedBy,
      closedAt: run.closedAt,
      closedBy: run.closedBy,
      unitDecision: decided.get(run.id) ?? null,
      wanted: wantedIn(run, units.length, annotators, counts, versions),
      annotators,
      units: units.map((one) => ({ unit: one.unit, probability: one.inclusionProbability })),
      awaited: open
        .filter((slot) => slot.run === run.id)
        .map((slot) => ({ unit: slot.unit, annotator: slot.annotator ?? '' })),
    });
  }
  return found;
}

function wantedIn(
  run: RoundRun,
  units: number,
  annotators: readonly string[],
  slots: ReadonlyMap<string, number>,
  versions: ReadonlyMap<number, Protocol>,
): number {
  const round = versions.get(run.protocolVersion)?.rounds.find((one) => one.id === run.round);
  const isFixed = round !== undefined && isEven(round, annotators);
  return isFixed ? units * run.perUnit : (slots.get(run.id) ?? 0);
}

async function readJudgments(
  db: Database,
  project: string,
  replies: ReadonlyMap<string, ModelReply>,
): Promise<readonly RecordJudgment[]> {
  const found: RecordJudgment[] = [];
  for await (const { idempotencyKey, ...row } of streamProjectJudgments(db, project)) {
    const reply = row.origin === 'model' ? (replies.get(idempotencyKey) ?? null) : null;
    found.push({ ...row, untimed: row.untimed === 1, reply });
  }
  return found;
}

/** What the meetings decided, with the point of the agenda that it is about. */
async function readDecisions(db: Database, project: string): Promise<readonly RecordDecision[]> {
  const notes = await listNotes(db, { project, kinds: ['meeting', 'decision'] });
  const meetings = new Map(
    notes.flatMap((note) => (note.kind === 'meeting' ? [[note.id, note] as const] : [])),
  );
  const decisions = notes.filter(({ kind }) => kind === 'decision');
  const replaced = new Set(decisions.map(({ detail }) => detail['replaces']));
  return decisions.map(({ id, about, text, by, at, detail }) => {
    const meeting = meetings.get(about!)!;
    const { points } = meeting.detail['agenda'] as Agenda;
    const point = points.find(({ key }) => key === detail['point']);
    const isReplaced = replaced.has(id);
    return { meeting: meeting.text, text, by, at, about: subjectOf(point), replaced: isReplaced };
  });
}

function subjectOf(point: AgendaPoint | undefined): RecordDecision['about'] {
  if (point === undefined) return null;
  const { task, kind } = point;
  if (kind === 'label') return { task, kind, name: point.question };
  if (kind === 'annotator' || kind === 'week' || kind === 'speed')
    return { task, kind, name: point.annotator };
  return { task, kind, name: point.unit };
}

async function readModels(
  db: Database,
  project: string,
  protocol: Protocol,
): Promise<readonly RecordModelRun[]> {
  const found: RecordModelRun[] = [];
  for (const { id: task } of protocol.tasks)
    found.push(...recordModelRuns(protocol, task, await attemptSums(db, { project, task })));
  return found;
}

/** The replies that became judgments, by the keys of these judgments. */
async function readReplies(
  db: Database,
  project: string,
  withTexts: boolean,
): Promise<ReadonlyMap<string, ModelReply>> {
  const texts = new Map<string, string>();
  if (withTexts)
    for await (const { hash, content } of streamReplyTexts(db, project)) texts.set(hash, content);
  const found = new Map<string, ModelReply>();
  for await (const { id, promptHash, reply } of streamAcceptedReplies(db, project))
    if (reply !== null)
      found.set(modelKey(promptHash, id), { hash: reply, text: texts.get(reply) ?? null });
  return found;
}

/** Who holds or held the role of an annotator, and whom a lead put into a run. */
async function readPeople(
  db: Database,
  project: string,
  runs: readonly RecordRun[],
): Promise<readonly string[]> {
  const members = [
    ...(await listMembers(db, project)),
    ...(await listMembers(db, wholeWorkspace)),
  ].filter((member) => member.role === 'annotator');
  const names = [
    ...members.map((member) => member.login),
    ...runs.flatMap((run) => run.annotators),
  ];
  return [...new Set(names)].toSorted();
}
