import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { Applicability } from './applicability.ts';

const chain = buildTask({
  questions: {
    relevant: {},
    incident: { when: 'relevant' },
    treated: { when: 'incident' },
    calm: { when: 'not incident' },
    either: { when: 'incident or relevant' },
  },
});
const [no, yes, none] = [0, 1, -1];

function asked(codes: readonly number[]): readonly string[] {
  const applies: boolean[] = [];
  new Applicability(chain).mark(codes, applies);
  return chain.questions.filter((_, at) => applies[at]).map((question) => question.id);
}

describe('Applicability', () => {
  it('of a question ends with that of the question it rests on', () => {
    expect(asked([yes, yes, yes, none, yes])).toEqual([
      'relevant',
      'incident',
      'treated',
      'either',
    ]);
    expect(asked([yes, no, none, no, yes])).toEqual(['relevant', 'incident', 'calm', 'either']);
    // Not relevant: there is no incident to be treated, whatever was answered, and none to be calm
    // about.
    expect(asked([no, yes, yes, none, none])).toEqual(['relevant']);
    expect(asked([no, none, none, none, none])).toEqual(['relevant']);
  });

  it('stays where a tie leaves it open', () => {
    expect(asked([none, none, none, none, none])).toEqual([
      'relevant',
      'incident',
      'treated',
      'calm',
      'either',
    ]);
    expect(asked([yes, none, none, none, none])).toEqual([
      'relevant',
      'incident',
      'treated',
      'calm',
      'either',
    ]);
  });

  it('depends on no order of the questions', () => {
    const backwards = { ...chain, questions: chain.questions.toReversed() };
    fc.assert(
      fc.property(fc.array(fc.constantFrom(-1, 0, 1), { minLength: 5, maxLength: 5 }), (codes) => {
        const applies: boolean[] = [];
        new Applicability(backwards).mark(codes.toReversed(), applies);
        expect(
          backwards.questions
            .filter((_, at) => applies[at])
            .map((question) => question.id)
            .toReversed(),
        ).toEqual(asked(codes));
      }),
      { seed: 1 },
    );
  });
});
