import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { newSigningKey } from './new-signing-key.ts';

describe('a new key', () => {
  it('is a private file and a public one beside it', () => {
    const file = join(temporaryFolder(), 'key');
    const made = newSigningKey(file, 'for releases');
    expect(made).toMatchObject({ secret: file, open: `${file}.pub` });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(made.open, 'utf8').trim()).toBe(made.line);
    expect(made.line).toMatch(/^ssh-ed25519 \S+ for releases$/);
  });

  it('is not made where only the public file is there, and leaves no private one behind', () => {
    const file = join(temporaryFolder(), 'key');
    writeFileSync(`${file}.pub`, 'another key');
    expect(() => newSigningKey(file, 'for releases')).toThrow('already exists');
    expect(existsSync(file)).toBe(false);
    expect(readFileSync(`${file}.pub`, 'utf8')).toBe('another key');
  });
});
