/** Texts about questions, notes and meetings, by code. */
export const discussionTexts = {
  note: 'note',
  'note-here': 'note {id} here',
  'question-here': 'question {id} here',
  'meeting-here': 'meeting {id} here',
  'point-of-agenda': 'the key of a point of this agenda',
  'decision-of-point': 'the id of a decision on the same point of this meeting',
  'units-at-once': 'at least 1 unit and at most {most}',
} as const satisfies Record<string, string>;
