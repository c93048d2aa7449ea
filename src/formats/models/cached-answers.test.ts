import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { CachedAnswers } from './cached-answers.ts';
import { outsideTerms } from '../verdicts/legacy-topic.ts';

const task = buildTask({
  questions: {
    is_relevant: {},
    account_type: { scale: { nominal: ['firsthand', 'secondhand', outsideTerms] } },
    incident_severity: { scale: { nominal: ['none', 'mild', 'severe', outsideTerms] } },
  },
});

const formerNames = { is_relevant: ['is_allergy_related'] };

function read(
  text: string,
  keepStrays = true,
): {
  readonly codes: readonly number[];
  readonly strays: ReadonlyMap<number, string> | null;
  readonly answers: CachedAnswers;
} {
  const answers = new CachedAnswers(task, formerNames);
  const bytes = new TextEncoder().encode(text);
  expect(answers.read(bytes, 0, bytes.length, keepStrays)).toBe(true);
  return { codes: [...answers.codes], strays: answers.strays, answers };
}

describe('CachedAnswers', () => {
  it('reads answers among whatever else stands in an entry', () => {
    expect(
      read(
        '{"review_id": "r1", "_confidence": {"account_type": 1.0}, "is_relevant": true, ' +
          '"account_type": "firsthand", "incident_severity": "severe", "stars": 3.0}',
      ).codes,
    ).toEqual([1, 0, 2]);
  });

  it('takes values without regard to case, and texts and numbers for truth', () => {
    expect(
      read('{"is_relevant": "True", "account_type": " FirstHand ", "incident_severity": "Severe"}')
        .codes,
    ).toEqual([1, 0, 2]);
    expect(
      ['"false"', '0', 'false', '1', '"yes"'].map(
        (value) => read(`{"is_relevant": ${value}}`).codes[0],
      ),
    ).toEqual([0, 0, 0, 1, 1]);
  });

  it('takes the older name of relevance, after the present one', () => {
    expect(read('{"is_allergy_related": true}').codes[0]).toBe(1);
    expect(read('{"is_relevant": false, "is_allergy_related": true}').codes[0]).toBe(0);
    expect(read('{"is_allergy_related": true, "is_relevant": false}').codes[0]).toBe(0);
  });

  it('reads "none" as no answer where it is no value, and as a value where it is one', () => {
    const { codes, answers } = read(
      '{"is_relevant": false, "account_type": "none", "incident_severity": "none"}',
    );
    expect(codes).toEqual([0, -1, 0]);
    expect(answers.setAside.none).toBe(1);
  });

  it('keeps the words of an answer outside of the terms where asked, and counts it', () => {
    const kept = read('{"is_relevant": true, "incident_severity": "critical"}');
    expect([kept.codes, kept.strays]).toEqual([[1, -1, 3], new Map([[2, 'critical']])]);
    expect([...kept.answers.setAside.outside.values()]).toEqual([
      { question: 'incident_severity', answer: 'critical', count: 1 },
    ]);
    expect(read('{"is_relevant": true, "incident_severity": "critical"}', false)).toMatchObject({
      codes: [1, -1, -1],
      strays: null,
    });
  });

  it('does not take what stands for values outside of the terms for one', () => {
    expect(read(`{"incident_severity": "${outsideTerms}"}`, false).codes[2]).toBe(3);
  });

  it('forgets the entry before', () => {
    const answers = new CachedAnswers(task, formerNames);
    const bytes = new TextEncoder().encode('{"is_relevant": true, "incident_severity": "x"}{}');
    answers.read(bytes, 0, bytes.length - 2, true);
    answers.read(bytes, bytes.length - 2, bytes.length, true);
    expect([answers.codes, answers.strays]).toEqual([[-1, -1, -1], null]);
  });

  it('is no reader of anything but objects', () => {
    const bytes = new TextEncoder().encode('[1]');
    expect(new CachedAnswers(task, formerNames).read(bytes, 0, 3, true)).toBe(false);
  });

  it('reads the same from the bytes as from parsed objects, whatever the keys, their order and the spacing', () => {
    const value = fc.constantFrom<unknown>(
      true,
      false,
      'firsthand',
      'secondhand',
      'severe',
      'Mild',
      'none',
      'other',
      null,
      1,
      '',
      'é',
      'a"b',
    );
    const entry = fc.array(
      fc.tuple(
        fc.constantFrom(
          'is_relevant',
          'is_allergy_related',
          'account_type',
          'incident_severity',
          'review_id',
          'x\n',
          'é',
        ),
        value,
      ),
      { maxLength: 6 },
    );
    const shared = new CachedAnswers(task, formerNames);
    fc.assert(
      fc.property(entry, fc.constantFrom('', ' ', '\n'), (members, space) => {
        const object = Object.fromEntries(members);
        const text = JSON.stringify(object, null, space);
        // A fresh key in front makes the quick way give up, so that the parsed object is what is
        // read.
        const slow = read(JSON.stringify({ 'slow\n': 1, ...object }, null, space));
        const bytes = new TextEncoder().encode(`${text}  `);
        expect(shared.read(bytes, 0, bytes.length - 2, true)).toBe(true);
        expect([[...shared.codes], shared.strays]).toEqual([slow.codes, slow.strays]);
        const end = shared.scan(bytes, 0, bytes.length);
        if (end >= 0) expect(end).toBe(bytes.length - 2);
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  it.each([
    ['{"is_relevant": true, "is_relevant": false}', 'the key is_relevant appears twice'],
    ['{"x": 1, "is_relevant": true, "is_\\u0072elevant": false}', 'is_relevant appears twice'],
    ['{"is_relevant": true, "n": {"a": 1, "a": 2}}', 'the key n.a appears twice'],
    ['{"account_type": ["firsthand"]}', 'account_type is an array of 1'],
    ['{"account_type": {"toString": 1}}', 'account_type is an object'],
  ])('refuses %s, before and after it knows the shape', (text, message) => {
    const shared = new CachedAnswers(task, formerNames);
    const take = (given: string) => () => {
      const bytes = new TextEncoder().encode(given);
      return shared.read(bytes, 0, bytes.length, true);
    };
    expect(take(text)).toThrow(message);
    const plain = '{"is_relevant": true, "n": {"a": 1}, "x": 1, "account_type": "firsthand"}';
    take(plain)();
    expect(take(text)).toThrow(message);
  });

  it('takes nothing for an entry that is cut off or is no JSON', () => {
    const text =
      '{"review_id": "r1", "is_relevant": true, "account_type": "firsthand", "n": [1, {"a": 2}]}';
    const bytes = new TextEncoder().encode(text);
    const answers = new CachedAnswers(task, formerNames);
    for (let limit = 0; limit < bytes.length; limit += 1)
      expect(answers.scan(bytes, 0, limit)).toBe(-1);
    expect(answers.scan(bytes, 0, bytes.length)).toBe(bytes.length);
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.constantFrom('{', '}', '"', ',', ':', 'x', '\\', '\u0001', '[', ' '),
        (at, character) => {
          const broken = text.slice(0, at) + character + text.slice(at + 1);
          const end = answers.scan(new TextEncoder().encode(broken), 0, broken.length);
          if (end >= 0)
            expect(() => JSON.parse(broken.slice(0, end)) as unknown, broken).not.toThrow();
        },
      ),
      { seed: 1, numRuns: 2000 },
    );
  });
});
