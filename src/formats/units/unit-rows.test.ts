import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import type { Unit } from '../../domain/units/unit.ts';
import { parseRow } from '../jsonl.ts';
import { readTable } from '../table-text.ts';
import { unitCells, unitFromRow, unitLine, unitTable } from './unit-rows.ts';

const task = buildTask({
  questions: { a: {} },
  unit: { id: ['query', 'doc'], subject: 'query', show: ['text'], rank: 'rank' },
});

function unitsIn(csv: string): readonly unknown[] {
  const table = readTable(csv);
  expect(table.faults).toEqual([]);
  const cells = unitCells(task, table.columns);
  return table.rows.map(({ fields }) => {
    const row = cells(fields);
    return row.ok ? unitFromRow(task, row.row) : row;
  });
}

describe('a unit', () => {
  it('is a row with the fields that name it', () => {
    const row = { query: ' q1 ', doc: 'd1', text: 't', rank: 3, extra: { deep: [1] } };
    expect(unitFromRow(task, row)).toEqual({
      ok: true,
      unit: { id: 'q1::d1', task: 'task', subject: 'q1', fields: row },
    });
  });

  it('is refused with an id that a database or a terminal would choke on', () => {
    const codes = (row: Readonly<Record<string, unknown>>): unknown => {
      const read = unitFromRow(task, { text: 't', ...row });
      return read.ok ? [] : read.faults.map((found) => found.message);
    };
    expect(codes({ query: 'a\u0000b', doc: 'd' })).toContain(
      'query, doc is "a\\u0000b::d", expected a text without control characters',
    );
    expect(codes({ query: 'q', doc: '\ud800' })).toEqual([
      'query, doc is "q::\\ud800", expected text that can be written as UTF-8',
    ]);
    expect(codes({ query: 'q', doc: 'x'.repeat(400) })).toEqual([
      'query, doc is 403 characters long, expected at most 300 characters',
    ]);
    expect(codes({ doc: 'd' })).toEqual(['query is missing, expected a non-empty text']);
    expect(
      unitFromRow(task, {
        query: 'q',
        doc: 'd',
        text: JSON.parse('['.repeat(80) + ']'.repeat(80)) as unknown,
      }),
    ).toMatchObject({ ok: false });
  });

  it('is refused with a whole number that would not stay as it is written', () => {
    const messages = (line: string, hasText = true): readonly string[] => {
      const read = unitFromRow(
        task,
        JSON.parse(line) as Record<string, unknown>,
        hasText ? line : undefined,
      );
      return read.ok ? [] : read.faults.map((found) => found.message);
    };
    const why =
      'expected a text: a number this large cannot be stored exactly, so write it in quotes';
    expect(
      messages(
        '{"query":"q","doc":"d","text":"t","meta":{"authors":[7,1234567890123456781]},' +
          '"n":-9007199254740993}',
      ),
    ).toEqual([`n is -9007199254740993, ${why}`, `meta.authors[1] is 1234567890123456781, ${why}`]);
    expect(messages('{"query":1234567890123456781,"doc":"d","text":"t"}')).toEqual([
      `query is 1234567890123456781, ${why}`,
    ]);
    expect(
      messages(
        '{"query":"q","doc":"d","text":"the number 1234567890123456781","n":[1e300,' +
          '10000000000000000000,0.12345678901234567890,9007199254740991]}',
      ),
    ).toEqual([]);
    // Without the line it is not known whether the digits were these.
    expect(
      messages('{"query":"q","doc":"d","text":"t","n":[10000000000000000000,1e300]}', false),
    ).toEqual([`n[0] is 10000000000000000000, ${why}`]);
  });

  it('is the same after being written as JSONL and as CSV and read back', () => {
    const name = fc
      .string({ minLength: 1, maxLength: 8 })
      .filter(
        (text) =>
          text.trim() !== '' && !text.includes(':') && !/\p{Cc}/u.test(text) && text.isWellFormed(),
      );
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.string(), { maxLength: 3 }),
      fc.dictionary(fc.string(), fc.integer(), { maxKeys: 2 }),
    );
    const text = fc
      .string({ unit: fc.constantFrom('a', '"', ',', '\n', '=', ' ', 'ß'), maxLength: 9 })
      .filter((written) => written.trim() !== '');
    const unit = fc.record(
      {
        query: name,
        doc: name,
        text,
        rank: fc.integer({ min: 1, max: 9 }),
        extra: value,
        'odd:json': value,
      },
      { requiredKeys: ['query', 'doc', 'text'] },
    );
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 6 }), (rows) => {
        const read = rows.map((row) => unitFromRow(task, row));
        const units = read.map((one) => (one as { readonly unit: Unit }).unit);
        expect(read.every((one) => one.ok)).toBe(true);
        const lines = units.map((one) => parseRow(unitLine(one)));
        expect(lines.map((line) => (line.ok ? unitFromRow(task, line.row) : line))).toEqual(
          read.map((one) => plain(one)),
        );
        expect(unitsIn(unitTable(task, units)).map(plain)).toEqual(read.map(plain));
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('keeps spreadsheets from running a formula where people open it', () => {
    const units: readonly Unit[] = [
      {
        id: 'q::d',
        task: 'task',
        subject: 'q',
        fields: { query: 'q', doc: 'd', text: '=SUM(A1)' },
      },
    ];
    expect(unitTable(task, units, { lineEnd: '\n', escapeFormulas: true })).toBe(
      "query,doc,text\nq,d,'=SUM(A1)\n",
    );
    expect(unitTable(task, units)).toBe('query,doc,text\nq,d,=SUM(A1)\n');
  });
});

describe('the cells of a CSV file', () => {
  it('are text, apart from the rank and from columns that say they are JSON', () => {
    expect(unitsIn('query,doc,text,rank,year,tags:json\nq,d,t,2,2024,"[""a""]"\n')).toMatchObject([
      { unit: { fields: { query: 'q', doc: 'd', text: 't', rank: 2, year: '2024', tags: ['a'] } } },
    ]);
    expect(unitCells(task, ['query', 'tags:json'])(['q', '[oops'])).toMatchObject({
      ok: false,
      faults: [{ message: 'tags is "[oops", expected JSON' }],
    });
  });
});

/** As JSON would write it, which has no -0 and no undefined. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
