import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { refuse } from '../../domain/fault.ts';

/**
 * Signatures in the format of OpenSSH (PROTOCOL.sshsig), by Ed25519 keys: what `ssh-keygen -Y sign`
 * makes and `ssh-keygen -Y verify` checks. The namespace keeps a signature from being taken for one
 * over something else.
 */
export function signText(text: string, namespace: string, key: KeyObject): string {
  const publicKey = publicBlob(createPublicKey(key));
  const signature = sign(null, signedBytes(text, namespace), key);
  const blob = Buffer.concat([
    magic,
    number(1),
    field(publicKey),
    field(namespace),
    field(''),
    field(hashName),
    field(Buffer.concat([field(keyType), field(signature)])),
  ]);
  return armoured(blob);
}

/** Whether a signature is written as `ssh-keygen` writes it, to the last line end. */
export function isArmoured(signature: string): boolean {
  const body = signature.split('\n').slice(1, -2).join('');
  return signature === armoured(Buffer.from(body, 'base64'));
}

function armoured(blob: Buffer): string {
  const lines = blob.toString('base64').match(/.{1,70}/g) ?? [];
  return `${[begin, ...lines, end].join('\n')}\n`;
}

/** Whether a signature is one over the text, in the namespace, by the public key. */
export function isSignedBy(
  text: string,
  namespace: string,
  signature: string,
  signer: KeyObject,
): boolean {
  return checkedSignature(text, namespace, signature, signer);
}

/** Whether a signature is one over the text by the key that it carries, whosever that is. */
export function isSigned(text: string, namespace: string, signature: string): boolean {
  return checkedSignature(text, namespace, signature, null);
}

/** A new Ed25519 key as `ssh-keygen` writes it: the private file, and the public line. */
export function newKey(comment: string): { readonly secret: string; readonly open: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { d = '' } = privateKey.export({ format: 'jwk' });
  const blob = publicBlob(publicKey);
  const point = blob.subarray(blob.length - 32);
  const check = randomBytes(4);
  const inner = Buffer.concat([
    check,
    check,
    field(keyType),
    field(point),
    field(Buffer.concat([Buffer.from(d, 'base64url'), point])),
    field(comment),
  ]);
  // Padded with 1, 2, 3 … to whole blocks of eight bytes.
  const padding = Buffer.from(Array.from({ length: -inner.length & 7 }, (_, at) => at + 1));
  const whole = Buffer.concat([
    Buffer.from(keyMagic),
    field('none'),
    field('none'),
    field(''),
    number(1),
    field(blob),
    field(Buffer.concat([inner, padding])),
  ]);
  const lines = whole.toString('base64').match(/.{1,70}/g) ?? [];
  const [first, last] = ['BEGIN', 'END'].map((word) => `-----${word} OPENSSH PRIVATE KEY-----`);
  return {
    secret: `${[first, ...lines, last].join('\n')}\n`,
    open: `${keyType} ${blob.toString('base64')} ${comment}\n`,
  };
}

function checkedSignature(
  text: string,
  namespace: string,
  signature: string,
  signer: KeyObject | null,
): boolean {
  const [, body] = new RegExp(`^\\s*${begin}([A-Za-z0-9+/=\\s]+)${end}\\s*$`).exec(signature) ?? [];
  if (body === undefined) return false;
  const reader = new Reader(Buffer.from(body, 'base64'));
  try {
    if (!reader.take(magic.length).equals(magic) || reader.number() !== 1) return false;
    const key = reader.field();
    const given = { namespace: reader.field().toString(), reserved: reader.field() };
    const hash = reader.field().toString();
    const inner = new Reader(reader.field());
    if (signer !== null && !key.equals(publicBlob(signer))) return false;
    if (given.namespace !== namespace) return false;
    if (hash !== hashName || inner.field().toString() !== keyType) return false;
    const by = signer ?? publicKeyOf(key);
    return verify(null, signedBytes(text, namespace), by, inner.field());
  } catch (failure) {
    // Anything that is not a signature counts as none.
    if (failure instanceof RangeError || signer === null) return false;
    throw failure;
  }
}

/** A private Ed25519 key without a passphrase, as `ssh-keygen` writes it or in PEM (PKCS 8). */
export function readPrivateKey(text: string, file: string): KeyObject {
  const expected = 'expected a private Ed25519 key without a passphrase';
  const isOpenSsh = text.includes('BEGIN OPENSSH PRIVATE KEY');
  try {
    const key = isOpenSsh ? openSshKey(text) : createPrivateKey(text);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // It cannot be read, so it cannot sign.
  }
  return refuse('file-unreadable', { file, reason: expected });
}

/** A public Ed25519 key, as in `id_ed25519.pub` or a line of `allowed_signers`, or in PEM. */
export function readPublicKey(text: string, file: string): KeyObject {
  const [, body] = /(?:^|\s)ssh-ed25519 ([A-Za-z0-9+/=]+)/.exec(text) ?? [];
  try {
    const key =
      body === undefined ? createPublicKey(text) : publicKeyOf(Buffer.from(body, 'base64'));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // It cannot be read, so nothing can be compared with it.
  }
  return refuse('file-unreadable', { file, reason: 'expected a public Ed25519 key' });
}

const magic = Buffer.from('SSHSIG');
const keyMagic = 'openssh-key-v1\0';
const keyType = 'ssh-ed25519';
const hashName = 'sha512';
const begin = '-----BEGIN SSH SIGNATURE-----';
const end = '-----END SSH SIGNATURE-----';

function signedBytes(text: string, namespace: string): Buffer {
  const digest = createHash(hashName).update(text).digest();
  return Buffer.concat([magic, field(namespace), field(''), field(hashName), field(digest)]);
}

function publicBlob(key: KeyObject): Buffer {
  const { x } = key.export({ format: 'jwk' });
  return Buffer.concat([field(keyType), field(Buffer.from(x ?? '', 'base64url'))]);
}

function publicKeyOf(blob: Buffer): KeyObject {
  const reader = new Reader(blob);
  if (reader.field().toString() !== keyType) throw new RangeError('another kind of key');
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: reader.field().toString('base64url') },
    format: 'jwk',
  });
}

/** The layout is in PROTOCOL.key of OpenSSH. */
function openSshKey(text: string): KeyObject {
  const body = text.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, '');
  const reader = new Reader(Buffer.from(body, 'base64'));
  reader.take(keyMagic.length);
  const [cipher] = [reader.field().toString(), reader.field(), reader.field()];
  if (cipher !== 'none' || reader.number() !== 1) throw new RangeError('a key with a passphrase');
  reader.field();
  const inner = new Reader(reader.field());
  inner.take(8);
  if (inner.field().toString() !== keyType) throw new RangeError('another kind of key');
  const x = inner.field().toString('base64url');
  const d = inner.field().subarray(0, 32).toString('base64url');
  return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' });
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function field(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([number(bytes.length), bytes]);
}

/** Reads the parts of a blob; throws a RangeError at its end. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  take(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new RangeError('the end');
    return this.#bytes.subarray(this.#at, (this.#at += length));
  }

  number(): number {
    return this.take(4).readUInt32BE();
  }

  field(): Buffer {
    return this.take(this.number());
  }
}
