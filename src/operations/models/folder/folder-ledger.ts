import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { UnitFields } from '../../../domain/units/unit.ts';
import { refuse } from '../../../domain/fault.ts';
import { judgmentLine } from '../../../formats/judging/whole-judgment.ts';
import { readUnit } from '../../../domain/units/unit.ts';
import type { LoadedProtocol } from '../../protocol/load-protocol.ts';
import type { ProjectTask } from '../../project-protocol.ts';
import { readUnits } from '../../units/read-units.ts';
import { AppendFile } from '../append-file.ts';
import { CellTable } from '../cell-table.ts';
import { modelJudgments } from './folder-judgments.ts';
import { lockFolder } from './folder-lock.ts';
import { attemptsLine } from './journal-attempts.ts';
import { FolderState } from './folder-state.ts';
import { KnownVersions } from './known-versions.ts';
import type { JournalEvent } from './folder-state.ts';
import { leaseOwner } from '../lease-owner.ts';
import type { Ledger, Result, ViewRequest } from '../ledger.ts';
import { hashOf } from '../model-result.ts';
import { mostRecent } from '../../units/recent-units.ts';
import { settleResults } from '../../../truth/models/settle-results.ts';

/** A task whose units and judgments are files in a folder. */
export interface FolderScope {
  readonly loaded: LoadedProtocol;
  readonly task: ProjectTask;
}

/** Who opens a folder, and whether they only look. */
export interface FolderOptions {
  readonly owner?: string;
  /** Then nothing is locked, repaired or written. */
  readonly isReadOnly?: boolean;
}

/** Where a folder keeps what models were asked about a task. */
export function modelsFolder(folder: string, task: string): string {
  return join(folder, '.assay', 'models', task);
}

/**
 * The ledger of a task in a folder: a journal of everything that happened, the raw replies, and the
 * judgments in a file that every other command reads. The journal is written first; judgments that
 * a crash kept from their file are added when it is opened again. One process at a time.
 */
export function folderLedger(
  { loaded, task }: FolderScope,
  clock: () => Date,
  { owner = leaseOwner('folder'), isReadOnly = false }: FolderOptions = {},
): Ledger {
  const { folder, protocol } = loaded;
  const own = modelsFolder(folder, task.task.id);
  const unlock = isReadOnly ? () => {} : lockFolder(join(own, 'lock.json'), owner, clock);
  const journal = new AppendFile(join(own, 'journal.jsonl'), isReadOnly);
  const replies = new AppendFile(join(own, 'replies.jsonl'));
  const judgments = new AppendFile(modelJudgments(folder, task.task.id));
  const state = new FolderState();
  journal.read((line) => state.apply(JSON.parse(line) as JournalEvent));
  if (!isReadOnly) repair(judgments, state.lastJudgments);
  /** Results that are held, to be written together. */
  let held = 0;
  // Replies first, judgments last: what the journal has, the next start adds to their file.
  const flush = (): void => {
    for (const file of [replies, journal, judgments]) file.flush();
    held = 0;
  };
  const add = (event: JournalEvent): void => {
    flush();
    journal.append([JSON.stringify(event)]);
    state.apply(event);
  };
  const units = folderUnits(loaded, task);
  const known = new KnownVersions({ loaded, task });
  return {
    place: folder,
    // Few: they are put down as bytes at once, which wait for each other here.
    together: 50,
    key: `${hashOf(realpathSync(folder)).slice(0, 16)}/${task.task.id}`,
    view: async (request) => cellTable({ loaded, task }, units(), state, request, known),
    unitFields: async (ids) => {
      const all = units();
      return new Map(
        ids.flatMap((id): [string, UnitFields][] => {
          const fields = all.get(id);
          return fields === undefined ? [] : [[id, fields]];
        }),
      );
    },
    addJob: async (job) => add({ is: 'job', job }),
    setJob: async (id, next) => add({ is: 'job-state', id, state: next }),
    jobs: async () => [...state.jobs.values()],
    addBatch: async (batch, requests) => add({ is: 'batch', batch, requests }),
    changeBatch: async (id, from, change) => {
      const batch = state.batches.get(id);
      if (batch === undefined || !from.includes(batch.phase)) return false;
      add({ is: 'batch-change', id, change });
      return true;
    },
    batches: async (phases) =>
      [...state.batches.values()].filter(({ phase }) => phases?.includes(phase) ?? true),
    batchRequests: async (id) => state.requests.get(id) ?? [],
    attemptedIn: async (batch) => state.toldIn(batch),
    record: async (results, _, isMoreOnItsWay = false) => {
      // What the journal has is kept, even when the next file cannot be written for a while.
      if (!isMoreOnItsWay) flush();
      const settled = settleResults(results, {
        known: ({ id, batch }) => state.repliesTo(batch, id),
        content: (attempt) => known.content(attempt, attempt.promptHash),
        isClosed: false,
      });
      const outcomes = settled.map((one) => one?.attempt.outcome ?? null);
      const kept = settled.filter((one) => one !== null);
      if (kept.length === 0) return outcomes;
      const raws = kept.flatMap(({ attempt: { reply: hash, batch }, raw: content }) =>
        hash === null || content === null ? [] : [replyLine(hash, content, batch !== null)],
      );
      const lines = kept.flatMap((one) => judgmentOf(one, task, protocol.guideline.version));
      const attempts = kept.map(({ attempt }) => attempt);
      const event = attemptsLine(attempts, lines, held > 0);
      if (isMoreOnItsWay) {
        replies.hold(raws);
        journal.hold([event]);
      } else {
        replies.append(raws);
        journal.append([event]);
      }
      judgments.hold(lines);
      state.add(attempts);
      for (const { attempt } of kept)
        if (attempt.outcome === 'accepted') known.set(attempt, attempt.promptHash);
      held += kept.length;
      if (isMoreOnItsWay && held < mostHeld) return outcomes;
      try {
        flush();
      } catch (error) {
        // What the journal has is kept: the next call fails before it writes, or the next start
        // adds the judgments.
        if (isMoreOnItsWay) throw error;
      }
      return outcomes;
    },
    isClosed: async () => false,
    sums: async (job) => state.sums(job),
    // The lock of the folder is the lease on everything in it.
    lease: async () => true,
    endLease: async () => {},
    holder: async () => null,
    close: async () => {
      try {
        flush();
      } finally {
        for (const file of [journal, replies, judgments]) file.close();
        unlock();
      }
    },
  };
}

/** How many results wait for each other before they are written: each write waits for the disk. */
const mostHeld = 4000;

/** A raw reply with its hash. A line of a batch was read as JSON, and is put in as it is. */
function replyLine(hash: string, content: string, isLine: boolean): string {
  if (!isLine) return JSON.stringify({ hash, content });
  return `{"hash":"${hash}","line":${content.trim()}}`;
}

/** The line of an accepted answer; it carries the request and the prompt that it came from. */
function judgmentOf(
  { attempt, given }: Result,
  { task, hash }: ProjectTask,
  guideline: string,
): readonly string[] {
  if (attempt.outcome !== 'accepted' || given === null) return [];
  const { unit, annotator, at, id, promptHash } = attempt;
  const other = { ...given.asides.other, prompt: promptHash, request: id };
  const judgment = {
    unit,
    task: task.id,
    annotator,
    answers: given.answers,
    asides: { ...given.asides, other },
    guideline,
    taskHash: hash,
    round: null,
    at,
    seconds: null,
  };
  return [judgmentLine(judgment).trimEnd()];
}

/** Adds what the journal has and the file of judgments lacks. */
function repair(file: AppendFile, last: readonly string[]): void {
  const missing = new Set(last);
  file.read((line) => missing.delete(line));
  file.append(last.filter((line) => missing.has(line)));
}

/** The units of a task, read when they are first needed. */
function folderUnits(
  { protocol, folder }: LoadedProtocol,
  { task }: ProjectTask,
): () => ReadonlyMap<string, UnitFields> {
  let read: ReadonlyMap<string, UnitFields> | null = null;
  return () => {
    const file =
      protocol.units[task.id] ??
      refuse('usage', { reason: `The protocol ${protocol.name} names no units for ${task.id}.` });
    return (read ??= readUnits([join(folder, file)], task));
  };
}

function cellTable(
  { task }: FolderScope,
  units: ReadonlyMap<string, UnitFields>,
  state: FolderState,
  { prompts, k }: ViewRequest,
  known: KnownVersions,
): CellTable {
  const { unit } = task.task;
  const dated = [...units].map(([id, fields]) => {
    const read = readUnit(task.task.id, unit, fields);
    const subject = read.ok ? read.unit.subject : null;
    return { id, subject, date: unit.date === null ? null : fields[unit.date] };
  });
  const ids = mostRecent(dated, k);
  const table = new CellTable(ids, () => ids);
  for (const [annotator, prompt] of prompts)
    for (const id of ids)
      table.set({ unit: id, annotator }, known.content({ unit: id, annotator }, prompt));
  for (const one of state.unaccepted)
    if (task.hashes.has(one.taskHash) && prompts.get(one.annotator) === one.promptHash)
      table.addAttempt(one, one);
  for (const { id, phase } of state.batches.values()) {
    if (phase === 'taken-in' || phase === 'given-up') continue;
    const told = state.toldIn(id);
    for (const request of state.requests.get(id) ?? [])
      if (!told.has(request.id) && table.content(request) !== 'judged')
        table.set(request, 'pending');
  }
  return table;
}
