import type { Figures, GuidelineVersion } from '../figures.ts';
import { counted, day, listed } from './cells.ts';
import type { ReportBlock } from './report.ts';
import { withoutMarks } from './without-marks.ts';

/** So many changed passages of a version are printed; its files have all of them. */
const mostPassages = 14;
/** A longer passage is cut. */
const longestPassage = 180;

/** A version of the guideline: who changed what in it, and the reason that was given. */
export function guidelineBlocks(
  figures: Figures,
  version: GuidelineVersion,
): readonly ReportBlock[] {
  const { guidelines } = figures;
  const before = guidelines[guidelines.indexOf(version) - 1];
  const { guideline, since, by, reason, protocolVersion } = version;
  const passages = passagesOf(figures, version);
  const rest = passages.length - mostPassages;
  const head =
    before === undefined
      ? `Guideline ${guideline}`
      : `Guideline ${before.guideline} became ${guideline} on ${day(since)}, by ${by}`;
  return [
    { kind: 'heading', text: head },
    {
      kind: 'text',
      text: reason === null ? 'No reason was given.' : `The reason that was given: ${reason}`,
    },
    ...(passages.length === 0
      ? []
      : [{ kind: 'list' as const, items: passages.slice(0, mostPassages) }]),
    ...(rest <= 0
      ? []
      : [
          {
            kind: 'text' as const,
            text:
              `${counted(rest, 'further change')} can be seen by comparing guideline.md in ` +
              `protocol/v${protocolVersion} with the version before.`,
          },
        ]),
  ];
}

/** What changed in a version, in few words. */
export function changedParts({ changes }: GuidelineVersion): string {
  const { cards, chapters } = changes;
  const parts = [
    ...(cards.length === 0 ? [] : [`the cards of ${counted(cards.length, 'question')}`]),
    ...(chapters.length === 0 ? [] : [counted(chapters.length, 'chapter')]),
  ];
  return listed(parts);
}

function passagesOf(figures: Figures, { changes }: GuidelineVersion): readonly string[] {
  const titles = new Map(
    figures.tasks.flatMap(({ questions }) =>
      questions.map(({ question, title }) => [question, title]),
    ),
  );
  const chapters = changes.chapters.flatMap(({ title, change, added, removed }) =>
    change === 'changed'
      ? [
          ...added.map((text) => `Chapter “${title}”: added “${passage(text)}”`),
          ...removed.map((text) => `Chapter “${title}”: removed “${passage(text)}”`),
        ]
      : [`The chapter “${title}” ${became[change]}.`],
  );
  const cards = changes.cards.flatMap(({ question, change, parts }) => {
    const name = titles.get(question) ?? question;
    if (change !== 'changed') return [`The card of ${name} ${became[change]}.`];
    return parts.flatMap(({ part, removed, added }) => [
      ...added.map((text) => `${name}, ${partTitles[part]}: added “${passage(text)}”`),
      ...removed.map((text) => `${name}, ${partTitles[part]}: removed “${passage(text)}”`),
    ]);
  });
  return [...chapters, ...cards];
}

const became = { added: 'was added', removed: 'was removed', changed: 'was changed' } as const;

const partTitles = {
  title: 'title',
  definition: 'definition',
  include: 'include',
  exclude: 'exclude',
  positive: 'positive examples',
  negative: 'negative examples',
} as const;

function passage(text: string): string {
  const letters = [...withoutMarks(text)];
  if (letters.length <= longestPassage) return letters.join('');
  return `${letters.slice(0, longestPassage).join('').trim()} …`;
}
