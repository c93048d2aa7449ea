import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { relevanceProtocol } from './model-world.ts';
import { modelsFolder } from './models-folder.ts';
import { jsonLines, runAssay, runJson } from './run-assay.ts';

const long = 'a-model-with-a-long-name-2026-11-01';
const mixed = relevanceProtocol
  .replace('  nano:', `  people: { kind: human, names: [anna, ben] }\n  ${long}:`)
  .replace('runs: 2, provider: openai', 'runs: 2, provider: openai, model: nano');
const now = ['--mode', 'now'] as const;

interface Shown {
  readonly consensus: Readonly<Record<string, number>>;
  readonly comparison: {
    readonly families: readonly { readonly family: string }[];
    readonly questions: readonly Readonly<Record<string, unknown>>[];
    readonly splits: readonly Readonly<Record<string, unknown>>[];
    readonly all_models_against_people: readonly Readonly<Record<string, unknown>>[];
  };
}

describe('assay runs', () => {
  const world = modelsFolder(4, mixed);
  const says = (model: string, contains: string, relevant: boolean): void =>
    world.provider.plan.add({
      match: { model, contains, times: 99 },
      fault: { do: 'say', text: JSON.stringify({ relevant }) },
    });
  const people = (answers: readonly boolean[]): void => {
    mkdirSync(join(world.folder, 'judgments'), { recursive: true });
    const rows = ['anna', 'ben'].flatMap((annotator) =>
      answers.map((relevant, at) => ({
        unit: `n${at + 1}`,
        task: 'relevance',
        annotator,
        guideline: '1.0',
        answers: { relevant },
      })),
    );
    writeFileSync(join(world.folder, 'judgments/people.jsonl'), jsonLines(rows));
  };
  const shown = (): Promise<Shown> => runJson(['runs', '--protocol', '.'], world.folder);

  it('shows where models differ, and where they agree against the people', async () => {
    for (const at of [1, 2, 3, 4]) {
      says('nano', `number ${at}`, at !== 2);
      says('mini', `number ${at}`, at !== 3);
    }
    // The people say no to n1, where all models say yes.
    people([false, true, true, true]);
    expect((await world.extract(...now)).code).toBe(0);
    const { comparison } = await shown();
    expect(comparison.splits).toEqual([
      { unit: 'n2', question: 'relevant', models: { [long]: 'no', mini: 'yes' }, people: 'yes' },
      { unit: 'n3', question: 'relevant', models: { [long]: 'yes', mini: 'no' }, people: 'yes' },
    ]);
    expect(comparison.all_models_against_people).toEqual([
      { unit: 'n1', question: 'relevant', models: { [long]: 'yes', mini: 'yes' }, people: 'no' },
    ]);
    // Models agree on two of four units; the runs of one always do.
    expect(comparison.questions).toMatchObject([
      {
        between_families: { percent_agreement: { value: 0.5 } },
        stability: { [long]: { value: 1 } },
        ensemble_with_people: { confusion: { no: { no: 0, yes: 1 } } },
        split: 2,
      },
    ]);
    const { out } = await runAssay(['runs', '--protocol', '.'], world.folder);
    expect(out).toContain('The models differ on 2 answers');
    expect(out).toContain('All models agree against the people on 1 answer');
  });

  it('never cuts the name of a run, and says what was invalid by kind', async () => {
    world.provider.plan.add({
      match: { model: 'nano', contains: 'number 1' },
      fault: { do: 'say', text: 'perhaps' },
    });
    await world.extract(...now);
    const { out, err } = await runAssay(['runs', '--protocol', '.'], world.folder);
    expect(out).toContain(`${long}#1 `);
    expect(out).toContain(`${long}#2 `);
    expect(err).toMatch(new RegExp(`${long}#\\d, invalid: not_json 1`));
  });

  it('counts consensus once all quotas are met, and partial one when asked to', async () => {
    people([true, true, true, true]);
    world.provider.plan.add({
      match: { model: 'mini', contains: 'number 2', times: 9 },
      fault: { do: 'refuse' },
    });
    const run = await world.extract(...now);
    expect(run.err).toContain('3 of 4 units decided, 0 wait for a ruling; 1 lack judgments');
    const partly = await world.extract(...now, '--allow-partial');
    expect(partly.err).toMatch(/4 of 4 units decided.*1 of these PARTIAL/);
    expect((await shown()).consensus).toEqual({
      units: 4,
      decided: 3,
      open: 0,
      awaiting: 1,
      partial: 0,
    });
    const words = ['runs', '--protocol', '.', '--allow-partial'];
    expect(await runJson(words, world.folder)).toMatchObject({
      consensus: { decided: 4, awaiting: 0, partial: 1 },
    });
  });

  it('marks partial consensus in exports, and decides none without being asked', async () => {
    world.write(relevanceProtocol);
    await runAssay(['import', 'units.jsonl', '-p', '.', '-d', 'n.db'], world.folder);
    world.provider.plan.add({
      match: { model: 'mini', contains: 'number 2', times: 9 },
      fault: { do: 'refuse' },
    });
    world.provider.plan.add({
      match: { model: 'nano', contains: 'number 2', times: 2 },
      fault: { do: 'say', text: '{"relevant": true}' },
    });
    await runAssay(['extract', '-d', 'n.db', ...now], world.folder);
    const exported = async (format: string, ...words: readonly string[]): Promise<string> => {
      const place = ['--kind', 'truth', '--format', format, '-d', 'n.db'];
      return (await runAssay(['export', ...place, ...words], world.folder)).out;
    };
    const second = async (...words: readonly string[]): Promise<unknown> =>
      (await exported('jsonl', ...words))
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
        .find(({ unit }) => unit === 'n2');
    expect(await second()).toMatchObject({ from: 'awaiting' });
    expect(await second()).not.toHaveProperty('partial');
    expect(await second('--allow-partial')).toMatchObject({
      from: 'consensus',
      partial: true,
      line: expect.stringContaining('PARTIAL: not all have judged it'),
    });
    const rows = (await exported('csv', '--allow-partial')).split('\n');
    expect(rows.filter((row) => row.includes('partial'))).toHaveLength(1);
  });

  it.each([
    ['a folder', ['--protocol', '.']],
    ['a workspace', ['-d', 'n.db']],
  ])('says that tokens are unknown where no reply told them: %s', async (_, place) => {
    world.write(relevanceProtocol);
    await runAssay(['import', 'units.jsonl', '-p', '.', '-d', 'n.db'], world.folder);
    const lines = ['n1', 'n2', 'n3', 'n4'].flatMap((unit) => [
      { unit, annotator: 'mini#1', reply: { relevant: true }, tokens: { input: 40, output: 2 } },
      { unit, reply: { relevant: true } },
    ]);
    const recording = jsonLines([{ recording: 1, simulated: true }, ...lines]);
    writeFileSync(join(world.folder, 'recording.jsonl'), recording);
    const words = ['extract', ...place, ...now, '--replay', 'recording.jsonl'];
    expect((await runAssay(words, world.folder)).code).toBe(0);
    const tokens = { input: 160, output: 8 };
    expect(await runJson(['runs', ...place], world.folder)).toMatchObject({
      runs: [
        { annotator: 'mini#1', tokens },
        { annotator: 'nano#1', tokens: null },
        { annotator: 'nano#2', tokens: null },
      ],
    });
    const { out } = await runAssay(['runs', ...place], world.folder);
    expect(out).toMatch(/^mini#1 .* 160 +8 /m);
    expect(out).toMatch(/^nano#1 .* unknown +unknown +unknown/m);
  });

  it('leaves units that lack runs out of a draft of the report', async () => {
    world.write(relevanceProtocol);
    await runAssay(['import', 'units.jsonl', '-p', '.', '-d', 'n.db'], world.folder);
    world.provider.plan.add({
      match: { model: 'mini', contains: 'number 2', times: 9 },
      fault: { do: 'refuse' },
    });
    await runAssay(['extract', '-d', 'n.db', ...now, '--allow-partial'], world.folder);
    const words = ['report', '-d', 'n.db', '--out', 'draft.html', '--json'];
    expect((await runAssay(words, world.folder)).code).toBe(0);
    const page = readFileSync(join(world.folder, 'draft.html'), 'utf8');
    const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'));
    const text = main.replaceAll(/<[^>]+>|\s+/g, ' ');
    // One is tied, and one lacks a run, though two runs have answered.
    expect(text).toMatch(/Waiting for a ruling +1 +Waiting for judgments +1 +All units +4 /);
    expect(text).not.toContain('PARTIAL');
  });
});
