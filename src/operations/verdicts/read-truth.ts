import type { CodedText } from '../../domain/coded-text.ts';
import { english } from '../../domain/english.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { Topic } from '../../truth/verdicts/topic.ts';
import type { TopicTruths } from '../../truth/verdicts/topic-truths.ts';
import type { Invalidated } from '../models/invalidate-cache.ts';
import type { Progress } from '../text-file.ts';

/** What to read, from files or from a record. */
export interface TruthRequest {
  /** The policies; all that are found when empty. */
  readonly ids: readonly string[];
  readonly allowPartial: boolean;
  /** Leave out judgments that were made under other questions, and go on. */
  readonly invalidate: boolean;
  /** The K that are computed, if not those of the protocol. */
  readonly k?: readonly number[] | null;
  /** Only this subject; null for all. */
  readonly subject: string | null;
  readonly progress?: Progress | undefined;
}

/** The truth that was read; nothing when a topic is stale. */
export interface ReadTruth {
  readonly topics: readonly TopicTruths[];
  readonly stale: readonly StaleTopic[];
  readonly invalidated: Invalidated | null;
  readonly notes: readonly string[];
  /** The fields of units, where one subject was asked for. */
  readonly texts: ReadonlyMap<string, UnitFields>;
  /** The K that a protocol asks for; null where there is no protocol. */
  readonly ks: readonly number[] | null;
}

/** A topic that was judged under other questions. */
export interface StaleTopic {
  readonly topic: string;
  readonly judgedUnder: string;
  readonly present: string;
  readonly message: string;
}

/** Says that a topic was judged under other questions, and what shows it. */
export function staleTopic(
  { id }: Topic,
  judgedUnder: string,
  present: string,
  changes: CodedText,
): StaleTopic {
  const values = { topic: id, got: judgedUnder, expected: present, changes };
  return { topic: id, judgedUnder, present, message: english('stale-terms', values) };
}
