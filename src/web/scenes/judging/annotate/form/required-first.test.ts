import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../../../../test/build-task.ts';
import { requiredFirst } from './required-first.ts';

const order = (questions: Parameters<typeof buildTask>[0]['questions']): readonly string[] =>
  requiredFirst(buildTask({ questions })).questions.map(({ id }) => id);

describe('the order of a form', () => {
  it('has what must be answered before what may be, each in the order of the protocol', () => {
    const found = order({
      hint: { required: false },
      label: {},
      check: { required: false },
      why: { scale: 'text' },
    });
    expect(found).toEqual(['label', 'why', 'hint', 'check']);
  });

  it('stays where a question that must be answered depends on one that need not', () => {
    expect(order({ hint: { required: false }, label: { when: 'hint' } })).toEqual([
      'hint',
      'label',
    ]);
  });
});
