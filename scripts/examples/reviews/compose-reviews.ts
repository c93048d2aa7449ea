import { seededRandom } from '../../../src/statistics/seeded-random.ts';
import type { SeededRandom } from '../../../src/statistics/seeded-random.ts';
import { shuffle } from '../../../src/statistics/shuffle.ts';
import type { AllergyPassage, PassageKind } from './allergy-passages.ts';
import { businesses } from './businesses.ts';
import type { Business } from './businesses.ts';
import { cuisines } from './cuisines.ts';
import { fillIn, slotsFor } from './fill-in.ts';
import type { Slots } from './fill-in.ts';
import { handlingPassages } from './handling-passages.ts';
import { incidentPassages } from './incident-passages.ts';
import {
  closings,
  figuresOfSpeech,
  food,
  meals,
  mixedClosings,
  openings,
  price,
  service,
  setting,
  sweets,
  turns,
} from './ordinary-sentences.ts';

/** A review with what is true of it. */
export interface Review {
  readonly id: string;
  readonly businessId: string;
  readonly business: Business;
  readonly date: string;
  readonly stars: number;
  readonly text: string;
  /** The passage about allergy in it, if there is one. */
  readonly passage: AllergyPassage | null;
  /** Speaks of allergy in a way that does not count. */
  readonly isFigureOfSpeech: boolean;
}

type Mood = 'good' | 'bad';
type Unnumbered = Omit<Review, 'id'>;

const passages: Readonly<Record<PassageKind, readonly AllergyPassage[]>> = {
  ...incidentPassages,
  ...handlingPassages,
};
const wordLimits = { least: 20, most: 80 } as const;
const shareOfFigures = 0.025;

/** All reviews of the invented businesses, the most recent of each first. No two are alike. */
export function composeReviews(seed: string): readonly Review[] {
  const deck = new PassageDeck(seed);
  const taken = new Set<string>();
  const all = businesses.flatMap((business, at) => {
    const random = seededRandom(`${seed}:business:${at}`);
    const writer = new Writer(business, random, taken);
    const businessId = `B${String(at + 1).padStart(2, '0')}`;
    const told = business.story.map((entry) => {
      const [kind = '', year] = entry.split('@');
      return {
        ...writer.about(deck.next(kind as PassageKind)),
        date: dateIn(random, year === undefined ? null : Number(year)),
      };
    });
    const ordinary = Array.from({ length: business.reviews - told.length }, () => ({
      ...writer.ordinary(),
      date: dateIn(random, null),
    }));
    return [...told, ...ordinary]
      .map((review): Unnumbered => Object.assign(review, { businessId, business }))
      .toSorted((a, b) => (a.date < b.date ? 1 : -1));
  });
  return all.map((review, at) =>
    Object.assign(review, { id: `R${String(at + 1).padStart(4, '0')}` }),
  );
}

/** Deals the passages of each kind in a random order, each as often as the others. */
class PassageDeck {
  readonly #decks: Map<PassageKind, { readonly order: readonly AllergyPassage[]; next: number }>;

  constructor(seed: string) {
    this.#decks = new Map(
      Object.entries(passages).map(([kind, list]) => [
        kind as PassageKind,
        {
          order: shuffle<AllergyPassage, AllergyPassage[]>(
            [...list],
            seededRandom(`${seed}:deck:${kind}`),
          ),
          next: 0,
        },
      ]),
    );
  }

  next(kind: PassageKind): AllergyPassage {
    const deck = this.#decks.get(kind);
    if (deck === undefined) throw new Error(`there is no passage of the kind ${kind}`);
    deck.next += 1;
    return deck.order[(deck.next - 1) % deck.order.length]!;
  }
}

/** Writes the reviews of one business, each time with the sentences that it has used least. */
class Writer {
  readonly #business: Business;
  readonly #random: SeededRandom;
  readonly #taken: Set<string>;
  readonly #uses = new Map<string, number>();

  constructor(business: Business, random: SeededRandom, taken: Set<string>) {
    this.#business = business;
    this.#random = random;
    this.#taken = taken;
  }

  ordinary(): Omit<Unnumbered, 'businessId' | 'business' | 'date'> {
    const stars = this.#stars();
    const isFigureOfSpeech = this.#random.next() < shareOfFigures;
    const [first, second] = this.#moods(stars);
    const figure = isFigureOfSpeech ? [this.#pick(figuresOfSpeech[second])] : [];
    const text = this.#unique((slots) => {
      const eaten = this.#pick(this.#eaten(first));
      return [
        ...this.#maybe(0.65, openings[first]),
        eaten,
        ...this.#maybe(0.45, this.#cuisine().remarks[first]),
        ...this.#maybe(first === second ? 0 : 1, turns[second]),
        ...this.#maybe(
          0.3,
          this.#eaten(second).filter((sentence) => sentence !== eaten),
        ).map((sentence) =>
          fillIn(sentence, { ...slots, dish: slots['other']!, other: slots['third']! }),
        ),
        ...this.#maybe(first === second ? 0.55 : 0.8, service[second]),
        ...figure,
        ...this.#maybe(0.3, setting[second]),
        ...this.#maybe(0.25, price[second]),
        ...this.#maybe(0.65, first === second ? closings[first] : mixedClosings),
      ];
    });
    return { stars, text, passage: null, isFigureOfSpeech };
  }

  about(passage: AllergyPassage): Omit<Unnumbered, 'businessId' | 'business' | 'date'> {
    const stars = passage.stars[this.#random.integer(passage.stars.length)]!;
    const [first, second] = this.#moods(stars);
    const isShort = passage.text.split(' ').length < 20;
    const text = this.#unique((slots) => [
      ...this.#maybe(isShort ? 1 : first === second ? 0.35 : 0, openings[first]),
      ...this.#maybe(isShort ? 0.6 : first === second ? 0.15 : 0, this.#eaten(first)).map(
        (sentence) => fillIn(sentence, { ...slots, dish: slots['third']!, other: slots['other']! }),
      ),
      passage.text,
      ...this.#maybe(isShort ? 0.4 : 0.2, setting[second]),
      ...this.#maybe(isShort ? 0.7 : 0.4, first === second ? closings[first] : mixedClosings),
    ]);
    return { stars, text, passage, isFigureOfSpeech: false };
  }

  /**
   * Puts sentences together until they are neither too short nor too long, nor the same as another
   * review.
   */
  #unique(compose: (slots: Slots) => readonly string[]): string {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const slots = slotsFor(this.#business.cuisine, this.#random);
      const text = compose(slots)
        .map((part) => fillIn(part, slots))
        .join(' ');
      const words = text.split(' ').length;
      if (words < wordLimits.least || words > wordLimits.most || this.#taken.has(text)) continue;
      this.#taken.add(text);
      return text;
    }
    throw new Error(`no further review of ${this.#business.name} could be composed`);
  }

  #stars(): number {
    const draw = this.#random.next();
    if (draw < this.#business.mood) return this.#random.next() < 0.6 ? 5 : 4;
    return this.#random.next() < 0.4 ? 3 : this.#random.next() < 0.5 ? 2 : 1;
  }

  /** The mood of the first and of the later sentences: three stars are half and half. */
  #moods(stars: number): readonly [Mood, Mood] {
    if (stars === 3) return this.#random.next() < 0.5 ? ['good', 'bad'] : ['bad', 'good'];
    return stars > 3 ? ['good', 'good'] : ['bad', 'bad'];
  }

  #maybe(chance: number, sentences: readonly string[]): readonly string[] {
    return this.#random.next() < chance ? [this.#pick(sentences)] : [];
  }

  #pick(sentences: readonly string[]): string {
    const least = Math.min(...sentences.map((sentence) => this.#uses.get(sentence) ?? 0));
    const fresh = sentences.filter((sentence) => (this.#uses.get(sentence) ?? 0) === least);
    const chosen = fresh[this.#random.integer(fresh.length)]!;
    this.#uses.set(chosen, least + 1);
    return chosen;
  }

  #eaten(mood: Mood): readonly string[] {
    const isSweet = this.#business.cuisine === 'bakery' || this.#business.cuisine === 'icecream';
    return [...food[mood], ...(isSweet ? sweets : meals)[mood]];
  }

  #cuisine(): (typeof cuisines)[keyof typeof cuisines] {
    return cuisines[this.#business.cuisine];
  }
}

/** A moment in the given year, or between 2016 and 2021 with more reviews in later years. */
function dateIn(random: SeededRandom, year: number | null): string {
  const chosen = year ?? 2021 - Math.floor(6 * random.next() ** 1.7);
  const day = new Date(
    Date.UTC(
      chosen,
      0,
      1 + random.integer(350),
      11 + random.integer(12),
      random.integer(60),
      random.integer(60),
    ),
  );
  return day.toISOString().slice(0, 19).replace('T', ' ');
}
