import { join } from 'node:path';
import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import { refuse } from '../../domain/fault.ts';
import { cacheFilePieces } from '../../formats/models/cache-file.ts';
import { cacheTopic } from '../../formats/models/cache-topic.ts';
import { modelRuns, modelWeights } from '../../formats/models/model-runs.ts';
import { summaryJson } from '../../formats/verdicts/verdict-json.ts';
import type { Store } from '../../store/open-store.ts';
import { computeSteps } from './compute.ts';
import type { PolicyResult } from './compute.ts';
import { legacyPreset } from './legacy-preset.ts';
import type { ReadTruth, StaleTopic, TruthRequest } from './read-truth.ts';
import { truthFromFiles } from './truth-from-files.ts';
import { truthFromProtocol } from './truth-from-protocol.ts';
import { truthFromRecord } from './truth-from-record.ts';
import type { Invalidated } from '../models/invalidate-cache.ts';
import { explain } from '../../truth/verdicts/explain.ts';
import type { Explanation } from '../../truth/verdicts/explain.ts';
import type { UnitGrounds } from '../../truth/verdicts/unit-grounds.ts';
import type { RulingReport } from '../../truth/verdicts/topic-truths.ts';
import { runCooperatively } from '../cooperative-steps.ts';
import { FolderOfVerdicts, VerdictCheck } from './verdict-files.ts';
import type { Progress } from '../text-file.ts';
import { checkNames, writeFiles } from '../write-files.ts';

/** Where the truth is: in legacy files, or in the folder of a protocol. */
export interface SourceRequest {
  readonly policy: readonly string[];
  readonly k: readonly number[] | null;
  readonly policies?: string | undefined;
  readonly terms?: string | undefined;
  readonly cache?: string | undefined;
  readonly dataset?: string | undefined;
  readonly overrides: readonly string[];
  readonly protocol?: string | undefined;
  readonly judgments: readonly string[];
  /** `model:weight,…` */
  readonly weights?: string | undefined;
  /** `model:runs,…` */
  readonly models?: string | undefined;
  readonly allowPartial: boolean;
  readonly tie: ConsensusPlan['tie'];
  readonly invalidate: boolean;
  readonly seed: number;
  readonly progress?: Progress;
}

/** A run of `assay compute`. */
export interface RunRequest extends SourceRequest {
  /** Where files of verdicts go; else `data/answers/{domain}`. */
  readonly out?: string | undefined;
  readonly domain?: string | undefined;
  readonly computedAt: string;
  readonly maxMissing: number;
  /** Write nothing. */
  readonly dryRun: boolean;
  /** Compare the verdicts with the files that exist, and write nothing. */
  readonly check: boolean;
  /** Write the judgments and their consensus as a cache file. */
  readonly saveCache?: string | undefined;
  /** Called with the number of subjects that are done. */
  readonly computing?: Progress;
}

/** What was computed. */
export interface ComputeResult {
  readonly domain: string;
  /** The folder of the files; null when nothing was written. */
  readonly folder: string | null;
  readonly results: readonly PolicyResult[];
  readonly overrides: readonly ({ readonly topic: string } & RulingReport)[];
  readonly stale: readonly StaleTopic[];
  readonly invalidated: Invalidated | null;
  /** Files that differ from what would be written now; null without `check`. */
  readonly outdated: readonly { readonly file: string; readonly why: string }[] | null;
  readonly failures: readonly string[];
  readonly notes: readonly string[];
  /** The cache file that was written. */
  readonly cache: string | null;
}

/** What was read, the values of K to compute, and the name of the domain. */
interface Source extends ReadTruth {
  readonly ks: readonly number[];
  readonly domain: string;
}

/** Computes verdicts from files or a protocol folder and writes them, or says why not. */
export async function runCompute(request: RunRequest): Promise<ComputeResult> {
  checkCacheName(request);
  return await runCooperatively(computeAndWrite(readSource(request, null), request));
}

/** Computes verdicts from the record of a project. */
export async function runRecordCompute(
  store: Store,
  project: string,
  request: RunRequest,
): Promise<ComputeResult> {
  checkCacheName(request);
  const source = await recordSource(store, project, request, null);
  return await runCooperatively(computeAndWrite(source, request));
}

function checkCacheName({ saveCache }: RunRequest): void {
  if (saveCache !== undefined) checkNames([saveCache], false);
}

function* computeAndWrite(
  source: Source,
  request: RunRequest,
): Generator<undefined, ComputeResult> {
  const domain = request.domain ?? source.domain;
  const common = {
    domain,
    stale: source.stale,
    invalidated: source.invalidated,
    notes: [...source.notes, ...source.topics.flatMap((truths) => truths.known.notes)],
  };
  if (source.topics.length === 0) {
    const failures = source.stale.map((one) => one.message);
    const none = { folder: null, results: [], overrides: [], outdated: null, cache: null };
    return { ...common, ...none, failures };
  }
  const folder = request.out ?? join('data', 'answers', domain);
  const checked = request.check ? new VerdictCheck(folder) : null;
  const files = checked ?? (request.dryRun ? null : new FolderOfVerdicts(folder));
  const { results, failures } = yield* computeSteps(source.topics, {
    ks: source.ks,
    domain,
    computedAt: request.computedAt,
    maxMissing: request.maxMissing,
    files,
    progress: request.computing,
  });
  if (request.saveCache !== undefined && !request.dryRun) {
    const topics = source.topics.map((truths) => cacheTopic(truths, request.computedAt));
    const content = (write: (text: string) => void): void => {
      for (const piece of cacheFilePieces(topics)) write(piece);
    };
    writeFiles(new Map([[request.saveCache, content]]));
  }
  const isWritten = files instanceof FolderOfVerdicts && failures.length === 0;
  return {
    ...common,
    folder: isWritten ? folder : null,
    results,
    overrides: source.topics.map((topic) => ({ topic: topic.topic.id, ...topic.overrides })),
    // What would be written is not known when the run fails.
    outdated: failures.length === 0 ? (checked?.differences ?? null) : null,
    failures,
    cache: request.dryRun ? null : (request.saveCache ?? null),
  };
}

/** Explains the verdicts of a policy about one subject. */
export function runExplain(request: SourceRequest, subject: string): Explained {
  return explainSubject(readSource(request, subject), subject);
}

/** The same from the record of a project. */
export async function runRecordExplain(
  store: Store,
  project: string,
  request: SourceRequest,
  subject: string,
): Promise<Explained> {
  return explainSubject(await recordSource(store, project, request, subject), subject);
}

/** Explanations, with the topics that are stale and notes about what was read. */
export interface Explained {
  readonly explanations: readonly Explanation[];
  readonly stale: readonly StaleTopic[];
  readonly notes: readonly string[];
}

function explainSubject(source: Source, subject: string): Explained {
  const explanations = source.topics.flatMap((truths) => {
    const found = truths.subject(subject);
    if (found === null) return [];
    const grounds = (unit: string): UnitGrounds => truths.grounds(unit);
    return explain({ ...source, topic: truths.topic, subject: found, grounds }, source.ks);
  });
  return { explanations, stale: source.stale, notes: source.notes };
}

/** The summary of a policy for a K, for programs. */
export function resultJson(result: PolicyResult, folder: string | null): object {
  const { policy, topic, k, summary, hashes } = result;
  const file = result.file === null || folder === null ? null : join(folder, result.file);
  return { policy_id: policy.policy, topic, k, file, ...summaryJson(summary), ...hashes };
}

async function recordSource(
  store: Store,
  project: string,
  request: SourceRequest,
  subject: string | null,
): Promise<Source> {
  const { seed } = request;
  const read = await truthFromRecord(store, { ...truthRequest(request, subject), project, seed });
  return { ...read, ks: chosenK(request, read), domain: project };
}

function readSource(request: SourceRequest, subject: string | null): Source {
  const { policies, cache, dataset, terms, judgments, overrides, protocol, seed, tie } = request;
  const common = truthRequest(request, subject);
  if (policies === undefined && cache === undefined && dataset === undefined) {
    if (request.weights !== undefined || request.models !== undefined)
      refuse('usage', { reason: weightsOfCache });
    const read = truthFromProtocol({ ...common, protocol, judgments, rulings: overrides, seed });
    return { ...read, ks: chosenK(request, read), domain: read.name };
  }
  if (policies === undefined || cache === undefined || dataset === undefined) {
    const lacking = Object.entries({ policies, cache, dataset }).flatMap(([name, value]) =>
      value === undefined ? [`--${name}`] : [],
    );
    const are = lacking.length === 1 ? 'is' : 'are';
    const needed = 'To compute from files, --policies, --cache and --dataset are needed';
    refuse('usage', { reason: `${needed}; ${lacking.join(' and ')} ${are} missing.` });
  }
  const weights = numbers('weights', request.weights, modelWeights);
  const models = numbers('models', request.models, modelRuns);
  const files = { policies, terms, cache, dataset, overrides, weights, models, tie };
  const read = truthFromFiles({ ...common, ...files });
  return { ...read, ks: chosenK(request, read), domain: legacyPreset().domain };
}

const weightsOfCache =
  '--weights and --models go with --cache. In a protocol the panel says what votes weigh.';

function truthRequest(request: SourceRequest, subject: string | null): TruthRequest {
  const { policy: ids, k, allowPartial, invalidate, progress } = request;
  return { ids, k, allowPartial, invalidate, subject, progress };
}

/** The numbers per model in an option; null when it is not given. */
function numbers(
  name: string,
  text: string | undefined,
  parse: typeof modelRuns,
): ReadonlyMap<string, number> | null {
  if (text === undefined) return null;
  const parsed = parse(text);
  return parsed.ok ? parsed.numbers : refuse('usage', { reason: `--${name}: ${parsed.reason}.` });
}

function chosenK({ k }: SourceRequest, { ks }: ReadTruth): readonly number[] {
  return [...new Set(k ?? ks ?? legacyPreset().k)].toSorted((a, b) => a - b);
}
