import { exportable } from '../../domain/exchange/file-formats.ts';
import type { ExportFormat, ExportKind } from '../../domain/exchange/file-formats.ts';
import { oneOf } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import type { CsvStyle } from '../../formats/csv.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import type { WorkContext } from '../work-context.ts';

/** What to export. */
export interface ExportRequest {
  readonly project: string;
  readonly kind: ExportKind;
  /** May be left out where the protocol has one task, and for the merged view of the RAG tasks. */
  readonly task?: string;
  readonly format?: string;
  /** Only the judgments of one run. */
  readonly run?: string;
  /** Only one annotator's judgments; doccano's files hold one each. */
  readonly annotator?: string;
  /** The version of the questions; the current one by default. Versions are never mixed. */
  readonly taskHash?: string;
  /** Truth and table: fields of the unit to repeat in each row; `subject` is one of them. */
  readonly fields?: readonly string[];
  /** Truth and table: votes decide before all quotas are met, and rows say that it is partial. */
  readonly allowPartial?: boolean;
  /** For programs: cells are written as they are, also those that a spreadsheet would run. */
  readonly raw?: boolean;
  /** The question that a qrels file or an adjudication is about, where the task has several. */
  readonly question?: string;
  /** The topic of an override file or judgment cache. Default: the policies', then the task. */
  readonly topic?: string;
  /**
   * Adjudication: whose judgments, who adjudicates, pairs per subject, whether hints are hidden.
   */
  readonly base?: string;
  readonly target?: string;
  readonly cap?: number;
  readonly blind?: boolean;
  /** Adjudicated file: which judgment counts if the base annotator's differ between rounds. */
  readonly precedence?: 'latest' | readonly string[];
}

/** A file that is being written, piece by piece. */
export interface ExportedFile {
  readonly name: string;
  readonly contentType: string;
  readonly pieces: AsyncIterable<string | Uint8Array>;
  /** What the file is, for a file beside it or the headers of a reply. */
  readonly manifest: ExportManifest;
}

/** What an export says about itself. */
export interface ExportManifest {
  readonly project: string;
  readonly task: string;
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  readonly protocol_version: number;
  readonly protocol_hash: string;
  /** The version of the questions that every row was answered under. */
  readonly task_hash: string;
  /** Rows per guideline version, where rows are judgments. */
  readonly guideline_versions: Readonly<Record<string, number>>;
  readonly rows: number | null;
  /** Judgments that were left out because they answer other questions. */
  readonly left_out: number;
  /** Fields of judgments that a file of this format cannot hold. */
  readonly left_out_fields?: readonly string[];
  readonly simulated: boolean;
  /** What a spreadsheet would run has an apostrophe before it, which an import takes away. */
  readonly escaped?: true;
  readonly at: string;
  readonly by: string;
  readonly [detail: string]: unknown;
}

/** An export in progress: the request with everything that was looked up for it. */
export interface ExportJob {
  readonly context: WorkContext;
  readonly request: ExportRequest;
  readonly project: ProjectProtocol;
  readonly name: string;
  readonly format: ExportFormat;
  readonly style: CsvStyle;
}

/** The pieces of a file, and what its manifest says in addition. */
export interface WrittenExport extends Pick<ExportedFile, 'pieces'> {
  readonly manifest: Partial<ExportManifest>;
}

/** The format that was named, or the usual one of the kind. */
export function chooseExportFormat(kind: ExportKind, named: string | undefined): ExportFormat {
  const fitting: readonly ExportFormat[] = exportable[kind];
  const format = named === undefined ? fitting[0]! : fitting.find((one) => one === named);
  const wrong = { field: 'format', got: JSON.stringify(named), expected: oneOf(fitting) };
  return format ?? refuse('wrong-value', wrong);
}

/** Joins small pieces into larger ones that are worth sending. */
export async function* inPieces(
  parts: AsyncIterable<string> | Iterable<string>,
  size = 65_536,
): AsyncGenerator<string> {
  let pending: string[] = [];
  let length = 0;
  for await (const part of parts) {
    pending.push(part);
    length += part.length;
    if (length < size) continue;
    yield pending.join('');
    pending = [];
    length = 0;
  }
  if (pending.length > 0) yield pending.join('');
}
