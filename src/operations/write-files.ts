import type { TextValue } from '../domain/coded-text.ts';
import { codedText } from '../domain/text-values.ts';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { fault, InputError } from '../domain/fault.ts';
import { isNameless } from './scratch-copy.ts';
import { FaultList } from './text-file.ts';
import { draftBeside, unfinishedFiles } from './unfinished-files.ts';

/** A file's content, or a function that writes it piece by piece if it may be large. */
export type FileContent = string | Uint8Array | ((write: (text: string) => void) => void);

/** Whether existing files may be replaced. */
export interface WriteOptions {
  readonly force?: boolean;
}

/**
 * Writes all the files or none: checks every name, writes each file beside its place, then moves
 * all into place. Makes folders as needed; refuses existing files without `force`.
 */
export function writeFiles(
  files: ReadonlyMap<string, FileContent>,
  options: WriteOptions = {},
): void {
  checkNames([...files.keys()], options.force === true);
  /** What did not exist before, to be removed if something fails. */
  const made: string[] = [];
  const drafts = new Map<string, string>();
  const finished = unfinishedFiles(made);
  try {
    for (const [file, content] of files) {
      attempt(file, () => {
        const folder = mkdirSync(dirname(file), { recursive: true });
        if (folder !== undefined) made.push(folder);
        const draft = draftBeside(file);
        const descriptor = openSync(draft, 'wx');
        made.push(draft);
        drafts.set(file, draft);
        writeContent(descriptor, content);
      });
    }
  } catch (error) {
    for (const path of made) if (existsSync(path)) rmSync(path, { recursive: true });
    throw error;
  } finally {
    finished();
  }
  for (const [file, draft] of drafts) attempt(file, () => renameSync(draft, file));
}

/**
 * Refuses all names that are taken, before a command begins its work. A command never replaces what
 * it reads, even by force: judgments and units often exist nowhere else.
 */
export function checkNames(
  names: readonly string[],
  force: boolean,
  sources: readonly string[] = [],
): void {
  const found = new FaultList();
  const read = new Set(
    sources
      .filter((file) => !isNameless(file) && existsSync(file))
      .map((file) => realpathSync(file)),
  );
  for (const file of names) {
    if (file === '-')
      found.add(fault('file-unwritable', { file, reason: codedText('is-standard-input') }));
    if (file === '-' || !existsSync(file)) continue;
    const place = statSync(file);
    if (place.isDirectory())
      found.add(fault('file-unwritable', { file, reason: codedText('is-folder') }));
    else if (!place.isFile())
      found.add(fault('file-unwritable', { file, reason: codedText('not-regular-file') }));
    else if (read.has(realpathSync(file)))
      found.add(fault('file-unwritable', { file, reason: codedText('is-read-here') }));
    else if (!force) found.add(fault('file-exists', { file }));
  }
  found.throwIfAny();
}

function writeContent(descriptor: number, content: FileContent): void {
  try {
    if (typeof content !== 'function') {
      writeAll(descriptor, typeof content === 'string' ? Buffer.from(content, 'utf8') : content);
      return;
    }
    let pending: string[] = [];
    let length = 0;
    const flush = (): void => {
      writeAll(descriptor, Buffer.from(pending.join(''), 'utf8'));
      pending = [];
      length = 0;
    };
    content((text) => {
      pending.push(text);
      length += text.length;
      if (length > 1_000_000) flush();
    });
    flush();
  } finally {
    closeSync(descriptor);
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
}

/** Runs something that writes to a file; a failure names the file and the reason. */
export function attempt<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw unwritable(error, file) ?? error;
  }
}

/** A system error on writing as a fault of the call; null for any other error. */
export function unwritable(error: unknown, file?: string): InputError | null {
  if (error instanceof InputError || !(error instanceof Error) || !('code' in error)) return null;
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  const reason = reasons[code ?? ''];
  if (
    file === undefined &&
    (reason === undefined ||
      path === undefined ||
      !['mkdir', 'open', 'rename'].includes(syscall ?? ''))
  )
    return null;
  return new InputError([
    fault('file-unwritable', { file: file ?? path!, reason: reason ?? error.message }),
  ]);
}

const reasons: Readonly<Record<string, TextValue>> = {
  EACCES: codedText('permission-denied'),
  EPERM: codedText('permission-denied'),
  EROFS: codedText('read-only-system'),
  ENOSPC: codedText('no-space'),
  ENOTDIR: codedText('path-part-file'),
  EEXIST: codedText('path-part-file'),
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'nothing can be made in that place',
};
