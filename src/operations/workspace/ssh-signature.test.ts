import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  isArmoured,
  isSigned,
  isSignedBy,
  newKey,
  readPrivateKey,
  readPublicKey,
  signText,
} from './ssh-signature.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-sign-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pem = (): { readonly key: string; readonly pub: string } => {
  const pair = generateKeyPairSync('ed25519');
  return {
    key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    pub: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
};

describe('a signature', () => {
  const { key, pub } = pem();
  const signature = signText('12:abc\n', 'assay-audit', readPrivateKey(key, 'key'));

  it('holds for its text, namespace and key, and for no other', () => {
    const signer = readPublicKey(pub, 'pub');
    expect(isSignedBy('12:abc\n', 'assay-audit', signature, signer)).toBe(true);
    expect(isSignedBy('13:abc\n', 'assay-audit', signature, signer)).toBe(false);
    expect(isSignedBy('12:abc\n', 'file', signature, signer)).toBe(false);
    expect(isSignedBy('12:abc\n', 'assay-audit', signature, readPublicKey(pem().pub, 'x'))).toBe(
      false,
    );
  });

  it('does not hold when it is damaged', () => {
    const signer = readPublicKey(pub, 'pub');
    const cut = signature.replace(/\n.{30}/, '\n');
    for (const damaged of ['', 'x', cut, signature.replace('BEGIN', 'begin')])
      expect(isSignedBy('12:abc\n', 'assay-audit', damaged, signer)).toBe(false);
  });

  it('does not hold with any part of it changed, though the rest is as it was', () => {
    const signer = readPublicKey(pub, 'pub');
    const body = Buffer.from(signature.split('\n').slice(1, -2).join(''), 'base64');
    const armour = (bytes: Buffer) =>
      `-----BEGIN SSH SIGNATURE-----\n${bytes.toString('base64')}\n-----END SSH SIGNATURE-----\n`;
    const holds = (bytes: Buffer) =>
      isSignedBy('12:abc\n', 'assay-audit', armour(bytes), signer) ||
      isSigned('12:abc\n', 'assay-audit', armour(bytes));
    expect(holds(body)).toBe(true);
    const wrong = Array.from(body, (byte, at) => {
      const changed = Buffer.from(body);
      changed[at] = byte ^ 1;
      return holds(changed) ? at : null;
    }).filter((at) => at !== null);
    expect(wrong).toEqual([]);
    for (const end of [0, 6, 9, body.length - 1]) expect(holds(body.subarray(0, end))).toBe(false);
  });

  it('by the key that it carries holds whosever it is, and for its text and namespace alone', () => {
    expect(isSigned('12:abc\n', 'assay-audit', signature)).toBe(true);
    expect(isSigned('13:abc\n', 'assay-audit', signature)).toBe(false);
    expect(isSigned('12:abc\n', 'file', signature)).toBe(false);
    expect(isSigned('12:abc\n', 'assay-audit', 'none')).toBe(false);
  });

  it('is written in lines of seventy characters, to the last line end', () => {
    const lines = signature.split('\n').slice(1, -2);
    expect(lines.slice(0, -1).every((line) => line.length === 70)).toBe(true);
    expect(isArmoured(signature)).toBe(true);
    for (const other of [
      signature.trimEnd(),
      `${signature}\n`,
      signature.replace('\n', '\n\n'),
      '',
    ])
      expect(isArmoured(other)).toBe(false);
  });

  it('is made with a new key, which is read again with its public line', () => {
    // Comments of every length, since the key is padded to whole blocks.
    for (let length = 0; length < 8; length += 1) {
      const { secret, open } = newKey('x'.repeat(length));
      expect(open).toMatch(new RegExp(`^ssh-ed25519 [A-Za-z0-9+/]+=* x{${length}}\n$`));
      const made = signText('text', 'file', readPrivateKey(secret, 'key'));
      expect(isSignedBy('text', 'file', made, readPublicKey(open, 'pub'))).toBe(true);
    }
  });

  it('refuses keys that cannot sign', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const text = rsa.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const bad of ['', 'no key', pub, text])
      expect(() => readPrivateKey(bad, 'key')).toThrow(/Ed25519/);
    expect(() => readPublicKey('ssh-ed25519 AAAA', 'pub')).toThrow(/Ed25519/);
  });
});

const hasSshKeygen = spawnSync('ssh-keygen', ['-?']).error === undefined;

describe.skipIf(!hasSshKeygen)('ssh-keygen', () => {
  const at = (name: string): string => join(folder, name);
  const run = (...given: readonly string[]) => spawnSync('ssh-keygen', [...given]);

  it('makes keys that sign, and accepts the signature', () => {
    run('-t', 'ed25519', '-N', '', '-C', 'lena', '-f', at('id'));
    const key = readPrivateKey(readFileSync(at('id'), 'utf8'), 'id');
    writeFileSync(at('sig'), signText('12:abc\n', 'assay-audit', key));
    writeFileSync(at('allowed'), `lena ${readFileSync(at('id.pub'), 'utf8')}`);
    const given = ['-Y', 'verify', '-n', 'assay-audit', '-I', 'lena', '-f', at('allowed')];
    const checked = spawnSync('ssh-keygen', [...given, '-s', at('sig')], { input: '12:abc\n' });
    expect(String(checked.stdout)).toContain('Good "assay-audit" signature for lena');
  });

  it('signs what we accept', () => {
    writeFileSync(at('head'), '12:abc\n');
    run('-Y', 'sign', '-n', 'assay-audit', '-f', at('id'), at('head'));
    const signer = readPublicKey(readFileSync(at('id.pub'), 'utf8'), 'id.pub');
    const signature = readFileSync(at('head.sig'), 'utf8');
    expect(isSignedBy('12:abc\n', 'assay-audit', signature, signer)).toBe(true);
  });
});
