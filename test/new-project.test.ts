import { describe, expect, it } from 'vitest';
import { draftedProtocol } from '../src/formats/protocol/drafted-protocol.ts';
import type { ProjectDraft } from '../src/formats/protocol/drafted-protocol.ts';
import { readContent } from '../src/formats/protocol/protocol-content.ts';
import { guessColumns } from '../src/formats/units/guess-columns.ts';

const draft: ProjectDraft = {
  title: 'Späte Pakete',
  id: 'nr',
  show: ['text'],
  subject: '',
  context: [],
  date: 'on',
  form: 'labels',
  questions: [
    { title: 'Late', ask: '', scale: 'binary', values: [], definition: 'It came late.' },
    { title: 'Damaged goods', ask: '', scale: 'binary', values: [], definition: '' },
    { title: ' ', ask: '', scale: 'binary', values: [], definition: '' },
  ],
  template: null,
  guideline: null,
  people: ['anna', 'ben'],
  pilot: 10,
  perUnit: 2,
  measure: 'percent_agreement',
  target: 0.8,
  notes: true,
};

describe('a drafted project', () => {
  it('is a protocol without faults, with a guideline for what was said', () => {
    const { protocol, guideline, names } = draftedProtocol(draft);
    const read = readContent({ source: protocol, guideline, files: {} });
    expect(names).toEqual(['Late', 'Damaged_goods']);
    expect(read.protocol.name).toBe('spate_pakete');
    expect(read.protocol.tasks[0]!.questions.map(({ id }) => id)).toEqual(names);
    expect(read.protocol.rounds.map(({ id, annotators }) => [id, annotators])).toEqual([
      ['pilot', 2],
      ['full', 2],
    ]);
    expect(read.guideline.cards.map(({ question, definition }) => [question, definition])).toEqual([
      ['Late', 'It came late.'],
    ]);
  });

  it('ticks labels, also those that had choices as questions', () => {
    const asked = { ...draft.questions[0]!, ask: 'How?', scale: 'choice', values: ['a'] } as const;
    const { protocol, guideline } = draftedProtocol({ ...draft, questions: [asked] });
    const { tasks } = readContent({ source: protocol, guideline, files: {} }).protocol;
    expect(tasks[0]!.questions.map(({ scale }) => scale.kind)).toEqual(['binary']);
  });

  it('has grades and choices as scales', () => {
    const { protocol, guideline } = draftedProtocol({
      ...draft,
      form: 'questions',
      questions: [
        { ...draft.questions[0]!, title: 'Tone', scale: 'choice', values: ['friendly', 'rude'] },
        { ...draft.questions[0]!, title: 'Use', scale: 'grade', values: ['none', 'some', 'much'] },
        { ...draft.questions[0]!, title: 'Why', scale: 'text' },
      ],
    });
    const { tasks } = readContent({ source: protocol, guideline, files: {} }).protocol;
    expect(tasks[0]!.questions.map(({ scale }) => scale.kind)).toEqual([
      'nominal',
      'ordinal',
      'text',
    ]);
  });
});

describe('columns', () => {
  it('are guessed by their names and by what they hold', () => {
    const rows = Array.from({ length: 6 }, (_, at) => ({
      'Message ID': `M${at}`,
      Customer: `customer ${at % 2}`,
      Text: `A longer text with the number ${at}`,
      previous_text: 'What came before',
      Received: `2026-01-0${at + 1}`,
    }));
    expect(guessColumns(rows)).toEqual({
      id: 'Message ID',
      show: ['Text'],
      subject: 'Customer',
      context: ['previous_text'],
      date: 'Received',
    });
  });

  it('name no row where two are alike', () => {
    expect(guessColumns([{ text: 'Same words' }, { text: 'Same words' }]).id).toBeNull();
  });
});
