import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HashedFile } from '../../release/croissant.ts';
import { tablePath } from '../../release/croissant.ts';
import { judgmentsTable, unitsTable } from '../../release/data-tables.ts';
import { recordFiles } from '../../release/record-files.ts';
import type { ChosenRecord } from '../../release/record-files.ts';
import { recordProtocols } from '../../release/record-fold.ts';
import { joined } from '../../release/release-file.ts';
import { foldRuns, measuredRuns } from '../../release/run-fold.ts';
import type { MeasuredRun } from '../../release/run-fold.ts';
import { filePieces, hasContent } from './file-pieces.ts';
import { readReleaseRecord } from './release-record.ts';

/** What can be said of the files of a release without folding its tasks. */
export interface CheckedFiles {
  readonly hashed: readonly HashedFile[];
  /** Files of the record that are written exactly as we write what they hold. */
  readonly asWritten: readonly string[];
  /** Tables of units, by the task whose units in the record they hold. */
  readonly unitTables: readonly { readonly name: string; readonly task: string }[];
}

/** Reads the record of a release by itself, and does what needs no fold of its tasks. */
export class SecondReader {
  readonly #folder: string;
  /** Null where it cannot be read; why, the first reader says. */
  #read: ChosenRecord | null;

  constructor(folder: string) {
    this.#folder = folder;
    const read = readReleaseRecord(folder);
    this.#read = 'failure' in read ? null : read;
  }

  /** Measures the runs whose judgments are the work itself; null where that is impossible. */
  runs(): readonly MeasuredRun[] | null {
    if (this.#read === null) return null;
    try {
      const { record } = this.#read;
      const { versions } = recordProtocols(record);
      return measuredRuns(foldRuns(record, versions, (round) => round.kind === 'full'));
    } catch {
      // A forged record may be impossible. The first reader comes to the same, and says it.
      return null;
    }
  }

  /** Hashes the files of the release, and compares those of its record with what we write. */
  files(names: readonly string[]): CheckedFiles {
    const checked = {
      hashed: names.map((name) => hashedFile(this.#folder, name)),
      asWritten: this.#asWritten(),
      unitTables: this.#unitTables(),
    };
    // Only judgments are asked for after this.
    if (this.#read !== null)
      this.#read = { ...this.#read, record: { ...this.#read.record, units: [] } };
    return checked;
  }

  /** Writes the table of the judgments of a task, given why each does not count. */
  judgments(task: string, uncounted: readonly (string | null)[]): ArrayBuffer {
    const { record } = this.#read!;
    const judgments = record.judgments.filter((one) => one.task === task);
    const own = recordProtocols(record).present.tasks.get(task)!.task;
    const told = { task: own, suffix: '', judgments, uncounted: () => uncounted };
    return judgmentsTable(record, told).parquet();
  }

  #asWritten(): readonly string[] {
    if (this.#read === null) return [];
    return [...recordFiles(this.#read)].flatMap(([name, lines]) => {
      const path = join(this.#folder, name);
      return existsSync(path) && hasContent(path, () => joined(lines())) ? [name] : [];
    });
  }

  /** The tables of units in the release that hold the units of a task. */
  #unitTables(): CheckedFiles['unitTables'] {
    const units = this.#read?.record.units ?? [];
    const tasks = [...new Set(units.map(({ task }) => task))];
    return tasks.flatMap((task) => {
      const own = units.filter((unit) => unit.task === task);
      return ['', `_${task}`].flatMap((suffix) => {
        const table = unitsTable({ task, suffix, list: own });
        const name = tablePath(table);
        const path = join(this.#folder, name);
        if (!existsSync(path)) return [];
        return hasContent(path, () => [new Uint8Array(table.parquet())]) ? [{ name, task }] : [];
      });
    });
  }
}

/** A file with its size and hash. */
export function hashedFile(folder: string, name: string): HashedFile {
  const digest = createHash('sha256');
  let bytes = 0;
  for (const piece of filePieces(join(folder, name))) {
    digest.update(piece);
    bytes += piece.length;
  }
  return { name, bytes, sha256: digest.digest('hex') };
}
