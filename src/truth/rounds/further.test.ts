import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { FurtherReason } from '../../domain/judging/further.ts';
import type { Assignment } from '../../domain/rounds/assignment.ts';
import type { FurtherPlan } from '../../domain/rounds/further-plan.ts';
import { seededRandom } from '../../statistics/seeded-random.ts';
import { assign } from './assign.ts';
import { freshAssignment } from './fresh-assignment.ts';
import { addedPlace, chooseFurther, drawFurther, furtherReason } from './further.ts';
import type { FirstJudgment } from './further.ts';

const plan = (more: Partial<FurtherPlan> = {}): FurtherPlan => ({
  upTo: 3,
  share: 0,
  disagreement: true,
  questions: null,
  flag: false,
  ...more,
});

const task = buildTask({
  questions: {
    relevant: {},
    grade: { scale: { ordinal: [0, 1, 2] }, required: false },
    why: { scale: 'text', required: false },
  },
});

/** The reason after two judgments, as a round of 2..3 sees them. */
function reasonOf(
  one: Answers,
  other: Answers,
  more: Partial<FurtherPlan> = {},
  flag = false,
): FurtherReason | null {
  const first = [
    { answers: one, flag },
    { answers: other, flag: false },
  ];
  const unit = { first, isDrawn: false };
  return furtherReason({ annotators: 2, further: plan(more) }, task, unit);
}

describe('furtherReason', () => {
  it('is a disagreement on any question with given answers', () => {
    expect(reasonOf({ relevant: true }, { relevant: true })).toBeNull();
    expect(reasonOf({ relevant: true }, { relevant: false })).toBe('disagreement');
    const near = { relevant: true, grade: 1 };
    expect(reasonOf(near, { ...near, grade: 2 })).toBe('disagreement');
    expect(reasonOf({ ...near, why: 'a' }, { ...near, why: 'b' })).toBeNull();
  });

  it('is a disagreement on the named questions alone, where some are named', () => {
    const [one, other] = [
      { relevant: true, grade: 1 },
      { relevant: true, grade: 2 },
    ];
    expect(reasonOf(one, other, { questions: ['relevant'] })).toBeNull();
    expect(reasonOf(one, other, { questions: ['grade'] })).toBe('disagreement');
  });

  it('takes a missing answer for another one only where an answer is required', () => {
    expect(reasonOf({ relevant: true, grade: 1 }, { relevant: true })).toBeNull();
    expect(reasonOf({ relevant: true }, {})).toBe('disagreement');
  });

  it('is a flag where flags ask for further annotators, and a disagreement before that', () => {
    const same = { relevant: true };
    expect(reasonOf(same, same, {}, true)).toBeNull();
    expect(reasonOf(same, same, { flag: true }, true)).toBe('flag');
    expect(reasonOf(same, { relevant: false }, { flag: true }, true)).toBe('disagreement');
    const flagOnly = { flag: true, disagreement: false };
    expect(reasonOf(same, { relevant: false }, flagOnly)).toBeNull();
  });

  it('is none before all first annotators have judged, and none in a round without', () => {
    const one = [{ answers: { relevant: true }, flag: true }];
    const further = plan({ flag: true });
    const reason = (given: FurtherPlan | null, first: readonly FirstJudgment[], isDrawn = false) =>
      furtherReason({ annotators: 2, further: given }, task, { first, isDrawn });
    expect(reason(further, one, true)).toBeNull();
    const two = [...one, { answers: { relevant: false }, flag: false }];
    expect(reason(null, two)).toBeNull();
    expect(reason(plan({ share: 0.5, disagreement: false }), two)).toBeNull();
  });

  it('is the draw for units that were drawn, whether or not their first annotators differ', () => {
    const said = { answers: { relevant: true }, flag: false };
    const other = { ...said, answers: { relevant: false } };
    const given = { annotators: 2, further: plan({ share: 0.2 }) };
    const drawn = (first: readonly FirstJudgment[]) =>
      furtherReason(given, task, { first, isDrawn: true });
    expect([drawn([said, said]), drawn([said, other])]).toEqual(['share', 'share']);
  });
});

const units = Array.from({ length: 200 }, (_, at) => `u${String(at).padStart(3, '0')}`);

describe('drawFurther', () => {
  it('draws the stated share, the same one from the same seed, in whatever order', () => {
    const share = plan({ share: 0.2, disagreement: false });
    const drawn = drawFurther(units, share, 7);
    expect(drawn.size).toBe(40);
    expect(drawFurther(units.toReversed(), share, 7)).toEqual(drawn);
    expect(drawFurther(units, share, 8)).not.toEqual(drawn);
    expect(drawFurther(units, plan(), 7).size).toBe(0);
  });

  it('gives every unit the same chance', () => {
    const ten = units.slice(0, 10);
    const share = plan({ share: 0.3 });
    const counts = new Map(ten.map((unit) => [unit, 0]));
    const draws = 4000;
    for (let seed = 0; seed < draws; seed += 1)
      for (const unit of drawFurther(ten, share, seed)) counts.set(unit, counts.get(unit)! + 1);
    // Four standard errors of a share of 0.3 in 4000 draws: 4 · √(0.3 · 0.7 / 4000) = 0.029.
    for (const count of counts.values()) expect(Math.abs(count / draws - 0.3)).toBeLessThan(0.029);
  });
});

describe('chooseFurther', () => {
  it('takes those who were given the fewest, and whoever the seed says among equals', () => {
    const candidates = [
      { annotator: 'anna', given: 2 },
      { annotator: 'ben', given: 1 },
      { annotator: 'cora', given: 1 },
    ];
    const chosen = Array.from({ length: 50 }, (_, seed) =>
      chooseFurther(candidates, 1, { unit: 'u1', seed }),
    );
    expect(new Set(chosen.flat())).toEqual(new Set(['ben', 'cora']));
    expect(chooseFurther(candidates.toReversed(), 1, { unit: 'u1', seed: 3 })).toEqual(chosen[3]);
    expect(chooseFurther(candidates, 3, { unit: 'u1', seed: 1 }).at(-1)).toBe('anna');
    expect(chooseFurther([], 1, { unit: 'u1', seed: 1 })).toEqual([]);
  });
});

describe('addedPlace', () => {
  it('makes every order of the open units equally likely', () => {
    const counts = new Map<string, number>();
    const runs = 24_000;
    const random = seededRandom(1);
    for (let run = 0; run < runs; run += 1) {
      // Two open units, in either order, and two that are added later.
      const order = random.integer(2) === 0 ? ['a', 'b'] : ['b', 'a'];
      for (const unit of ['c', 'd']) {
        const { takes } = addedPlace(order.length, random);
        if (takes === null) order.push(unit);
        else order.push(...order.splice(takes, 1, unit));
      }
      counts.set(order.join(''), (counts.get(order.join('')) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    // χ² over 24 orders: below 49.7 in 99.9 % of all runs (R 4.3: qchisq(0.999, 23)).
    const expected = runs / 24;
    const distance = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2, 0);
    expect(distance / expected).toBeLessThan(49.7);
  });
});

const people = ['anna', 'ben', 'cora', 'dan', 'eva'];

describe('assign with further annotators', () => {
  const situations = fc
    .record({
      count: fc.integer({ min: 0, max: 60 }),
      staff: fc.integer({ min: 2, max: 5 }),
      seed: fc.integer({ min: 0, max: 1000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .chain(({ staff, ...rest }) =>
      fc
        .tuple(fc.integer({ min: 1, max: staff - 1 }), fc.integer({ min: 2, max: staff }))
        .map(([one, other]) => ({
          ...rest,
          annotators: people.slice(0, staff),
          perUnit: Math.min(one, other - 1),
          upTo: other,
        })),
    );

  it('gives drawn units that many, all others fewer, and everybody as much as others', () => {
    fc.assert(
      fc.property(situations, ({ count, annotators, seed, share, perUnit, upTo }) => {
        const own = units.slice(0, count);
        const drawn = drawFurther(own, plan({ share }), seed);
        const further = { upTo, units: reasons(drawn, 'share') };
        const all = assign(own, annotators, { round: 'full', perUnit, further, seed });
        for (const unit of own) {
          const holders = all.filter((one) => one.unit === unit);
          const most = drawn.has(unit) ? upTo : perUnit;
          expect(new Set(holders.map((one) => one.annotator)).size).toBe(most);
          expect(holders.filter((one) => one.further === 'share').length).toBe(most - perUnit);
        }
        const loads = annotators.map((name) => all.filter((o) => o.annotator === name).length);
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
        const again = { round: 'full', perUnit, further, seed: seed + 1, existing: all };
        expect(assign(own, annotators, again)).toEqual(all);
      }),
      { seed: 1 },
    );
  });

  it('is what is handed out when a round opens', () => {
    fc.assert(
      fc.property(situations, ({ count, annotators, seed, share, perUnit, upTo }) => {
        const own = units.slice(0, count);
        const drawn = drawFurther(own, plan({ share }), seed);
        const further = { upTo, units: reasons(drawn, 'share') };
        const expected = assign(own, annotators, { round: 'full', perUnit, further, seed });
        const marks = Uint8Array.from(own, (unit) => Number(drawn.has(unit)));
        const steps = freshAssignment(count, {
          annotators,
          perUnit,
          drawn: { units: marks, upTo },
          seed,
        });
        let step = steps.next();
        while (step.done !== true) step = steps.next();
        const { orders, holders, first } = step.value;
        expect(
          orders.flatMap((list, who) =>
            Array.from(list, (unit) => `${own[unit]} ${annotators[who]}`),
          ),
        ).toEqual(expected.map((one) => `${one.unit} ${one.annotator}`));
        for (const [at, unit] of own.entries())
          expect(
            Array.from(holders.subarray(first(at), first(at + 1)), (who) => annotators[who]),
          ).toEqual(expected.filter((one) => one.unit === unit).map((one) => one.annotator));
      }),
      { seed: 1 },
    );
  });

  it('asks nobody twice, moves no submitted work, and keeps what was asked for', () => {
    fc.assert(
      fc.property(situations, ({ count, annotators, seed, perUnit, upTo }) => {
        const own = units.slice(0, count);
        const existing = assign(own, annotators, { round: 'full', perUnit, seed });
        const disputed = own.filter((_, at) => (at * 7) % 3 === 0);
        const submitted = existing.filter((one) => disputed.includes(one.unit));
        const further = { upTo, units: reasons(disputed, 'disagreement') };
        const common = { round: 'full', perUnit, seed };
        const asked = assign(own, annotators, { ...common, further, existing, submitted });
        for (const unit of own) {
          const holders = asked.filter((one) => one.unit === unit);
          const late = holders.filter((one) => one.further === 'disagreement');
          const isDisputed = disputed.includes(unit);
          expect(late.length).toBe(isDisputed ? upTo - perUnit : 0);
          expect(new Set(holders.map((one) => one.annotator)).size).toBe(holders.length);
          expect(holders.filter((one) => one.further === undefined).map(pairOf)).toEqual(
            existing.filter((one) => one.unit === unit).map(pairOf),
          );
        }
        for (const name of annotators) {
          const orders = asked.filter((one) => one.annotator === name).map((one) => one.order);
          expect(orders).toEqual(orders.map((_, at) => at));
        }
        // What was asked for stays, also when the first ones agree by now.
        const none = { upTo, units: new Map<string, FurtherReason>() };
        const later = { ...common, further: none, existing: asked, submitted };
        expect(assign(own, annotators, later)).toEqual(asked);
      }),
      { seed: 1 },
    );
  });

  it('hides a further unit among the open ones', () => {
    const own = units.slice(0, 60);
    const places: number[] = [];
    for (let seed = 0; seed < 400; seed += 1) {
      const existing = assign(own, people.slice(0, 3), { round: 'full', perUnit: 2, seed });
      // One unit is judged and disputed, everything else is open.
      const submitted = existing.filter((one) => one.unit === 'u007');
      const asked = assign(own, people.slice(0, 3), {
        round: 'full',
        perUnit: 2,
        further: { upTo: 3, units: reasons(['u007'], 'disagreement') },
        seed,
        existing,
        submitted,
      });
      const third = asked.find((one) => one.further === 'disagreement')!;
      const open = asked.filter(
        (one) =>
          one.annotator === third.annotator && !submitted.some((s) => pairOf(s) === pairOf(one)),
      );
      places.push(open.findIndex((one) => one.unit === 'u007') / (open.length - 1));
    }
    // The mean of a uniform place is 1/2, with a standard error of √(1/12/400) = 0.0144.
    const mean = places.reduce((sum, place) => sum + place, 0) / places.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(4 * 0.0144);
    expect(places.filter((place) => place === 1).length).toBeLessThan(40);
  });
});

function reasons(
  from: Iterable<string>,
  reason: FurtherReason,
): ReadonlyMap<string, FurtherReason> {
  return new Map([...from].map((unit) => [unit, reason]));
}

function pairOf({ unit, annotator }: Pick<Assignment, 'unit' | 'annotator'>): string {
  return `${unit} ${annotator}`;
}
