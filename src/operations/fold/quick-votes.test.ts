import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../test/tries.ts';
import { votesIn, unit, annotator, answer } from '../../../test/vote-files.ts';

const weight = {
  right: [
    '1',
    '2',
    '0',
    '0.5',
    '12.25',
    '3.0',
    '0.1',
    '1e2',
    '9007199254740993',
    '12345678901234567',
    '0.30000000000000004',
    '0.1234567890123456789',
    '7.123456789012345678',
  ],
  wrong: ['-1', '"2"', 'null', 'true', '[1]'],
};

const labels = { right: ['["L1","L2"]', '[]', '["L1", 2]', '[[1]]', '"L"'], wrong: [] };

describe('reading votes from the bytes', () => {
  const pick = (
    { right, wrong }: { readonly right: readonly string[]; readonly wrong: readonly string[] },
    clean: boolean,
  ): fc.Arbitrary<string> =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...right.slice(0, 3)) },
      { weight: 1, arbitrary: fc.constantFrom(...right, ...(clean ? [] : wrong)) },
    );
  /**
   * Half of the files have no fault, so that their votes are compared; of the others, the faults
   * are.
   */
  const rowsOfForm = <T>(row: (clean: boolean) => fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
    fc.boolean().chain((clean) => fc.array(row(clean), { minLength: 1, maxLength: 30 }));

  it('reads JSONL exactly as the parser does', () => {
    const row = (clean: boolean) =>
      fc.record({
        unit: pick(unit, clean),
        annotator: pick(annotator, clean),
        answer: pick(answer, clean),
        weight: pick(weight, clean),
        labels: pick(labels, clean),
        form: fc.constantFrom(0, 0, 0, 0, 0, 1, clean ? 0 : 2, 3),
      });
    fc.assert(
      fc.property(rowsOfForm(row), fc.boolean(), (rows, weighted) => {
        // An object is never taken from the bytes: with one in every row, all go through the
        // parser.
        const text = (end: string): string =>
          [
            {
              unit: '"u1"',
              annotator: '"anna"',
              answer: '"yes"',
              weight: '1',
              labels: '[]',
              form: 0,
            },
            ...rows,
          ]
            .map((one) => {
              const pairs = [
                `"unit":${one.unit}`,
                `"annotator":${one.annotator}`,
                `"answer":${one.answer}`,
                ...(weighted ? [`"weight":${one.weight}`] : []),
                `"labels":${one.labels}`,
              ];
              if (one.form === 1) pairs.reverse();
              if (one.form === 2) pairs.push(pairs[0]!);
              return `{${pairs.join(one.form === 3 ? ', ' : ',')}${end}}\n`;
            })
            .join('');
        expect(votesIn(text(''), 'votes.jsonl')).toEqual(votesIn(text(',"z":{}'), 'votes.jsonl'));
      }),
      { seed: 1, numRuns: tries(100) },
    );
  });

  it('reads CSV exactly as the CSV reader does', () => {
    const cell = (values: typeof unit, clean: boolean): fc.Arbitrary<string> =>
      pick(values, clean).map((value) => value.replaceAll('"', '').replaceAll(',', ';'));
    const row = (clean: boolean) =>
      fc.record({
        unit: cell(unit, clean),
        annotator: cell(annotator, clean),
        answer: cell(answer, clean),
        weight: cell(weight, clean),
        extra: fc.constantFrom(',', ',x', ', ', clean ? ',' : ',x,y', clean ? ',x' : ''),
        end: fc.constantFrom('\n', '\r\n', '\n\n'),
      });
    fc.assert(
      fc.property(rowsOfForm(row), fc.boolean(), (rows, weighted) => {
        // A quoted field sends the whole piece through the reader.
        const lines = rows.map((one) => {
          const weights = weighted ? [one.weight] : [];
          const cells = [one.unit, one.annotator, one.answer, ...weights];
          return `${cells.join(',')}${one.extra}${one.end}`;
        });
        const text = (column: string): string =>
          `unit,annotator,answer${weighted ? ',weight' : ''},${column}\n${lines.join('')}`;
        expect(votesIn(text('extra'))).toEqual(votesIn(text('"extra"')));
      }),
      { seed: 1, numRuns: tries(100) },
    );
  });

  it('learns another form when the first row was the odd one', () => {
    const rows = Array.from(
      { length: 5000 },
      (_, at) =>
        `{"unit":"u${at >> 2}","annotator":"a${at % 4}",` +
        `"answer":"${at % 3}"${at === 0 ? ',"weight":1' : at < 2500 ? '' : `,"note":"${'x'.repeat(at % 90)}"`}}\n`,
    );
    const found = votesIn(rows.join(''), 'votes.jsonl', {}) as {
      readonly faults: readonly string[];
    };
    // The first row has a weight, so all must.
    expect(found.faults[0]).toBe('2 weight is missing, expected a number of at least 0');
    const plain = votesIn(rows.slice(1).join(''), 'votes.jsonl') as {
      readonly rows: readonly (readonly unknown[])[];
    };
    expect(plain.rows).toEqual(
      Array.from({ length: 4999 }, (_, at) => [
        `u${(at + 1) >> 2}`,
        `a${(at + 1) % 4}`,
        String((at + 1) % 3),
        1,
      ]),
    );
  });
});
