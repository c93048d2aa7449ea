import type { Fault } from '../../domain/fault.ts';
import type { Answers, Judgment } from '../../domain/judging/judgment.ts';
import { codeAnswer } from '../../truth/protocol/answer-codes.ts';
import { hashOfTerms, taskHash } from '../../truth/protocol/task-hash.ts';
import type { Topic } from '../../truth/verdicts/topic.ts';
import { jsonText } from '../json-bytes.ts';
import { entryValue, inEntry } from './cache-entry.ts';
import type { EntrySink, JsonEntry } from '../json-entries.ts';
import type { LegacyPreset } from '../verdicts/legacy-preset.ts';
import { keyFault, rawKey, readCacheMetadata, runAnnotator } from './cache-file.ts';
import type { RawKey } from './cache-file.ts';
import { claimFault, wrongOrigin } from './cache-claims.ts';
import type { EntryClaim } from './cache-claims.ts';
import { CachedAnswers } from './cached-answers.ts';
import type { OutsideAnswer } from './cached-answers.ts';

/** A topic as far as its judgments need it. */
export type CachedJudgmentTopic = Pick<Topic, 'id' | 'task' | 'termHash'>;

/** Receives the entries of a cache. `line` counts only when it is asked. */
export interface JudgmentSink {
  fault(found: Fault): void;
  judgment(judgment: Judgment, line: () => number): void;
  /** A stored outcome of votes; the votes, where there are any, come before. */
  aggregate?(
    entry: { readonly unit: string; readonly answers: Answers; readonly taskHash: string },
    line: () => number,
  ): void;
}

/**
 * Delivers the judgments of a dual cache file one by one; each run of a model is an annotator.
 * Judgments under other terms carry a hash made of the one of those terms, so they count as stale.
 * The metadata must come first, as in every such file. Nothing is kept, so memory does not grow
 * with the file.
 */
export class CacheJudgments implements EntrySink {
  readonly #file: string;
  readonly #sink: JudgmentSink;
  readonly #readers: readonly TopicAnswers[];
  judgments = 0;
  /** Entries of other topics, which nobody asked for. */
  others = 0;
  /** Units of which the cache holds an aggregate. */
  aggregates = 0;

  constructor(
    file: string,
    topics: readonly CachedJudgmentTopic[],
    formerNames: LegacyPreset['former_names'],
    sink: JudgmentSink,
  ) {
    this.#file = file;
    this.#sink = sink;
    this.#readers = topics.map((topic) => new TopicAnswers(topic, formerNames));
  }

  /** Answers that are outside of the terms and were left out. */
  get outside(): readonly OutsideAnswer[] {
    return this.#readers.flatMap((reader) => reader.outside);
  }

  isSection(key: string): boolean {
    return key !== '_metadata';
  }

  entry(section: string | null, one: JsonEntry, line: () => number): void {
    const key = jsonText(one.bytes, one.keyStart, one.keyEnd);
    if (section === null && key === '_metadata') this.#readMetadata(one, line());
    if (section !== 'raw' && section !== 'aggregated') return;
    const reader = this.#readers.find(({ prefix }) => key.startsWith(prefix));
    if (reader === undefined) {
      this.others += 1;
      return;
    }
    const rest = key.slice(reader.prefix.length);
    const report = (found: Fault): void => this.#sink.fault(found);
    const isRead = inEntry(
      () => ({ file: this.#file, line: line() }),
      report,
      () =>
        section === 'raw'
          ? this.#raw(reader, rest, one, line)
          : this.#stored(reader, rest, one, line),
    );
    if (isRead === false) this.#sink.fault(keyFault(section, key, this.#file, line()));
  }

  #readMetadata(one: JsonEntry, line: number): void {
    const place = { file: this.#file, line };
    const report = (found: Fault): void => this.#sink.fault(found);
    const value = inEntry(
      () => place,
      report,
      () => entryValue(one),
    );
    if (value === undefined) return;
    const metadata = readCacheMetadata(value, this.#file, line);
    for (const reader of this.#readers) {
      const judgedUnder = metadata.get(reader.topic.id)?.termHash ?? null;
      if (judgedUnder !== null && judgedUnder !== reader.topic.termHash)
        reader.version = hashOfTerms(judgedUnder);
    }
  }

  #raw(reader: TopicAnswers, rest: string, one: JsonEntry, line: () => number): boolean {
    const named = rawKey(rest);
    const answers = named === null ? null : reader.read(one);
    if (named === null || answers === null) return false;
    if (this.#contradicts(reader.wrongClaim(one, named.unit, named), 'raw', one, line)) return true;
    this.judgments += 1;
    const judgment: Judgment = {
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
    };
    this.#sink.judgment(judgment, line);
    return true;
  }

  /** True for an entry that says another topic, unit or run than its key: that is a fault. */
  #contradicts(
    wrong: EntryClaim | null,
    section: string,
    { bytes, keyStart, keyEnd }: JsonEntry,
    line: () => number,
  ): boolean {
    if (wrong === null) return false;
    const field = `${section}.${jsonText(bytes, keyStart, keyEnd)}`;
    this.#sink.fault(claimFault(field, wrong, { file: this.#file, line: line() }));
    return true;
  }

  #stored(reader: TopicAnswers, unit: string, one: JsonEntry, line: () => number): boolean {
    this.aggregates += 1;
    const { aggregate } = this.#sink;
    // Nobody wants its answers: only what it says about itself is looked at.
    const own = aggregate === undefined ? reader.aside() : reader;
    const answers = unit === '' ? null : own.read(one);
    if (answers === null) return false;
    if (this.#contradicts(own.wrongClaim(one, unit, null), 'aggregated', one, line)) return true;
    aggregate?.({ unit, answers, taskHash: reader.version }, line);
    return true;
  }
}

class TopicAnswers {
  readonly topic: CachedJudgmentTopic;
  readonly prefix: string;
  readonly #answers: CachedAnswers;
  readonly #formerNames: LegacyPreset['former_names'];
  #aside: TopicAnswers | null = null;
  /** The version of the questions that judgments were made under. */
  version: string;

  constructor(topic: CachedJudgmentTopic, formerNames: LegacyPreset['former_names']) {
    this.topic = topic;
    this.#formerNames = formerNames;
    this.prefix = `${topic.id}::`;
    this.version = taskHash(topic.task);
    this.#answers = new CachedAnswers(topic.task, formerNames);
  }

  /** A reader of the same topic whose answers nobody takes, so that none is set aside here. */
  aside(): TopicAnswers {
    return (this.#aside ??= new TopicAnswers(this.topic, this.#formerNames));
  }

  get outside(): readonly OutsideAnswer[] {
    return [...this.#answers.setAside.outside.values()];
  }

  /** What the entry that was read last says about itself against its key, if anything. */
  wrongClaim({ bytes }: JsonEntry, unit: string, run: RawKey | null): EntryClaim | null {
    for (const name of this.#answers.unitNames) {
      const got = this.#answers.claimed(bytes, name);
      if (got !== null && got !== unit) return { name, got, expected: unit };
    }
    return wrongOrigin(this.#answers, bytes, this.topic.id, run);
  }

  /** The answers of an entry that apply; null when it is not an object. */
  read({ bytes, valueStart, valueEnd }: JsonEntry): Answers | null {
    if (!this.#answers.read(bytes, valueStart, valueEnd, false)) return null;
    this.#answers.dropInapplicable();
    const { codes } = this.#answers;
    return Object.fromEntries(
      this.topic.task.questions.flatMap((question, at) => {
        const answer = codeAnswer(question, codes[at]!);
        return answer === undefined ? [] : [[question.id, answer]];
      }),
    );
  }
}
