import type { GuidelineReply } from '../../../../server/routes/protocol/projects.ts';

/** What of a guideline holds all the words that were typed; everything when none were. */
export function searchGuideline(
  guideline: GuidelineReply,
  typed: string,
): Pick<GuidelineReply, 'cards' | 'chapters'> {
  const wanted = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const holds = (text: string): boolean => {
    const own = text.toLowerCase();
    return wanted.every((word) => own.includes(word));
  };
  return {
    cards: guideline.cards.filter((card) =>
      holds(
        [
          card.question,
          card.title,
          card.definition,
          ...card.include,
          ...card.exclude,
          ...card.positive,
          ...card.negative,
        ].join('\n'),
      ),
    ),
    chapters: guideline.chapters.filter((chapter) => holds(`${chapter.title}\n${chapter.text}`)),
  };
}
