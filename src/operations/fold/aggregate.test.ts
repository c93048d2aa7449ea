import { describe, expect, it } from 'vitest';
import { FaultList } from '../text-file.ts';
import { aggregate, aggregationMethods } from './aggregate.ts';
import type { Aggregation } from './aggregate.ts';
import { VoteBuilder } from './vote-builder.ts';

/** Votes such as `u1 anna yes 2`; without a weight each weighs 1. */
function votes(...lines: readonly string[]) {
  const found = new FaultList();
  const builder = new VoteBuilder('votes.csv', found);
  for (const [at, line] of lines.entries()) {
    const [unit, annotator, answer = '', weight = '1'] = line.split(' ');
    builder.add(unit, annotator, answer, Number(weight), at + 1, weight);
  }
  expect(found.faults).toEqual([]);
  return builder.finish();
}

const unitsOf = (found: Aggregation) =>
  Array.from({ length: found.size }, (_, at) => found.unit(at));

/** The JSON of each unit says the same as the unit itself. */
function expectSameJson(found: Aggregation): void {
  for (let at = 0; at < found.size; at += 1)
    expect(JSON.parse(found.unitJson(at))).toEqual(found.unit(at));
}

const plain = votes(
  'u1 anna yes',
  'u1 ben yes',
  'u1 cora no',
  'u2 anna no',
  'u2 ben yes',
  'u3 anna no',
  'u4 anna',
);

describe('a vote', () => {
  it('decides by the most, and leaves ties and silence open', () => {
    const found = aggregate(plain, 'majority', 7);
    expect(found).toMatchObject({
      method: 'majority',
      votes: 6,
      repeats: 0,
      empty: 1,
      ties: 2,
      overruled: null,
      answers: ['no', 'yes'],
      iterations: null,
      converged: null,
      seed: null,
      annotators: [],
      size: 4,
    });
    const [first, tied, alone, silent] = unitsOf(found);
    expect(first).toEqual({
      unit: 'u1',
      answer: 'yes',
      confidence: 2 / 3,
      votes: { yes: 2, no: 1 },
      tie: null,
    });
    expect(tied).toMatchObject({ unit: 'u2', answer: null, confidence: 0.5, tie: ['no', 'yes'] });
    expect(tied!.votes).toEqual({ no: 1, yes: 1 });
    expect(alone).toMatchObject({ answer: 'no', confidence: 1, tie: null });
    expect(silent).toMatchObject({ unit: 'u4', answer: null, confidence: null, tie: null });
    expect(silent!.votes).toEqual({});
    expect([tied!.why, silent!.why].every((why) => why !== undefined && why !== '')).toBe(true);
    expectSameJson(found);
  });

  it('counts weights only where these are asked for', () => {
    const weighted = votes('u1 anna yes 3', 'u1 ben no 1', 'u1 cora no 1', 'u2 anna yes 0');
    const [heavy, worthless] = unitsOf(aggregate(weighted, 'weighted', 1));
    expect(heavy).toMatchObject({ answer: 'yes', confidence: 0.6, votes: { yes: 3, no: 2 } });
    expect(worthless).toMatchObject({ answer: null, confidence: null, tie: null });
    const [counted] = unitsOf(aggregate(weighted, 'majority', 1));
    expect(counted).toMatchObject({ answer: 'no', votes: { yes: 1, no: 2 } });
    expectSameJson(aggregate(weighted, 'weighted', 1));
  });

  it('counts what somebody repeats', () => {
    const found = aggregate(votes('u1 anna yes', 'u1 anna yes', 'u1 ben no'), 'majority', 1);
    expect([found.repeats, found.unit(0).answer]).toEqual([1, 'yes']);
  });

  it('keeps names as they are in JSON', () => {
    const found = aggregate(votes('u"1 anna a"b', 'u"1 ben c\\d'), 'majority', 1);
    expectSameJson(found);
    expect(found.unit(0).tie).toEqual(['a"b', 'c\\d']);
  });
});

describe('a model of annotators', () => {
  // Two who agree on ten units, and one who always says the opposite.
  const units = Array.from({ length: 10 }, (_, at) => `u${at}`);
  const right = (at: number): string => (at % 2 === 0 ? 'yes' : 'no');
  const wrong = (at: number): string => (at % 2 === 0 ? 'no' : 'yes');
  const named = votes(
    ...units.flatMap((unit, at) => [
      `${unit} anna ${right(at)}`,
      `${unit} ben ${right(at)}`,
      `${unit} cora ${wrong(at)}`,
    ]),
    // The one who is always wrong says it alone; nobody says anything.
    'alone cora yes',
    'silent anna',
  );

  it.each(['dawid-skene', 'mace'] as const)(
    '%s says whom to believe, and how sure it is',
    (method) => {
      const found = aggregate(named, method, 3);
      expect(found).toMatchObject({ method, votes: 31, empty: 1, size: 12 });
      expect(found.seed).toBe(method === 'mace' ? 3 : null);
      expect(found.iterations).toBeGreaterThan(0);
      expect(found.converged).toBe(true);
      expect(found.annotators.map(({ annotator, votes: count }) => [annotator, count])).toEqual([
        ['anna', 10],
        ['ben', 10],
        ['cora', 11],
      ]);
      const [anna, , cora] = found.annotators;
      expect(anna!.reliability!).toBeGreaterThan(cora!.reliability!);
      const first = found.unit(0);
      expect(first).toMatchObject({ answer: 'yes', votes: { yes: 2, no: 1 }, tie: null });
      expect(first).not.toHaveProperty('overrules');
      expect(first.confidence!).toBeGreaterThan(0.9);
      expect(found.unit(11)).toMatchObject({ unit: 'silent', answer: null, confidence: null });
      expectSameJson(found);
    },
  );

  it('says where it decides against all votes', () => {
    const found = aggregate(named, 'dawid-skene', 1);
    expect(found.unit(10)).toMatchObject({ unit: 'alone', answer: 'no', overrules: 'unanimous' });
    expect(found.overruled).toEqual({ unanimous: 1, majority: 0 });
  });

  it('says where it decides against the most', () => {
    // Three are always right; c and d are right on every other pair of units.
    const isOdd = (at: number): boolean => at % 4 < 2;
    const crowd = votes(
      ...units.flatMap((unit, at) => [
        ...['anna', 'ben', 'finn'].map((who) => `${unit} ${who} ${right(at)}`),
        `${unit} c ${isOdd(at) ? right(at) : wrong(at)}`,
        `${unit} d ${isOdd(at) ? wrong(at) : right(at)}`,
      ]),
      'last anna yes',
      'last c no',
      'last d no',
    );
    const found = aggregate(crowd, 'dawid-skene', 1);
    const last = { unit: 'last', answer: 'yes', votes: { yes: 1, no: 2 }, overrules: 'majority' };
    expect(found.unit(10)).toMatchObject(last);
    expect(found.overruled).toEqual({ unanimous: 0, majority: 1 });
    expectSameJson(found);
  });

  it('runs for exactly so many rounds where that is asked for, and tells how far it is', () => {
    const steps: number[] = [];
    const found = aggregate(named, 'dawid-skene', 1, 3, (done) => steps.push(done));
    expect(found.iterations).toBe(3);
    expect(steps.length).toBeGreaterThan(0);
  });

  it('leaves equally probable answers open', () => {
    const found = aggregate(votes('u1 anna yes', 'u1 ben no'), 'dawid-skene', 1);
    const [only] = unitsOf(found);
    expect(only).toMatchObject({
      answer: null,
      confidence: 0.5,
      tie: ['no', 'yes'],
      why: 'The most probable answers are equally probable.',
    });
    expect(found).toMatchObject({ ties: 1, overruled: { unanimous: 0, majority: 0 } });
    expectSameJson(found);
  });
});

it('the methods are those of the protocol', () => {
  expect(aggregationMethods).toEqual(['majority', 'weighted', 'dawid-skene', 'mace']);
});
