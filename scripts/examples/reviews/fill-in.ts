import type { SeededRandom } from '../../../src/statistics/seeded-random.ts';
import { cuisines } from './cuisines.ts';
import type { CuisineName } from './cuisines.ts';
import { allergens, fillings, people } from './fillings.ts';

/** What stands in the gaps of one review. */
export type Slots = Readonly<Record<string, string>>;

/** Allergies that come up with a kind of food; nobody asks a baker about crab. */
const allergiesOf: Readonly<Partial<Record<CuisineName, readonly string[]>>> = {
  thai: ['peanut', 'cashew', 'shellfish', 'sesame'],
  vietnamese: ['peanut', 'shellfish', 'sesame'],
  chinese: ['peanut', 'cashew', 'sesame', 'shellfish', 'tree nut'],
  japanese: ['sesame', 'shellfish', 'tree nut'],
  korean: ['sesame', 'shellfish', 'peanut'],
  indian: ['cashew', 'tree nut', 'peanut'],
  greek: ['sesame', 'walnut', 'tree nut'],
  ethiopian: ['sesame', 'peanut'],
  seafood: ['shellfish', 'tree nut', 'sesame'],
  mexican: ['peanut', 'tree nut', 'shellfish', 'soy'],
  american: ['peanut', 'tree nut', 'soy', 'sesame'],
};
const usualAllergies = ['peanut', 'tree nut', 'cashew', 'walnut', 'sesame'] as const;

/** Dishes that somebody with the allergy would not order. */
const avoided: Readonly<Record<string, RegExp>> = {
  shellfish:
    /crab|squid|prawn|oyster|clam|lobster|mussel|bouillabaisse|scallop|cioppino|seafood|octopus|vongole|tempura|okonomiyaki|tom yum/,
  soy: /tofu|miso/,
};

/** Draws what stands in the gaps of a review of this kind of food. */
export function slotsFor(cuisine: CuisineName, random: SeededRandom): Slots {
  const pick = <T>(list: readonly T[]): T => list[random.integer(list.length)]!;
  const allergy = pick(allergiesOf[cuisine] ?? usualAllergies);
  const dishes: readonly string[] = cuisines[cuisine].dishes;
  const eaten = dishes.filter((dish) => avoided[allergy]?.test(dish) !== true);
  const dish = pick(eaten);
  const other = pick(eaten.filter((one) => one !== dish));
  const third = pick(eaten.filter((one) => one !== dish && one !== other));
  const person = pick(people);
  const drawn = Object.fromEntries(
    ['day', 'companion', 'occasion', 'minutes'].map((name) => [name, pick(fillings[name]!)]),
  );
  return { ...drawn, ...person, dish, other, third, allergy, allergens: allergens[allergy]! };
}

/** Puts the slots into a sentence; a gap that begins with a capital begins a sentence. */
export function fillIn(sentence: string, slots: Slots): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = slots[name.toLowerCase()];
    if (value === undefined) throw new Error(`nothing stands for {${name}}`);
    return name[0] === name[0]!.toUpperCase() ? value[0]!.toUpperCase() + value.slice(1) : value;
  });
}
