import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { printFault } from '../src/domain/fault.ts';
import { writeParquet } from '../src/formats/parquet-writer.ts';
import { columnsOf } from './parquet-columns.ts';
import type { Validation } from '../src/operations/protocol/validation.ts';
import { jsonLines, runAssay, temporaryFolder } from './run-assay.ts';
import { trialRow } from './trial-files.ts';
import { good } from './validated-folder.ts';

const trials = fileURLToPath(new URL('../examples/trial-relevance', import.meta.url));

describe('assay validate on the command line', () => {
  it('ends with 0 when all is well, and with 1 when there are faults, of which 50 are shown', async () => {
    const bad = jsonLines(
      Array.from({ length: 60 }, (_, at) =>
        trialRow({ query_id: 'Q0001', nct_id: `N${at}`, relevance_label: 7 }),
      ),
    );
    const folder = temporaryFolder({ 'bad.jsonl': bad });
    const [first] = readdirSync(join(trials, 'judgments'));
    const well = await runAssay(
      ['validate', '--protocol', trials, join(trials, 'judgments', first!)],
      folder,
    );
    expect([well.code, well.err, well.out]).toEqual([
      0,
      '',
      expect.stringMatching(/All well\.\n$/),
    ]);
    const run = await runAssay(['validate', '--protocol', trials, 'bad.jsonl'], folder);
    expect([run.code, run.out]).toEqual([
      1,
      expect.stringMatching(/bad\.jsonl +judgments +relevance +0 +120\n\n120 faults\.\n$/),
    ]);
    expect(run.err.trimEnd().split('\n').slice(49)).toEqual([
      'bad.jsonl:49 query_id, nct_id Q0001::N48 is not among the units. Do not change ids.',
      '… and 11 more',
    ]);
    expect(run.err).toContain('bad.jsonl:1 60 rows: relevance_label is 7, expected 0, 1 or 2\n');
    const json = await runAssay(['validate', '--protocol', trials, 'bad.jsonl', '--json'], folder);
    expect(JSON.parse(json.out)).toMatchObject({
      valid: false,
      fault_count: 120,
      faults: expect.objectContaining({ length: 50 }),
    });
  });

  it('says that judgments beside the protocol were not checked when no files are named', async () => {
    const alone = await runAssay(['validate', '--protocol', trials], temporaryFolder());
    const files = readdirSync(join(trials, 'judgments'));
    const said = `Not checked: ${files.length} files of judgments in ${join(trials, 'judgments')}.`;
    expect([alone.code, alone.err]).toEqual([0, expect.stringContaining(said)]);
    const json = await runAssay(['validate', '--protocol', trials, '--json'], temporaryFolder());
    expect((JSON.parse(json.out) as Validation).unchecked).toHaveLength(files.length);
    const named = ['validate', '--protocol', trials, join(trials, 'judgments')];
    expect((await runAssay(named, temporaryFolder())).err).toBe('');
  });

  it('ends with 2 when the call was wrong: no protocol, no such files', async () => {
    const folder = temporaryFolder();
    expect(await runAssay(['validate'], folder)).toMatchObject({
      code: 2,
      out: '',
      err: 'No protocol found. Pass --protocol, or run assay init in this folder.\n',
    });
    expect(
      await runAssay(['validate', '-p', trials, 'one.jsonl', 'two.jsonl'], folder),
    ).toMatchObject({
      code: 2,
      out: '',
      err: 'one.jsonl does not exist. Check the path.\ntwo.jsonl does not exist. Check the path.\n',
    });
  });

  it('checks Parquet files as an import reads them', async () => {
    const folder = temporaryFolder(good);
    const write = (name: string, rows: readonly Readonly<Record<string, unknown>>[]): string => {
      writeFileSync(join(folder, name), new Uint8Array(writeParquet(columnsOf(rows), rows)));
      return name;
    };
    const units = write('units.parquet', [
      { review_id: 'r3', business_id: 'b1', text: 'Awful.' },
      { review_id: 'r3', business_id: 'b1', text: 'again' },
    ]);
    const judgments = write('judgments.parquet', [
      {
        review_id: 'r3',
        annotator_id: 'anna',
        relevant: true,
        severity: 'mild',
        guideline_version: '1',
        colour: 'red',
      },
      { review_id: 'r9', annotator_id: 'anna', relevant: false, guideline_version: '1' },
    ]);
    const argilla = write('argilla.parquet', [
      {
        review_id: 'r1',
        text: 'x',
        'relevant.responses': JSON.stringify(['yes']),
        'relevant.responses.users': JSON.stringify(['anna']),
        'relevant.responses.status': JSON.stringify(['submitted']),
      },
    ]);
    writeFileSync(join(folder, 'broken.parquet'), 'PAR1nothingPAR1');
    const run = await runAssay(
      ['validate', judgments, units, argilla, 'broken.parquet', '--json'],
      folder,
    );
    const result = JSON.parse(run.out) as Validation;
    expect(
      result.files
        .slice(-4)
        .map(({ file, kind, task, rows, faults }) => [file, kind, task, rows, faults]),
    ).toEqual([
      ['units.parquet', 'units', 'safety', 2, 1],
      ['judgments.parquet', 'judgments', 'safety', 1, 2],
      ['argilla.parquet', 'judgments', 'safety', 0, expect.any(Number)],
      ['broken.parquet', 'unknown', null, 0, 1],
    ]);
    expect(result.faults.map(printFault).slice(0, 3)).toEqual([
      'units.parquet: [1] the unit r3 already appears in [0]',
      expect.stringMatching(/^judgments\.parquet: .*colour/),
      expect.stringMatching(/^judgments\.parquet: .*r9 is not among the units/),
    ]);
    expect(printFault(result.faults.at(-1)!)).toMatch(
      /^broken\.parquet: the Parquet file cannot be read/,
    );
    writeFileSync(join(folder, 'mapping.json'), '{"fields":{"colour":null}}');
    write('good.parquet', [
      {
        review_id: 'r1',
        annotator_id: 'anna',
        relevant: true,
        severity: 'mild',
        guideline_version: '1',
        colour: 'red',
      },
    ]);
    expect(
      await runAssay(['validate', 'good.parquet', '--mapping', 'mapping.json'], folder),
    ).toMatchObject({ code: 0 });
  });

  it('reads standard input, and takes another guideline where told to', async () => {
    const run = await runAssay(
      ['validate', '-p', trials, '-', '--json'],
      temporaryFolder(),
      jsonLines([trialRow({ guideline_version: 'm3' })]),
    );
    expect(run.code).toBe(1);
    expect((JSON.parse(run.out) as Validation).faults.map(printFault)).toEqual([
      'standard input:1 guideline_version is "m3", expected "m4-v1"',
      'standard input:1 query_id, nct_id Q0001::NCT00000001 is not among the units. Do ' +
        'not change ids.',
    ]);
    expect(
      (
        await runAssay(
          ['validate', '-p', trials, '--guideline', 'm3', '-'],
          temporaryFolder(),
          jsonLines([trialRow({ guideline_version: 'm3' })]),
        )
      ).err,
    ).toBe(
      'standard input:1 query_id, nct_id Q0001::NCT00000001 is not among the units. Do ' +
        'not change ids.\n',
    );
  });

  it('takes what import takes: a gold pack, a round, records to skip', async () => {
    const topics = fileURLToPath(new URL('../examples/regulatory-topics', import.meta.url));
    const rag = fileURLToPath(new URL('../examples/rag-tasks', import.meta.url));
    const [unit] = readFileSync(join(topics, 'units/chunks.jsonl'), 'utf8').split('\n');
    const { chunk_id: chunk } = JSON.parse(unit!) as { chunk_id: string };
    const [record] = readFileSync(join(rag, 'records.jsonl'), 'utf8').split('\n');
    const folder = temporaryFolder({
      'chunks.csv': `chunk_id,doc_id,text\n${chunk},d0,one\n`,
      'Y.csv': '1,0\n',
      'labels.json': '{"labels":["IRB","SRT"],"synonyms":{}}',
      'records.jsonl': `${record}\n${JSON.stringify({ ...JSON.parse(record!), query: '' })}\n`,
    });
    const pack = ['validate', '-p', topics, 'chunks.csv', '--kind', 'judgments'];
    const gold = [...pack, '--format', 'gold-pack', '--annotator', 'gold', '--round', 'pilot'];
    const whole = await runAssay([...gold, '--matrix', 'Y.csv', '--labels', 'labels.json'], folder);
    expect([whole.code, whole.err]).toEqual([0, '']);
    expect(whole.out).toMatch(/chunks\.csv +judgments +topics +1 +0\n/);
    expect((await runAssay(gold, folder)).err).toContain('--matrix');
    const round = await runAssay([...pack, '--round', 'nope'], folder);
    expect([round.code, round.err]).toEqual([
      2,
      expect.stringContaining('there is no round nope in the protocol, expected training'),
    ]);
    const records = ['validate', '-p', rag, 'records.jsonl'];
    expect((await runAssay(records, folder)).code).toBe(1);
    const skipping = await runAssay([...records, '--skip-invalid'], folder);
    expect([skipping.code, skipping.err]).toEqual([
      0,
      'records.jsonl: 1 invalid record would be left out.\n',
    ]);
  });
});
