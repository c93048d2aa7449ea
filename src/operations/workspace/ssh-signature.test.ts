import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isSignedBy, readPrivateKey, readPublicKey, signText } from './ssh-signature.ts';

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
