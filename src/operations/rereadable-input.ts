import { existsSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { faultIn, InputError } from '../domain/fault.ts';
import { scratchCopy } from './scratch-copy.ts';
import { readPieces } from './text-file.ts';
import { attempt } from './write-files.ts';

/**
 * Runs `act` with a path that can be read more than once. Standard input (`-`) or a pipe, such as
 * `<(zcat a.gz)` in a shell, is first copied to a temporary file; faults name the original.
 */
export function withRereadable<T>(file: string, act: (path: string) => T): T {
  if (file !== '-' && !isPipe(file)) return act(file);
  const name = file === '-' ? 'standard input' : file;
  const copy = `A copy of ${name} in ${tmpdir()}`;
  const { path, discard } = attempt(copy, () =>
    scratchCopy((descriptor) => readPieces(file, (text) => writeSync(descriptor, text))),
  );
  try {
    return act(path);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const faults = error.faults.map((one) => faultIn(one, (text) => text.replaceAll(path, name)));
    throw new InputError(faults, error.count);
  } finally {
    discard();
  }
}

/** The same for several files. */
export function withAllRereadable<T>(
  files: readonly string[],
  act: (paths: readonly string[]) => T,
): T {
  const [first, ...others] = files;
  return first === undefined
    ? act([])
    : withRereadable(first, (path) => withAllRereadable(others, (paths) => act([path, ...paths])));
}

function isPipe(file: string): boolean {
  return existsSync(file) && !statSync(file).isFile() && !statSync(file).isDirectory();
}
