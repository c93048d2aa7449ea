import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importFile } from '../src/operations/exchange/import-file.ts';
import {
  runCompute,
  runExplain,
  runRecordCompute,
  runRecordExplain,
} from '../src/operations/verdicts/run-compute.ts';
import type { RunRequest } from '../src/operations/verdicts/run-compute.ts';
import { timeOrderedIds } from '../src/operations/time-ordered-ids.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/open-store.ts';
import {
  addPolicyExample,
  policyExample as example,
  policyProject as project,
  letRule,
  putPolicyExample,
} from './policy-record.ts';
import { runAssay, runJson, temporaryFolder } from './run-assay.ts';
import { describeStores } from './stores.ts';

function leadOf(store: Store): WorkContext {
  const clock = (): Date => new Date('2026-01-22T10:00:00Z');
  return {
    store,
    clock,
    newId: timeOrderedIds(clock),
    actor: { account: 'lena', login: 'lena', roleIn: () => 'lead', via: 'cli' },
  };
}

function request(out: string): RunRequest {
  return {
    policy: [],
    k: null,
    overrides: [],
    judgments: [],
    allowPartial: false,
    tie: 'ruling',
    invalidate: false,
    seed: 1,
    out,
    computedAt: '2026-01-22T10:00:00',
    maxMissing: 0.1,
    dryRun: false,
    check: false,
  };
}

const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder)
      .toSorted()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

describeStores('verdicts from the record', (databases) => {
  it('are those from the folder of the protocol, byte for byte', async () => {
    const store = await databases.open();
    await addPolicyExample(leadOf(store));
    const [fromFolder, fromRecord] = [temporaryFolder(), temporaryFolder()];
    const folder = await runCompute({ ...request(fromFolder), protocol: example });
    const record = await runRecordCompute(store, project, request(fromRecord));
    expect(record.failures).toEqual([]);
    expect(record.overrides).toEqual(folder.overrides);
    expect(Object.keys(filesIn(fromRecord))).toHaveLength(8);
    expect(filesIn(fromRecord)).toEqual(filesIn(fromFolder));
    const explained = await runRecordExplain(
      store,
      project,
      { ...request(fromRecord), policy: ['G1_allergy_V2'] },
      'B20',
    );
    expect(explained.explanations).toEqual(
      runExplain({ ...request(fromFolder), protocol: example, policy: ['G1_allergy_V2'] }, 'B20')
        .explanations,
    );
  });
});

describe('rulings in a folder and in the record', () => {
  it('give the same verdicts and hashes: corrections, exclusions, the last of several on a unit', async () => {
    const folder = temporaryFolder();
    cpSync(example, folder, { recursive: true });
    const ruled = (unit: string, more: object): string =>
      `${JSON.stringify({ unit, task: 'allergy', by: 'sam', reason: 'Read again.', ...more })}\n`;
    const rulings = join(folder, 'rulings/rulings.jsonl');
    writeFileSync(
      rulings,
      [
        ruled('R0001', { answers: { is_relevant: false } }),
        ruled('R0310', { exclude: true }),
        ruled('R0001', { exclude: true }),
        ruled('R0418', { answers: { account_type: 'hypothetical' } }),
      ].join(''),
    );
    const store = await openStore(await putPolicyExample(join(folder, 'workspace.db')));
    await letRule(store, 'sam');
    await importFile(leadOf(store), {
      project,
      kind: 'rulings',
      path: rulings,
      name: 'rulings.jsonl',
    });
    const [fromFolder, fromRecord] = [temporaryFolder(), temporaryFolder()];
    const computed = await runCompute({ ...request(fromFolder), protocol: folder });
    const recorded = await runRecordCompute(store, project, request(fromRecord));
    await store.close();
    expect(recorded.overrides).toEqual(computed.overrides);
    expect(filesIn(fromRecord)).toEqual(filesIn(fromFolder));
  });
});

describe('overrides on units without a consensus', () => {
  const whole = {
    is_relevant: true,
    account_type: 'firsthand',
    incident_severity: 'severe',
    assurance_claim: 'false',
    staff_response: 'none',
  };
  const overrides = [
    {
      review_id: 'R0001',
      original: { incident_severity: 'mild' },
      corrected: whole,
      reason: 'Nobody read it; it is grave.',
    },
    {
      review_id: 'R0002',
      original: { is_relevant: true },
      corrected: { is_relevant: false },
      reason: 'Off topic.',
    },
    {
      review_id: 'R0003',
      original: {},
      corrected: { incident_severity: 'none' },
      reason: 'No reaction.',
    },
  ];
  const isLeftOut = (line: string): boolean =>
    /"R000[13]"/.test(line) || (line.includes('"R0002"') && line.includes('gpt-5-nano#5'));

  it('count where they say enough by themselves, in a folder as in the record', async () => {
    const folder = temporaryFolder();
    cpSync(example, folder, { recursive: true });
    for (const name of readdirSync(join(folder, 'judgments'))) {
      const file = join(folder, 'judgments', name);
      writeFileSync(
        file,
        readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => !isLeftOut(line))
          .join('\n'),
      );
    }
    writeFileSync(
      join(folder, 'rulings/overrides.json'),
      JSON.stringify({ G1_allergy: overrides }),
    );
    const store = await openStore(join(folder, 'workspace.db'));
    await addPolicyExample(leadOf(store), folder);
    const [fromFolder, fromRecord] = [temporaryFolder(), temporaryFolder()];
    const computed = await runCompute({ ...request(fromFolder), protocol: folder });
    const recorded = await runRecordCompute(store, project, request(fromRecord));
    await store.close();
    expect(computed.overrides).toEqual([
      {
        topic: 'G1_allergy',
        applied: 2,
        unused: [{ unit: 'R0003', why: { code: 'nobody-judged-it', values: {} } }],
        stale: [
          {
            unit: 'R0001',
            why: {
              code: 'stale-override',
              values: {
                unit: 'R0001',
                field: 'incident_severity',
                got: 'mild',
                expected: { code: 'no-answer', values: {} },
              },
            },
          },
        ],
      },
    ]);
    expect(recorded.overrides).toEqual(computed.overrides);
    const file = filesIn(fromFolder)['G1_allergy_V2_K50_groundtruth.json']!;
    expect(JSON.parse(file)).toMatchObject({
      restaurants: {
        B01: {
          missing_judgments: ['R0003'],
          overrides: [{ review_id: 'R0001' }, { review_id: 'R0002' }],
        },
      },
    });
    expect(filesIn(fromRecord)).toEqual(filesIn(fromFolder));
  });
});

describe('assay compute and explain', () => {
  it('work on the workspace when no files are named', async () => {
    const folder = temporaryFolder();
    const database = join(folder, '.assay/workspace.db');
    await putPolicyExample(database);
    const computed = await runJson<{
      results: readonly { policy_id: string; k: number; total_restaurants: number }[];
      folder: string;
    }>(['compute', '--policy', 'G1_allergy_V2', '--k', '50', '--out', 'answers'], folder);
    expect(computed.results).toMatchObject([
      { policy_id: 'G1_allergy_V2', k: 50, total_restaurants: 40 },
    ]);
    expect(
      JSON.parse(readFileSync(join(folder, 'answers/G1_allergy_V2_K50_groundtruth.json'), 'utf8')),
    ).toMatchObject({
      domain: project,
      restaurants: { B20: { ground_truth: { verdict: 'Critical Risk', score: 15 } } },
    });
    const [explained] = await runJson<readonly { verdict: string; score: number }[]>(
      ['explain', 'G1_allergy_V2', 'B20', '--k', '50', '-d', database, '-P', project],
      temporaryFolder(),
    );
    expect(explained).toMatchObject({ verdict: 'Critical Risk', score: 15 });
    expect(
      await runAssay(['explain', 'G1_allergy_V2', 'B99', '-d', database], folder),
    ).toMatchObject({ code: 2, err: expect.stringContaining('there is no subject B99') });
    expect(
      await runAssay(['compute', '-d', database, '--cache', 'cache.json'], folder),
    ).toMatchObject({ code: 2, err: expect.stringContaining('pass one or the other') });
    expect((await runAssay(['compute', '-d', 'nowhere.db'], folder)).code).toBe(2);
    // A cache file and an override file out of the workspace give the same verdicts on files alone.
    await runAssay(
      ['export', '--kind', 'judgments', '--format', 'judgment-cache', '--out', 'cache.json'],
      folder,
    );
    await runAssay(
      ['export', '--kind', 'rulings', '--format', 'override-file', '--out', 'overrides.json'],
      folder,
    );
    const files = await runJson<{ results: readonly object[] }>(
      [
        'compute',
        '--policy',
        'G1_allergy_V2',
        '--k',
        '50',
        '--out',
        'again',
        '--policies',
        join(example, 'policies'),
        '--terms',
        join(example, 'protocol.yaml'),
        '--cache',
        'cache.json',
        '--dataset',
        join(example, 'units/reviews.jsonl'),
        '--overrides',
        'overrides.json',
      ],
      folder,
    );
    const told = ({
      verdict_distribution,
      overrides,
      term_hash,
      policy_hash,
    }: Record<string, unknown>): object => ({
      verdict_distribution,
      overrides,
      term_hash,
      policy_hash,
    });
    expect(told(files.results[0] as Record<string, unknown>)).toEqual(
      told(computed.results[0] as unknown as Record<string, unknown>),
    );
  });
});
