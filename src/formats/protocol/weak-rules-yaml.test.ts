import { describe, expect, it } from 'vitest';
import { readWeakRules } from './weak-rules-yaml.ts';

const faultsOf = (text: string): readonly string[] => {
  const read = readWeakRules(text);
  return read.ok ? [] : read.faults.map((one) => `${one.line} ${one.message}`);
};

describe('readWeakRules', () => {
  it('reads labels, negations and the window', () => {
    expect(
      readWeakRules(
        'labels:\n  IRB: [irb, internal ratings based]\nnegations: [not, other than]\nwindow: 4\n',
      ),
    ).toEqual({
      ok: true,
      value: {
        labels: { IRB: ['irb', 'internal ratings based'] },
        negations: ['not', 'other than'],
        window: 4,
      },
    });
  });

  it('takes no negations and a window of five where nothing is said', () => {
    expect(readWeakRules('labels: { IRB: [irb] }')).toEqual({
      ok: true,
      value: { labels: { IRB: ['irb'] }, negations: [], window: 5 },
    });
  });

  it('reports all faults at once, with their lines', () => {
    expect(
      faultsOf('labels:\n  IRB: []\n  Market Risk: [frtb]\nnegation: [not]\nwindow: -1\n'),
    ).toEqual([
      expect.stringMatching(/^2 labels\.IRB is an array of 0, expected at least 1/),
      expect.stringMatching(/^3 labels\.Market Risk/),
      expect.stringMatching(/^4 negation is unknown here/),
      expect.stringMatching(/^5 window is -1, expected at least 0/),
    ]);
    expect(faultsOf('labels:\n  A: [lcr, 3, LCR]\nwindow: -1\n')).toEqual([
      '2 labels.A.1 is 3, expected a text in quotes',
      '2 labels.A.2 is "LCR", which appears twice, expected each phrase once',
      '3 window is -1, expected at least 0',
    ]);
  });

  it('refuses a keyword that stands twice under a label, and allows it under two', () => {
    expect(faultsOf('labels:\n  A:\n    - lcr\n    - hqla\n    - LCR\n  B: [lcr]\n')).toEqual([
      '5 labels.A.2 is "LCR", which appears twice, expected each phrase once',
    ]);
  });

  it('refuses an empty phrase and rules without labels', () => {
    expect(faultsOf('labels: { A: ["  "] }')).toHaveLength(1);
    expect(faultsOf('labels: {}')).toHaveLength(1);
    expect(faultsOf('')).toHaveLength(1);
  });
});
