import { statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CodedText } from '../../domain/coded-text.ts';
import { InputError } from '../../domain/fault.ts';
import { csvLine, forPeople } from '../../formats/csv.ts';
import { isWorkbook } from '../../formats/parquet-mark.ts';
import { firstBytes } from '../line-pieces.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { readSheet } from '../exchange/import-rows.ts';
import { textSource } from '../exchange/text-source.ts';

/** Files as they can be read as text, and what was said about them. */
interface TextCopies {
  readonly paths: readonly string[];
  readonly said: readonly CodedText[];
  /** The name of a file by the path of its copy; any other path stays. */
  nameOf(path: string): string;
  discard(): Promise<void>;
}

/**
 * Copies of the files that are no UTF-8 text: the first sheet of a workbook as CSV, the samples of
 * an evaluation log as lines, tables in another encoding. All others are taken as they are.
 */
async function textCopies(files: readonly string[]): Promise<TextCopies> {
  const names = new Map<string, string>();
  const said: CodedText[] = [];
  const opened: { discard(): Promise<void> }[] = [];
  const paths: string[] = [];
  try {
    for (const file of files) {
      const copy = isPlainFile(file) ? await copyOf(file, opened, said) : file;
      if (copy !== file) names.set(copy, file);
      paths.push(copy);
    }
  } catch (error) {
    await Promise.all(opened.map((one) => one.discard()));
    throw error;
  }
  return {
    paths,
    said,
    nameOf: (path) => names.get(path) ?? path,
    discard: async () => void (await Promise.all(opened.map((one) => one.discard()))),
  };
}

/** Runs with copies of files, whose faults name the files themselves. */
export async function withTextCopies<T>(
  files: readonly string[],
  act: (copies: TextCopies) => Promise<T>,
): Promise<T> {
  const copies = await textCopies(files);
  try {
    return await act(copies);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const faults = error.faults.map((one) =>
      one.file === undefined ? one : { ...one, file: copies.nameOf(one.file) },
    );
    throw new InputError(faults, error.count);
  } finally {
    await copies.discard();
  }
}

function isPlainFile(file: string): boolean {
  return file !== '-' && (statSync(file, { throwIfNoEntry: false })?.isFile() ?? false);
}

async function copyOf(
  file: string,
  opened: { discard(): Promise<void> }[],
  said: CodedText[],
): Promise<string> {
  const source = await textSource(file, file);
  opened.push(source);
  said.push(...source.said);
  if (source.path !== file || !isWorkbook(await firstBytes(file, file, 4))) return source.path;
  const sheet = await readSheet({ path: file, name: file });
  const folder = scratchFolder('import');
  opened.push(folder);
  const path = join(folder.path, `${basename(file)}.csv`);
  writeFileSync(path, sheetText(sheet.rows), { mode: 0o600 });
  return path;
}

/** The rows on the lines that they have in the sheet. */
function sheetText(
  rows: readonly { readonly fields: readonly string[]; readonly line: number }[],
): string {
  let text = '';
  let next = 1;
  for (const { fields, line } of rows) {
    text += '\n'.repeat(Math.max(line - next, 0)) + csvLine(fields, forPeople);
    next = line + 1;
  }
  return text;
}
