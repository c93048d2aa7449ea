import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { jsonLines, parseLines, runAssay } from '../../../../test/run-assay.ts';
import { addPeople, runCommand } from '../../../../test/run-command.ts';
import { InputError } from '../../../domain/fault.ts';
import type { AddCommand } from '../../commands.ts';
import { addExport } from './export.ts';
import { addImport } from './import.ts';
import { addRule } from '../rulings/rule.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-cli-import-'));

const database = join(folder, 'workspace.db');

const example = (name: string): string =>
  fileURLToPath(new URL(`../../../../examples/${name}`, import.meta.url));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The regulatory example without rounds, so that judgments count which belong to none. */
const roundless = join(folder, 'roundless');

cpSync(example('regulatory-topics'), roundless, { recursive: true });

const source = readFileSync(join(roundless, 'protocol.yaml'), 'utf8');

writeFileSync(
  join(roundless, 'protocol.yaml'),
  source.replace(/^rounds:\n[^]*?^(?=consensus:)/m, ''),
);

const run = (add: AddCommand, ...words: readonly string[]) => runCommand(database, add, words);

const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

describe('assay import, rule and export', () => {
  it('make a project of a protocol folder, and bring units in once', async () => {
    await expect(
      run(addImport, 'import', join(example('regulatory-topics'), 'units/chunks.jsonl')),
    ).rejects.toThrow('There is no database');
    const words = [
      'import',
      join(example('regulatory-topics'), 'units/chunks.jsonl'),
      '--protocol',
      roundless,
      '--by',
      'lena',
    ];
    const first = await run(addImport, ...words);
    expect(first.code).toBe(0);
    expect(first.out).toMatch(/topics\s+210\s+0/);
    expect(first.err).toContain('Read as units-jsonl');
    const again = await run(addImport, ...words);
    expect(again.out).toMatch(/topics\s+0\s+210/);
    expect(again.err).toMatch(/Nothing was new: lena imported this file on \d{4}-/);
  });

  it('bring judgments in, with all faults at once', async () => {
    for (const person of ['expert_a', 'expert_b'])
      expect(
        (
          await run(
            addImport,
            'import',
            join(example('regulatory-topics'), `judgments/full.${person}.jsonl`),
            '--kind',
            'judgments',
          )
        ).code,
      ).toBe(0);
    const wrong = file(
      'wrong.jsonl',
      jsonLines([
        { chunk_id: 'MBA-CIR-2024-03_01', labels: ['Nope'], annotator_id: 'x' },
        { chunk_id: 'no-such', labels: [], annotator_id: 'x' },
      ]),
    );
    const failure = await run(addImport, 'import', wrong, '--kind', 'judgments').catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(InputError);
    expect((failure as InputError).message).toMatch(
      /wrong\.jsonl:1 labels is "Nope".*\n.*wrong\.jsonl:2 .*no-such is not among the units/,
    );
    const flagged = await run(
      addImport,
      'import',
      wrong,
      '--kind',
      'judgments',
      '--mode',
      'flag',
      '--json',
    );
    expect(JSON.parse(flagged.out)).toMatchObject({ inserted: 0, aside: 2, mode: 'flag' });
  });

  it('list units with long names whole, so that a case can be shown by the name', async () => {
    const place = mkdtempSync(join(folder, 'long-'));
    const rag = example('rag-tasks');
    const inPlace = async (...words: readonly string[]): ReturnType<typeof run> =>
      await runAssay([...words, '--database', 'workspace.db'], place);
    expect((await inPlace('import', join(rag, 'records.jsonl'), '--protocol', rag)).code).toBe(0);
    expect((await inPlace('round', 'open', 'retrieval')).out).toMatch(
      /^Opened retrieval: \d+ units/,
    );
    for (const person of ['mara', 'jonas'])
      expect(
        (
          await inPlace(
            'import',
            join(rag, `judgments/retrieval.${person}.jsonl`),
            '--kind',
            'judgments',
            '--round',
            'retrieval',
          )
        ).code,
      ).toBe(0);
    const listed = await inPlace('rule', 'list', '-t', 'retrieval', '--limit', '1');
    const [unit, ...why] = listed.out.trimEnd().split('\n');
    expect(unit).toMatch(/^[0-9a-f]{64}::\S+$/);
    expect(why.join(' ')).toMatch(
      /^ {2}agreement 0\.\d\d, 2 votes: \w+ is tied between false and true/,
    );
    expect((await inPlace('rule', 'show', unit!, '-t', 'retrieval')).code).toBe(0);
  });

  it('list what is open, show a case, and rule on it', async () => {
    const listed = await run(addRule, 'rule', 'list', '--limit', '3');
    expect(listed.out).toMatch(/is tied between \S+ and \S+\n/);
    const { items, total } = JSON.parse((await run(addRule, 'rule', '--json')).out) as {
      readonly items: readonly {
        readonly unit: string;
        readonly reasons: readonly { readonly question: string }[];
      }[];
      readonly total: number;
    };
    expect(total).toBeGreaterThan(1);
    await addPeople(database, 'regulatory-topics', {
      sam: 'adjudicator',
      expert_a: 'adjudicator',
      lena: 'lead',
      eva: 'reviewer',
    });
    const { unit, reasons } = items[0]!;
    const shown = await run(addRule, 'rule', 'show', unit);
    expect(shown.out).toContain('Annotator 1');
    expect(shown.out).not.toContain('expert_a');
    expect((await run(addRule, 'rule', 'show', unit, '--names')).out).toContain('expert_a');
    const answers = reasons.flatMap((reason) => ['--set', `${reason.question}=1`]);
    expect(
      (
        await run(
          addRule,
          'rule',
          'add',
          unit,
          ...answers,
          '--reason',
          'It is mentioned.',
          '--by',
          'sam',
          '--edge-case',
        )
      ).out,
    ).toContain(`Ruled on ${unit}`);
    expect(
      (JSON.parse((await run(addRule, 'rule', '--json')).out) as { readonly total: number }).total,
    ).toBe(total - 1);
    for (const nobody of ['no-such-person', 'eva'])
      await expect(
        run(addRule, 'rule', 'add', unit, '--exclude', '--reason', 'x', '--by', nobody),
      ).rejects.toThrow(`Nobody named ${nobody} may do this here, expected `);
    await expect(
      run(addRule, 'rule', 'add', unit, '--set', 'IRB=7', '--reason', 'x', '--by', 'sam'),
    ).rejects.toThrow('IRB is "7", expected 0, 1 or 2');
    await expect(
      run(addRule, 'rule', 'add', unit, '--set', 'Nope=1', '--reason', 'x', '--by', 'sam'),
    ).rejects.toThrow('question=value');
    await expect(
      run(addRule, 'rule', 'add', items[1]!.unit, '--exclude', '--reason', 'x', '--by', 'expert_a'),
    ).rejects.toThrow('You judged');
    expect(
      (await run(addRule, 'rule', 'allow-own', '--reason', 'Only two of us.', '--by', 'lena')).out,
    ).toContain('allowed');
    expect(
      (
        await run(
          addRule,
          'rule',
          'add',
          items[1]!.unit,
          '--exclude',
          '--reason',
          'Garbled.',
          '--by',
          'expert_a',
        )
      ).err,
    ).toContain('marked');
  });

  it('import rulings, once', async () => {
    const rulings = file(
      'rulings.jsonl',
      jsonLines([
        { unit: 'MBA-CIR-2024-03_02', by: 'sam', reason: 'Table of contents.', exclude: true },
      ]),
    );
    expect((await run(addRule, 'rule', 'import', rulings)).out).toMatch(/topics\s+1\s+0/);
    expect((await run(addRule, 'rule', 'import', rulings)).out).toMatch(/topics\s+0\s+1/);
  });

  it('export to standard output, or to a file with a manifest beside it', async () => {
    const rows = parseLines<{ annotator: string; task_hash: string }>(
      (await run(addExport, 'export')).out,
    );
    expect(rows.length).toBe(200);
    const out = join(folder, 'out', 'judgments.csv');
    const saved = await run(addExport, 'export', '--format', 'csv', '--raw', '--out', out);
    expect(saved.out).toMatch(/judgments\.csv: 200 rows, [\d,]+ bytes, task topics/);
    const manifest = JSON.parse(readFileSync(`${out}.manifest.json`, 'utf8')) as Record<
      string,
      unknown
    >;
    expect(manifest).toMatchObject({
      rows: 200,
      file: 'judgments.csv',
      task_hash: rows[0]!.task_hash,
      guideline_versions: { '1.0': 200 },
      simulated: true,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    await expect(run(addExport, 'export', '--format', 'csv', '--out', out)).rejects.toThrow(
      'already exists',
    );
    expect(existsSync(`${out}.tmp`)).toBe(false);
    expect(
      (await run(addExport, 'export', '--format', 'csv', '--out', out, '--force', '--json')).out,
    ).toContain('"sha256"');
    expect(
      (
        await run(
          addExport,
          'export',
          '--kind',
          'truth',
          '--format',
          'trec-qrels',
          '--question',
          'IRB',
        )
      ).out,
    ).toMatch(/^\S+ 0 \S+ [012]\n/);
    await expect(run(addExport, 'export', '--format', 'docx')).rejects.toThrow(
      'expected jsonl, flat-jsonl, csv',
    );
  });
});
