import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import type { Topic } from '../../truth/verdicts/topic.ts';
import { jsonText } from '../json-bytes.ts';
import { entryValue, inEntry } from './cache-entry.ts';
import type { EntrySink, JsonEntry } from '../json-entries.ts';
import type { TextIndex } from '../text-index.ts';
import type { LegacyPreset } from '../verdicts/legacy-preset.ts';
import { keyFault, readCacheMetadata } from './cache-file.ts';
import type { CacheMetadata } from './cache-file.ts';
import { claimFault } from './cache-claims.ts';
import { TopicReader } from './cached-topic.ts';
import type { EntryProblem, TopicColumns } from './cached-topic.ts';

/** What a cache holds on one topic. */
export interface CachedTopic extends TopicColumns {
  readonly metadata: CacheMetadata | null;
}

type ReadTopic = Pick<Topic, 'id' | 'task'>;

/**
 * Reads the entries of a dual cache file of any size by topic. Units get numbers from `units`,
 * which grows with new ones. Entries of other topics are skipped.
 */
export class CacheReader implements EntrySink {
  readonly #file: string;
  readonly #report: (found: Fault) => void;
  readonly #readers: ReadonlyMap<string, TopicReader>;
  readonly #make: (topic: ReadTopic) => TopicReader;
  #metadata: ReadonlyMap<string, CacheMetadata> = new Map();

  constructor(
    file: string,
    topics: readonly ReadTopic[],
    units: TextIndex,
    formerNames: LegacyPreset['former_names'],
    report: (found: Fault) => void,
  ) {
    this.#file = file;
    this.#report = report;
    this.#make = (topic) => new TopicReader(topic, units, formerNames);
    this.#readers = new Map(topics.map((topic) => [topic.id, this.#make(topic)]));
  }

  isSection(key: string): boolean {
    return key !== '_metadata';
  }

  entry(section: string | null, one: JsonEntry, line: () => number): void {
    if (section === null) {
      if (keyOf(one) !== '_metadata') return;
      const place = { file: this.#file, line: line() };
      const value = inEntry(
        () => place,
        this.#report,
        () => entryValue(one),
      );
      if (value !== undefined) this.#metadata = readCacheMetadata(value, this.#file, place.line);
      return;
    }
    if (section !== 'raw' && section !== 'aggregated') return;
    for (const reader of this.#readers.values()) {
      const unit = reader.unitStart(one);
      if (unit < 0) continue;
      const problem = inEntry(
        () => ({ file: this.#file, line: line() }),
        this.#report,
        () => (section === 'raw' ? reader.raw(one, unit) : reader.aggregate(one, unit)),
      );
      if (problem !== null && problem !== undefined) this.#wrong(problem, section, one, line());
      return;
    }
  }

  quick(section: string, one: JsonEntry, limit: number, line: () => number): number {
    if (section !== 'raw') return -1;
    for (const reader of this.#readers.values()) {
      const unit = reader.unitStart(one);
      if (unit < 0) continue;
      return reader.quickRaw(one, unit, limit, () => this.#wrong('twice', section, one, line()));
    }
    return -1;
  }

  /** What was read of a topic that was asked for. */
  topic({ id }: ReadTopic): CachedTopic {
    return { ...this.#readers.get(id)!.columns, metadata: this.#metadata.get(id) ?? null };
  }

  /** A topic as if the cache held nothing on it. */
  emptyTopic(topic: ReadTopic): CachedTopic {
    return { ...this.#make(topic).columns, metadata: null };
  }

  #wrong(problem: NonNullable<EntryProblem>, section: string, one: JsonEntry, line: number): void {
    const place = { file: this.#file, line };
    const key = keyOf(one);
    const field = `${section}.${key}`;
    if (problem === 'key') this.#report(keyFault(section, key, this.#file, line));
    else if (typeof problem === 'object') this.#report(claimFault(field, problem, place));
    else if (problem === 'twice') this.#report(fault('duplicate-key', { field }, place));
    else {
      const got = codedText('something-else-under', { key: field });
      this.#report(fault('not-an-object', { got }, place));
    }
  }
}

function keyOf({ bytes, keyStart, keyEnd }: JsonEntry): string {
  return jsonText(bytes, keyStart, keyEnd);
}
