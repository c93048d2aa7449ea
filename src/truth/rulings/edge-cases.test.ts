import { describe, expect, it } from 'vitest';
import type { Question } from '../../domain/protocol/question.ts';
import { inEnglish } from '../../domain/english.ts';
import { decisionText } from './decision-text.ts';
import { edgeCaseRegister } from './edge-cases.ts';
import { faqMarkdown } from './faq-markdown.ts';
import type { RegisteredRuling } from './edge-cases.ts';

const ruling = (given: Partial<RegisteredRuling>): RegisteredRuling => ({
  id: 'r',
  unit: 'u1',
  task: 'topics',
  by: 'sam',
  reason: 'The chunk only names the topic.',
  at: '2026-03-05T10:00:00Z',
  decision: { kind: 'answers', answers: { IRB: 0, CreditRisk: 1 } },
  edgeCase: false,
  guidelineProposal: null,
  ...given,
});

describe('the register of edge cases', () => {
  it('has what was marked, and what annotators had asked about, with the latest decision', () => {
    const { cases, unanswered } = edgeCaseRegister(
      [
        ruling({ unit: 'u1' }),
        ruling({ unit: 'u2', edgeCase: true }),
        ruling({ unit: 'u3' }),
        ruling({
          unit: 'u2',
          decision: { kind: 'exclude' },
          reason: 'Unreadable.',
          at: '2026-03-06T10:00:00Z',
        }),
      ],
      [
        { unit: 'u3', text: 'Does a footnote count?', at: '2026-03-04T10:00:00Z' },
        { unit: 'u4', text: '', at: '2026-03-04T10:00:00Z' },
      ],
    );
    expect(
      cases.map(({ unit, rationale, decision, remarks, rulings }) => ({
        unit,
        rationale,
        decision,
        remarks,
        rulings,
      })),
    ).toEqual([
      {
        unit: 'u2',
        rationale: 'Unreadable.',
        decision: { kind: 'exclude' },
        remarks: [],
        rulings: 2,
      },
      {
        unit: 'u3',
        rationale: 'The chunk only names the topic.',
        decision: { kind: 'answers', answers: { IRB: 0, CreditRisk: 1 } },
        remarks: ['Does a footnote count?'],
        rulings: 1,
      },
    ]);
    expect(unanswered).toEqual([{ unit: 'u4', remarks: [], since: '2026-03-04T10:00:00Z' }]);
  });

  it('counts a question that came after the ruling as unanswered', () => {
    const { unanswered } = edgeCaseRegister(
      [ruling({ at: '2026-03-05T10:00:00Z' })],
      [{ unit: 'u1', text: 'Still unclear', at: '2026-03-06T10:00:00Z' }],
    );
    expect(unanswered).toEqual([
      { unit: 'u1', remarks: ['Still unclear'], since: '2026-03-06T10:00:00Z' },
    ]);
  });

  it('counts a question as answered by a ruling of the same moment', () => {
    const at = '2026-03-05T10:00:00Z';
    const { unanswered } = edgeCaseRegister([ruling({ at })], [{ unit: 'u1', text: 'Why?', at }]);
    expect(unanswered).toEqual([]);
  });

  it('leaves a case out of the FAQ when nobody asked and nothing is proposed', () => {
    const { cases, faq } = edgeCaseRegister([ruling({ edgeCase: true })], []);
    expect([cases.length, faq]).toEqual([1, []]);
  });

  it('lists the latest case first, and the question that has waited longest', () => {
    const day = (date: number): string => `2026-03-0${date}T10:00:00Z`;
    const { cases, unanswered } = edgeCaseRegister(
      [
        ruling({ unit: 'u1', edgeCase: true, at: day(1) }),
        ruling({ unit: 'u2', edgeCase: true, at: day(3) }),
        ruling({ unit: 'u3', edgeCase: true, at: day(2) }),
      ],
      [
        { unit: 'u5', text: 'Later?', at: day(5) },
        { unit: 'u4', text: 'Late?', at: day(4) },
        { unit: 'u4', text: 'Early?', at: day(3) },
      ],
    );
    expect(cases.map(({ unit }) => unit)).toEqual(['u2', 'u3', 'u1']);
    expect(unanswered).toEqual([
      { unit: 'u4', remarks: ['Early?', 'Late?'], since: day(3) },
      { unit: 'u5', remarks: ['Later?'], since: day(5) },
    ]);
  });

  it('makes an FAQ of what was asked or proposed, without names of annotators', () => {
    const { faq, proposals } = edgeCaseRegister(
      [ruling({ edgeCase: true, guidelineProposal: 'Say that footnotes do not count.' })],
      [{ unit: 'u1', text: 'Does a footnote count?', at: '2026-03-04T10:00:00Z' }],
    );
    expect(faq).toEqual([
      {
        asked: ['Does a footnote count?'],
        decision: { kind: 'answers', answers: { IRB: 0, CreditRisk: 1 } },
        answer: 'The chunk only names the topic.',
        guidelineProposal: 'Say that footnotes do not count.',
        unit: 'u1',
      },
    ]);
    expect(faqMarkdown(faq, task, () => 'A chunk\nabout credit.')).toBe(
      '## Frequent questions\n\n### Does a footnote count?\n\n> A chunk about credit.\n\n' +
        'Credit risk (mentioned) applies. The chunk only names the topic.\n\n' +
        'Proposed for the guideline: Say that footnotes do not count.\n\n_Unit u1_\n',
    );
    expect(proposals).toEqual([
      {
        unit: 'u1',
        text: 'Say that footnotes do not count.',
        by: 'sam',
        at: '2026-03-05T10:00:00Z',
      },
    ]);
    expect(faqMarkdown([], task, () => null)).toContain('Nothing has been asked yet.');
  });

  it('has answers that were kept, in the FAQ or among the cases', () => {
    const kept = { task: 'topics', unit: 'u7', asked: 'Tables?', answer: 'Read them.', by: 'lea' };
    const at = '2026-03-07T10:00:00Z';
    const asked = { unit: 'u7', text: 'What about tables?', at: '2026-03-06T10:00:00Z' };
    const { faq, cases, unanswered } = edgeCaseRegister(
      [],
      [
        { ...asked, answered: true },
        { ...asked, unit: 'u8' },
      ],
      [
        { ...kept, as: 'faq', at },
        { ...kept, as: 'edge-case', unit: 'u8', at },
      ],
    );
    expect(faq).toEqual([
      {
        unit: 'u7',
        asked: ['Tables?'],
        answer: 'Read them.',
        decision: null,
        guidelineProposal: null,
      },
    ]);
    expect(cases).toMatchObject([{ unit: 'u8', rationale: 'Read them.', decision: null }]);
    expect(unanswered.map(({ unit }) => unit)).toEqual(['u8']);
    expect(faqMarkdown(faq, task, () => null)).toContain('### Tables?\n\nRead them.\n\n_Unit u7_');
  });
});

const graded = (id: string, title: string): Question => ({
  id,
  title,
  ask: title,
  help: null,
  scale: {
    kind: 'ordinal',
    values: [
      { value: 0, title: 'absent' },
      { value: 1, title: 'mentioned' },
    ],
    present: 1,
    ticked: null,
    default: null,
  },
  when: null,
  required: true,
  measured: true,
});
const task = {
  questions: [graded('IRB', 'Internal ratings'), graded('CreditRisk', 'Credit risk')],
};

describe('a decision in words', () => {
  const words = (answers: Record<string, boolean | number | string>, of = task): string =>
    inEnglish(decisionText(of, { kind: 'answers', answers }));
  it('names the labels that apply, by their titles', () => {
    expect(words({ IRB: 1, CreditRisk: 1 })).toBe(
      'Internal ratings (mentioned) and Credit risk (mentioned) apply.',
    );
    expect(words({ IRB: 0, CreditRisk: 0 })).toBe('No label applies.');
  });
  it('names labels that do not apply only when others were left open', () => {
    expect(words({ IRB: 0 })).toBe('Internal ratings does not apply.');
  });
  it('names each question with its answer where they are no labels', () => {
    const scale = { kind: 'nominal', values: [{ value: 2, title: 'Highly relevant' }] } as const;
    const of = { questions: [{ ...graded('rel', 'Relevance'), scale }] };
    expect(words({ rel: 2 }, of)).toBe('Relevance: Highly relevant.');
    expect(inEnglish(decisionText(of, { kind: 'exclude' }))).toBe('The unit was excluded.');
  });
});
