import { setImmediate as breathe } from 'node:timers/promises';
import type { Answers, Judgment } from '../../domain/judging/judgment.ts';
import {
  keyFault,
  rawKey,
  readCacheMetadata,
  runAnnotator,
} from '../../formats/models/cache-file.ts';
import { CachedAnswers } from '../../formats/models/cached-answers.ts';
import { jsonText, utf8Text } from '../../formats/json-bytes.ts';
import { jsonEntrySteps } from '../../formats/json-entries.ts';
import type { JsonEntry } from '../../formats/json-entries.ts';
import { codeAnswer } from '../../truth/protocol/answer-codes.ts';
import { compileCondition } from '../../truth/protocol/condition.ts';
import { taskHash } from '../../truth/protocol/task-hash.ts';
import { withBytesInTurns } from '../byte-file.ts';
import type { Topic } from '../verdicts/load-policies.ts';
import { FaultList } from '../text-file.ts';
import type { Progress } from '../text-file.ts';

/** What was in a cache besides what was delivered. */
export interface CacheContent {
  readonly judgments: number;
  /** Entries of other topics, which nobody asked for. */
  readonly others: number;
  /** Units of which the cache holds an aggregate. */
  readonly aggregates: number;
  /**
   * Answers that are outside of the terms and were left out: `incident_severity = critical`, with
   * how often.
   */
  readonly outside: ReadonlyMap<string, number>;
}

/** What becomes of the entries. `line` counts only when it is asked. */
export interface CacheSink {
  judgment(judgment: Judgment, line: () => number): void;
  /** What was stored as the votes' outcome; the votes, where there are any, come before. */
  aggregate?(
    entry: { readonly unit: string; readonly answers: Answers; readonly taskHash: string },
    line: () => number,
  ): void;
}

/** A topic as far as its judgments need it. */
export type CachedJudgmentTopic = Pick<Topic, 'id' | 'task' | 'termHash'>;

/**
 * Delivers the judgments of a dual cache file one by one, for a record of them: each run of a model
 * is an annotator. Judgments made under other
 * terms carry the hash of those terms, so that they count as stale. The metadata must come before
 * the judgments, as it does in every such
 * file. Nothing is kept, so a file of gigabytes takes no more memory than a small one, and others
 * have their turn in between.
 */
export async function cacheJudgments(
  file: string,
  topics: readonly CachedJudgmentTopic[],
  sink: CacheSink,
  progress?: Progress,
  name = file,
): Promise<CacheContent> {
  const found = new FaultList();
  const readers = topics.map((topic) => ({
    topic,
    prefix: `${topic.id}::`,
    read: answerReader(topic),
    version: taskHash(topic.task),
  }));
  const content = { judgments: 0, others: 0, aggregates: 0 };
  const entry = (section: string | null, one: JsonEntry, line: () => number): void => {
    const key = jsonText(one.bytes, one.keyStart, one.keyEnd);
    if (section === null && key === '_metadata') {
      const metadata = readCacheMetadata(
        JSON.parse(utf8Text(one.bytes, one.valueStart, one.valueEnd)),
        name,
        line(),
      );
      for (const reader of readers) {
        const judgedUnder = metadata.get(reader.topic.id)?.termHash ?? null;
        if (judgedUnder !== null && judgedUnder !== reader.topic.termHash)
          reader.version = judgedUnder;
      }
    }
    if (section !== 'raw' && section !== 'aggregated') return;
    const reader = readers.find(({ prefix }) => key.startsWith(prefix));
    if (reader === undefined) {
      content.others += 1;
      return;
    }
    const rest = key.slice(reader.prefix.length);
    if (section === 'aggregated') {
      content.aggregates += 1;
      const answers = sink.aggregate === undefined || rest === '' ? null : reader.read.one(one);
      if (answers !== null)
        sink.aggregate!({ unit: rest, answers, taskHash: reader.version }, line);
      else if (sink.aggregate !== undefined) found.add(keyFault(section, key, name, line()));
      return;
    }
    const named = rawKey(rest);
    const answers = named === null ? null : reader.read.one(one);
    if (named === null || answers === null) found.add(keyFault(section, key, name, line()));
    else {
      content.judgments += 1;
      sink.judgment(
        {
          unit: named.unit,
          task: reader.topic.task.id,
          annotator: runAnnotator(named.model, named.run),
          answers,
          asides: {},
          guideline: null,
          taskHash: reader.version,
          round: null,
          at: null,
          seconds: null,
        },
        line,
      );
    }
  };
  await withBytesInTurns(
    file,
    async (fill) => {
      const steps = jsonEntrySteps(fill, { isSection: (key) => key !== '_metadata', entry }, name);
      while (!steps.advance(chunksPerTurn)) await breathe();
    },
    progress,
  );
  found.throwIfAny();
  const outside = new Map(readers.flatMap(({ read }) => [...read.outside]));
  return { ...content, outside };
}

/** Chunks of 256 KB that are read before others have their turn. */
const chunksPerTurn = 2;

/**
 * Reads the answers of an entry; null when it is no object. What does not apply to an irrelevant
 * unit is left out.
 */
function answerReader({ task }: CachedJudgmentTopic): {
  one(entry: JsonEntry): Answers | null;
  readonly outside: ReadonlyMap<string, number>;
} {
  const answers = new CachedAnswers(task);
  const conditions = task.questions.map(({ when }) => {
    const compiled = when === null ? null : compileCondition(task, when.expression);
    return compiled?.ok === true ? compiled.holds : null;
  });
  const one = ({ bytes, valueStart, valueEnd }: JsonEntry): Answers | null => {
    if (!answers.read(bytes, valueStart, valueEnd, false)) return null;
    const { codes } = answers;
    return Object.fromEntries(
      task.questions.flatMap((question, at) => {
        const answer =
          conditions[at]?.(codes) === false ? undefined : codeAnswer(question, codes[at]!);
        return answer === undefined ? [] : [[question.id, answer]];
      }),
    );
  };
  return { one, outside: answers.setAside.outside };
}
