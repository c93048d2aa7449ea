import { describe, expect, it } from 'vitest';
import { bytesOf, exported, judged } from '../../../test/exported-files.ts';
import { readParquetBytes } from '../../../test/parquet-files.ts';
import { lastingWorld } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import { parseLines } from '../../../test/run-assay.ts';
import { project } from '../../../test/work-world.ts';
import { readWorkbook } from '../../formats/xlsx-reader.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import { exportFile } from './export-file.ts';
import { inPieces } from './export-request.ts';
import type { ExportRequest } from './export-request.ts';

const exports = lastingWorld(async (world) => {
  const run = await judged(world);
  await world.person('dora');
  const sam = await world.person('sam', 'adjudicator');
  const rule = (unit: string, key: string, seen: string | null, decision: object) =>
    makeRuling(sam, { project, unit, reason: 'R.', seen, idempotencyKey: key, ...decision });
  const { id } = await rule('u7', 'k1', null, { answers: { A: 0 } });
  world.pass(24 * 60);
  await rule('u7', 'k2', id, { answers: { A: 2, B: 0 } });
  await rule('u8', 'k3', null, { exclude: true });
  return { run };
});

const bytes = async (request: Omit<ExportRequest, 'project'>): Promise<Buffer> =>
  await bytesOf(await exportFile(exports().world.lead, { project, ...request }));
const cellsOf = async (request: Omit<ExportRequest, 'project'>) =>
  readWorkbook(new Uint8Array(await bytes(request))).rows.map(({ fields }) => fields);
const rowsOf = async (request: Omit<ExportRequest, 'project'>) => {
  const rows = await readParquetBytes(await bytes(request));
  return rows.map(({ row }) => row);
};

describe('a workbook', () => {
  it('holds the units with the cells of the table', async () => {
    const [head, first, ...rest] = await cellsOf({ kind: 'units', format: 'xlsx' });
    expect(head).toEqual('id document text previous source page:json score band'.split(' '));
    expect(first).toEqual([
      'u1',
      'd0',
      'alpha text 1',
      'before',
      'where it is from',
      '0',
      'HIDDEN-0',
      'HIDDEN-BAND',
    ]);
    expect(rest).toHaveLength(7);
  });

  it('holds the judgments, and the table of everything', async () => {
    const judgments = await cellsOf({ kind: 'judgments', format: 'xlsx' });
    expect(judgments).toHaveLength(1 + 8);
    expect(judgments[1]!.slice(0, 5)).toEqual(['u3', 'anna', '1', '1', '0']);
    const table = await cellsOf({ kind: 'table', format: 'xlsx' });
    // Nine judgments, one of them superseded, and five units without any.
    expect(table).toHaveLength(1 + 9 + 4);
    expect(table[0]).toContain('uncounted_why');
  });
});

describe('a Parquet file', () => {
  it('holds the judgments and the table of everything, with typed columns', async () => {
    const judgments = await rowsOf({ kind: 'judgments', format: 'parquet' });
    expect(judgments).toHaveLength(8);
    expect(judgments[0]).toMatchObject({ id: 'u3', annotator_id: 'anna', A: 1, seconds: 30 });
    const table = await rowsOf({ kind: 'table', format: 'parquet' });
    expect(table.map((row) => [row['id'], row['annotator'], row['counts']]).slice(0, 4)).toEqual([
      ['u1', 'anna', true],
      ['u1', 'ben', false],
      ['u1', 'ben', true],
      ['u2', 'anna', true],
    ]);
    expect(table).toHaveLength(13);
  });
});

describe('an override file', () => {
  it('holds the latest ruling on each unit, under the topic of the task', async () => {
    const { world } = exports();
    const { text, file } = await exported(world.lead, { kind: 'rulings', format: 'override-file' });
    expect(JSON.parse(text)).toEqual({
      _comment: expect.any(String),
      created_at: '2026-03-02',
      last_updated: '2026-03-03',
      topics: [
        {
          review_id: 'u7',
          business_id: 'd1',
          // What the votes said about what was corrected.
          original: { A: 1, B: 0 },
          corrected: { A: 2, B: 0 },
          reason: 'R.',
          by: 'sam',
          at: '2026-03-03T08:20:00.000Z',
        },
      ],
    });
    expect(file.manifest).toMatchObject({ rows: 1, excluded_rulings: 1 });
    const lines = parseLines<{ unit: string }>(
      (await exported(world.lead, { kind: 'rulings' })).text,
    );
    expect(lines.map(({ unit }) => unit)).toEqual(['u7', 'u7', 'u8']);
  });
});

describe('exported judgments', () => {
  it('may be those of one run or one annotator, also in the files of tools', async () => {
    const { world, run } = exports();
    const doccano = { kind: 'judgments', format: 'doccano' } as const;
    const none = await exported(world.lead, { ...doccano, annotator: 'dora' });
    expect([none.text, none.file.manifest.rows]).toEqual(['', 0]);
    const potato = { kind: 'judgments', format: 'potato' } as const;
    const count = async (given: object) =>
      parseLines((await exported(world.lead, { ...potato, ...given })).text).length;
    expect([await count({}), await count({ run })]).toEqual([8, 8]);
    expect(await count({ annotator: 'anna', run })).toBe(4);
    const expected = { code: 'doccano-annotator', values: {} };
    expect(await refusal(exported(world.lead, doccano))).toEqual([
      ['missing-field', { field: 'annotator', expected }],
    ]);
  });

  it('say which versions of the questions there are where another is asked for', async () => {
    const { world } = exports();
    const hash = (await exported(world.lead, { kind: 'judgments' })).file.manifest.task_hash;
    const asked = { kind: 'judgments', taskHash: 'ffff' } as const;
    expect(await refusal(exported(world.lead, asked))).toEqual([
      ['wrong-value', { field: 'task_hash', got: 'ffff', expected: [hash] }],
    ]);
    expect(await refusal(exported(world.lead, { ...asked, annotator: 'dora' }))).toEqual([
      [
        'wrong-value',
        { field: 'task_hash', got: 'ffff', expected: { code: 'nothing-was-judged', values: {} } },
      ],
    ]);
  });
});

describe('pieces', () => {
  const pieces = async (parts: readonly string[], size?: number) => {
    const found: string[] = [];
    for await (const piece of inPieces(parts, size)) found.push(piece);
    return found;
  };

  it('are joined until they are worth sending, and none is lost', async () => {
    expect(await pieces(['a', 'b', 'cd', 'e'], 2)).toEqual(['ab', 'cd', 'e']);
    expect(await pieces(['a', 'b'], 2)).toEqual(['ab']);
    expect(await pieces([])).toEqual([]);
    expect(await pieces(['a', 'b'])).toEqual(['ab']);
  });
});
