import { JudgmentTable } from '../../truth/judging/judgment-table.ts';
import type { Topic } from '../../truth/verdicts/topic.ts';
import { backslash, colon, jsonText } from '../json-bytes.ts';
import type { JsonEntry } from '../json-entries.ts';
import type { TextIndex } from '../text-index.ts';
import type { LegacyPreset } from '../verdicts/legacy-preset.ts';
import { annotatorRun, rawKey, runAnnotator } from './cache-file.ts';
import { wrongOrigin } from './cache-claims.ts';
import type { EntryClaim } from './cache-claims.ts';
import { CachedAnswers } from './cached-answers.ts';
import type { SetAside } from './cached-answers.ts';

/** The judgments that a cache holds on one topic. */
export interface TopicColumns {
  /** The judgments of the runs, one column per run. */
  readonly raw: JudgmentTable;
  /** The aggregates as they are stored, in a single column. */
  readonly aggregated: JudgmentTable;
  /** Words of aggregated answers that are outside of the terms, by unit and question. */
  readonly strays: ReadonlyMap<number, ReadonlyMap<number, string>>;
  readonly setAside: SetAside;
}

/** The mark of a run's judgment that does not count, as an answer is missing or off its scale. */
export const invalidRun = 1;

/**
 * What is wrong with an entry: its key, a second entry of that key, its value, or its own claims.
 */
export type EntryProblem = 'key' | 'twice' | 'value' | EntryClaim | null;

/** Reads the entries of one topic into columns, a byte per answer. */
export class TopicReader {
  readonly #topic: string;
  readonly #units: TextIndex;
  readonly #prefix: Uint8Array;
  readonly #answers: CachedAnswers;
  readonly #raw: JudgmentTable;
  readonly #aggregated: JudgmentTable;
  readonly #strays = new Map<number, ReadonlyMap<number, string>>();
  /** The ends of keys that were seen, `::gpt-5-mini::run1`, with the annotator's number. */
  readonly #tails: { readonly bytes: Uint8Array; readonly annotator: number }[] = [];
  #tail = 0;
  /** Where the unit ends in the key that was looked at last. */
  #unitEnd = 0;
  /** The unit that was met last, and its number. */
  readonly #lastUnit = new Uint8Array(256);
  #lastLength = -1;
  #lastNumber = -1;

  constructor(
    { id, task }: Pick<Topic, 'id' | 'task'>,
    units: TextIndex,
    formerNames: LegacyPreset['former_names'],
  ) {
    this.#topic = id;
    this.#units = units;
    this.#prefix = encode(JSON.stringify(`${id}::`).slice(1, -1));
    this.#answers = new CachedAnswers(task, formerNames);
    this.#raw = new JudgmentTable(task);
    this.#aggregated = new JudgmentTable(task);
    this.#aggregated.annotator('aggregate');
  }

  /** Where the unit begins in a key of this topic; -1 for a key of another. */
  unitStart({ bytes, keyStart, keyEnd }: JsonEntry): number {
    if (keyEnd - keyStart < this.#prefix.length) return -1;
    for (let at = 0; at < this.#prefix.length; at += 1)
      if (bytes[keyStart + at] !== this.#prefix[at]) return -1;
    return keyStart + this.#prefix.length;
  }

  raw(entry: JsonEntry, unitStart: number): EntryProblem {
    const { bytes, keyEnd, valueStart, valueEnd } = entry;
    const annotator = this.#annotator(bytes, unitStart, keyEnd);
    if (annotator < 0) return 'key';
    if (!this.#answers.read(bytes, valueStart, valueEnd, false)) return 'value';
    const wrong = this.#wrongClaim(bytes, unitStart, annotator);
    if (wrong !== null) return wrong;
    return this.#add(bytes, unitStart, annotator) ? null : 'twice';
  }

  /** Reads a plain entry whose end is unknown; -1 without any effect when it is not plain. */
  quickRaw(
    { bytes, keyEnd, valueStart }: JsonEntry,
    unitStart: number,
    limit: number,
    onTwice: () => void,
  ): number {
    const end = this.#answers.scan(bytes, valueStart, limit);
    const annotator = end < 0 ? -1 : this.#annotator(bytes, unitStart, keyEnd);
    // An entry that contradicts its key is read again, slowly, and reported there.
    if (annotator < 0 || this.#wrongClaim(bytes, unitStart, annotator) !== null) return -1;
    if (!this.#add(bytes, unitStart, annotator)) onTwice();
    return end;
  }

  #add(bytes: Uint8Array, unitStart: number, annotator: number): boolean {
    this.#answers.dropInapplicable();
    const unit = this.#unit(bytes, unitStart, this.#unitEnd);
    if (this.#answers.isValid()) return this.#raw.add(unit, annotator, this.#answers.codes);
    this.#answers.setAside.invalid += 1;
    if (this.#raw.has(unit, annotator)) return false;
    return this.#raw.put(unit, annotator, this.#answers.codes, invalidRun);
  }

  aggregate(entry: JsonEntry, unitStart: number): EntryProblem {
    const { bytes, keyEnd, valueStart, valueEnd } = entry;
    if (unitStart >= keyEnd) return 'key';
    if (!this.#answers.read(bytes, valueStart, valueEnd, true)) return 'value';
    const wrong =
      this.#wrongUnit(bytes, unitStart, keyEnd) ??
      wrongOrigin(this.#answers, bytes, this.#topic, null);
    if (wrong !== null) return wrong;
    const unit = this.#unit(bytes, unitStart, keyEnd);
    if (this.#answers.strays !== null) this.#strays.set(unit, this.#answers.strays);
    return this.#aggregated.add(unit, 0, this.#answers.codes) ? null : 'twice';
  }

  #wrongClaim(bytes: Uint8Array, unitStart: number, annotator: number): EntryClaim | null {
    const wrong = this.#wrongUnit(bytes, unitStart, this.#unitEnd);
    if (wrong !== null) return wrong;
    const named = annotatorRun(this.#raw.annotators[annotator]!);
    return wrongOrigin(this.#answers, bytes, this.#topic, named);
  }

  #wrongUnit(bytes: Uint8Array, start: number, end: number): EntryClaim | null {
    for (const name of this.#answers.unitNames) {
      if (this.#answers.isClaimed(bytes, name, start, end)) continue;
      const got = this.#answers.claimed(bytes, name);
      const expected = got === null ? null : jsonText(bytes, start, end);
      if (got !== null && expected !== null && got !== expected) return { name, got, expected };
    }
    return null;
  }

  /** What was read. */
  get columns(): TopicColumns {
    return {
      raw: this.#raw,
      aggregated: this.#aggregated,
      strays: this.#strays,
      setAside: this.#answers.setAside,
    };
  }

  #unit(bytes: Uint8Array, start: number, end: number): number {
    // The runs on a unit mostly come one after the other.
    const length = end - start;
    if (length === this.#lastLength && sameBytes(bytes, start, this.#lastUnit, length))
      return this.#lastNumber;
    const number = this.#find(bytes, start, end);
    if (length <= this.#lastUnit.length) {
      for (let at = 0; at < length; at += 1) this.#lastUnit[at] = bytes[start + at]!;
      this.#lastLength = length;
      this.#lastNumber = number;
    }
    return number;
  }

  #find(bytes: Uint8Array, start: number, end: number): number {
    for (let at = start; at < end; at += 1)
      if (bytes[at] === backslash) return this.#units.add(jsonText(bytes, start, end));
    return this.#units.stageBytes(bytes, start, end)
      ? this.#units.addStaged()
      : this.#units.add(jsonText(bytes, start, end));
  }

  /** Whose judgment a key names; sets where the unit in it ends. -1 when it names nobody. */
  #annotator(bytes: Uint8Array, unitStart: number, end: number): number {
    // Runs mostly come in the same order for every unit, so the one after the last is looked at
    // first.
    for (let tried = 0; tried < this.#tails.length; tried += 1) {
      this.#tail = this.#tail + 1 === this.#tails.length ? 0 : this.#tail + 1;
      const tail = this.#tails[this.#tail]!;
      const start = end - tail.bytes.length;
      if (start <= unitStart || !sameBytes(bytes, start, tail.bytes, tail.bytes.length)) continue;
      this.#unitEnd = start;
      return tail.annotator;
    }
    const start = tailStart(bytes, unitStart, end);
    const key = start < 0 ? null : rawKey(`unit${jsonText(bytes, start, end)}`);
    if (key === null) return -1;
    const annotator = this.#raw.annotator(runAnnotator(key.model, key.run));
    this.#tails.push({ bytes: bytes.slice(start, end), annotator });
    this.#unitEnd = start;
    return annotator;
  }
}

/** Where `::model::run1` begins at the end of a key; -1 when nothing like it is there. */
function tailStart(bytes: Uint8Array, start: number, end: number): number {
  let found = 0;
  for (let at = end - 1; at > start; at -= 1) {
    if (bytes[at] !== colon || bytes[at - 1] !== colon) continue;
    found += 1;
    if (found === 2) return at - 1 > start ? at - 1 : -1;
    at -= 1;
  }
  return -1;
}

/** From the end, where keys and ids differ. */
function sameBytes(bytes: Uint8Array, at: number, expected: Uint8Array, length: number): boolean {
  for (let place = length - 1; place >= 0; place -= 1)
    if (bytes[at + place] !== expected[place]) return false;
  return true;
}

function encode(text: string): Uint8Array {
  const escaped = encodeURIComponent(text).replaceAll(/%(..)/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Uint8Array.from(escaped, (character) => character.charCodeAt(0));
}
