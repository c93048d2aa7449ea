import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { Encrypter, Identity } from 'age-encryption';
import { refuse } from '../../domain/fault.ts';
import { readText } from '../text-file.ts';

/** What opens an encrypted file: keys as age prints them, or the key of one file. */
export type AgeKeys = readonly (string | Identity)[];

/** Refuses anything but public keys of age: before anything is read or written. */
export async function checkRecipients(recipients: readonly string[]): Promise<void> {
  await encrypterTo(recipients);
}

/**
 * Encrypts bytes for the holders of keys, as `age -r` does. Also returns the key of this file, so
 * that this process can read back what it wrote.
 */
export async function encrypted(
  plain: Readable,
  recipients: readonly string[],
): Promise<{ readonly bytes: Readable; readonly keys: AgeKeys }> {
  const encrypter = await encrypterTo(recipients);
  let own: Uint8Array | null = null;
  encrypter.addRecipient({
    wrapFileKey: (key) => {
      own = key;
      return [];
    },
  });
  const bytes = await encrypter.encrypt(Readable.toWeb(plain) as ReadableStream<Uint8Array>);
  return { bytes: Readable.fromWeb(bytes as WebStream), keys: [{ unwrapFileKey: () => own }] };
}

/** The bytes of an encrypted file; refuses one that none of the keys opens. */
export async function decrypted(file: string, keys: AgeKeys): Promise<Readable> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const key of keys) decrypter.addIdentity(key);
  // Asked last, when none of the keys fits.
  decrypter.addIdentity({ unwrapFileKey: () => refuse('backup-locked', { file }) });
  const source = createReadStream(file);
  try {
    const bytes = await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>);
    return Readable.fromWeb(bytes as WebStream);
  } catch (failure) {
    source.destroy();
    throw failure;
  }
}

/** The secret keys in a file that `age-keygen` wrote: one on a line, beside comments. */
export async function readKeys(file: string): Promise<AgeKeys> {
  const lines = readText(file)
    .split('\n')
    .map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const { identityToRecipient } = await import('age-encryption');
  const reason = `${file} holds no secret key; a line with one begins with AGE-SECRET-KEY-`;
  if (keys.length === 0) refuse('usage', { reason });
  try {
    for (const key of keys) await identityToRecipient(key);
  } catch {
    // What it says may hold a part of the key.
    refuse('usage', { reason });
  }
  return keys;
}

/** How an encrypted file begins. */
export const ageStart = 'age-encryption.org/v1\n';

async function encrypterTo(recipients: readonly string[]): Promise<Encrypter> {
  const age = await import('age-encryption');
  const encrypter = new age.Encrypter();
  for (const one of recipients)
    try {
      encrypter.addRecipient(one);
    } catch {
      const got = one.startsWith('AGE-SECRET-KEY-') ? 'is a secret key' : `${one} is not a key`;
      refuse('usage', {
        reason: `--to ${got}; pass the public key (age1…) that age-keygen prints`,
      });
    }
  return encrypter;
}
