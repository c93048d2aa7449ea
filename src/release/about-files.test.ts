import { describe, expect, it } from 'vitest';
import { creatorsOf } from './about-files.ts';
import type { RecordFold } from './record-fold.ts';

const panel = {
  gpt: { kind: 'model', runs: 2, weight: 2 },
  mini: { kind: 'model', runs: 1, weight: 0 },
  keywords: { kind: 'rule', weight: 0 },
};

function creators(annotators: readonly string[], rulings = 0): ReturnType<typeof creatorsOf> {
  const judgments = annotators.map((annotator) => ({ annotator }));
  const record = { judgments, rulings: Array.from({ length: rulings }) };
  const fold = { record, present: { protocol: { panel } } };
  return creatorsOf(fold as unknown as RecordFold);
}

describe('who made the truth of a release', () => {
  it('is programs alone where only models with weight judged', () => {
    expect(creators(['gpt#1', 'gpt#2'])).toEqual({ people: false, programs: true });
  });

  it('is people too where somebody ruled, and both where both judged', () => {
    expect(creators(['gpt#1'], 1)).toEqual({ people: true, programs: true });
    expect(creators(['gpt#1', 'annotator-4f2a'])).toEqual({ people: true, programs: true });
  });

  it('is people alone beside models and rules without weight', () => {
    expect(creators(['ann', 'mini#1', 'keywords'])).toEqual({ people: true, programs: false });
  });
});
