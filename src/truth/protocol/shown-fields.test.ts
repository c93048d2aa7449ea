import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { shownFields, shownShape } from './shown-fields.ts';

const { unit } = buildTask({
  questions: { A: {} },
  unit: {
    show: ['text', 'score'],
    folded: ['answer'],
    context: ['previous'],
    place: ['page'],
    rank: 'rank',
    date: 'date',
    subject: 'document',
    hidden: ['score', 'band'],
    vocabulary: { page: ['1'], band: ['x'] },
    titles: { text: 'The text', score: 'The score', date: 'The date' },
  },
});

describe('what an annotator sees of a unit', () => {
  it('is what the task shows, folds, gives as context, place and rank, and nothing else', () => {
    const fields = {
      text: 't',
      score: 1,
      answer: 'a',
      previous: null,
      page: 3,
      rank: 2,
      date: 'd',
      document: 'x',
      band: 'b',
      weak_label: 'A',
      constructor: 'c',
    };
    expect(shownFields(unit, fields)).toEqual({
      text: 't',
      answer: 'a',
      previous: null,
      page: 3,
      rank: 2,
    });
  });

  it('leaves out what a unit does not have, and inherits nothing', () => {
    expect(shownFields({ ...unit, show: ['toString'] }, {})).toEqual({});
  });

  it('does not even tell the names of what is hidden', () => {
    expect(shownShape(unit)).toMatchObject({
      show: ['text'],
      hidden: [],
      date: null,
      rank: 'rank',
      vocabulary: { page: ['1'] },
      titles: { text: 'The text' },
    });
    expect(JSON.stringify(shownShape(unit))).not.toMatch(/score|band/);
    expect(shownShape({ ...unit, hidden: ['rank'] }).rank).toBeNull();
  });
});
