import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import {
  judgmentColumns,
  judgmentTableRow,
  namedColumns,
  namedRow,
  wholeFromTable,
} from './judgment-columns.ts';
import { judgmentCells, judgmentCsvLine, judgmentHeader } from './judgment-csv.ts';
import { judgmentRowReader, rowJudgment } from './judgment-row.ts';
import { readParquet } from '../parquet.ts';
import { writeParquet } from '../parquet-writer.ts';
import { readTable } from '../table-text.ts';

const task = buildTask({
  questions: {
    relevant: {},
    grade: { scale: { ordinal: [0, 1, 2] } },
    kind: { scale: { nominal: ['x', '1', 'true'] }, required: false },
    why: { scale: 'text', required: false },
  },
  unit: { id: ['query', 'doc'] },
});
const compiled = compileTask(task);

function judgmentsIn(csv: string): readonly unknown[] {
  const table = readTable(csv);
  expect(table.faults).toEqual([]);
  const cells = judgmentCells(task, table.columns);
  return table.rows.map(({ fields }) => judgmentOf(cells(fields).row));
}

function judgmentOf(row: Readonly<Record<string, unknown>>): unknown {
  const judged = judgmentRowReader(compiled, {
    guideline: null,
    guidelineRequired: false,
    units: null,
  })(row);
  return judged.faults.length === 0
    ? rowJudgment(compiled, row, judged)
    : judged.faults.map((found) => found.message);
}

describe('judgments as CSV', () => {
  it('have a column for each id field, each question and what is said beside', () => {
    expect(judgmentHeader(task)).toBe(
      'query,doc,annotator_id,relevant,grade,kind,why,guideline_version,confidence,' +
        'notes,flag,uncertain,assistance,further,round,at,seconds,task_hash,origin,counts,other\n',
    );
    expect(judgmentColumns(task)).toHaveLength(21);
  });

  it('write true and false, and nothing for what was not answered', () => {
    const judgment: Judgment = {
      unit: 'q::d',
      task: 'task',
      annotator: 'anna',
      answers: { relevant: false, grade: 2 },
      asides: { notes: 'a, b', flag: true },
      guideline: '1.0',
      taskHash: null,
      round: 'pilot',
      at: '2026-01-31T09:30:00Z',
      seconds: 12.5,
    };
    expect(judgmentCsvLine(task, judgment)).toBe(
      'q,d,anna,false,2,,,1.0,,"a, b",true,,,,pilot,2026-01-31T09:30:00Z,12.5,,,,\n',
    );
  });

  it('are the same after being read back, from CSV and from Parquet', async () => {
    const optional = { requiredKeys: [] as never[] };
    const text = fc
      .string({ unit: fc.constantFrom('a', '"', ',', '\n', '=', 'é'), minLength: 1, maxLength: 5 })
      .filter((one) => one.trim() !== '');
    const judgment = fc
      .record({
        answers: fc.tuple(
          fc.boolean(),
          fc.constantFrom(0, 1, 2),
          fc.option(fc.constantFrom('x', '1', 'true')),
          fc.option(text),
        ),
        asides: fc.record(
          {
            confidence: fc.constantFrom('low' as const, 'high' as const),
            notes: text,
            flag: fc.constant(true),
            uncertain: fc.constant(true),
            other: fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null)), {
              minKeys: 1,
              maxKeys: 3,
              noNullPrototype: true,
            }),
          },
          optional,
        ),
        guideline: fc.option(fc.constant('1.0')),
        round: fc.option(fc.constant('pilot')),
        at: fc.option(fc.constant('2026-01-31T09:30:00+01:00')),
        seconds: fc.option(fc.integer({ min: 0, max: 900 })),
        taskHash: fc.option(fc.constant('0a1b')),
      })
      .map(({ answers: [relevant, grade, kind, why], ...rest }): Judgment => ({
        unit: 'q::d',
        task: 'task',
        annotator: 'anna',
        answers: {
          relevant,
          grade,
          ...(kind === null ? {} : { kind }),
          ...(why === null ? {} : { why }),
        },
        ...rest,
      }));
    await fc.assert(
      fc.asyncProperty(fc.array(judgment, { minLength: 1, maxLength: 5 }), async (judgments) => {
        expect(
          judgmentsIn(
            judgmentHeader(task) + judgments.map((one) => judgmentCsvLine(task, one)).join(''),
          ),
        ).toEqual(judgments);
        const rows = await readParquet(
          writeParquet(
            judgmentColumns(task),
            judgments.map((one) => judgmentTableRow(task, one)),
          ),
        );
        expect(rows.map(({ row }) => judgmentOf(wholeFromTable(task, row)))).toEqual(judgments);
      }),
      { seed: 1, numRuns: 150 },
    );
  });

  it('refuse kept keys that are no JSON object', () => {
    const columns = 'query,doc,annotator_id,relevant,grade,other\n';
    const faults = (cell: string): unknown => judgmentsIn(`${columns}q,d,anna,true,1,${cell}\n`)[0];
    expect(faults('"{""score"": 3}"')).toMatchObject({ asides: { other: { score: 3 } } });
    expect(faults('')).toMatchObject({ asides: {} });
    for (const cell of ['free', '3', '[1]', '{score'])
      expect(faults(cell)).toEqual([expect.stringMatching(/^other is .*, expected an object/)]);
  });

  it('give a question the column that has its name', () => {
    const own = buildTask({ questions: { other: { scale: 'text' }, notes: { scale: 'text' } } });
    const judgment: Judgment = {
      unit: 'u',
      task: 'task',
      annotator: 'anna',
      answers: { other: 'an answer', notes: 'another' },
      asides: { notes: 'said beside', other: { score: 3 } },
      guideline: null,
      taskHash: null,
      round: null,
      at: null,
      seconds: null,
    };
    const names = judgmentColumns(own).map(({ name }) => name);
    expect(names).toHaveLength(new Set(names).size);
    const row = judgmentTableRow(own, judgment);
    expect(row).toMatchObject({ other: 'an answer', notes: 'another' });
    expect(wholeFromTable(own, row)).toMatchObject({ answers: judgment.answers });
  });

  it('keep what is on no scale as it came, for the validator to refuse', () => {
    expect(
      judgmentsIn(
        'query,doc,annotator_id,relevant,grade\nq,d,anna,yeah,3\n,d,anna,true,x\nq,d,,true,1.0\n',
      ),
    ).toEqual([
      ['relevant is "yeah", expected true or false', 'grade is 3, expected 0, 1 or 2'],
      ['unit is "", expected a non-empty text', 'grade is "x", expected 0, 1 or 2'],
      ['annotator is missing, expected a non-empty text', 'grade is "1.0", expected 0, 1 or 2'],
    ]);
  });

  it('keep a number that is written otherwise as it came, and space around names', () => {
    expect(
      judgmentCells(task, ['query', 'doc', 'annotator_id', 'grade'])([' q', 'd ', 'anna ', '02'])
        .row,
    ).toEqual({ unit: ' q::d ', annotator: 'anna ', answers: { grade: '02' } });
    expect(
      ['-0', '02', '2', '-1', '0'].map(
        (cell) =>
          (judgmentCells(task, ['grade'])([cell]).row['answers'] as { readonly grade: unknown })
            .grade,
      ),
    ).toEqual(['-0', '02', 2, -1, 0]);
  });

  it('may have only columns that are known, are fields of the unit, or are said to be left out', () => {
    const columns = [
      'query',
      'doc',
      'annotator',
      'relevant',
      'grade',
      'text',
      'task',
      'guideline',
      'Notes',
      'x',
    ];
    const shown = { ...task, unit: { ...task.unit, show: ['text'] } };
    expect(
      namedColumns(shown, columns, { Notes: 'notes' }).faults.map(({ code, field }) => [
        code,
        field,
      ]),
    ).toEqual([['unknown-field', 'x']]);
    expect(namedColumns(shown, columns, { Notes: 'notes', x: null })).toEqual({
      names: [...columns.slice(0, -2), 'notes', null],
      faults: [],
    });
    expect(namedColumns(task, ['unit', '']).faults.map((one) => one.message)).toEqual([
      expect.stringMatching(/^a column without a name is unknown here/),
    ]);
    expect(namedRow({ a: 1, b: 2, c: 3 }, { a: 'z', b: null })).toEqual({ z: 1, c: 3 });
    expect(
      wholeFromTable(task, { unit: 'q::d', annotator: 'anna', guideline: '2', task: 'other' }),
    ).toMatchObject({ guideline: '2', task: 'other' });
  });

  it('may name the unit in one column, and the annotator outside of the file', () => {
    expect(
      judgmentCells(task, ['unit', 'relevant', 'grade'], { annotator: 'ben', guideline: '2' })([
        'q::d',
        'true',
        '1',
      ]).row,
    ).toEqual({
      unit: 'q::d',
      annotator: 'ben',
      guideline: '2',
      answers: { relevant: true, grade: 1 },
    });
  });
});
