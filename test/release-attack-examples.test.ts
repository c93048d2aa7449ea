import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleStories } from '../src/operations/protocol/example-stories.ts';
import { cutRelease } from '../src/operations/release/cut-release.ts';
import { newSigningKey } from '../src/operations/release/new-signing-key.ts';
import type { AuditHead } from '../src/release/record.ts';
import { verifyRelease } from '../src/operations/release/verify-release.ts';
import type { VerifiedRelease } from '../src/operations/release/verify-release.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import { auditHash } from '../src/store/workspace/audit.ts';
import type { AuditRow } from '../src/store/workspace/audit.ts';
import { firstFreeId, leadOf, putCompleteExamples } from './complete-examples.ts';
import { attack, attackKinds } from './release-attacks.ts';
import { testDatabases } from './stores.ts';
import { isThorough } from './tries.ts';

/**
 * Attacks on each release; more of them with `ASSAY_EXAMPLE_ATTACKS=250`. To verify the 13,869
 * judgments of models takes ten times as long as any other.
 */
const asked = process.env['ASSAY_EXAMPLE_ATTACKS'];
const attacksOn = (name: string): number =>
  Number(asked ?? (name === 'policy-ground-truth' && !isThorough ? 2 : 5));
const attackSeed = Number(process.env['ASSAY_ATTACK_SEED'] ?? 11);
const signature = 'manifest.json.sig';
const names = exampleStories.map(({ name }) => name);

describe('releases of the examples', () => {
  const databases = testDatabases('sqlite');
  const root = mkdtempSync(join(tmpdir(), 'assay-test-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const key = join(root, 'key');
  const whole = (name: string): string => join(root, name);
  const heads = new Map<string, AuditHead>();

  const verified = async (folder: string, name: string): Promise<VerifiedRelease> =>
    await verifyRelease({ folder, signer: `${key}.pub`, head: heads.get(name) ?? null });

  beforeAll(async () => {
    newSigningKey(key, 'test');
    const path = await putCompleteExamples(await databases.address());
    const lead = leadOf(await databases.openAt(path), firstFreeId);
    const choice = { version: '1.0', seed: 7, names: false, withText: true, replies: true };
    for (const name of names) {
      const request = { ...choice, allowOpen: null, out: whole(name), sign: key };
      expect((await cutRelease(lead, name, request)).cut).toBe(true);
      const { differences, entry } = await verified(whole(name), name);
      expect(differences).toEqual([]);
      heads.set(name, entry!);
    }
  });

  it.each(names)(
    'show every random change: %s',
    async (name) => {
      const random = seededRandom(`${name} ${attackSeed}`);
      const first = random.integer(attackKinds.length);
      const missed: string[] = [];
      for (let round = 0; round < attacksOn(name); round += 1) {
        const kind = attackKinds[(first + round) % attackKinds.length]!;
        const folder = join(root, 'attacked');
        cpSync(whole(name), folder, { recursive: true });
        const what = attack(folder, kind, random);
        const { differences } = await verified(folder, name);
        // What was changed is found by itself, not only by a signature that no longer fits.
        const isNamed = what.includes(signature)
          ? differences.length > 0
          : differences.some((one) => one.file !== signature);
        if (!isNamed) missed.push(what);
        rmSync(folder, { recursive: true });
      }
      expect(missed).toEqual([]);
    },
    7_200_000,
  );

  it.each(names)('show another audit entry, with its hash again: %s', async (name) => {
    const folder = join(root, 'headed');
    cpSync(whole(name), folder, { recursive: true });
    const path = join(folder, 'audit-entry.json');
    const row = JSON.parse(readFileSync(path, 'utf8')) as AuditRow;
    const other = { ...row, previous_hash: '0'.repeat(64) };
    const entry = { ...other, hash: auditHash(other) };
    writeFileSync(path, `${JSON.stringify(entry, null, 2)}\n`);
    const { differences } = await verified(folder, name);
    expect(differences.map(({ what }) => what.code)).toEqual(['differs-head']);
    rmSync(folder, { recursive: true });
  });
});
