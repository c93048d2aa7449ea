import { describe, expect, it } from 'vitest';
import { FaultList } from '../text-file.ts';
import { VoteBuilder } from './vote-builder.ts';

type Given = readonly [unit: unknown, annotator: unknown, answer: unknown, weight?: number];

function built(...rows: readonly Given[]) {
  const found = new FaultList();
  const builder = new VoteBuilder('votes.csv', found);
  const taken = rows.map(([unit, annotator, answer, weight = 1], at) =>
    builder.add(unit, annotator, answer, weight, at + 2, weight),
  );
  const faults = found.faults.map(({ code, line, values }) => [code, line, values['field']]);
  return { builder, taken, faults, file: found.faults[0]?.file };
}

describe('collecting votes', () => {
  it('takes texts, numbers and yes or no as answers, without spaces around them', () => {
    const { builder, taken } = built(
      [' u1 ', ' anna ', ' b '],
      ['u1', 'ben', 2],
      ['u2', 'anna', true],
    );
    const { votes, units, annotators, answers } = builder.finish();
    expect(taken).toEqual([true, true, true]);
    expect([units.at(0), units.at(1), units.size]).toEqual(['u1', 'u2', 2]);
    expect([annotators, answers]).toEqual([
      ['anna', 'ben'],
      ['2', 'b', 'true'],
    ]);
    expect([...votes.unit]).toEqual([0, 0, 1]);
    expect([...votes.annotator]).toEqual([0, 1, 0]);
    expect([...votes.answer]).toEqual([1, 0, 2]);
    expect(votes).toMatchObject({ units: 2, annotators: 2, categories: 3 });
    expect(votes).not.toHaveProperty('weight');
  });

  it('takes an empty answer for no vote, and keeps its unit', () => {
    const { builder, taken } = built(
      ['u1', 'anna', null],
      [' u2 ', '', undefined],
      ['u3', 'anna', '  '],
      ['', 'anna', ''],
      [7, 'anna', ''],
    );
    const { votes, units, empty } = builder.finish();
    expect(taken).toEqual([false, false, false, false, false]);
    expect([votes.unit.length, empty, units.size, units.at(1)]).toEqual([0, 5, 3, 'u2']);
  });

  it('says everything that is wrong with a row, and takes nothing of it', () => {
    const { builder, taken, faults, file } = built(
      ['', ' ', ['x'], -1],
      [undefined, undefined, 'yes', Number.NaN],
      [3, 4, 'yes', Infinity],
      ['u1', 'anna', 'yes', 0],
    );
    expect(taken).toEqual([false, false, false, true]);
    expect(faults).toEqual([
      ['wrong-value', 2, 'weight'],
      ['wrong-value', 2, 'unit'],
      ['wrong-value', 2, 'annotator'],
      ['wrong-value', 2, 'answer'],
      ['wrong-value', 3, 'weight'],
      ['missing-field', 3, 'unit'],
      ['missing-field', 3, 'annotator'],
      ['wrong-value', 4, 'weight'],
      ['wrong-value', 4, 'unit'],
      ['wrong-value', 4, 'annotator'],
    ]);
    expect([file, builder.finish().votes.unit.length]).toEqual(['votes.csv', 1]);
  });

  it('keeps weights from the first on that is not 1', () => {
    const { votes } = built(
      ['a', 'x', 'y'],
      ['b', 'x', 'y', 0.5],
      ['c', 'x', 'y'],
    ).builder.finish();
    expect([...votes.weight!]).toEqual([1, 0.5, 1]);
  });

  it('grows with its votes, with and without weights', () => {
    for (const weight of [1, 3]) {
      const { builder } = built();
      for (let at = 0; at < 5000; at += 1)
        builder.push(at, at % 7, at % 3, at === 4999 || at === 10 ? weight : 1);
      builder.units.add('u');
      for (let at = 0; at < 7; at += 1) builder.annotators.add(`p${at}`);
      for (const answer of ['a', 'b', 'c']) builder.answers.add(answer);
      const { votes } = builder.finish();
      expect(votes.unit.length).toBe(5000);
      expect([votes.unit[4095], votes.unit[4096], votes.unit[4999]]).toEqual([4095, 4096, 4999]);
      expect([votes.annotator[4998], votes.answer[4999]]).toEqual([4998 % 7, 4999 % 3]);
      const weights = votes.weight;
      if (weight === 1) expect(weights).toBeUndefined();
      else
        expect([weights![10], weights![11], weights![4998], weights![4999]]).toEqual([3, 1, 1, 3]);
    }
  });

  it('orders answers by value where all are numbers, else by their texts', () => {
    const answers = (...given: readonly string[]) =>
      built(...given.map((answer, at): Given => [`u${at}`, 'anna', answer])).builder.finish()
        .answers;
    expect(answers('10', '9', '-1', '1e1')).toEqual(['-1', '9', '10', '1e1']);
    expect(answers('10', '9', 'x')).toEqual(['10', '9', 'x']);
    expect(answers('10', '9', 'Infinity')).toEqual(['10', '9', 'Infinity']);
  });

  it.each([
    [
      'one after the other',
      [
        ['u1', 'a'],
        ['u1', 'a'],
        ['u2', 'a'],
        ['u2', 'b'],
      ],
      1,
    ],
    [
      'in any order',
      [
        ['u1', 'a'],
        ['u2', 'a'],
        ['u1', 'b'],
        ['u1', 'a'],
        ['u2', 'a'],
      ],
      2,
    ],
    [
      'three times',
      [
        ['u1', 'a'],
        ['u1', 'a'],
        ['u1', 'a'],
      ],
      2,
    ],
    [
      'nobody',
      [
        ['u1', 'a'],
        ['u2', 'b'],
        ['u1', 'b'],
        ['u2', 'a'],
      ],
      0,
    ],
  ] as const)('counts votes that repeat an earlier one: %s', (_, rows, repeats) => {
    const { builder } = built(...rows.map(([unit, who]): Given => [unit, who, 'yes']));
    expect(builder.finish().repeats).toBe(repeats);
  });

  it('takes one name in two forms for one person', () => {
    const { builder } = built(
      ['u1', 'Rene\u0301', 'yes'],
      ['u1', 'ben', 'yes'],
      ['u1', 'Ren\u00e9', 'no'],
    );
    const { annotators, votes, repeats } = builder.finish();
    expect(annotators).toEqual(['Ren\u00e9', 'ben']);
    expect([[...votes.annotator], votes.annotators, repeats]).toEqual([[0, 1, 0], 2, 1]);
  });
});
