import { describe, expect, it } from 'vitest';
import { allergyTerms } from '../../../test/legacy-policy-files.ts';
import { readLegacyTerms, termDomain } from './legacy-terms.ts';

const messages = (text: string): readonly string[] => {
  const read = readLegacyTerms(text);
  return read.ok ? [] : read.faults.map((fault) => `${fault.line}: ${fault.message}`);
};

describe('readLegacyTerms', () => {
  it('reads ids, labels, descriptions and the default, and leaves cues alone', () => {
    const read = readLegacyTerms(allergyTerms['allergy.yaml']!);
    expect(read).toMatchObject({
      ok: true,
      value: [
        { id: 'INCIDENT_SEVERITY', name: 'Severity', default: 'none' },
        { id: 'ASSURANCE_CLAIM', name: 'ASSURANCE_CLAIM', default: 'false' },
      ],
    });
    expect(read.ok && read.value[0]!.values[1]).toEqual({
      id: 'mild',
      label: 'Mild incident',
      description: 'Itching',
    });
  });

  it('takes an unquoted true for the value "true"', () => {
    expect(readLegacyTerms('A:\n  values:\n    - id: true\n    - id: false\n')).toMatchObject({
      ok: true,
      value: [{ values: [{ id: 'true' }, { id: 'false' }] }],
    });
  });

  it('names line and path of values that are there twice and of a default that is none', () => {
    expect(
      messages('A:\n  values:\n    - { id: x }\n    - { id: y }\n    - { id: x }\n  default: z\n'),
    ).toEqual([
      '5: A.values.2.id is x, which appears twice, expected each value once',
      '6: A.default refers to z, expected x or y',
    ]);
    expect(messages('A: { values: [{ id: x }] }\nA: { values: [{ id: y }] }\n')).toEqual([
      '2: the key A appears twice, expected each key once',
    ]);
    expect(messages('A:\n  values: []\n')).toEqual([
      '2: A.values is an array of 0, expected at least 1 entry',
    ]);
    expect(messages('A:\n  type: number\n  values: [{ id: 1 }]\n')).toEqual([
      '2: A.type is "number", expected enum',
    ]);
  });

  it('tells all of it at once, without what only follows, and gives the terms that can be read', () => {
    const text =
      'A:\n  type: number\n  values: [{ id: x }, { id: x }]\n  default: z\nB:\n  values: ' +
      '[{ id: y }, { label: no id }]\n  default: z\nC: { values: [{ id: c }], default: d ' +
      '}\n';
    expect(messages(text)).toEqual([
      '2: A.type is "number", expected enum',
      '3: A.values.1.id is x, which appears twice, expected each value once',
      '4: A.default refers to z, expected x',
      expect.stringMatching(/^6: B\.values\.1\.id is missing/),
      '8: C.default refers to d, expected c',
    ]);
    expect(readLegacyTerms(text)).toMatchObject({
      ok: false,
      rest: { terms: [{ id: 'C' }], unreadable: ['A', 'B'] },
    });
    expect(readLegacyTerms('A: [')).toMatchObject({
      ok: false,
      rest: { terms: [], unreadable: null },
    });
  });
});

describe('termDomain', () => {
  it('is the name of the file, without the underscore of the shared one', () => {
    expect(['_shared.yaml', 'hidden_costs.yml'].map(termDomain)).toEqual([
      'shared',
      'hidden_costs',
    ]);
  });
});
