import { defineTexts } from '../../../texts/define-texts.ts';

const foundWords = (count: number, [none, one, many]: [string, string, string]): string => {
  if (count === 0) return none;
  return count === 1 ? one : `${count} ${many}`;
};

/** What the guideline's drawer and page say around the guideline itself. */
export const guidelineTexts = defineTexts({
  en: {
    title: 'Guideline',
    version: (version: string) => `version ${version}`,
    close: 'Close the guideline',
    search: 'Search the guideline',
    found: (count: number) =>
      foundWords(count, ['Nothing found.', '1 place found', 'places found']),
    none: 'Nothing found.',
    contents: 'Contents',
    cards: 'Labels',
    questions: 'Questions',
    chapters: 'Chapters',
    edgeCases: 'Edge cases and questions',
    edgeCasesNone: 'No edge cases yet.',
    definition: 'Definition',
    include: 'Include',
    exclude: 'Exclude',
    positive: 'Positive examples',
    negative: 'Negative examples',
    removed: 'Removed',
    added: 'New',
    changedSince: (before: string) => `changed since ${before}`,
    changed: (before: string, after: string) =>
      before === after ? 'What changed' : `What changed from ${before} to ${after}`,
    unchanged: 'Nothing changed for your task.',
    change: { added: 'new', removed: 'removed', changed: 'changed' },
    question: (question: string) => `The question “${question}”`,
    rule: (rule: string) => `The rule “${rule}”`,
    chapter: (title: string) => `The chapter “${title}”`,
    notAsked: 'How is a unit like this judged?',
    unit: 'Unit',
    whole: 'Open the whole guideline',
  },
  de: {
    title: 'Leitfaden',
    version: (version: string) => `Fassung ${version}`,
    close: 'Leitfaden schließen',
    search: 'Im Leitfaden suchen',
    found: (count: number) =>
      foundWords(count, ['Nichts gefunden.', '1 Stelle gefunden', 'Stellen gefunden']),
    none: 'Nichts gefunden.',
    contents: 'Inhalt',
    cards: 'Labels',
    questions: 'Fragen',
    chapters: 'Kapitel',
    edgeCases: 'Grenzfälle und Fragen',
    edgeCasesNone: 'Noch keine Grenzfälle.',
    definition: 'Definition',
    include: 'Einschließen',
    exclude: 'Ausschließen',
    positive: 'Positive Beispiele',
    negative: 'Negative Beispiele',
    removed: 'Entfernt',
    added: 'Neu',
    changedSince: (before: string) => `geändert seit ${before}`,
    changed: (before: string, after: string) =>
      before === after
        ? 'Was sich geändert hat'
        : `Was sich von ${before} zu ${after} geändert hat`,
    unchanged: 'Für Ihre Aufgabe hat sich nichts geändert.',
    change: { added: 'neu', removed: 'entfernt', changed: 'geändert' },
    question: (question: string) => `Die Frage „${question}“`,
    rule: (rule: string) => `Die Regel „${rule}“`,
    chapter: (title: string) => `Das Kapitel „${title}“`,
    notAsked: 'Wie wird eine Einheit wie diese beurteilt?',
    unit: 'Einheit',
    whole: 'Den ganzen Leitfaden öffnen',
  },
});
