import type { Fault } from '../../domain/fault.ts';
import { refuse } from '../../domain/fault.ts';
import type { ImportFormat, ImportKind, ImportMode } from '../../domain/exchange/file-formats.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Policy } from '../../domain/verdicts/policy.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { GivenRow } from '../../formats/judging/judgment-intake.ts';
import type { ImportMapping } from '../exchange/import-request.ts';
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
}

/** Everything that was checked, and everything that was found. */
export interface Validation {
  readonly files: readonly CheckedFile[];
  readonly faults: readonly Fault[];
  /** How many faults in all; the first are kept. */
  readonly count: number;
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
  /** The Parquet files among them, read beforehand. */
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
  readonly #mapping: ImportMapping;

  constructor(guideline: string | null, options: ValidateOptions) {
    this.guideline = guideline;
    this.progress = options.progress;
    this.mode = options.mode ?? 'reject';
    this.parquet = options.parquet ?? new Map<string, ParquetFile>();
    this.#mapping = options.mapping ?? {};
  }

  /** Checks a file; `read` calls back for every row. */
  check(file: string, kind: FileKind, task: string | null, read: (each: () => void) => void): void {
    const before = this.found.count;
    let rows = 0;
    this.found.gather(() => read(() => (rows += 1)));
    this.files.push({ file, kind, task, rows, faults: this.found.count - before });
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
}
