import { describe, expect, it } from 'vitest';
import { allergyTermHash, allergyTerms } from '../../../test/legacy-policy-files.ts';
import { readLegacyTerms } from './legacy-terms.ts';
import { pythonJson, taskSchemaOfTerms, termHash } from './term-hash.ts';

describe('termHash', () => {
  const terms = Object.values(allergyTerms).flatMap((text) => {
    const read = readLegacyTerms(text);
    return read.ok ? read.value : [];
  });
  const schema = Object.fromEntries(
    terms.map((term) => [
      term.id.toLowerCase(),
      Object.fromEntries(term.values.map((value) => [value.id, value.description])),
    ]),
  );

  it('is what Python’s json.dumps and hashlib give, with quotes, accents and emoji in descriptions', () => {
    expect(termHash(schema)).toBe(allergyTermHash);
  });

  it('does not depend on the order of fields and values, but on every word', () => {
    const turned = Object.fromEntries(
      Object.entries(schema)
        .toReversed()
        .map(([field, values]) => [field, Object.fromEntries(Object.entries(values).toReversed())]),
    );
    expect(termHash(turned)).toBe(allergyTermHash);
    expect(
      termHash({ ...schema, assurance_claim: { ...schema['assurance_claim'], true: 'promised' } }),
    ).not.toBe(allergyTermHash);
  });
});

describe('pythonJson', () => {
  it('writes as json.dumps of Python 3.11 does', () => {
    expect(
      pythonJson({ b: 'é\u007f\u0001\n"\\/', a: [1, true, null, 'x'], '😀': 1, '\uFFFD': 2 }),
    ).toBe(
      '{"a": [1, true, null, "x"], "b": "\\u00e9\\u007f\\u0001\\n\\"\\\\/", "\\ufffd": ' +
        '2, "\\ud83d\\ude00": 1}',
    );
    expect(pythonJson({})).toBe('{}');
  });
});

describe('taskSchemaOfTerms', () => {
  it('takes questions on a scale of values, described by their titles', () => {
    const common = { title: 't', ask: 'a', help: null, when: null, required: true, measured: true };
    const scale = {
      kind: 'nominal',
      values: [
        { value: 'a', title: { en: 'First', de: 'Erstens' } },
        { value: 2, title: 'Second' },
      ],
    } as const;
    const unit = {
      id: ['u'],
      subject: null,
      show: [],
      titles: {},
      folded: [],
      context: [],
      place: [],
      rank: null,
      date: null,
      vocabulary: {},
      citation: null,
      carried: [],
      hidden: [],
    };
    const task = {
      id: 't',
      title: 't',
      unit,
      form: 'questions' as const,
      constraints: [],
      asides: [],
      steps: [],
    };
    expect(
      taskSchemaOfTerms({
        ...task,
        questions: [
          { ...common, id: 'relevant', scale: { kind: 'binary' } },
          { ...common, id: 'Severity', scale },
        ],
      }),
    ).toEqual({ severity: { a: 'First', 2: 'Second' } });
  });
});
