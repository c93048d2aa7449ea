import { writeFileSync } from 'node:fs';
import { newKey } from '../workspace/ssh-signature.ts';
import { attempt, checkNames } from '../write-files.ts';

/** A key that was made: the private file, and the public one beside it. */
export interface NewSigningKey {
  readonly secret: string;
  readonly open: string;
  /** The line of the public key, for `allowed_signers`. */
  readonly line: string;
}

/** Makes a key for signing releases, as `ssh-keygen -t ed25519` does; never replaces a file. */
export function newSigningKey(file: string, comment: string): NewSigningKey {
  const open = `${file}.pub`;
  checkNames([file, open], false);
  const key = newKey(comment);
  attempt(file, () => writeFileSync(file, key.secret, { mode: 0o600, flag: 'wx' }));
  attempt(open, () => writeFileSync(open, key.open, { flag: 'wx' }));
  return { secret: file, open, line: key.open.trim() };
}
