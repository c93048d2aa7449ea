import { describe, expect, it } from 'vitest';
import type { CodedText } from '../coded-text.ts';
import { inEnglish } from '../english.ts';
import { codedGate, gateText } from './gate-text.ts';

const said = (text: CodedText | string): string =>
  typeof text === 'string' ? text : inEnglish(text);

describe('a gate as a sentence', () => {
  it.each([
    ['fleiss_kappa >= 0.7', 'Fleiss’ κ at least 0.70 overall'],
    [
      'percent_agreement >= 0.80 overall(pooled)',
      'Percent agreement at least 0.80 overall, all decisions together',
    ],
    [
      'krippendorff_alpha >= 0.8 overall(sets)',
      'Krippendorff’s α at least 0.80 overall, whole label sets',
    ],
    [
      'cohen_kappa.low >= 0.655 per question',
      'Lower end of the interval of Cohen’s κ at least 0.655 on every question',
    ],
    ['gwet_ac1 >= 0.123456 on IRB', 'Gwet’s AC1 at least 0.123456 on IRB'],
    ['cohen_kappa >= 0.70 against key', 'Cohen’s κ at least 0.70 against the key'],
    ['all quotas met', 'Every assigned judgment given'],
    ['same guideline', 'Judged under the guideline in force'],
    ['same questions', 'Judged under the questions in force'],
    ['what is this', 'what is this'],
  ])('says %j', (source, sentence) => {
    expect(said(gateText(source))).toBe(sentence);
    expect(said(codedGate(source))).toBe(sentence === source ? source : `${sentence} (${source})`);
  });
});
