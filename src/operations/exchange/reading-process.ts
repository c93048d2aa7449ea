import type { ImportFormat } from '../../domain/exchange/file-formats.ts';
import type { Fault } from '../../domain/fault.ts';
import type { ParquetLimits } from '../../formats/parquet.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { StagedRows } from '../staged-rows.ts';
import { FaultList } from '../text-file.ts';
import { answerWork } from '../workspace/answer-work.ts';
import type { ImportRequest } from './import-request.ts';
import type { FoundRow } from './import-rows.ts';
import type { StagedUnit } from './import-units.ts';
import { read, readHere } from './read-apart.ts';
import { logSamples, parquetIn, sheetIn } from './read-binary.ts';

/*
 * The process in which files of others are read: whatever they do to it, nobody else notices. What
 * a reading needs is loaded with it: after a death another process begins.
 */

type Send = (batch: unknown) => void;

interface FileWork {
  readonly path: string;
  /** The file's name, for messages. */
  readonly name: string;
}

interface ImportWork extends FileWork {
  readonly request: Omit<ImportRequest, 'progress' | 'storing' | 'tell'>;
  readonly format: ImportFormat;
  readonly content: ProjectProtocol['content'];
}

/** Some rows, and what was found before them that is not a row. */
export interface ReadRows {
  readonly rows: readonly FoundRow[];
  readonly found: { readonly faults: readonly Fault[]; readonly count: number };
}

/** Few enough to be taken in without holding anybody up. */
const batchRows = 50;
const batchCharacters = 200_000;
/** Of a table that is read as a whole. */
const tableBatch = 1000;

const readings = {
  /** Reads, checks and stages units; their rows stay in a file. */
  units: async ({ path, request, format, content }: ImportWork) => {
    const { stageUnits } = await import('./import-units.ts');
    const rows = new StagedRows<StagedUnit>();
    const { tasks, warnings, skipped } = await stageUnits(
      { ...request, path },
      format,
      await readProtocol(content),
      rows,
    );
    rows.close();
    return { file: rows.file, size: rows.size, tasks, warnings, skipped };
  },

  /** Reads the rows of judgments. The caller, which knows the record, checks them. */
  judgments: async (work: ImportWork & { readonly task: string }, send: Send) => {
    const { path, request, format, content, task } = work;
    const { readJudgments } = await import('./read-judgments.ts');
    const { taskOf } = await import('../project-protocol.ts');
    const sent = new SentRows(send);
    const prepared = taskOf(await readProtocol(content), task);
    const accept = (row: FoundRow): void => sent.accept(row);
    const skipped = await readJudgments({ ...request, path }, format, prepared, accept, sent);
    sent.send();
    return skipped;
  },

  /** Reads the columns of a file with some of what they hold. */
  columns: async ({ path, name }: FileWork) => {
    const { fileColumns } = await import('../units/file-columns.ts');
    return await fileColumns(path, name);
  },

  /** Reads the rows of a Parquet file. */
  parquet: async (
    { path, name, limits }: FileWork & { readonly limits?: Partial<ParquetLimits> },
    send: Send,
  ) => {
    const rows = await parquetIn(path, name, limits);
    for (let at = 0; at < rows.length; at += tableBatch) send(rows.slice(at, at + tableBatch));
  },

  /** Reads a workbook, of its rows the first where `most` says so. */
  sheet: async (
    { path, name, most = Number.POSITIVE_INFINITY }: FileWork & { readonly most?: number },
    send: Send,
  ) => {
    const { rows, ...about } = await sheetIn(path, name);
    const end = Math.min(most, rows.length);
    for (let at = 0; at < end; at += tableBatch)
      send(rows.slice(at, Math.min(at + tableBatch, end)));
    return about;
  },

  /** Unpacks the samples of an evaluation log; null for another zip file. */
  samples: ({ path, name }: FileWork) => logSamples(path, name),

  /** Splits a gold pack into its three files. */
  gold: async ({ path }: FileWork) => {
    const { unpackGold } = await import('./read-judgments.ts');
    return await unpackGold(path);
  },
};

export type Readings = typeof readings;

async function readProtocol(content: ImportWork['content']) {
  const { readContent } = await import('../../formats/protocol/protocol-content.ts');
  return readContent(content, true);
}

/** Sends rows and faults on in the order in which they were found. */
class SentRows extends FaultList {
  readonly #send: Send;
  #batch: FoundRow[] = [];
  #length = 0;
  #told = { faults: 0, count: 0 };

  constructor(send: Send) {
    super();
    this.#send = send;
  }

  override addAll(...found: Parameters<FaultList['addAll']>): void {
    // What is not shown is only counted, in any order.
    if (this.#batch.length > 0 && this.faults.length < FaultList.shown) this.send();
    super.addAll(...found);
  }

  /** As found: the caller joins those that are alike. */
  protected override keep(found: Fault): void {
    if (this.faults.length < FaultList.shown) this.faults.push(found);
  }

  accept(row: FoundRow): void {
    this.#batch.push(row);
    this.#length += row.text?.length ?? 200;
    if (this.#batch.length >= batchRows || this.#length >= batchCharacters) this.send();
  }

  send(): void {
    const { faults, count } = this.#told;
    const found = { faults: this.faults.slice(faults), count: this.count - count };
    this.#send({ rows: this.#batch, found } satisfies ReadRows);
    this.#told = { faults: this.faults.length, count: this.count };
    this.#batch = [];
    this.#length = 0;
  }
}

// The decoder reads columns side by side: when one fails, nobody handles what becomes of others.
process.on('unhandledRejection', () => undefined);
readHere(readings);
await answerWork(([kind, work]: readonly [keyof Readings, never], send) =>
  read(readings, kind, work, send),
);
