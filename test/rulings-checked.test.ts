import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeProject } from './mails-project.ts';
import { policyExample } from './policy-record.ts';
import { runAssay, temporaryFolder } from './run-assay.ts';

const override = {
  review_id: 'R0310',
  business_id: 'B08',
  corrected: { incident_severity: 'none' },
  reason: 'Read again.',
};

/** The policy example with one override file. */
function withOverrides(...entries: readonly object[]): string {
  const folder = temporaryFolder();
  cpSync(policyExample, folder, { recursive: true });
  const text = JSON.stringify({ G1_allergy: entries }, null, 2);
  writeFileSync(join(folder, 'rulings/overrides.json'), text);
  return folder;
}

describe('overrides in a folder', () => {
  it('of a unit that does not exist are refused, by compute as by validate', async () => {
    const unknown = { ...override, review_id: 'R9999', business_id: undefined };
    const folder = withOverrides(override, unknown);
    for (const words of [['compute', '--dry-run'], ['validate']]) {
      const result = await runAssay([...words, '--protocol', '.'], folder);
      expect([words[0], result.code]).toEqual([words[0], words[0] === 'compute' ? 2 : 1]);
      expect(result.err + result.out).toMatch(
        /overrides\.json:\d+.*review_id R9999 is not among the units/,
      );
    }
  });

  it('with a key that nobody knows are refused, with its place', async () => {
    const folder = withOverrides({ ...override, corected: { account_type: 'firsthand' } });
    const result = await runAssay(['compute', '--dry-run'], folder);
    expect(result.code).toBe(2);
    expect(result.err).toMatch(/overrides\.json:\d+.*G1_allergy\.0\.corected/);
  });

  it('of an unknown unit do not concern the explanation of a subject', async () => {
    const folder = withOverrides(override, { ...override, review_id: 'R9999' });
    const words = ['explain', 'G1_allergy_V2', 'B08', '--k', '50'];
    expect((await runAssay([...words, '--protocol', '.'], folder)).code).toBe(0);
  });
});

describe('rulings in a folder', () => {
  it('on a unit that does not exist stop a release, with their line', async () => {
    const folder = temporaryFolder();
    writeProject(folder);
    const file = join(folder, 'rulings/rulings.jsonl');
    const [first = ''] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, `${first}\n${first.replace('"m5"', '"m99"')}\n`);
    const result = await runAssay(['release', '.', '--out', 'out', '--version', '1'], folder);
    expect(result.code).toBe(2);
    expect(result.err).toMatch(/rulings\.jsonl:2.*unit m99 is not among the units/);
  });
});
