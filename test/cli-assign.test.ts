import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Assignment } from '../src/domain/rounds/assignment.ts';
import { jsonLines, parseLines, runAssay, runJson, temporaryFolder } from './run-assay.ts';

interface AssignJson {
  readonly annotators: readonly {
    readonly annotator: string;
    readonly units: number;
    readonly submitted: number;
    readonly open: number;
    readonly left: boolean;
  }[];
  readonly assignments: readonly Assignment[];
  readonly withdrawn: number;
}

const units = Array.from({ length: 31 }, (_, at) => ({
  query_id: `Q${at % 4}`,
  nct_id: `NCT${at}`,
  title: `Trial ${at}`,
  band: 'likely_2',
  heuristic_score: at,
}));
const call = [
  'assign',
  'units.jsonl',
  '--id',
  'query_id,nct_id',
  '--per-unit',
  '2',
  '--seed',
  '7',
  '--round',
  'pilot',
];

describe('assay assign', () => {
  it('hands every unit to two of three, evenly, and writes JSONL or CSV', async () => {
    const folder = temporaryFolder({ 'units.jsonl': jsonLines(units) });
    const run = await runAssay(
      [...call, '--annotators', 'anna,ben,cora', '--out', 'work.jsonl'],
      folder,
    );
    expect([run.code, run.err]).toEqual([0, '']);
    const work = parseLines<Assignment>(readFileSync(join(folder, 'work.jsonl'), 'utf8'));
    expect(work).toHaveLength(62);
    expect(new Set(work.map((one) => one.unit)).size).toBe(31);
    const loads = ['anna', 'ben', 'cora'].map(
      (name) => work.filter((one) => one.annotator === name).length,
    );
    expect(loads.toSorted()).toEqual([20, 21, 21]);
    await runAssay([...call, '--annotators', 'cora,anna,ben', '--out', 'work.csv'], folder);
    const lines = readFileSync(join(folder, 'work.csv'), 'utf8').trim().split('\n');
    expect(lines[0]).toBe('unit,annotator,round,order');
    expect(lines.slice(1)).toEqual(
      work.map((one) => [one.unit, one.annotator, one.round, one.order].join(',')),
    );
  });

  it('writes blind task files in everybody’s own order, without bands and scores', async () => {
    const folder = temporaryFolder({ 'units.jsonl': jsonLines(units) });
    const run = await runAssay(
      [
        ...call,
        '--annotators',
        'anna,ben,cora',
        '--show',
        'title',
        '--blind',
        '--out',
        'work.jsonl',
      ],
      folder,
    );
    expect(run.code).toBe(0);
    expect(readdirSync(join(folder, 'tasks'))).toEqual([
      'pilot.anna.jsonl',
      'pilot.ben.jsonl',
      'pilot.cora.jsonl',
    ]);
    const work = parseLines<Assignment>(readFileSync(join(folder, 'work.jsonl'), 'utf8')).filter(
      (one) => one.annotator === 'ben',
    );
    const tasks = parseLines<Record<string, unknown>>(
      readFileSync(join(folder, 'tasks/pilot.ben.jsonl'), 'utf8'),
    );
    expect(tasks.map((task) => `${String(task['query_id'])}::${String(task['nct_id'])}`)).toEqual(
      work.map((one) => one.unit),
    );
    for (const task of tasks)
      expect(Object.keys(task)).toEqual([
        'order',
        'annotator_id',
        'round',
        'query_id',
        'nct_id',
        'title',
      ]);
  });

  it('refuses to show a field that no unit has, and to write over the units', async () => {
    const folder = temporaryFolder({ 'units.jsonl': jsonLines(units) });
    const words = [...call, '--annotators', 'anna,ben'];
    expect(
      await runAssay(
        [...words, '--show', 'title,abstract', '--blind', '--out', 'work.jsonl'],
        folder,
      ),
    ).toMatchObject({
      code: 2,
      err:
        '--show names abstract, which no unit has. The units have title, band and ' +
        'heuristic_score.\n',
    });
    expect(await runAssay([...words, '--out', 'units.jsonl', '--force'], folder)).toMatchObject({
      code: 2,
      err: 'units.jsonl cannot be written: it is an input of this command and would be lost.\n',
    });
    expect(readdirSync(folder)).toEqual(['units.jsonl']);
    expect((await runAssay([...words, '--out', 'work.jsonl'], folder)).code).toBe(0);
    expect(
      (
        await runAssay(
          [...words, '--existing', 'work.jsonl', '--out', 'work.jsonl', '--force'],
          folder,
        )
      ).code,
    ).toBe(0);
  });

  it('shows what the task shows and never what it hides', async () => {
    const protocol = new URL('../examples/regulatory-topics/', import.meta.url).pathname;
    const folder = temporaryFolder();
    expect(
      (
        await runAssay(
          [
            'assign',
            '--protocol',
            protocol,
            '--round',
            'full',
            '--out-dir',
            'blind',
            '--out',
            'work.jsonl',
          ],
          folder,
        )
      ).code,
    ).toBe(0);
    const [file = ''] = readdirSync(join(folder, 'blind'));
    for (const task of parseLines<Record<string, unknown>>(
      readFileSync(join(folder, 'blind', file), 'utf8'),
    )) {
      expect(Object.keys(task)).toEqual(
        expect.arrayContaining(['chunk_id', 'doc_id', 'text', 'guideline_version']),
      );
      expect(task).not.toHaveProperty('uncertainty');
    }
  });

  it('keeps submitted work where it is when somebody leaves and somebody joins', async () => {
    const folder = temporaryFolder({ 'units.jsonl': jsonLines(units) });
    await runAssay([...call, '--annotators', 'anna,ben,cora', '--out', 'work.jsonl'], folder);
    const before = parseLines<Assignment>(readFileSync(join(folder, 'work.jsonl'), 'utf8'));
    const judged = before.filter((one) => one.annotator === 'anna').slice(0, 8);
    const rows = judged.map((one) => ({
      query_id: one.unit.split('::')[0],
      nct_id: one.unit.split('::')[1],
      relevance_label: 1,
      annotator_id: 'anna',
    }));
    const judgments = temporaryFolder({ 'judged.jsonl': jsonLines(rows) });
    const after = await runJson<AssignJson>(
      [
        ...call,
        '--annotators',
        'ben,cora,dan',
        '--existing',
        'work.jsonl',
        '--judgments',
        join(judgments, 'judged.jsonl'),
      ],
      folder,
    );
    expect(after.assignments.filter((one) => one.annotator === 'anna')).toEqual(judged);
    expect(after.annotators.find((one) => one.annotator === 'anna')).toMatchObject({
      units: 8,
      submitted: 8,
      open: 0,
      left: true,
    });
    const loads = after.annotators.filter((one) => !one.left).map((one) => one.units);
    expect(loads.toSorted()).toEqual([18, 18, 18]); // 62 − 8 = 54
    const kept = await runJson<AssignJson>(
      [...call, '--annotators', 'anna,ben,cora', '--existing', 'work.jsonl', '--seed', '99'],
      folder,
    );
    expect(kept.assignments).toEqual(before);
    expect(kept.withdrawn).toBe(0);
  });

  it('refuses bad input with file and line, and writes nothing', async () => {
    const folder = temporaryFolder({
      'units.jsonl': jsonLines(units),
      'work.csv':
        'unit,annotator,round,order\nQ0::NCT0,anna,pilot,first\nQ1::NCT1,,pilot,2\n' +
        'Q2::NCT2,ben,pilot,1\nQ2::NCT2,ben,pilot,5\n',
      'judged.jsonl':
        '{"query_id":"Q0","annotator_id":"anna"}\n' +
        '{"query_id":"Q0","nct_id":"NCT0","annotator_id":true}\n',
    });
    const run = await runAssay(
      [
        ...call,
        '--annotators',
        'anna,ben',
        '--existing',
        'work.csv',
        '--judgments',
        'judged.jsonl',
        '--out',
        'new.jsonl',
      ],
      folder,
    );
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err.trim().split('\n')).toEqual([
      'work.csv:2 order is "first", expected a whole number of at least 0',
      'work.csv:3 annotator is "", expected a non-empty text',
      'work.csv:5 unit is Q2::NCT2 for ben again, expected what is on line 4 only once',
      'judged.jsonl:1 nct_id is missing, expected a non-empty text',
      'judged.jsonl:2 annotator_id is true, expected a non-empty text',
    ]);
    expect(readdirSync(folder)).not.toContain('new.jsonl');
    const few = await runAssay([...call, '--annotators', 'anna'], folder);
    expect([few.code, few.err]).toEqual([
      2,
      'Each unit goes to 2 different annotators, but there is only 1. Add annotators, or ' +
        'ask for fewer per unit.\n',
    ]);
    expect(
      (await runAssay([...call, '--annotators', 'anna,ben', '--blind'], folder)).err,
    ).toContain('Say which fields annotators may see');
    expect((await runAssay(call, folder)).err).toContain('There is nobody to assign units to');
  });
});
