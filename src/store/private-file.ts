import { closeSync, mkdirSync, openSync } from 'node:fs';

/** Makes an empty file that only its owner can read, unless there is one; SQLite's logs follow. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

/** Makes folders as needed, which only their owner can read. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}
