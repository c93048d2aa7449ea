import type { Fault } from '../../domain/fault.ts';
import { refuse } from '../../domain/fault.ts';
import type { ImportFormat, ImportKind, ImportMode } from '../../domain/exchange/file-formats.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Policy } from '../../domain/verdicts/policy.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { GivenRow } from '../../formats/judging/judgment-intake.ts';
import type { ImportMapping } from '../exchange/import-request.ts';
import { goldPackRows } from '../exchange/read-judgments.ts';
import type { EarlierOverride } from '../../formats/rulings/override-file.ts';
import { otherRows } from '../exchange/other-formats.ts';
import type { OtherFormat } from '../exchange/other-formats.ts';
import { rowsOfParquet } from '../parquet-files.ts';
import type { ParquetFile } from '../parquet-files.ts';
import { FaultList, readText } from '../text-file.ts';
import type { Progress } from '../text-file.ts';

/** What a file holds. */
export type FileKind =
  | 'protocol'
  | 'guideline'
  | 'units'
  | 'records'
  | 'judgments'
  | 'rulings'
  | 'overrides'
  | 'weak rules'
  | 'policy'
  | 'recording'
  | 'rounds'
  | 'unknown';

/** One file that was checked. */
export interface CheckedFile {
  readonly file: string;
  readonly kind: FileKind;
  readonly task: string | null;
  readonly rows: number;
  readonly faults: number;
  /** Invalid records that an import would skip, where that was asked for. */
  readonly skipped?: number;
}

/** Everything that was checked, and everything that was found. */
export interface Validation {
  readonly files: readonly CheckedFile[];
  readonly faults: readonly Fault[];
  /** How many faults in all; the first are kept. */
  readonly count: number;
  /** Without further files: the judgments beside the protocol, which nobody asked to check. */
  readonly unchecked: readonly string[];
}

interface GoldFiles {
  readonly matrix: string;
  readonly labels: string;
}

/** How further files are read. */
export interface ValidateOptions {
  readonly progress?: Progress;
  /** The task of the files, if they do not name it. */
  readonly task?: string;
  /** What the fields of another tool, or the columns of a table, are called here. */
  readonly mapping?: ImportMapping;
  /** What the files hold and how they are written, where their beginning does not tell. */
  readonly kind?: ImportKind;
  readonly format?: ImportFormat;
  /** What an import would do with invalid judgments; rejected unless said otherwise. */
  readonly mode?: ImportMode;
  /** The round that the judgments would go into. */
  readonly round?: string;
  /** The other two files of a gold pack. */
  readonly goldFiles?: GoldFiles;
  /** Invalid records are skipped and counted. */
  readonly skipInvalid?: boolean;
  /** The field for the number of each row of units, where none names it. */
  readonly numbered?: string;
  /** The Parquet files among them, read in advance. */
  readonly parquet?: ReadonlyMap<string, ParquetFile>;
}

/** A validation in progress: the files so far, their faults, and what later files refer to. */
export class OpenValidation {
  readonly files: CheckedFile[] = [];
  readonly found = new FaultList();
  /** The units of each task, with the fields that judgments are checked against. */
  readonly units = new Map<string, Map<string, UnitFields>>();
  readonly policies: Policy[] = [];
  /** What override files say so far, by task and unit. */
  readonly overrides = new Map<string, EarlierOverride>();
  /** False after a policy that cannot be read, whose topic is unknown. */
  allTopicsKnown = true;
  /** Null: the version of the protocol. */
  readonly guideline: string | null;
  readonly progress: Progress | undefined;
  readonly parquet: ReadonlyMap<string, ParquetFile>;
  readonly mode: ImportMode;
  readonly skipsInvalid: boolean;
  readonly numbered: string | undefined;
  readonly #goldFiles: GoldFiles | undefined;
  readonly #mapping: ImportMapping;

  constructor(guideline: string | null, options: ValidateOptions) {
    this.guideline = guideline;
    this.progress = options.progress;
    this.mode = options.mode ?? 'reject';
    this.parquet = options.parquet ?? new Map<string, ParquetFile>();
    this.skipsInvalid = options.skipInvalid === true;
    this.numbered = options.numbered;
    this.#goldFiles = options.goldFiles;
    this.#mapping = options.mapping ?? {};
  }

  /** Checks a file; `read` calls back for every row. */
  check(
    file: string,
    kind: FileKind,
    task: string | null,
    read: (each: () => void, skip: () => void) => void,
  ): void {
    const before = this.found.count;
    let rows = 0;
    let skipped = 0;
    this.found.gather(() =>
      read(
        () => (rows += 1),
        () => (skipped += 1),
      ),
    );
    const checked = { file, kind, task, rows, faults: this.found.count - before };
    this.files.push(skipped === 0 ? checked : { ...checked, skipped });
  }

  /** The units of a task; null if there are none, so that ids cannot be checked. */
  unitsOf(task: string): ReadonlyMap<string, UnitFields> | null {
    const units = this.units.get(task);
    return units === undefined || units.size === 0 ? null : units;
  }

  /** The rows of a file that is read as a whole: a table, an array, the export of another tool. */
  otherRows(
    file: string,
    other: OtherFormat & { readonly task: Task },
    take: (given: GivenRow) => void,
  ): void {
    const parquet = this.parquet.get(file);
    const { rows, faults } =
      parquet === undefined
        ? otherRows(readText(file), other, this.#mapping)
        : rowsOfParquet(parquet, other.kind, other.task, this.#mapping);
    this.found.addAll(faults, { file });
    if (rows.length === 0 && faults.length === 0) refuse('file-empty', {}, { file });
    for (const row of rows) take(row);
  }

  /** The judgments of a gold pack, of which the file holds the chunks. */
  goldRows(chunks: string): readonly GivenRow[] {
    if (this.#goldFiles === undefined) refuse('gold-pack-files');
    const names = { chunks, ...this.#goldFiles };
    const texts = {
      chunks: readText(names.chunks),
      matrix: readText(names.matrix),
      labels: readText(names.labels),
    };
    return goldPackRows(texts, names, this.#mapping.annotator);
  }
}
