import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runCompute } from '../src/operations/verdicts/run-compute.ts';
import type { RunRequest, ComputeResult } from '../src/operations/verdicts/run-compute.ts';
import { allergyPolicies, allergyTermHash, allergyTerms } from './legacy-policy-files.ts';

/** A folder with files at any depth, removed when the test is over. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-compute-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

export const prefixed = (
  prefix: string,
  files: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([name, content]) => [`${prefix}/${name}`, content]),
  );

export interface CacheSketch {
  readonly metadata?: object;
  readonly raw?: Readonly<Record<string, object>>;
  readonly aggregated?: Readonly<Record<string, object>>;
}

export interface InputSketch {
  readonly businesses: readonly {
    readonly id: string;
    readonly categories?: string | null;
    readonly units: readonly (readonly [string, string])[];
  }[];
  readonly cache: CacheSketch;
  readonly overrides?: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, string>>;
}

/** A folder with terms, the four allergy policies, a dataset, a cache and overrides. */
export function inputOf({ businesses, cache, overrides, files }: InputSketch): string {
  const metadata = cache.metadata ?? {
    G1_allergy: { term_hash: allergyTermHash, created_at: '2026-01-18T04:10:02' },
  };
  return folderOf({
    ...prefixed('terms', allergyTerms),
    ...prefixed('policies', allergyPolicies),
    'dataset.jsonl': businesses
      .map(({ id, categories = 'Burgers', units }) => ({
        business_id: id,
        business: { business_id: id, name: `Name of ${id}`, categories },
        reviews: units.map(([review, date]) => ({ review_id: review, text: 'x', date, stars: 3 })),
      }))
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
    'cache.json': JSON.stringify(
      { _metadata: metadata, raw: cache.raw ?? {}, aggregated: cache.aggregated ?? {} },
      null,
      1,
    ),
    ...(overrides === undefined
      ? {}
      : {
          'overrides.json': JSON.stringify({
            _comment: 'test',
            created_at: '2026-01-19',
            ...overrides,
          }),
        }),
    ...files,
  });
}

export async function run(
  folder: string,
  changes: Partial<RunRequest> = {},
): Promise<ComputeResult> {
  return await runCompute({ ...requestFor(folder), ...changes });
}

export function requestFor(folder: string): RunRequest {
  return {
    policy: [],
    k: [25],
    policies: join(folder, 'policies'),
    terms: join(folder, 'terms'),
    cache: join(folder, 'cache.json'),
    dataset: join(folder, 'dataset.jsonl'),
    overrides: existsSync(join(folder, 'overrides.json')) ? [join(folder, 'overrides.json')] : [],
    judgments: [],
    allowPartial: false,
    tie: 'ruling',
    invalidate: false,
    seed: 1,
    out: join(folder, 'out'),
    computedAt: '2026-01-20T12:00:00',
    maxMissing: 0.1,
    dryRun: false,
    check: false,
  };
}

export interface VerdictFile {
  readonly restaurants: Readonly<
    Record<
      string,
      {
        readonly n_reviews: number;
        readonly n_judgments: number;
        readonly ground_truth: Readonly<Record<string, unknown>>;
        readonly missing_judgments?: readonly string[];
        readonly open_judgments?: readonly string[];
        readonly overrides?: readonly object[];
        readonly partial_judgments?: readonly string[];
      }
    >
  >;
  readonly summary: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}
export const fileOf = (folder: string, policy: string, k = 25): VerdictFile =>
  JSON.parse(
    readFileSync(join(folder, 'out', `${policy}_K${k}_groundtruth.json`), 'utf8'),
  ) as VerdictFile;
export const truthOf = (
  folder: string,
  policy: string,
  subject: string,
  k = 25,
): Readonly<Record<string, unknown>> =>
  fileOf(folder, policy, k).restaurants[subject]!.ground_truth;

export const irrelevant = {
  is_relevant: false,
  account_type: 'none',
  incident_severity: 'none',
  assurance_claim: 'none',
  staff_response: 'none',
};
export const mild = {
  is_relevant: true,
  account_type: 'firsthand',
  incident_severity: 'mild',
  assurance_claim: 'false',
  staff_response: 'none',
};
export const severe = { ...mild, incident_severity: 'severe' };
