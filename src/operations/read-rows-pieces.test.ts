import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/run-assay.ts';
import type { RowContext } from '../formats/judging/judgment-row.ts';
import { trial, bothWays } from '../../test/row-files.ts';

describe('reading judgments from the bytes', () => {
  it('reads a file of many pieces alike, when rows change their form in between', () => {
    const rows = Array.from({ length: 6000 }, (_, at) => {
      const given = {
        query_id: `Q${at}`,
        nct_id: `NCT${at}`,
        relevance: at % 3,
        rationale: 'r'.repeat(1 + (at % 40)),
        annotator_id: at % 1500 === 7 ? 'ben' : 'anna',
        guideline_version: at === 5000 ? 'v2' : 'v1',
      };
      const { rationale, ...rest } = given;
      return JSON.stringify(
        at < 3000
          ? { ...given, topic: 'yes' }
          : at < 4500
            ? { rationale, ...rest }
            : { ...given, notes: `n${at}` },
      );
    });
    const { quick, full } = bothWays(
      rows.join('\n'),
      trial,
      { guideline: 'v1', guidelineRequired: true, units: null },
      temporaryFolder(),
    );
    expect(quick).toEqual(full);
    expect((quick as readonly [readonly unknown[]])[0]).toHaveLength(5999);
  });

  it('tells what is wrong with a file besides what was wrong with its rows so far', () => {
    const folder = temporaryFolder();
    const context: RowContext = { guideline: null, guidelineRequired: false, units: null };
    const { quick, full } = bothWays(
      `${`${'x'.repeat(1000)}\n`.repeat(300)}\0`,
      trial,
      context,
      folder,
    );
    expect(quick).toEqual(full);
    expect((quick as readonly [unknown, readonly unknown[], number])[2]).toBeGreaterThan(200);
    const empty = bothWays('\n  \n', trial, context, folder);
    expect(empty.quick).toEqual([
      [],
      [
        {
          code: 'file-empty',
          values: {},
          message: 'the file is empty, expected at least one row',
          file: join(folder, 'rows.jsonl'),
        },
      ],
      1,
    ]);
    expect(empty.quick).toEqual(empty.full);
  });
});
