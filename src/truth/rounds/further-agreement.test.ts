import { describe, expect, it } from 'vitest';
import { judgmentBy } from '../../../test/build-judgment.ts';
import { buildTask } from '../../../test/build-task.ts';
import { entryOf, makeFold } from '../../../test/random-judgments.ts';
import type { MeasureName } from '../../domain/agreement/measure.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { FurtherReason } from '../../domain/judging/further.ts';
import { chooseAnnotators } from '../../statistics/agreement/ratings.ts';
import type { RatingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import { pairwiseAgreement } from '../../statistics/agreement/pairwise-agreement.ts';
import { hasValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { seededRandom } from '../../statistics/seeded-random.ts';
import type { SeededRandom } from '../../statistics/seeded-random.ts';
import { shuffle } from '../../statistics/shuffle.ts';
import { measure } from '../agreement/measures.ts';
import { foldRatings } from '../fold/fold-ratings.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import { gateFigures } from './gate-figures.ts';
import { drawFurther, furtherReason } from './further.ts';

/*
 * A population whose agreement is known exactly: units of three kinds, four people with known
 * chances of each answer. Expected values are those of the measures on all combinations of kind
 * and answers, weighed by their probabilities; no sample is involved.
 */
const kinds = [0.6, 0.3, 0.1];
const people = ['anna', 'ben', 'cora', 'dan'];
/** Per person and kind, the chances of the answers 0, 1 and 2. */
const habits = [
  [
    [0.92, 0.07, 0.01],
    [0.1, 0.85, 0.05],
    [0.02, 0.13, 0.85],
  ],
  [
    [0.85, 0.13, 0.02],
    [0.2, 0.7, 0.1],
    [0.05, 0.25, 0.7],
  ],
  [
    [0.95, 0.05, 0],
    [0.3, 0.65, 0.05],
    [0.1, 0.3, 0.6],
  ],
  [
    [0.75, 0.2, 0.05],
    [0.1, 0.75, 0.15],
    [0, 0.15, 0.85],
  ],
];

const task = buildTask({ questions: { grade: { scale: { ordinal: [0, 1, 2] } } } });
const names: readonly MeasureName[] = [
  'percent_agreement',
  'fleiss_kappa',
  'krippendorff_alpha',
  'gwet_ac1',
  'gwet_ac2',
  'brennan_prediger',
];

/** The patterns of everybody's answers to every unit there could be. */
function allAnswers(whose: readonly number[]): RatingPatterns {
  const offsets = [0];
  const [category, count, units] = [[] as number[], [] as number[], [] as number[]];
  const combinations = 3 ** whose.length;
  for (const [kind, share] of kinds.entries())
    for (let code = 0; code < combinations; code += 1) {
      const answers = whose.map((_, at) => Math.floor(code / 3 ** at) % 3);
      const chance = whose.reduce((p, who, at) => p * habits[who]![kind]![answers[at]!]!, share);
      if (chance === 0) continue;
      for (const answer of [0, 1, 2]) {
        const votes = answers.filter((one) => one === answer).length;
        if (votes === 0) continue;
        category.push(answer);
        count.push(votes);
      }
      offsets.push(category.length);
      // So many units that corrections for few of them vanish.
      units.push(chance * 1e9);
    }
  return {
    categories: 3,
    offsets: Int32Array.from(offsets),
    category: Int32Array.from(category),
    count: Int32Array.from(count),
    units: Float64Array.from(units),
    patternOf: new Int32Array(0),
    unrated: 0,
  };
}

function expected(name: MeasureName): number {
  const compared = { annotators: 4, level: { kind: 'ordinal' }, pair: null } as const;
  return valueOf(measure(name, { ...compared, patterns: allAnswers([0, 1, 2, 3]) }));
}

/** Cohen's κ of two, from the exact chances of each pair of answers. */
function expectedPair(one: number, other: number): number {
  let same = 0;
  const [first, second] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (const [kind, share] of kinds.entries())
    for (const answer of [0, 1, 2]) {
      same += share * habits[one]![kind]![answer]! * habits[other]![kind]![answer]!;
      first[answer]! += share * habits[one]![kind]![answer]!;
      second[answer]! += share * habits[other]![kind]![answer]!;
    }
  const chance = first.reduce((sum, p, answer) => sum + p * second[answer]!, 0);
  return (same - chance) / (1 - chance);
}

function valueOf(estimate: Estimate): number {
  if (!hasValue(estimate)) throw new Error(JSON.stringify(estimate));
  return estimate.value;
}

interface Design {
  readonly share: number;
  readonly disagreement: boolean;
  /** Whether further judgments carry their mark; without it, all are pooled. */
  readonly marked: boolean;
}

/** The fold of a round of 2..3 over units by lot. */
function simulated({ share, disagreement, marked }: Design, seed: number): TaskFold {
  const random = seededRandom(`further ${seed}`);
  const units = Array.from({ length: 1200 }, (_, at) => `u${at}`);
  const further = { upTo: 3, share, disagreement, questions: null, flag: false };
  const drawn = drawFurther(units, further, seed);
  const fold = makeFold(task);
  for (const unit of units) {
    const kind = oneOf(kinds, random);
    const [a, b, c] = shuffle([0, 1, 2, 3], random);
    const answer = (who: number): Answers => ({ grade: oneOf(habits[who]![kind]!, random) });
    const first = [answer(a!), answer(b!)];
    const judge = (who: number, answers: Answers, reason: FurtherReason | null): void => {
      const asides = reason === null || !marked ? {} : { further: reason };
      fold.add(entryOf(judgmentBy(people[who]!, answers, { unit, asides })));
    };
    judge(a!, first[0]!, null);
    judge(b!, first[1]!, null);
    const said = first.map((answers) => ({ answers, flag: false }));
    const isDrawn = drawn.has(unit);
    const asked = furtherReason({ annotators: 2, further }, task, { first: said, isDrawn });
    const reason = isDrawn ? 'share' : asked;
    if (reason !== null) judge(c!, answer(c!), reason);
  }
  fold.settle();
  return fold;
}

function oneOf(chances: readonly number[], random: SeededRandom): number {
  let rest = random.next();
  return chances.findIndex((chance) => (rest -= chance) < 0);
}

interface Simulated {
  readonly mean: number;
  readonly error: number;
}

/** Every measure over many simulated rounds: its mean, and the standard error of that. */
function measured(design: Design): ReadonlyMap<string, Simulated> {
  const values = new Map<string, number[]>();
  for (let seed = 1; seed <= rounds; seed += 1) {
    const fold = simulated(design, seed);
    const rated = foldRatings(fold);
    const quotas = (): { wanted: number; given: number } => ({ wanted: 0, given: 0 });
    const figures = gateFigures({ rated, annotators: people.length, quotas });
    for (const name of names) add(values, name, valueOf(figures.question(name, 'grade')));
    const columns = people.map((name) => fold.agreementColumns().names.indexOf(name));
    const ordered = chooseAnnotators(rated[0]!.ratings, columns);
    for (const { first, second, kappa } of pairwiseAgreement(ordered))
      add(values, `${first}-${second}`, valueOf(kappa));
  }
  return new Map([...values].map(([name, list]) => [name, summary(list)]));
}

const rounds = 40;

function add(values: Map<string, number[]>, name: string, value: number): void {
  values.set(name, [...(values.get(name) ?? []), value]);
}

function summary(values: readonly number[]): Simulated {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const squares = values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (values.length - 1) / values.length) };
}

/** Four standard errors, and the bias of a ratio over 1200 units, which is of the order of 1/n. */
function isClose({ mean, error }: Simulated, value: number): boolean {
  return Math.abs(mean - value) < 4 * error + 1 / 1200;
}

describe('agreement in a round with further annotators', () => {
  it.each([
    ['on a share', { share: 0.4, disagreement: false, marked: true }],
    ['on disagreement', { share: 0, disagreement: true, marked: true }],
    ['on a share and on disagreement', { share: 0.2, disagreement: true, marked: true }],
  ])('%s is that of the population, by every coefficient', (_, design) => {
    const found = measured(design);
    for (const name of names)
      expect([name, isClose(found.get(name)!, expected(name)), found.get(name)]).toEqual([
        name,
        true,
        found.get(name),
      ]);
    for (const one of [0, 1, 2, 3])
      for (const other of [0, 1, 2, 3].slice(one + 1)) {
        const pair = found.get(`${one}-${other}`)!;
        expect([one, other, isClose(pair, expectedPair(one, other)), pair]).toEqual([
          one,
          other,
          true,
          pair,
        ]);
      }
  });

  it('is wrong over all judgments where disagreement decides who is asked', () => {
    const found = measured({ share: 0, disagreement: true, marked: false });
    const bias = (name: MeasureName): number => found.get(name)!.mean - expected(name);
    // A third who agrees with one of two who differ makes a third of the unit's pairs agree.
    expect(bias('fleiss_kappa')).toBeGreaterThan(0.1);
    expect(bias('percent_agreement')).toBeGreaterThan(0.05);
    expect(bias('krippendorff_alpha')).toBeGreaterThan(0.02);
    // Pairs with a third are on disputed units only, where people agree less.
    for (const one of [0, 1, 2, 3])
      for (const other of [0, 1, 2, 3].slice(one + 1))
        expect(expectedPair(one, other) - found.get(`${one}-${other}`)!.mean).toBeGreaterThan(0.05);
  });

  it('over all judgments says nothing wrong where a share decides', () => {
    const found = measured({ share: 0.4, disagreement: false, marked: false });
    for (const name of names) expect(isClose(found.get(name)!, expected(name))).toBe(true);
  });
});
