import { constants } from 'node:fs';
import { copyFile, link, rename } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { ImportFormat } from '../../domain/exchange/file-formats.ts';
import { defined } from '../../domain/defined.ts';
import { countFaults, refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import type { Skipped } from '../../formats/exchange/tool-export.ts';
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
import type { Readings, ReadRows } from './reading-process.ts';

/** Processes that read files of others within limits. */
export interface Readers {
  readonly limits: WorkLimits;
  readonly processes: KeptProcess;
}

/** @internal */
export function readersWithin(limits: WorkLimits): Readers {
  const processes = new KeptProcess(threadFile('reading-process', import.meta.url), limits);
  return { limits, processes };
}

/** What reading a file may take: half of the memory at most, so that the others keep theirs. */
const usualReaders = readersWithin({
  seconds: 600,
  megabytes: Math.min(4096, Math.floor(totalmem() / 2 ** 21)),
});

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
  { take = () => undefined, keep, readers = usualReaders }: Following<Kind, Batch> = {},
): Promise<Answer<Kind>> {
  if (here !== null) {
    const answer = await read(here, kind, work, take as (batch: unknown) => void);
    await keep?.(answer);
    return answer;
  }
  const { limits, processes } = readers;
  try {
    return await processes.use(async (process) => {
      const handed = await handOver(work, process.folder);
      const answer = await process.ask<Answer<Kind>, Batch>([kind, handed], take);
      await keep?.(answer);
      return answer;
    });
  } catch (error) {
    if (!(error instanceof WorkStopped)) throw error;
    const { seconds, megabytes } = limits;
    const reason =
      error.limit === 'seconds'
        ? codedText('reading-slow', { seconds })
        : codedText('reading-large', { megabytes });
    return refuse('file-unreadable', { file: work.name, reason });
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
  const handed = async (path: string, name: string): Promise<string> => {
    const place = join(folder, name);
    // Another file system, or one without links.
    await link(path, place).catch(() => copyFile(path, place, constants.COPYFILE_FICLONE));
    return place;
  };
  const path = await handed(work.path, 'file');
  const gold = work.request?.goldFiles;
  if (gold === undefined) return { ...work, path };
  const goldFiles = {
    matrix: await handed(gold.matrix, basename(gold.matrix)),
    labels: await handed(gold.labels, basename(gold.labels)),
  };
  return { ...work, path, request: { ...work.request, goldFiles } };
}

interface HandedFiles {
  readonly path: string;
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

/** Passes each row of judgments on to `accept`, as `readJudgments`, while they are read apart. */
export async function readJudgmentsApart(
  request: ImportRequest,
  format: ImportFormat,
  place: { readonly content: ProjectProtocol['content']; readonly task: string },
  accept: (row: FoundRow) => void,
  found: FaultList,
): Promise<Skipped> {
  const { path, name } = request;
  const take = ({ rows, found: { faults, count } }: ReadRows): void => {
    found.addAll(faults);
    found.count += count - countFaults(faults);
    for (const row of rows) accept(row);
  };
  return await readApart(
    'judgments',
    { path, name, request: plain(request), format, ...place },
    { take },
  );
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

/** A request without what only this process can call. */
function plain({ progress: _, storing: _storing, tell: _tell, ...request }: ImportRequest) {
  return request;
}
