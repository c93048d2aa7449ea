import { parentPort } from 'node:worker_threads';
import { InputError } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { readContent } from '../../formats/protocol/protocol-content.ts';
import { taskOf } from '../project-protocol.ts';
import { FaultList } from '../text-file.ts';
import { fileColumns } from '../units/file-columns.ts';
import type { FoundRow } from './import-rows.ts';
import { stageUnits } from './import-units.ts';
import type { StagedUnit } from './import-units.ts';
import { readJudgments } from './read-judgments.ts';
import { mostUnread } from './read-off-thread.ts';
import type { ReadingReply, ReadingWork } from './read-off-thread.ts';
import { StagedRows } from '../staged-rows.ts';

/** Few enough to be taken in without holding anybody up. */
const rowsTogether = 50;
const charactersTogether = 200_000;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
const reply = (message: ReadingReply): void => parentPort!.postMessage(message);

async function answer(work: ReadingWork): Promise<void> {
  try {
    reply(await readers[work.kind](work));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    reply({ faults: error.faults, count: error.count });
  }
}

/** Reads the columns of a file with some of what they hold. */
async function columns({ request }: ReadingWork): Promise<ReadingReply> {
  return { columns: await fileColumns(request.path, request.name) };
}

/** Reads, checks and stages units; their rows stay in the folder. */
async function units({ request, format, content, folder }: ReadingWork): Promise<ReadingReply> {
  const kept = { path: folder, discard: async () => undefined };
  const rows = new StagedRows<StagedUnit>(kept);
  const staged = await stageUnits(request, format, readContent(content, true), rows);
  rows.keep();
  const { tasks, warnings, skipped } = staged;
  return { units: { size: rows.size, tasks, warnings, skipped } };
}

/** Reads the rows of judgments. The caller, which knows the record, checks them. */
async function judgments(work: ReadingWork): Promise<ReadingReply> {
  const { request, format, content, task, unread } = work;
  const sent = new SentRows(new Int32Array(unread));
  const prepared = taskOf(readContent(content, true), task);
  const accept = (row: FoundRow): void => sent.accept(row);
  const skipped = await readJudgments(request, format, prepared, accept, sent);
  sent.send();
  return { read: { skipped } };
}

const readers = { units, judgments, columns };

/** Sends rows and faults on in the order in which they were found. */
class SentRows extends FaultList {
  /** How many batches were not taken in yet. */
  readonly #unread: Int32Array;
  #batch: FoundRow[] = [];
  #length = 0;
  #told = { faults: 0, count: 0 };

  constructor(unread: Int32Array) {
    super();
    this.#unread = unread;
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
    if (this.#batch.length >= rowsTogether || this.#length >= charactersTogether) this.send();
  }

  send(): void {
    const { faults, count } = this.#told;
    const found = { faults: this.faults.slice(faults), count: this.count - count };
    reply({ rows: this.#batch, found });
    this.#told = { faults: this.faults.length, count: this.count };
    this.#batch = [];
    this.#length = 0;
    // Not faster than they are taken in: a file may be larger than memory.
    let unread = Atomics.add(this.#unread, 0, 1) + 1;
    for (; unread >= mostUnread; unread = Atomics.load(this.#unread, 0))
      Atomics.wait(this.#unread, 0, unread);
  }
}

parentPort!.on('message', (work: ReadingWork) => void answer(work));
