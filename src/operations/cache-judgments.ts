import type { Judgment } from '../domain/judgment.ts';
import { keyFault, rawKey, readCacheMetadata, runAnnotator } from '../formats/cache-file.ts';
import { CachedAnswers } from '../formats/cached-answers.ts';
import { jsonText, utf8Text } from '../formats/json-bytes.ts';
import { readJsonEntries } from '../formats/json-entries.ts';
import type { JsonEntry } from '../formats/json-entries.ts';
import { codeAnswer } from '../truth/answer-codes.ts';
import { compileCondition } from '../truth/condition.ts';
import { taskHash } from '../truth/task-hash.ts';
import { withBytes } from './byte-file.ts';
import type { Topic } from './load-policies.ts';
import { FaultList } from './text-file.ts';
import type { Progress } from './text-file.ts';

/** What was in a cache besides the judgments that were delivered. */
export interface CacheContent {
  readonly judgments: number;
  /** Entries of other topics, which nobody asked for. */
  readonly others: number;
  /** Units of which the cache holds an aggregate; where it holds no votes, no judgment can be made of them. */
  readonly aggregates: number;
}

/**
 * Delivers the judgments of a dual cache file one by one, for a record of them: each run of a model is an annotator. Judgments made under other
 * terms carry the hash of those terms, so that they count as stale. The metadata must come before the judgments, as it does in every such
 * file. Nothing is kept, so a file of gigabytes takes no more memory than a small one.
 */
export function cacheJudgments(file: string, topics: readonly Topic[], each: (topic: string, judgment: Judgment) => void, progress?: Progress): CacheContent {
  const found = new FaultList();
  const readers = topics.map((topic) => ({ topic, prefix: `${topic.id}::`, read: judgmentReader(topic), version: taskHash(topic.task) as string | null }));
  const content = { judgments: 0, others: 0, aggregates: 0 };
  const entry = (section: string | null, one: JsonEntry, line: () => number): void => {
    const key = jsonText(one.bytes, one.keyStart, one.keyEnd);
    if (section === null && key === '_metadata') {
      const metadata = readCacheMetadata(JSON.parse(utf8Text(one.bytes, one.valueStart, one.valueEnd)), file, line());
      for (const reader of readers) {
        const judgedUnder = metadata.get(reader.topic.id)?.termHash ?? null;
        if (judgedUnder !== null && judgedUnder !== reader.topic.termHash) reader.version = judgedUnder;
      }
    }
    const reader = readers.find(({ prefix }) => key.startsWith(prefix));
    if (section !== null && reader === undefined) content.others += 1;
    else if (section === 'aggregated') content.aggregates += 1;
    if (section !== 'raw' || reader === undefined) return;
    const named = rawKey(key.slice(reader.prefix.length));
    const answers = named === null ? null : reader.read(one);
    if (named === null || answers === null) found.add(keyFault(section, key, file, line()));
    else {
      content.judgments += 1;
      each(reader.topic.id, { unit: named.unit, task: reader.topic.task.id, annotator: runAnnotator(named.model, named.run), answers, asides: {}, guideline: null, taskHash: reader.version, round: null, at: null, seconds: null });
    }
  };
  withBytes(file, (fill) => readJsonEntries(fill, { isSection: (key) => key !== '_metadata', entry }, file), progress);
  found.throwIfAny();
  return content;
}

/** Reads the answers of an entry; null when it is no object. What does not apply to an irrelevant unit is left out. */
function judgmentReader({ task }: Topic): (entry: JsonEntry) => Judgment['answers'] | null {
  const answers = new CachedAnswers(task);
  const conditions = task.questions.map(({ when }) => {
    const compiled = when === null ? null : compileCondition(task, when.expression);
    return compiled?.ok === true ? compiled.holds : null;
  });
  return ({ bytes, valueStart, valueEnd }) => {
    if (!answers.read(bytes, valueStart, valueEnd, false)) return null;
    const { codes } = answers;
    return Object.fromEntries(
      task.questions.flatMap((question, at) => {
        const answer = conditions[at]?.(codes) === false ? undefined : codeAnswer(question, codes[at]!);
        return answer === undefined ? [] : [[question.id, answer]];
      }),
    );
  };
}
