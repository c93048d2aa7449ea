import { describe, expect, it } from 'vitest';
import { weakLabels, WeakMatcher } from './weak-rules.ts';
import type { WeakRules } from './weak-rules.ts';

const rules: WeakRules = {
  labels: {
    IRB: ['irb', 'pd', 'internal ratings based'],
    MarketRisk: ['market risk', 'ima', 'sa'],
    Outsourcing: ['ict'],
    AML: ['know your customer'],
  },
  negations: ['no', 'not', 'other than', "doesn't"],
  window: 5,
};

const labelsOf = (text: string, match: 'word' | 'substring' = 'word'): readonly string[] =>
  weakLabels(rules, [text], match)[0]!.map((one) => one.label);

describe('weak labels by whole words', () => {
  it('finds a keyword that stands alone, whatever its case and the signs around it', () => {
    for (const text of [
      'The IRB approach',
      'approach (Irb).',
      'SEC-IRB',
      'irb',
      'Internal  Ratings\nBased models',
    ])
      expect(labelsOf(text)).toEqual(['IRB']);
  });

  it('does not find a keyword inside another word, nor beside letters of other scripts', () => {
    for (const text of [
      'an update of the disaster plan',
      'restrictions',
      'firbe',
      'éirb',
      'irbß',
      'irb_2',
    ])
      expect(labelsOf(text)).toEqual([]);
  });

  it('takes every letter, digit and underscore for part of a word, and nothing else', () => {
    for (const letter of 'azAZ09_ä𝒜') {
      expect([letter, labelsOf(`${letter}irb`)]).toEqual([letter, []]);
      expect([letter, labelsOf(`irb${letter}`)]).toEqual([letter, []]);
    }
    // The neighbours of letters and digits in ASCII, and a sign of two code units.
    for (const sign of '`{/:@[^ -💶') {
      expect([sign, labelsOf(`${sign}irb`)]).toEqual([sign, ['IRB']]);
      expect([sign, labelsOf(`irb${sign}`)]).toEqual([sign, ['IRB']]);
    }
  });

  it('gives several labels in the order of the rules', () => {
    expect(labelsOf('ICT and PD')).toEqual(['IRB', 'Outsourcing']);
  });

  it('takes a keyword back when a negation stands within the window before it', () => {
    expect(labelsOf('This is not about the IRB.')).toEqual([]);
    expect(labelsOf('It doesn’t use PD at all')).toEqual([]);
    expect(labelsOf('Not one of these many long words is the IRB.')).toEqual(['IRB']);
  });

  it('counts the window in words: the fifth word before is in it, the sixth is not', () => {
    expect(labelsOf('not one two three four irb')).toEqual([]);
    expect(labelsOf('not one two three four five irb')).toEqual(['IRB']);
  });

  it('takes negations as whole words: know and economic are no negation', () => {
    expect(labelsOf('We know the IRB')).toEqual(['IRB']);
    expect(labelsOf('economic PD')).toEqual(['IRB']);
    expect(labelsOf('know your customer')).toEqual(['AML']);
  });

  it('heeds negations of several words', () => {
    expect(labelsOf('Approaches other than IRB')).toEqual([]);
    expect(labelsOf('another approach than IRB')).toEqual(['IRB']);
  });

  it('does not carry a negation over the end of a sentence', () => {
    for (const end of ['.', '!', '?'])
      expect(labelsOf(`It does not apply${end} IRB does.`)).toEqual(['IRB']);
    expect(labelsOf('It applies. Not IRB.')).toEqual([]);
    expect(labelsOf('It applies! No IRB.')).toEqual([]);
  });

  it('needs only one occurrence that is not negated, and counts the others', () => {
    const found = new WeakMatcher(rules).match('Not the IRB of before. The new IRB is meant.');
    expect(found.labels.map((one) => one.label)).toEqual(['IRB']);
    expect(found.negated).toBe(1);
  });
});

describe('weak labels by substrings, for comparison', () => {
  it('finds keywords inside other words and heeds no negation', () => {
    expect(labelsOf('disaster', 'substring')).toEqual(['MarketRisk']);
    expect(labelsOf('restrict the update', 'substring')).toEqual(['IRB', 'Outsourcing']);
    expect(labelsOf('not the irb', 'substring')).toEqual(['IRB']);
    expect(weakLabels(rules, ['irb'], 'substring')[0]![0]!.confidence).toBe(0.9);
  });
});

describe('the confidence of weak labels', () => {
  // The six confidences in oracles/regulatory-topics/weak-labels/expected_weak_labels.json (27
  // texts, 6 decimals), by the number of texts that contain the keyword in any form. The texts here
  // are our own.
  it.each([
    [1, 0.95],
    [2, 0.813299],
    [3, 0.733333],
    [5, 0.632589],
    [6, 0.596632],
    [11, 0.477091],
  ])('of a keyword in %i of 27 texts is %f', (texts, expected) => {
    const corpus = Array.from({ length: 27 }, (_, at) =>
      at === 0 ? 'the IRB' : at < texts ? 'KIRBY parameters' : 'nothing',
    );
    expect(weakLabels(rules, corpus)[0]![0]!.confidence).toBeCloseTo(expected, 6);
  });

  it('is that of the rarest keyword', () => {
    const corpus = ['irb and pd', 'pd', 'pd', 'none'];
    const [first, second] = weakLabels(rules, corpus).map((found) => found[0]?.confidence);
    expect(first).toBeCloseTo(0.95, 12); // d = 1
    expect(second).toBeCloseTo(0.3 + (0.65 * Math.log(4 / 3)) / Math.log(4), 12);
  });

  it('is the least when every text has the keyword, and when there is one text only', () => {
    expect(weakLabels(rules, ['irb', 'irb'])[0]![0]!.confidence).toBeCloseTo(0.3, 12);
    expect(weakLabels(rules, ['irb'])[0]![0]!.confidence).toBe(0.3);
  });
});
