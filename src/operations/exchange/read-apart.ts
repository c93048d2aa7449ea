import { constants } from 'node:fs';
import { copyFile, link, realpath, rename } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { ImportFormat } from '../../domain/exchange/file-formats.ts';
import { defined } from '../../domain/defined.ts';
import { countFaults, refuse } from '../../domain/fault.ts';
import { refuseField } from '../../domain/field-fault.ts';
import { codedText } from '../../domain/text-values.ts';
import type { Skipped } from '../../formats/exchange/tool-export.ts';
import type { CachedJudgmentTopic, JudgmentSink } from '../../formats/models/cache-judgments.ts';
import type { CacheSums } from '../models/import-cache.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { StagedRows } from '../staged-rows.ts';
import type { FaultList } from '../text-file.ts';
import type { FileColumns } from '../units/file-columns.ts';
import { KeptProcess, WorkStopped } from '../workspace/kept-process.ts';
import type { WorkLimits } from '../workspace/kept-process.ts';
import { threadFile } from '../workspace/own-thread.ts';
import type { ImportRequest } from './import-request.ts';
import type { FoundRow } from './import-rows.ts';
import type { StagedUnits } from './import-units.ts';
import type { GivenRuling } from './read-rulings.ts';
import type { CachedRow, Readings, ReadRows } from './readings.ts';

/** Processes that read files of others within limits. */
export interface Readers {
  readonly limits: WorkLimits;
  readonly processes: KeptProcess;
}

export function readersWithin(limits: WorkLimits): Readers {
  const processes = new KeptProcess(threadFile('reading-process', import.meta.url), limits);
  return { limits, processes };
}

/** Made when the first file is read. */
let usualReaders: Readers | undefined;

/**
 * What reading a file may take: a quarter of the memory at most, so that several leave enough to
 * the others, unless the operator says how much. Refuses what the operator says if it cannot be.
 */
export function readingLimits(): WorkLimits {
  // Of a container what it may use, where that is limited.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const quarter = Math.floor(memory / 2 ** 22);
  const megabytes = operatorLimit('ASSAY_READING_MEGABYTES') ?? Math.min(4096, quarter);
  const atOnce = Math.max(1, Math.min(4, Math.floor((3 * quarter) / megabytes)));
  return { seconds: operatorLimit('ASSAY_READING_SECONDS') ?? 600, megabytes, atOnce };
}

function operatorLimit(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^[1-9]\d{0,6}$/.test(text))
    refuseField(name, text, codedText('whole-number-from', { least: 1 }));
  return Number(text);
}

type Work<Kind extends keyof Readings> = Parameters<Readings[Kind]>[0];
type Answer<Kind extends keyof Readings> = Awaited<ReturnType<Readings[Kind]>>;

/** How reading is followed, where that is needed. */
interface Following<Kind extends keyof Readings, Batch> {
  /** Called with the parts of what was read. */
  readonly take?: (batch: Batch) => void;
  /** Called with the answer while the files that were made by reading are still there. */
  readonly keep?: (answer: Answer<Kind>) => Promise<void>;
  readonly readers?: Readers;
}

/**
 * Reads a file in a process of its own, so that nothing in the file can harm or hold up this one:
 * it is refused when reading it takes more time or memory than it may.
 */
export async function readApart<Kind extends keyof Readings, Batch = never>(
  kind: Kind,
  work: Work<Kind>,
  {
    take = () => undefined,
    keep,
    readers = (usualReaders ??= readersWithin(readingLimits())),
  }: Following<Kind, Batch> = {},
): Promise<Answer<Kind>> {
  if (here !== null) {
    const answer = await read(here, kind, work, take as (batch: unknown) => void);
    await keep?.(answer);
    return answer;
  }
  const { limits, processes } = readers;
  return await withinLimits(work.name, limits, () =>
    processes.use(async (process) => {
      const handed = await handOver(work, process.folder);
      const answer = await process.ask<Answer<Kind>, Batch>([kind, handed], take);
      await keep?.(answer);
      return answer;
    }),
  );
}

/** Refuses a file whose work took more than it may. */
export async function withinLimits<Result>(
  file: string,
  { seconds, megabytes }: WorkLimits,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WorkStopped)) throw error;
    const reason =
      error.limit === 'seconds'
        ? codedText('reading-slow', { seconds })
        : codedText('reading-large', { megabytes });
    return refuse('file-unreadable', { file, reason });
  }
}

let here: Readings | null = null;

/** In the process that reads, everything else is read by itself. */
export function readHere(readings: Readings): void {
  here = readings;
}

/** Does a piece of work with a file. */
export async function read<Kind extends keyof Readings>(
  readings: Readings,
  kind: Kind,
  work: Work<Kind>,
  send: (batch: unknown) => void,
): Promise<Answer<Kind>> {
  const reading = readings[kind] as (
    work: Work<Kind>,
    send: (batch: unknown) => void,
  ) => Promise<Answer<Kind>>;
  return await reading(work, send);
}

/** The work with files that the process may read. */
async function handOver<Given extends HandedFiles>(work: Given, folder: string): Promise<Given> {
  if (work.path === undefined) return work;
  const path = await handFile(work.path, folder, 'file');
  const gold = work.request?.goldFiles;
  if (gold === undefined) return { ...work, path };
  const goldFiles = {
    matrix: await handFile(gold.matrix, folder),
    labels: await handFile(gold.labels, folder),
  };
  return { ...work, path, request: { ...work.request, goldFiles } };
}

/** Puts a file into the folder of a process; returns its place there. */
export async function handFile(
  path: string,
  folder: string,
  name = basename(path),
): Promise<string> {
  const place = join(folder, name);
  try {
    // A link to a link would lead out of the folder.
    await link(await realpath(path), place);
  } catch {
    // Another file system, one without links, or a pipe.
    await copyFile(path, place, constants.COPYFILE_FICLONE);
  }
  return place;
}

interface HandedFiles {
  readonly name: string;
  readonly path?: string;
  readonly request?: Pick<ImportRequest, 'goldFiles'>;
}

/** Reads, checks and stages units apart. */
export async function stageUnitsApart(
  request: ImportRequest,
  format: ImportFormat,
  { content }: Pick<ProjectProtocol, 'content'>,
  readers?: Readers,
): Promise<StagedUnits> {
  const folder = scratchFolder('import');
  const { path, name } = request;
  try {
    const {
      size,
      file: _,
      ...said
    } = await readApart(
      'units',
      { path, name, request: plain(request), format, content },
      {
        keep: ({ file }) => rename(file, join(folder.path, basename(file))),
        ...defined({ readers }),
      },
    );
    return { name, rows: new StagedRows(folder, size), ...said };
  } catch (error) {
    await folder.discard();
    throw error;
  }
}

/** Reads the columns of a file apart. */
export async function fileColumnsApart(path: string, name: string): Promise<FileColumns> {
  return await readApart('columns', { path, name });
}

type ReadPlace = { readonly content: ProjectProtocol['content']; readonly task: string };

/** Passes each row of judgments on to `accept`, as `readJudgments`, while they are read apart. */
export async function readJudgmentsApart(
  request: ImportRequest,
  format: ImportFormat,
  place: ReadPlace,
  accept: (row: FoundRow) => void,
  found: FaultList,
): Promise<Skipped> {
  const work = { ...fileOf(request), request: plain(request), format, ...place };
  return await readApart('judgments', work, { take: takeRows(accept, found) });
}

/** Passes each ruling on to `accept`, as `readRulings`, while they are read apart. */
export async function readRulingsApart(
  request: ImportRequest,
  format: ImportFormat,
  place: ReadPlace,
  accept: (ruling: GivenRuling) => void,
  found: FaultList,
): Promise<void> {
  const work = { ...fileOf(request), request: plain(request), format, ...place };
  await readApart('rulings', work, { take: takeRows(accept, found) });
}

/** Passes the judgments of a cache on to a sink, as `readCache`, while they are read apart. */
export async function readCacheApart(
  request: ImportRequest,
  topics: readonly CachedJudgmentTopic[],
  sink: JudgmentSink,
  found: FaultList,
): Promise<CacheSums> {
  const work = { ...fileOf(request), topics, withAggregates: sink.aggregate !== undefined };
  const accept = (row: CachedRow): void => {
    const line = (): number => row.line;
    if ('judgment' in row) sink.judgment(row.judgment, line);
    else sink.aggregate?.(row.aggregate, line);
  };
  return await readApart('cache', work, { take: takeRows(accept, found) });
}

function takeRows<Row>(accept: (row: Row) => void, found: FaultList) {
  return ({ rows, found: { faults, count } }: ReadRows<Row>): void => {
    found.addAll(faults);
    found.count += count - countFaults(faults);
    for (const row of rows) accept(row);
  };
}

/** Splits a gold pack that was received as one file into its three files, which lie beside it. */
export async function unpackGoldApart(path: string, name: string) {
  const place = (file: string): string => join(dirname(path), basename(file));
  const { chunks, matrix, labels } = await readApart(
    'gold',
    { path, name },
    {
      keep: async (files) => {
        for (const file of Object.values(files)) await rename(file, place(file));
      },
    },
  );
  return { chunks: place(chunks), matrix: place(matrix), labels: place(labels) };
}

function fileOf({ path, name }: ImportRequest) {
  return { path, name };
}

/** A request without what only this process can call. */
function plain({ progress: _, storing: _storing, tell: _tell, ...request }: ImportRequest) {
  return request;
}
