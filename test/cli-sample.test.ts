import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, jsonLines, parseLines, runAssay, runJson, temporaryFolder } from './run-assay.ts';

interface SampleJson {
  readonly drawn: number;
  readonly corpus: number;
  readonly used_before: number;
  readonly labels: readonly {
    readonly label: string;
    readonly available: number;
    readonly drawn: number;
  }[];
  readonly hard: { readonly available: number; readonly drawn: number } | null;
  readonly units: readonly { readonly unit: string; readonly inclusion_probability: number }[];
}

const topics = ['capital', 'liquidity', 'the IRB approach', 'not the IRB approach', 'governance'];
const units = Array.from({ length: 60 }, (_, at) => ({
  chunk_id: `c${at}`,
  text: `Unit ${at} is about ${topics[at % 5]}.`,
  band: at % 6 === 0 ? ['likely', 'checked'] : [],
  doubt: at / 60,
}));
const rules = 'labels:\n  IRB: [irb]\n  Governance: [governance]\nnegations: [not]\n';

describe('assay sample', () => {
  it('draws by a field with a floor and a mix, the same for the same seed, each unit with its chance', async () => {
    const folder = temporaryFolder({ 'units.jsonl': jsonLines(units) });
    const words = [
      'sample',
      'units.jsonl',
      '--n',
      '20',
      '--seed',
      '7',
      '--by',
      'band',
      '--floor',
      '5',
      '--hard',
      '0.3',
      '--hard-by',
      'doubt',
    ];
    const run = await runAssay([...words, '--out', 'drawn.jsonl'], folder);
    expect([run.code, run.err]).toEqual([0, '']);
    expect(run.out).toContain('20 of 60 units, seed 7');
    const drawn = parseLines<{ chunk_id: string; text: string; inclusion_probability: number }>(
      readFileSync(join(folder, 'drawn.jsonl'), 'utf8'),
    );
    expect(drawn).toHaveLength(20);
    for (const row of drawn) {
      const { inclusion_probability: chance, ...rest } = row;
      expect(units).toContainEqual(rest);
      expect(chance > 0 && chance <= 1).toBe(true);
    }
    const again = await runJson<SampleJson>(words, folder);
    expect(again.units.map((one) => one.unit).toSorted()).toEqual(
      drawn.map((row) => row.chunk_id).toSorted(),
    );
    expect(again.hard).toEqual({ available: 30, drawn: 6 });
    for (const label of again.labels) expect(label.drawn).toBeGreaterThanOrEqual(5);
  });

  it('says so when there is no place to keep standard input', () => {
    const folder = temporaryFolder({ file: '' });
    const place = join(folder, 'file');
    const run = spawnSync(process.execPath, [binary, 'sample', '-', '--n', '2'], {
      cwd: folder,
      input: jsonLines(units),
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: place, TEMP: place },
    });
    expect([run.status, run.stderr]).toEqual([
      2,
      `A copy of standard input in ${place} cannot be written: a part of its path is a file.\n`,
    ]);
  });

  it('never writes over the units that it draws from', async () => {
    const folder = temporaryFolder({ 'units.jsonl': jsonLines(units) });
    expect(
      await runAssay(
        ['sample', 'units.jsonl', '--n', '5', '--out', 'units.jsonl', '--force'],
        folder,
      ),
    ).toMatchObject({
      code: 2,
      err: 'units.jsonl cannot be written: it is an input of this command and would be lost.\n',
    });
    expect(readFileSync(join(folder, 'units.jsonl'), 'utf8')).toBe(jsonLines(units));
  });

  it('draws by keyword rules that heed negations', async () => {
    const folder = temporaryFolder({ 'units.jsonl': jsonLines(units), 'rules.yaml': rules });
    const result = await runJson<SampleJson>(
      ['sample', 'units.jsonl', '--n', '20', '--by', 'rules.yaml', '--floor', '6'],
      folder,
    );
    expect(result.labels.map(({ label, available }) => [label, available])).toEqual([
      ['IRB', 12],
      ['Governance', 12],
    ]);
    for (const label of result.labels) expect(label.drawn).toBeGreaterThanOrEqual(6);
  });

  it('leaves out what earlier files used, and reads CSV from standard input', async () => {
    const csv = `id,text\n${units.map((unit) => `${unit.chunk_id},"${unit.text}, with a comma"\n`).join('')}`;
    const folder = temporaryFolder({
      'used.jsonl': jsonLines(
        units.slice(0, 50).map((unit) => ({ unit: unit.chunk_id, annotator: 'anna' })),
      ),
    });
    const run = await runAssay(
      ['sample', '-', '--n', '10', '--exclude', 'used.jsonl'],
      folder,
      csv,
    );
    expect(run.code).toBe(0);
    expect(run.out.split('\n').slice(0, 2)).toEqual([
      'id,text,inclusion_probability',
      'c50,"Unit 50 is about capital., with a comma",1',
    ]);
    expect(run.err).toContain('Left out because they were used before: 50.');
    const more = await runAssay(
      ['sample', '-', '--n', '11', '--exclude', 'used.jsonl'],
      folder,
      csv,
    );
    expect([more.code, more.out]).toEqual([2, '']);
    expect(more.err).toContain(
      'Cannot draw 11 units: only 10 are available, because 50 of 60 were already used.',
    );
  });

  it('takes size, rule and floor from a round of a protocol', async () => {
    const protocol = new URL('../examples/regulatory-topics/', import.meta.url).pathname;
    const result = await runJson<SampleJson>(
      ['sample', '--protocol', protocol, '--round', 'pilot', '--seed', '7'],
      temporaryFolder(),
    );
    expect(result.drawn).toBe(45);
    expect(result.labels).toHaveLength(14);
    for (const label of result.labels) expect(label.drawn).toBeGreaterThanOrEqual(3);
  });

  it('lists all faults with file and line and writes nothing', async () => {
    const folder = temporaryFolder({
      'units.jsonl':
        '{"id":"a","hard":1}\n[1]\n{"id":"a","hard":2}\n{"id":true,"hard":1}\nnot json\n' +
        '{"id":"b","hard":"soft"}\n',
    });
    const run = await runAssay(
      [
        'sample',
        'units.jsonl',
        '--n',
        '1',
        '--hard',
        '0.5',
        '--hard-by',
        'hard',
        '--out',
        'drawn.jsonl',
      ],
      folder,
    );
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err.trim().split('\n').toSorted()).toEqual([
      'units.jsonl:2 expected an object with named fields, got an array of 1',
      'units.jsonl:3 the unit a already appears on line 1',
      'units.jsonl:4 id is true, expected a non-empty text',
      'units.jsonl:5 expected JSON, got "not json"',
      'units.jsonl:6 hard is "soft", expected a number, true or false',
    ]);
    expect(() => readFileSync(join(folder, 'drawn.jsonl'))).toThrow('ENOENT');
  });

  it('refuses a call that cannot be meant', async () => {
    const folder = temporaryFolder({ 'units.jsonl': jsonLines(units), 'drawn.jsonl': '' });
    const refused = async (...words: string[]): Promise<string> => {
      const run = await runAssay(['sample', ...words], folder);
      expect([run.code, run.out]).toEqual([2, '']);
      return run.err;
    };
    expect(await refused()).toContain('No units given');
    expect(await refused('units.jsonl')).toContain('Say how many units');
    expect(await refused('units.jsonl', '--n', '0')).toContain('whole number of at least 1');
    expect(await refused('units.jsonl', '--n', '5', '--floor', '2')).toContain(
      'A floor needs --by',
    );
    expect(await refused('units.jsonl', '--n', '5', '--by', 'colour')).toContain(
      '--by refers to colour, expected a rule of the panel',
    );
    expect(await refused('units.jsonl', '--n', '5', '--by', 'band', '--floor', '11')).toContain(
      'likely has 10 of 11',
    );
    expect(await refused('units.jsonl', '--n', '5', '--out', 'drawn.jsonl')).toContain(
      'already exists',
    );
    expect(await refused('units.jsonl', '--n', '5', '--id', 'nothing')).toContain(
      'nothing is missing',
    );
  });
});
