import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { overrideRuling, readOverrideFile, writeOverrideFile } from './override-file.ts';
import type { OverrideEntry } from './override-file.ts';
import { outsideTerms } from '../verdicts/legacy-topic.ts';

const entry = {
  review_id: 'abc123',
  business_id: 'biz456',
  original: { incident_severity: 'severe' },
  corrected: { incident_severity: 'none' },
  reason: 'The kitchen is praised.',
};
const fileOf = (entries: readonly object[]): string =>
  JSON.stringify(
    { _comment: 'c', created_at: '2026-01-19', last_updated: '2026-01-19', G1_allergy: entries },
    null,
    1,
  );

function faultsOf(text: string): readonly string[] {
  const read = readOverrideFile(text);
  return read.ok ? [] : read.faults.map((fault) => `${fault.line}: ${fault.message}`);
}

describe('readOverrideFile', () => {
  it.each(['a\u0000b', 'a\ud800b'])('refuses a reason that cannot be stored: %j', (reason) => {
    expect(faultsOf(fileOf([{ ...entry, reason }]))).toEqual([
      expect.stringContaining('without null characters'),
    ]);
  });

  it('reads the document’s file, by topic', () => {
    const read = readOverrideFile(fileOf([entry]));
    if (!read.ok) throw new Error('expected a file');
    expect([...read.value.topics]).toEqual([
      [
        'G1_allergy',
        [
          {
            unit: 'abc123',
            subject: 'biz456',
            original: { incident_severity: 'severe' },
            corrected: { incident_severity: 'none' },
            reason: 'The kitchen is praised.',
            by: null,
            at: null,
            path: ['G1_allergy', 0],
          },
        ],
      ],
    ]);
  });

  it('reads overrides that stand under a key of their own, and needs neither business nor original', () => {
    const read = readOverrideFile(
      JSON.stringify({
        G1_allergy: {
          note: 'by keyword',
          overrides: [{ review_id: 'r', corrected: { is_relevant: false }, reason: 'x' }],
        },
      }),
    );
    expect(read.ok && read.value.topics.get('G1_allergy')).toMatchObject([
      {
        unit: 'r',
        subject: null,
        original: {},
        corrected: { is_relevant: false },
        path: ['G1_allergy', 'overrides', 0],
      },
    ]);
  });

  it('names line and path of what is missing or empty', () => {
    expect(faultsOf(fileOf([{ ...entry, reason: ' ' }]))).toEqual([
      expect.stringMatching(
        /^\d+: G1_allergy\.0\.reason is " ", expected the reason, which may not be empty$/,
      ),
    ]);
    expect(faultsOf(fileOf([{ ...entry, corrected: {} }]))).toEqual([
      expect.stringContaining(
        'G1_allergy.0.corrected is an object, expected at least one field with its right value',
      ),
    ]);
    expect(faultsOf(fileOf([{ ...entry, review_id: '' }]))).toEqual([
      expect.stringContaining('G1_allergy.0.review_id is "", expected the id of a unit'),
    ]);
    expect(faultsOf('{"G1_allergy": [\n  {"review_id": "r",\n')).toEqual([
      expect.stringMatching(/^\d: expected JSON/),
    ]);
  });

  it('refuses a unit that is there twice', () => {
    expect(faultsOf(fileOf([entry, { ...entry, reason: 'again' }]))).toEqual([
      expect.stringMatching(/^\d+: the unit abc123 already appears on line 6$/),
    ]);
  });

  it('tells all of it at once, and gives the entries that can be read', () => {
    const text = fileOf([entry, { ...entry, reason: '' }, { ...entry, review_id: 'other' }]);
    expect(faultsOf(text)).toEqual([
      expect.stringContaining('the unit abc123 already appears on line 6'),
      expect.stringContaining('G1_allergy.1.reason is "", expected the reason'),
    ]);
    const read = readOverrideFile(text);
    expect(!read.ok && read.rest.topics.get('G1_allergy')).toMatchObject([
      { unit: 'abc123', path: ['G1_allergy', 0] },
      { unit: 'other', path: ['G1_allergy', 2] },
    ]);
  });
});

describe('writeOverrideFile', () => {
  it('writes what is read back the same', () => {
    const entries = [
      {
        unit: 'r1',
        subject: 'b1',
        original: { severity: 'severe' },
        corrected: { severity: 'none', is_relevant: false },
        reason: 'why',
        by: null,
        at: null,
      },
      {
        unit: 'r2',
        subject: null,
        original: {},
        corrected: { x: 'y' },
        reason: 'because',
        by: 'lead',
        at: '2026-01-19T10:00:00Z',
      },
    ];
    const text = writeOverrideFile(new Map([['G1_allergy', entries]]), {
      createdAt: '2026-01-19',
      lastUpdated: '2026-01-20',
    });
    expect(JSON.parse(text)).toMatchObject({
      created_at: '2026-01-19',
      last_updated: '2026-01-20',
      G1_allergy: [
        { review_id: 'r1', business_id: 'b1' },
        { review_id: 'r2', by: 'lead' },
      ],
    });
    const read = readOverrideFile(text);
    expect(
      read.ok && read.value.topics.get('G1_allergy')!.map(({ path: _, ...rest }) => rest),
    ).toEqual(entries);
  });
});

describe('overrideRuling', () => {
  const task = buildTask({
    questions: {
      is_relevant: {},
      severity: {
        when: 'is_relevant',
        scale: { nominal: ['none', 'severe', 'rumour', outsideTerms] },
      },
      extra: { scale: { nominal: ['a', outsideTerms] } },
    },
  });
  const schema = { severity: { none: 'n', severe: 's' } };
  const given = (
    corrected: OverrideEntry['corrected'],
    original: OverrideEntry['original'] = {},
  ): OverrideEntry => ({
    unit: 'r',
    subject: null,
    original,
    corrected,
    reason: 'why',
    by: null,
    at: null,
    path: ['T', 0],
  });
  const problems = (one: OverrideEntry): readonly string[] => {
    const checked = overrideRuling(one, task, schema);
    return checked.ok ? [] : checked.faults.map((fault) => fault.message);
  };

  it('is a ruling with its reason', () => {
    expect(overrideRuling(given({ severity: 'none', is_relevant: true }), task, schema)).toEqual({
      ok: true,
      ruling: {
        unit: 'r',
        task: 'task',
        by: 'override file',
        reason: 'why',
        at: null,
        decision: { kind: 'answers', answers: { severity: 'none', is_relevant: true } },
      },
    });
  });

  it('must state fields that are asked and values of the terms', () => {
    expect(problems(given({ severity: 'sever' }))).toEqual([
      'T.0.corrected.severity is "sever", expected none or severe',
    ]);
    expect(problems(given({ severity: 'rumour' }))).toEqual([
      'T.0.corrected.severity is "rumour", expected none or severe',
    ]);
    expect(problems(given({ extra: 'a' }))).toEqual([
      'T.0.corrected.extra refers to extra, expected is_relevant or severity',
    ]);
    expect(problems(given({ severity: 'none' }, { colour: 'red' }))).toEqual([
      'T.0.original.colour refers to colour, expected is_relevant or severity',
    ]);
    expect(problems(given({ is_relevant: 'perhaps' }))).toEqual([
      'T.0.corrected.is_relevant is "perhaps", expected false or true',
    ]);
  });
});
