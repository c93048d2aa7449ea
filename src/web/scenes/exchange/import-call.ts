import { apiPath, withQuery } from '../../api/client.ts';
import type { ImportKind, ImportMode } from './formats.ts';

/** Everything that was chosen for an import. */
export interface ImportChoice {
  readonly kind: ImportKind;
  readonly task: string;
  /** Empty: recognised from the file. */
  readonly format: string;
  readonly mode: ImportMode;
  readonly guideline: string;
  readonly annotator: string;
  /** JSON, or empty. */
  readonly mapping: string;
  readonly skipInvalid: boolean;
  readonly file: File | null;
  /** The other two files of a gold pack. */
  readonly matrix: File | null;
  readonly labels: File | null;
}

/** The address of an import with all that was chosen. */
export function importPath(project: string, choice: ImportChoice, isDry: boolean): string {
  const given = (text: string): string | undefined =>
    text.trim() === '' ? undefined : text.trim();
  // What was written for another kind, and is not shown for this one, is not sent.
  const written =
    choice.kind === 'rulings' || choice.mapping.trim() === ''
      ? {}
      : (JSON.parse(choice.mapping) as object);
  const mapping = {
    ...written,
    ...(choice.kind !== 'judgments' || choice.annotator.trim() === ''
      ? {}
      : { annotator: choice.annotator.trim() }),
  };
  return withQuery(apiPath`/api/projects/${project}/import`, {
    kind: choice.kind,
    task: choice.task,
    format: given(choice.format),
    mode: choice.kind === 'judgments' ? choice.mode : undefined,
    name: choice.file?.name,
    guideline: choice.kind === 'judgments' ? given(choice.guideline) : undefined,
    mapping: Object.keys(mapping).length === 0 ? undefined : JSON.stringify(mapping),
    skip_invalid: choice.skipInvalid ? true : undefined,
    dry_run: isDry ? true : undefined,
  });
}

/** What is sent: the file as it is, or the three files of a gold pack in one. */
export async function importBody({ format, file, matrix, labels }: ImportChoice): Promise<Blob> {
  if (file === null) return new Blob([]);
  if (format !== 'gold-pack' || matrix === null || labels === null)
    return file.slice(0, file.size, 'application/octet-stream');
  return new Blob(
    [
      JSON.stringify({
        chunks: await file.text(),
        matrix: await matrix.text(),
        labels: await labels.text(),
      }),
    ],
    { type: 'application/octet-stream' },
  );
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
