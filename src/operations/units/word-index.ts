import { setImmediate as breathe } from 'node:timers/promises';
import type { UnitShape } from '../../domain/protocol/task.ts';
import type { Store } from '../../store/open-store.ts';
import { addToIndex, indexEnd, searchIndex, tidyIndex } from '../../store/units/unit-words.ts';
import type { UnitWords } from '../../store/units/unit-words.ts';
import { unitPage, unitsNumbered } from '../../store/units/units.ts';
import type { StoredUnit, TaskPlace } from '../../store/units/units.ts';
import { shownFields } from '../../truth/protocol/shown-fields.ts';
import {
  containsPhrase,
  fieldTexts,
  parseSearch,
  searchWords,
} from '../../truth/units/search-words.ts';
import { cacheOf } from '../caches.ts';

/** Units per piece of the index: a piece holds the writer for a few milliseconds. */
const pieceSize = 100;
/** So many new units slow a search down until they are sorted in. */
const manyUnits = 1000;
/** Of a longer unit the first words are searched: PostgreSQL keeps a megabyte of them. */
const mostLetters = 150_000;

/** A task whose units are searched. */
export interface SearchedTask extends TaskPlace {
  readonly shape: UnitShape;
}

/**
 * The numbers of the units that contain what somebody typed: words by their beginnings, phrases in
 * quotation marks, nothing behind a minus. `withHidden` also searches what annotators may not see.
 */
export async function searchUnits(
  store: Store,
  task: SearchedTask,
  text: string,
  withHidden: boolean,
): Promise<FoundUnits> {
  await bringIndexUpToDate(store, task);
  const { words, phrases, without } = parseSearch(text);
  const orOthers = phrases.length === 0;
  const search = { ...task, shape: shapeKey(task.shape), words, without, withHidden, orOthers };
  const { numbers, isOthers, end } = await store.snapshot(async (db) => ({
    ...(await searchIndex(db, search)),
    end: (await indexEnd(db, task))?.seq ?? 0,
  }));
  if (phrases.length === 0) return new FoundUnits(numbers, isOthers ? end : null);
  // The index knows which words a unit has, not where: candidates are read.
  const kept: number[] = [];
  for (const unit of await store.read((db) => unitsNumbered(db, task, numbers))) {
    const texts = unitTexts(task.shape, unit);
    const all = withHidden ? [...texts.shown, ...texts.hidden] : texts.shown;
    const isIn = (phrase: readonly string[]): boolean =>
      all.some((one) => containsPhrase(searchWords(one), phrase));
    if (phrases.every(isIn)) kept.push(unit.seq);
  }
  return new FoundUnits(kept, null);
}

/** Units by their numbers, one byte each: a set of a hundred thousand takes ten times as long. */
class FoundUnits {
  readonly #isIn: Uint8Array;
  readonly #end: number | null;

  /** With an end, all units of the task up to it are found, but for these. */
  constructor(numbers: readonly number[], end: number | null) {
    this.#end = end;
    let last = -1;
    for (const number of numbers) if (number > last) last = number;
    this.#isIn = new Uint8Array(last + 1);
    for (const number of numbers) this.#isIn[number] = 1;
  }

  has(number: number): boolean {
    const isIn = this.#isIn[number] === 1;
    return this.#end === null ? isIn : !isIn && number <= this.#end;
  }
}

/** Adds the units to the index that are not in it yet, in pieces that hold nobody up. */
export function bringIndexUpToDate(store: Store, task: SearchedTask): Promise<void> {
  const running = cacheOf(store, 'wordIndexing', () => new Map());
  const key = JSON.stringify([task.project, task.task]);
  const known = running.get(key);
  if (known !== undefined) return known;
  const begun = indexAll(store, task).finally(() => running.delete(key));
  running.set(key, begun);
  return begun;
}

async function indexAll(store: Store, task: SearchedTask): Promise<void> {
  const place = { project: task.project, task: task.task };
  const shape = shapeKey(task.shape);
  for (let added = 0; ;) {
    const before = await store.read((db) => indexEnd(db, place));
    const after = before?.shape === shape ? before.seq : 0;
    const units = await store.read((db) => unitPage(db, { ...place, after, limit: pieceSize }));
    if (units.length === 0) {
      if (added >= manyUnits) await store.write(tidyIndex);
      return;
    }
    const words = units.map((unit) => unitWords(task.shape, unit));
    await store.write((tx) => addToIndex(tx, place, before, shape, words));
    added += units.length;
    await breathe();
  }
}

function unitWords(shape: UnitShape, unit: StoredUnit): UnitWords {
  const { shown, hidden } = unitTexts(shape, unit);
  const words = (texts: readonly string[]): readonly string[] => {
    let letters = 0;
    return [...new Set(texts.flatMap(searchWords))].filter(
      (word) => (letters += word.length) <= mostLetters,
    );
  };
  return { seq: unit.seq, shown: words(shown), hidden: words(hidden) };
}

/** The texts of a unit: those that annotators may see, with its name, and the others. */
function unitTexts(
  shape: UnitShape,
  { id, subject, fields }: StoredUnit,
): { readonly shown: readonly string[]; readonly hidden: readonly string[] } {
  const visible = shownFields(shape, fields);
  const others = Object.entries(fields).filter(([name]) => !Object.hasOwn(visible, name));
  return {
    shown: [id, ...(subject === null ? [] : [subject]), ...fieldTexts(visible)],
    hidden: others.flatMap(([, value]) => fieldTexts(value)),
  };
}

/** What of a shape decides which words are shown. */
function shapeKey({ show, folded, context, place, rank, hidden }: UnitShape): string {
  return JSON.stringify([show, folded, context, place, rank, hidden]);
}
