import { expectation } from '../schema-faults.ts';
import { codedText } from '../../domain/text-values.ts';
import { z } from 'zod';
import { fault, refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Answer } from '../../domain/answer.ts';

/** What a cache says about the judgments on one topic. */
export interface CacheMetadata {
  readonly termHash: string | null;
  readonly createdAt: string | null;
  /** How many runs of each model are asked for. */
  readonly modelRuns: ReadonlyMap<string, number> | null;
  /** What each model's vote weighs; the original's files do not say, Assay's do. */
  readonly modelWeights: ReadonlyMap<string, number> | null;
}

/** Whose judgment an entry of `raw` is. */
export interface RawKey {
  readonly unit: string;
  readonly model: string;
  readonly run: number;
}

/** Reads the metadata of a cache, by topic. */
export function readCacheMetadata(
  value: unknown,
  file: string,
  line: number,
): ReadonlyMap<string, CacheMetadata> {
  const parsed = metadataSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    const field = ['_metadata', ...issue.path].join('.');
    const got = codedText('something-else');
    refuse('wrong-value', { field, got, expected: expectation(issue) }, { file, line });
  }
  const numbers = (entry: Readonly<Record<string, number>> | null | undefined): Numbers =>
    entry === undefined || entry === null ? null : new Map(Object.entries(entry));
  const entries = Object.entries(parsed.data).map(([topic, entry]) => {
    const metadata = {
      termHash: entry.term_hash ?? null,
      createdAt: entry.created_at ?? null,
      modelRuns: numbers(entry.model_config),
      modelWeights: numbers(entry.model_weights),
    };
    return [topic, metadata] as const;
  });
  return new Map(entries);
}

type Numbers = ReadonlyMap<string, number> | null;

/**
 * Parses a raw key after its topic; a unit's id may contain colons. Null for other keys.
 * @example rawKey('review123::gpt-5.1::run1') // { unit: 'review123', model: 'gpt-5.1', run: 1 }
 */
export function rawKey(rest: string): RawKey | null {
  const match = /^([^]+)::([^:]+(?::[^:]+)*)::run([1-9]\d{0,5})$/.exec(rest);
  return match === null ? null : { unit: match[1]!, model: match[2]!, run: Number(match[3]) };
}

/** The name that a run of a model has as an annotator. */
export function runAnnotator(model: string, run: number): string {
  return `${model}#${run}`;
}

/** Model and run of an annotator named by {@link runAnnotator}; null for a person or a rule. */
export function annotatorRun(
  annotator: string,
): { readonly model: string; readonly run: number } | null {
  const match = /^([^]+)#([1-9]\d*)$/.exec(annotator);
  return match === null ? null : { model: match[1]!, run: Number(match[2]) };
}

/** What to write for one topic, lazily: there may be very many judgments. */
export interface CacheTopic {
  readonly topic: string;
  readonly metadata: CacheMetadata;
  raw(): Iterable<{ readonly unit: string; readonly annotator: string; readonly answers: Answers }>;
  aggregated(): Iterable<{
    readonly unit: string;
    readonly answers: Answers;
    readonly confidence: Readonly<Record<string, number>>;
  }>;
}

/** Writes a dual cache file piece by piece. Judgments that no model run made are left out. */
export function* cacheFilePieces(topics: readonly CacheTopic[]): IterableIterator<string> {
  const metadata = topics.map((one) => [one.topic, metadataJson(one.metadata)] as const);
  yield `{\n  "_metadata": ${indented(Object.fromEntries(metadata))},\n  "raw": {`;
  let first = true;
  const entry = (key: string, value: unknown): string => {
    const text = `${first ? '' : ','}\n    ${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    first = false;
    return text;
  };
  for (const { topic, raw } of topics) {
    for (const { unit, annotator, answers } of raw()) {
      const run = annotatorRun(annotator);
      if (run !== null)
        yield entry(`${topic}::${unit}::${run.model}::run${run.run}`, {
          review_id: unit,
          ...answers,
          _model: run.model,
          _run: run.run,
        });
    }
  }
  yield '\n  },\n  "aggregated": {';
  first = true;
  for (const { topic, aggregated } of topics) {
    for (const { unit, answers, confidence } of aggregated())
      yield entry(`${topic}::${unit}`, {
        _aggregated: true,
        _confidence: roundedShares(confidence),
        review_id: unit,
        ...answers,
      });
  }
  yield '\n  }\n}\n';
}

const perModel = (number: z.ZodNumber, expected: string): z.ZodType<Record<string, number>> =>
  z.record(z.string().min(1), number, expected);
const runs = 'model-runs';
const weight = 'model-weights';

const metadataSchema = z.record(
  z.string(),
  z.object(
    {
      term_hash: z.string('term-hash').nullish(),
      created_at: z.string('any-time').nullish(),
      model_config: perModel(z.int(runs).positive(runs), runs).nullish(),
      model_weights: perModel(z.number(weight).nonnegative(weight), weight).nullish(),
    },
    'topic-facts',
  ),
  'topic-entries',
);

function metadataJson({ termHash, createdAt, modelRuns, modelWeights }: CacheMetadata): object {
  return {
    term_hash: termHash,
    created_at: createdAt,
    ...(modelRuns === null ? {} : { model_config: Object.fromEntries(modelRuns) }),
    ...(modelWeights === null ? {} : { model_weights: Object.fromEntries(modelWeights) }),
  };
}

function indented(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
}

function roundedShares(shares: Readonly<Record<string, number>>): Readonly<Record<string, Answer>> {
  return Object.fromEntries(
    Object.entries(shares).map(([field, share]) => [field, Math.round(share * 1000) / 1000]),
  );
}

/** The fault of a key that has a topic but not the form of the cache's keys. */
export function keyFault(section: string, key: string, file: string, line: number): Fault {
  const expected = section === 'raw' ? 'topic::unit::model::run1' : 'topic::unit';
  return fault(
    'wrong-value',
    { field: codedText('key-of', { section }), got: JSON.stringify(key.slice(0, 100)), expected },
    { file, line },
  );
}
