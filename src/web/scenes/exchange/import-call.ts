import { apiPath, withQuery } from '../../api/client.ts';
import type { ImportKind, ImportMode } from '../../../domain/exchange/file-formats.ts';

/** Everything that was chosen for an import. */
export interface ImportChoice {
  readonly kind: ImportKind;
  /** Whether somebody said so, rather than the file. */
  readonly isKindChosen: boolean;
  readonly task: string;
  /** Empty: recognised from the file. */
  readonly format: string;
  readonly mode: ImportMode;
  readonly guideline: string;
  /** Empty: outside of rounds. */
  readonly round: string;
  readonly annotator: string;
  /** JSON, or empty. */
  readonly mapping: string;
  readonly skipInvalid: boolean;
  readonly file: File | null;
  /** The other two files of a gold pack. */
  readonly matrix: File | null;
  readonly labels: File | null;
}

/** The address of an import. Values written for another kind of import are not sent. */
export function importPath(project: string, choice: ImportChoice, isDry: boolean): string {
  return withQuery(apiPath`/api/projects/${project}/import`, {
    ...importQuery(choice, choice.kind === 'rulings' ? '' : choice.mapping.trim()),
    dry_run: isDry ? true : undefined,
  });
}

/** The address of what a file looks like; what it holds is left open unless somebody chose it. */
export function proposalPath(project: string, choice: ImportChoice): string {
  return withQuery(apiPath`/api/projects/${project}/import/proposal`, {
    ...importQuery(choice, ''),
    kind: choice.isKindChosen ? choice.kind : undefined,
  });
}

function importQuery(choice: ImportChoice, written: string) {
  const given = (text: string): string | undefined => text.trim() || undefined;
  const isJudgments = choice.kind === 'judgments';
  const annotator = isJudgments ? given(choice.annotator) : undefined;
  const mapping = {
    ...(written === '' ? {} : (JSON.parse(written) as object)),
    ...(annotator === undefined ? {} : { annotator }),
  };
  return {
    kind: choice.kind,
    task: choice.task,
    format: given(choice.format),
    mode: isJudgments ? choice.mode : undefined,
    name: choice.file?.name,
    guideline: isJudgments ? given(choice.guideline) : undefined,
    round: isJudgments ? given(choice.round) : undefined,
    mapping: Object.keys(mapping).length === 0 ? undefined : JSON.stringify(mapping),
    skip_invalid: choice.skipInvalid ? true : undefined,
  };
}

/** What is sent: the file as it is, or the three files of a gold pack in one. */
export async function importBody({ format, file, matrix, labels }: ImportChoice): Promise<Blob> {
  if (file === null) return new Blob([]);
  const type = 'application/octet-stream';
  if (format !== 'gold-pack' || matrix === null || labels === null)
    return file.slice(0, file.size, type);
  const [chunks, ...rest] = await Promise.all([file.text(), matrix.text(), labels.text()]);
  return new Blob([JSON.stringify({ chunks, matrix: rest[0], labels: rest[1] })], { type });
}

/** Whether a text can be a mapping: a JSON object, or nothing. */
export function isMapping(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value);
  } catch {
    return false;
  }
}
