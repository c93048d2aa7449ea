import { expect, it } from 'vitest';
import { inEnglish } from '../../domain/english.ts';
import { codedText } from '../../domain/text-values.ts';
import { titledText } from './titled-text.ts';

const titles = {
  question: (id: string) => ({ CreditRisk: 'Credit risk', IRB: 'Internal ratings' })[id] ?? id,
  answer: (question: string, answer: string) =>
    question === 'CreditRisk' && answer === '2' ? 'highly relevant' : answer,
};
const said = (text: ReturnType<typeof codedText>): string => inEnglish(titledText(text, titles));

it('a truth is said with titles: labels with their grades, plain labels, and the rule', () => {
  const grade = codedText('label-with-grade', { label: 'CreditRisk', grade: '2' });
  const rule = codedText('rule-against-majority', {
    rule: codedText('rule-majority', { for: 2, total: 3 }),
    questions: ['IRB'],
  });
  expect(said(codedText('truth-settled', { answers: [grade, 'IRB'], rule }))).toBe(
    'Truth: Credit risk (highly relevant) and Internal ratings, majority 2 of 3, ' +
      'against the majority of votes on Internal ratings',
  );
});

it('a tie is said with titles, and names and reasons stay as they are', () => {
  const why = [codedText('question-tied', { question: 'CreditRisk', answers: ['1', '2'] })];
  expect(said(codedText('truth-open', { why }))).toBe(
    'No truth yet, a ruling is needed: Credit risk is tied between 1 and highly relevant',
  );
  expect(said(codedText('truth-excluded', { by: 'IRB', reason: 'CreditRisk' }))).toBe(
    'Excluded by IRB: CreditRisk',
  );
});
