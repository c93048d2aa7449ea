import type { CodedText } from '../../domain/coded-text.ts';
import { countFaults, fault, InputError } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import type { Skipped } from '../../formats/exchange/tool-export.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { scratchFolder } from '../scratch-folder.ts';
import type { FaultList } from '../text-file.ts';
import type { ImportFormat } from '../../domain/exchange/file-formats.ts';
import type { ImportRequest } from './import-request.ts';
import type { FileColumns } from '../units/file-columns.ts';
import type { FoundRow } from './import-rows.ts';
import type { StagedUnits } from './import-units.ts';
import { StagedRows } from '../staged-rows.ts';
import { KeptThread } from '../workspace/kept-thread.ts';

/** What reading an uploaded file may take. */
const readingResources = { seconds: 600, heapMegabytes: 2048, grownMegabytes: 4096 };

/** How many batches of rows may wait to be taken in. */
export const mostUnread = 4;

type Content = ProjectProtocol['content'];

/** A file for the thread to read. */
export interface ReadingWork {
  readonly kind: 'units' | 'judgments' | 'columns';
  readonly request: Omit<ImportRequest, 'progress' | 'storing' | 'tell'>;
  readonly format: ImportFormat;
  /** Unused for columns. */
  readonly content: Content;
  /** Judgments: the task. */
  readonly task: string;
  /** Units: where they are staged. */
  readonly folder: string;
  /** Judgments: how many batches were not taken in yet, shared by both threads. */
  readonly unread: SharedArrayBuffer;
}

interface StagedSize extends Omit<StagedUnits, 'name' | 'rows'> {
  readonly size: number;
}

interface ReadFaults {
  readonly faults: readonly Fault[];
  readonly count: number;
}

/** How reading ended. */
interface Ending {
  readonly units?: StagedSize;
  readonly read?: { readonly skipped: Skipped };
  readonly columns?: FileColumns;
}

/** Some rows, and what was found before them that is not a row. */
interface ReadRows {
  readonly rows: readonly FoundRow[];
  readonly found: ReadFaults;
}

/** What the thread answers: some rows, how it ended, or what is wrong. */
export type ReadingReply = ReadRows | Ending | ReadFaults;

/** Reads, checks and stages units in a thread of its own, so that others go on saving. */
export async function stageUnitsOffThread(
  request: ImportRequest,
  format: ImportFormat,
  { content }: Pick<ProjectProtocol, 'content'>,
  resources = readingResources,
): Promise<StagedUnits> {
  const folder = scratchFolder('import');
  const work = { kind: 'units', format, content, task: '', folder: folder.path } as const;
  try {
    const { units } = await ask(request, work, () => undefined, resources);
    if (units === undefined) throw new Error('the thread has staged nothing');
    const { size, ...said } = units;
    return { name: request.name, rows: new StagedRows(folder, size), ...said };
  } catch (error) {
    await folder.discard();
    throw error;
  }
}

/** Reads the columns of a file in a thread of its own, within the same limits. */
export async function fileColumnsOffThread(path: string, name: string): Promise<FileColumns> {
  const content = { source: '', guideline: '', files: {} };
  const work = { kind: 'columns', format: 'units-csv', content, task: '', folder: '' } as const;
  const request: ImportRequest = { project: '', kind: 'units', path, name };
  const { columns } = await ask(request, work, () => undefined, readingResources);
  if (columns === undefined) throw new Error('the thread has read nothing');
  return columns;
}

/** Passes each row of judgments on to `accept`, as `readJudgments`, while a thread reads them. */
export async function readJudgmentsOffThread(
  request: ImportRequest,
  format: ImportFormat,
  place: { readonly content: Content; readonly task: string },
  accept: (row: FoundRow) => void,
  found: FaultList,
): Promise<Skipped> {
  const work = { kind: 'judgments', format, ...place, folder: '' } as const;
  const take = ({ rows, found: { faults, count } }: ReadRows): void => {
    found.addAll(faults);
    found.count += count - countFaults(faults);
    for (const row of rows) accept(row);
  };
  const { read } = await ask(request, work, take, readingResources);
  if (read === undefined) throw new Error('the thread has read nothing');
  return read.skipped;
}

async function ask(
  { progress: _, storing: _storing, tell: _tell, ...request }: ImportRequest,
  work: Omit<ReadingWork, 'request' | 'unread'>,
  take: (rows: ReadRows) => void,
  resources: typeof readingResources,
): Promise<Ending> {
  const { seconds, heapMegabytes, grownMegabytes } = resources;
  const threads = resources === readingResources ? usualThreads : readingThreads(resources);
  const thread = threads.take();
  let hasAnswered = false;
  const unread = new SharedArrayBuffer(4);
  const waiting = new Int32Array(unread);
  const started = performance.now();
  const before = process.memoryUsage.rss();
  let watch: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Ending>((resolve, reject) => {
      const exceeds = (reason: CodedText): void =>
        reject(new InputError([fault('file-unreadable', { file: request.name, reason })]));
      watch = setInterval(() => {
        if (performance.now() - started > seconds * 1000)
          exceeds(codedText('parquet-slow', { seconds }));
        if (process.memoryUsage.rss() - before > grownMegabytes * 2 ** 20)
          exceeds(codedText('parquet-large', { megabytes: grownMegabytes }));
      }, 50);
      const end = (reply: Ending | ReadFaults): void => {
        hasAnswered = true;
        if ('faults' in reply) reject(new InputError(reply.faults, reply.count));
        else resolve(reply);
      };
      // One reply a turn: Node hands over all that have come, and the thread sends more meanwhile.
      const replies: ReadingReply[] = [];
      const takeNext = (): void => {
        const reply = replies[0]!;
        if ('rows' in reply) {
          // A row that cannot be taken in ends the import.
          try {
            take(reply);
          } catch (error) {
            reject(error);
          }
          Atomics.sub(waiting, 0, 1);
          Atomics.notify(waiting, 0);
        } else end(reply);
        replies.shift();
        if (replies.length > 0) setImmediate(takeNext);
      };
      thread.on('message', (reply: ReadingReply) => {
        if (replies.push(reply) === 1) setImmediate(takeNext);
      });
      thread.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
          exceeds(codedText('parquet-large', { megabytes: heapMegabytes }));
        else reject(error);
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
      thread.postMessage({ ...work, request, unread } satisfies ReadingWork);
    });
  } finally {
    clearInterval(watch);
    await (hasAnswered ? threads.giveBack(thread) : thread.terminate());
  }
}

/** A clone runs the sources, a package the JavaScript made from them. */
function readingThreads({ heapMegabytes }: typeof readingResources): KeptThread {
  const name = import.meta.url.endsWith('.ts') ? './reading-thread.ts' : './reading-thread.js';
  return new KeptThread(new URL(name, import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
}

const usualThreads = readingThreads(readingResources);
