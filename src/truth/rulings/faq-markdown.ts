import { inEnglish } from '../../domain/english.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { decisionText } from './decision-text.ts';
import type { FrequentQuestion } from './edge-cases.ts';

/** How much of a unit's text an entry quotes. */
const longestQuote = 400;

/**
 * The FAQ as a chapter of a guideline: each entry a question with its answer, the text of the unit
 * that it came up with, and the unit's name.
 */
export function faqMarkdown(
  faq: readonly FrequentQuestion[],
  task: Pick<Task, 'questions'>,
  textOf: (unit: string) => string | null,
): string {
  if (faq.length === 0) return '## Frequent questions\n\nNothing has been asked yet.\n';
  const entries = faq.map((entry) => {
    const { asked, decision, answer, guidelineProposal, unit } = entry;
    const quote = quoted(textOf(unit));
    const question = asked.map(oneLine).join(' ');
    return [
      `### ${question === '' ? 'How is a unit like this judged?' : question}`,
      ...(quote === '' ? [] : [quote]),
      [...(decision === null ? [] : [inEnglish(decisionText(task, decision))]), answer].join(' '),
      ...(guidelineProposal === null ? [] : [`Proposed for the guideline: ${guidelineProposal}`]),
      `_Unit ${unit}_`,
    ].join('\n\n');
  });
  return `## Frequent questions\n\n${entries.join('\n\n')}\n`;
}

/** The beginning of a text as a quotation. */
function quoted(text: string | null): string {
  const plain = oneLine(text ?? '');
  if (plain === '') return '';
  if (plain.length <= longestQuote) return `> ${plain}`;
  const end = plain.lastIndexOf(' ', longestQuote);
  return `> ${plain.slice(0, end < longestQuote / 2 ? longestQuote : end)}…`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
