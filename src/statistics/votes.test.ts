import { describe, expect, it } from 'vitest';
import { votesByUnit, votesFrom } from './votes.ts';

describe('votesByUnit', () => {
  it('puts the votes of a unit beside one another', () => {
    const grouped = votesByUnit(
      votesFrom(
        [
          [1, 0, 0],
          [0, 0, 1],
          [1, 1, 1],
          [0, 2, 0],
        ],
        { units: 3 },
      ),
    );
    expect(grouped.offsets).toEqual(Int32Array.of(0, 2, 4, 4));
    expect(grouped.annotator).toEqual(Int32Array.of(0, 2, 0, 1));
    expect(grouped.answer).toEqual(Int32Array.of(1, 0, 0, 1));
    expect(grouped.weight).toBeNull();
    expect(grouped.uncounted).toBe(0);
  });

  it('leaves out votes of weight 0 and counts them', () => {
    const grouped = votesByUnit(
      votesFrom([
        [0, 0, 1, 0],
        [0, 1, 0, 2.5],
        [1, 0, 1, 0],
      ]),
    );
    expect(grouped.answer).toEqual(Int32Array.of(0));
    expect(grouped.weight).toEqual(Float64Array.of(2.5));
    expect(grouped.uncounted).toBe(2);
  });

  it('names what is out of range', () => {
    expect(() => votesByUnit(votesFrom([[0, 0, 2]], { categories: 2 }))).toThrow(
      'answer of vote 0 is 2, expected 0 to 1',
    );
    expect(() =>
      votesByUnit(
        votesFrom([
          [0, 0, 0],
          [-1, 0, 0],
        ]),
      ),
    ).toThrow('unit of vote 1 is -1');
    expect(() => votesByUnit(votesFrom([[0, 4, 0]], { annotators: 4 }))).toThrow(
      'annotator of vote 0 is 4',
    );
    expect(() => votesByUnit(votesFrom([[0, 0, 0, -1]]))).toThrow('weight of vote 0 is -1');
    expect(() => votesByUnit(votesFrom([[0, 0, 0, Number.NaN]]))).toThrow(
      'weight of vote 0 is NaN',
    );
    expect(() => votesByUnit({ ...votesFrom([[0, 0, 0]]), answer: new Int32Array(2) })).toThrow(
      'answer has 2 votes, unit has 1',
    );
  });
});
