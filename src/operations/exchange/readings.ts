import type { ImportFormat } from '../../domain/exchange/file-formats.ts';
import { InputError } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { textSize } from '../../formats/jsonl.ts';
import type { CachedJudgmentTopic, JudgmentSink } from '../../formats/models/cache-judgments.ts';
import type { ParquetLimits } from '../../formats/parquet.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { StagedRows } from '../staged-rows.ts';
import { FaultList } from '../text-file.ts';
import type { ImportRequest } from './import-request.ts';
import type { FoundRow } from './import-rows.ts';
import type { StagedUnit } from './import-units.ts';
import { logSamples, parquetIn, sheetIn } from './read-binary.ts';
import type { GivenRuling } from './read-rulings.ts';

/* How files of others are read in a process of its own. What a reading needs is loaded with it. */

type Send = (batch: unknown) => void;

interface FileWork {
  readonly path: string;
  /** The file's name, for messages. */
  readonly name: string;
}

interface CacheWork extends FileWork {
  readonly topics: readonly CachedJudgmentTopic[];
  readonly withAggregates: boolean;
}

/** A judgment of a cache, or an outcome that it holds, with its line. */
export type CachedRow = { readonly line: number } & (
  | { readonly judgment: Parameters<JudgmentSink['judgment']>[0] }
  | { readonly aggregate: Parameters<NonNullable<JudgmentSink['aggregate']>>[0] }
);

interface ImportWork extends FileWork {
  readonly request: Omit<ImportRequest, 'progress' | 'storing' | 'tell'>;
  readonly format: ImportFormat;
  readonly content: ProjectProtocol['content'];
}

interface ProtocolWork {
  readonly name: string;
  readonly content: ProjectProtocol['content'];
  readonly isKept: boolean;
}

/** More faults of a protocol are only counted. */
const mostFaults = 500;

/** Some rows, and what was found before them that is not a row. */
export interface ReadRows<Row> {
  readonly rows: readonly Row[];
  readonly found: { readonly faults: readonly Fault[]; readonly count: number };
}

/** Few enough to be taken in without holding anybody up. */
const few = { rows: 50, characters: 200_000 };
/** Of a table that is read as a whole. */
const many = { rows: 1000, characters: 2_000_000 };

export const readings = {
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
    const sent = new SentRows<FoundRow>(send);
    const prepared = taskOf(await readProtocol(content), task);
    const accept = (row: FoundRow): void => sent.accept(row);
    const skipped = await readJudgments({ ...request, path }, format, prepared, accept, sent);
    sent.send();
    return skipped;
  },

  /** Reads rulings, or the overrides of a file. The caller checks them likewise. */
  rulings: async (work: ImportWork & { readonly task: string }, send: Send) => {
    const { path, request, format, content, task } = work;
    const { readRulings } = await import('./read-rulings.ts');
    const sent = new SentRows<GivenRuling>(send);
    const accept = (ruling: GivenRuling): void => sent.accept(ruling);
    await readRulings(
      { ...request, path },
      format,
      await readProtocol(content),
      task,
      accept,
      sent,
    );
    sent.send();
  },

  /** Reads the judgments of a cache, and what it holds instead of votes where that is wanted. */
  cache: async (work: CacheWork, send: Send) => {
    const { readCache } = await import('../models/import-cache.ts');
    const sent = new SentRows<CachedRow>(send, many);
    const sums = await readCache(work, work.topics, {
      fault: (one) => sent.add(one),
      judgment: (judgment, line) => sent.accept({ judgment, line: line() }),
      ...(work.withAggregates
        ? { aggregate: (aggregate, line) => sent.accept({ aggregate, line: line() }) }
        : {}),
    });
    sent.send();
    return sums;
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
    sendTable(send, await parquetIn(path, name, limits));
  },

  /** Reads a workbook, of its rows the first where `most` says so. */
  sheet: async (
    { path, name, most = Number.POSITIVE_INFINITY }: FileWork & { readonly most?: number },
    send: Send,
  ) => {
    const { rows, ...about } = await sheetIn(path, name);
    sendTable(send, rows.slice(0, most));
    return about;
  },

  /** Unpacks the samples of an evaluation log; null for another zip file. */
  samples: ({ path, name }: FileWork) => logSamples(path, name),

  /** Reads a protocol with everything that it names. */
  protocol: async ({ content, isKept }: ProtocolWork) => {
    const { readParts } = await import('../../formats/protocol/protocol-content.ts');
    try {
      return readParts(content, isKept);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      throw new InputError(error.faults.slice(0, mostFaults), error.count);
    }
  },

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

function sendTable(send: Send, rows: readonly object[]): void {
  const sent = new SentRows<object>(({ rows: batch }: ReadRows<object>) => send(batch), many);
  for (const row of rows) sent.accept(row);
  sent.send();
}

/** Sends rows and faults on in the order in which they were found. */
class SentRows<Row extends object> extends FaultList {
  readonly #send: (batch: ReadRows<Row>) => void;
  readonly #most: typeof few;
  #batch: Row[] = [];
  #length = 0;
  #told = { faults: 0, count: 0 };

  constructor(send: (batch: ReadRows<Row>) => void, most = few) {
    super();
    this.#send = send;
    this.#most = most;
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

  accept(row: Row): void {
    this.#batch.push(row);
    this.#length += textSize(row);
    const { rows, characters } = this.#most;
    if (this.#batch.length >= rows || this.#length >= characters) this.send();
  }

  send(): void {
    const { faults, count } = this.#told;
    const found = { faults: this.faults.slice(faults), count: this.count - count };
    this.#send({ rows: this.#batch, found });
    this.#told = { faults: this.faults.length, count: this.count };
    this.#batch = [];
    this.#length = 0;
  }
}
