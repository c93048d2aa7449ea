import { describe, expect, it } from 'vitest';
import { rulingBy } from '../../../test/build-judgment.ts';
import { codedText } from '../../domain/text-values.ts';
import { contradictions } from './ruling-contradictions.ts';

const expected = () => codedText('a-value');
const faults = (...given: Parameters<typeof rulingBy>[]) => {
  const [ruling, other] = given.map((one) => rulingBy(...one));
  return contradictions(ruling!, other!, expected).map(({ code, field }) => [code, field]);
};

describe('a ruling without a time', () => {
  it('contradicts another where it answers differently, question by question', () => {
    const other = ['sam', { A: 1, B: 0, C: 2 }] as const;
    expect(faults(['ada', { A: 1, B: 1, D: 1 }, { at: null }], [...other])).toEqual([
      ['wrong-value', 'B'],
    ]);
    expect(faults(['ada', { A: 1 }, { at: null }], [...other])).toEqual([]);
  });

  it('contradicts nothing that excludes, and one with a time is simply the later', () => {
    expect(faults(['ada', null, { at: null }], ['sam', { A: 1 }])).toEqual([]);
    expect(faults(['ada', { A: 1 }, { at: null }], ['sam', null])).toEqual([]);
    expect(faults(['ada', { A: 0 }, { at: '2026-01-31' }], ['sam', { A: 1 }])).toEqual([]);
  });
});
