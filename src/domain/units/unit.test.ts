import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { readUnit, unitId } from './unit.ts';

const pair = ['query_id', 'nct_id'];

describe('unitId', () => {
  it('trims the parts and joins them', () => {
    expect(unitId(pair, { query_id: ' Q1 ', nct_id: 'NCT1 ' })).toEqual({
      ok: true,
      id: 'Q1::NCT1',
    });
  });

  it('is also named by whole numbers, as a table would write them', () => {
    expect(unitId(['query_id', 'nct_id'], { query_id: 7, nct_id: -1 })).toEqual({
      ok: true,
      id: '7::-1',
    });
  });

  it.each([
    [{ query_id: 'Q1' }, ['nct_id is missing, expected a non-empty text']],
    [{ query_id: null, nct_id: 'A' }, ['query_id is null, expected a non-empty text']],
    [
      { query_id: 1.5, nct_id: ['A'] },
      [
        'query_id is 1.5, expected a non-empty text',
        'nct_id is an array of 1, expected a non-empty text',
      ],
    ],
    [
      { query_id: '  ', nct_id: '' },
      ['query_id is "  ", expected a non-empty text', 'nct_id is "", expected a non-empty text'],
    ],
    [
      { query_id: 'a::b', nct_id: 'c' },
      ['query_id is "a::b", expected a text without :: that neither starts nor ends with a colon'],
    ],
    [
      { query_id: 'a:', nct_id: ':b' },
      [
        'query_id is "a:", expected a text without :: that neither starts nor ends with a colon',
        'nct_id is ":b", expected a text without :: that neither starts nor ends with a colon',
      ],
    ],
  ])('refuses %j, all faults at once', (row, messages) => {
    const read = unitId(pair, row);
    expect(read.ok ? [] : read.faults.map((one) => one.message)).toEqual(messages);
  });

  it('lets an id of one field hold whatever it likes', () => {
    expect(unitId(['chunk_id'], { chunk_id: 'CRR::Art. 92:' })).toEqual({
      ok: true,
      id: 'CRR::Art. 92:',
    });
  });

  it('never gives one id to two different pairs', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', ':'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(part, part, part, part, (a, b, c, d) => {
        const [left, right] = [
          unitId(pair, { query_id: a, nct_id: b }),
          unitId(pair, { query_id: c, nct_id: d }),
        ];
        if (left.ok && right.ok && left.id === right.id) expect([a, b]).toEqual([c, d]);
      }),
      { seed: 1, numRuns: 2000 },
    );
  });
});

describe('readUnit', () => {
  const { unit: shape } = buildTask({
    questions: {},
    unit: { id: ['id'], subject: 'doc', show: ['text'], vocabulary: { field: ['age', 'sex'] } },
  });

  it('keeps the fields as they stand', () => {
    const row = { id: 'u1', doc: 'd1', text: 'x', field: 'age', more: [1] };
    expect(readUnit('task', shape, row)).toEqual({
      ok: true,
      unit: { id: 'u1', task: 'task', subject: 'd1', fields: row },
    });
  });

  it('takes a number as the subject', () => {
    expect(readUnit('task', shape, { id: 'u1', doc: 7, text: 'x' })).toMatchObject({
      unit: { subject: '7' },
    });
  });

  it('refuses a number as the subject that its file may have written otherwise', () => {
    // 2^53 + 1 is read as 2^53.
    const read = readUnit('task', shape, { id: 'u1', doc: 2 ** 53, text: 'x' });
    expect(read.ok ? [] : read.faults.map((one) => one.message)).toEqual([
      'doc is 9007199254740992, expected a text: a number this large cannot be stored ' +
        'exactly, so ' +
        'write it in quotes',
    ]);
    expect(readUnit('task', shape, { id: 'u1', doc: 2 ** 53 - 1, text: 'x' })).toMatchObject({
      unit: { subject: '9007199254740991' },
    });
  });

  it('reports missing fields, a subject that is null and a word outside the vocabulary', () => {
    const read = readUnit('task', shape, { id: 'u1', doc: null, field: 'height' });
    expect(read.ok ? [] : read.faults.map((one) => one.message)).toEqual([
      'text is missing, expected a value',
      'doc is null, expected a non-empty text',
      'field is "height", expected age, sex',
    ]);
  });

  it('reports a subject that names the unit once', () => {
    const read = readUnit('task', { ...shape, id: ['doc', 'id'] }, { id: 'u1', text: 'x' });
    expect(read.ok ? [] : read.faults.map((one) => one.message)).toEqual([
      'doc is missing, expected a non-empty text',
    ]);
  });
});

describe('what a unit shows', () => {
  const shape = (unit: Parameters<typeof buildTask>[0]['unit']) =>
    buildTask({ questions: { a: {} }, unit: unit! }).unit;
  const messages = (given: Parameters<typeof shape>[0], row: object): readonly string[] => {
    const read = readUnit('task', shape(given), { id: 'u', ...row });
    return read.ok ? [] : read.faults.map((one) => one.message);
  };

  it('is never an empty text, nor nothing at all', () => {
    for (const text of ['', ' \n'])
      expect(messages({ show: ['text'] }, { text })).toEqual([
        `text is ${JSON.stringify(text)}, expected a non-empty text`,
      ]);
    expect(messages({ show: ['text', 'tags'] }, { text: null, tags: [] })).toEqual([
      'text is null, expected a non-empty text',
    ]);
    expect(messages({ show: ['text', 'age'] }, { text: 'Some.', age: null })).toEqual([]);
  });

  it('has no value only where the vocabulary contains null', () => {
    const given = { show: ['text'], vocabulary: { unit: [null, 'years'] } };
    expect(messages(given, { text: 't', unit: null })).toEqual([]);
    expect(messages(given, { text: 't', unit: 'null' })).toEqual([
      'unit is "null", expected null, years',
    ]);
    expect(
      messages({ show: ['text'], vocabulary: { unit: ['years'] } }, { text: 't', unit: null }),
    ).toEqual(['unit is null, expected years']);
  });
});
