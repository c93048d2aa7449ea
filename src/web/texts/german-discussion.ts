import type { discussionTexts } from '../../domain/discussion/discussion-texts.ts';

/** Texts about questions, notes and meetings, in German. */
export const germanDiscussion: Readonly<Record<keyof typeof discussionTexts, string>> = {
  note: 'Eintrag',
  'note-here': 'Eintrag {id} hier',
  'question-here': 'Frage {id} hier',
  'meeting-here': 'Besprechung {id} hier',
  'point-of-agenda': 'der Schlüssel eines Punkts dieser Tagesordnung',
  'decision-of-point': 'die Kennung eines Beschlusses zum selben Punkt dieser Besprechung',
  'units-at-once': 'mindestens 1 Einheit und höchstens {most}',
};
