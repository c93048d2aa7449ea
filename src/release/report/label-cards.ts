import { inLanguage } from '../../domain/local-text.ts';
import type { Guideline, GuidelineCard } from '../../domain/protocol/guideline.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { Report, ReportBlock } from './report.ts';
import { withoutMarks } from './without-marks.ts';

/** A decision on a difficult unit that an annotator should know. */
export interface CardCase {
  readonly unit: string;
  /** The questions that it is about. */
  readonly about: readonly string[];
  readonly reason: string;
}

/**
 * One page for each label, to keep beside the screen: what it means, what belongs to it and what
 * does not, examples, and decisions on difficult units.
 */
export function labelCards(
  protocol: Protocol,
  guideline: Guideline,
  cases: readonly CardCase[],
): Report {
  const questions = protocol.tasks.flatMap((task) => task.questions);
  const sections = questions.flatMap((question) => {
    const card = guideline.cards.find((one) => one.question === question.id);
    if (card === undefined) return [];
    const own = cases.filter(({ about }) => about.includes(question.id));
    return [
      {
        id: question.id,
        title: `${question.id} – ${inLanguage(question.title)}`,
        blocks: cardBlocks(question, card, own),
      },
    ];
  });
  return {
    title: protocol.title,
    version: guideline.version,
    simulated: protocol.simulated,
    kind: 'cards',
    lines: [`Label cards, guideline ${guideline.version}`],
    sections,
  };
}

function cardBlocks(
  question: Question,
  card: GuidelineCard,
  cases: readonly CardCase[],
): readonly ReportBlock[] {
  const ask = inLanguage(question.ask);
  const listed = (title: string, items: readonly string[]): readonly ReportBlock[] =>
    items.length === 0
      ? []
      : [
          { kind: 'heading', text: title },
          { kind: 'list', items: items.map(withoutMarks) },
        ];
  return [
    ...(ask === inLanguage(question.title) ? [] : [{ kind: 'text' as const, text: ask }]),
    ...(card.definition === ''
      ? []
      : [{ kind: 'definition' as const, text: withoutMarks(card.definition) }]),
    ...listed('Include', card.include),
    ...listed('Exclude', card.exclude),
    ...listed('Positive examples', card.positive),
    ...listed('Negative examples', card.negative),
    ...listed(
      'Decided cases',
      cases.map(({ unit, reason }) => `${unit}: ${reason}`),
    ),
  ];
}
