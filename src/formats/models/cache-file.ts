import { z } from 'zod';
import { fault, refuse } from '../../domain/fault.ts';
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
    const [issue] = parsed.error.issues;
    refuse(
      'wrong-value',
      {
        field: ['_metadata', ...issue!.path].join('.'),
        got: 'something else',
        expected: issue!.message.replace(/^expected /, ''),
      },
      { file, line },
    );
  }
  return new Map(
    Object.entries(parsed.data).map(([topic, entry]) => [
      topic,
      {
        termHash: entry.term_hash ?? null,
        createdAt: entry.created_at ?? null,
        modelRuns:
          entry.model_config === undefined || entry.model_config === null
            ? null
            : new Map(Object.entries(entry.model_config)),
        modelWeights:
          entry.model_weights === undefined || entry.model_weights === null
            ? null
            : new Map(Object.entries(entry.model_weights)),
      },
    ]),
  );
}

/**
 * Takes the rest of a raw key apart, after its topic: the unit's id may hold colons itself. Null
 * when it is no such key.
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

/**
 * The model and run of an annotator that {@link runAnnotator} named; null for a person or a rule.
 */
export function annotatorRun(
  annotator: string,
): { readonly model: string; readonly run: number } | null {
  const match = /^([^]+)#([1-9]\d*)$/.exec(annotator);
  return match === null ? null : { model: match[1]!, run: Number(match[2]) };
}

/**
 * What there is to write for one topic; units and judgments come when they are asked for, since
 * there may be very many.
 */
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

/**
 * Writes the dual cache of the document, entry by entry. Judgments by others than runs of models
 * cannot be keyed in it, and are left out.
 */
export function writeCacheFile(topics: readonly CacheTopic[], write: (text: string) => void): void {
  for (const piece of cacheFilePieces(topics)) write(piece);
}

/** The same, piece by piece as they are asked for. */
export function* cacheFilePieces(topics: readonly CacheTopic[]): IterableIterator<string> {
  yield `{\n  "_metadata": ${indented(Object.fromEntries(topics.map(({ topic, metadata }) => [topic, metadataJson(metadata)])))},\n  "raw": {`;
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

const count = z.record(
  z.string().min(1),
  z.int('expected a number of runs per model').positive('expected a number of runs per model'),
  'expected a number of runs per model',
);

const metadataSchema = z.record(
  z.string(),
  z.object(
    {
      term_hash: z.string('expected the hash of the terms').nullable().optional(),
      created_at: z.string('expected a time').nullable().optional(),
      model_config: count.nullable().optional(),
      model_weights: z
        .record(
          z.string().min(1),
          z.number('expected a weight per model').nonnegative('expected a weight per model'),
          'expected a weight per model',
        )
        .nullable()
        .optional(),
    },
    'expected what is known of a topic',
  ),
  'expected an entry per topic',
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

/** The fault of a key that belongs to a topic but is none of the cache's. */
export function keyFault(
  section: string,
  key: string,
  file: string,
  line: number,
): ReturnType<typeof fault> {
  const expected = section === 'raw' ? 'topic::unit::model::run1' : 'topic::unit';
  return fault(
    'wrong-value',
    { field: `a key of ${section}`, got: JSON.stringify(key.slice(0, 100)), expected },
    { file, line },
  );
}
