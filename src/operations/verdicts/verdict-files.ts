import { codedText } from '../../domain/text-values.ts';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { refuse } from '../../domain/fault.ts';
import { draftBeside, unfinishedFiles } from '../unfinished-files.ts';
import { attempt } from '../write-files.ts';

/** Where verdicts are written while they are made. */
export interface VerdictFiles {
  /** Begins a file; what it returns takes the text piece by piece. */
  open(name: string): (text: string) => void;
  /** Puts all files in place. */
  keep(): void;
  /** Removes what was written; earlier files stay as they are. */
  discard(): void;
}

/**
 * Writes files into a folder and puts them in place together. Existing verdicts are replaced:
 * verdicts are recomputed, never edited.
 */
export class FolderOfVerdicts implements VerdictFiles {
  readonly #folder: string;
  readonly #open: OpenFile[] = [];
  readonly #unfinished: string[] = [];
  readonly #finished: () => void;

  constructor(folder: string) {
    this.#folder = folder;
    if (existsSync(folder) && !statSync(folder).isDirectory())
      refuse('file-unwritable', { file: folder, reason: codedText('is-file') });
    attempt(folder, () => mkdirSync(folder, { recursive: true }));
    this.#finished = unfinishedFiles(this.#unfinished);
  }

  open(name: string): (text: string) => void {
    const path = join(this.#folder, name);
    const draft = draftBeside(path);
    const descriptor = attempt(path, () => openSync(draft, 'wx'));
    const file: OpenFile = { path, draft, descriptor, pending: [], length: 0 };
    this.#unfinished.push(draft);
    this.#open.push(file);
    return (text) => {
      file.pending.push(text);
      file.length += text.length;
      if (file.length > 100_000) flush(file);
    };
  }

  keep(): void {
    for (const file of this.#open) {
      flush(file);
      closeSync(file.descriptor);
    }
    for (const { path, draft } of this.#open) attempt(path, () => renameSync(draft, path));
    this.#finished();
  }

  discard(): void {
    for (const { draft, descriptor } of this.#open) {
      closeSync(descriptor);
      rmSync(draft, { force: true });
    }
    this.#finished();
  }
}

/** Compares verdicts with existing files, and writes nothing. */
export class VerdictCheck implements VerdictFiles {
  readonly #folder: string;
  readonly #texts = new Map<string, string[]>();
  /** What differs, after the verdicts were made: the file and why. */
  readonly differences: { readonly file: string; readonly why: string }[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  open(name: string): (text: string) => void {
    const pieces: string[] = [];
    this.#texts.set(name, pieces);
    return (text) => pieces.push(text);
  }

  keep(): void {
    for (const [name, pieces] of this.#texts) {
      const file = join(this.#folder, name);
      const why = existsSync(file)
        ? differenceOf(readFileSync(file, 'utf8'), pieces.join(''))
        : 'it does not exist';
      if (why !== null) this.differences.push({ file, why });
    }
  }

  discard(): void {
    this.#texts.clear();
  }
}

const hashNames: Readonly<Record<string, string>> = {
  term_hash: 'the terms',
  policy_hash: 'the policy',
  weights_hash: 'the weights',
  overrides_hash: 'the overrides',
};

/** Why a file is not what would be written now; null when it is, but for the time. */
function differenceOf(present: string, fresh: string): string | null {
  const withoutTime = (text: string): string => text.replace(/^ {2}"computed_at": .*$/m, '');
  if (withoutTime(present) === withoutTime(fresh)) return null;
  const hashOf = (text: string, name: string): string | undefined =>
    new RegExp(`^ {2}"${name}": (.*?),?$`, 'm').exec(text)?.[1];
  const changed = Object.entries(hashNames).flatMap(([name, words]) =>
    hashOf(present, name) === hashOf(fresh, name) ? [] : [words],
  );
  return changed.length === 0
    ? 'the judgments or the units have changed since'
    : `${changed.join(' and ')} changed since`;
}

/** A file that is being written, with text that is not flushed yet. */
interface OpenFile {
  readonly path: string;
  /** Its name until it is complete. */
  readonly draft: string;
  readonly descriptor: number;
  pending: string[];
  length: number;
}

function flush(file: OpenFile): void {
  const bytes = Buffer.from(file.pending.join(''), 'utf8');
  attempt(file.path, () => {
    for (let done = 0; done < bytes.length;) done += writeSync(file.descriptor, bytes, done);
  });
  file.pending = [];
  file.length = 0;
}
