import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAssay, runJson, temporaryFolder } from './run-assay.ts';

describe('assay init', () => {
  it('lists the four examples with title and what they show', async () => {
    const { examples } = await runJson<{
      examples: { name: string; title: string; shows: string }[];
    }>(['init'], temporaryFolder());
    expect(examples.map((one) => one.name)).toEqual([
      'regulatory-topics',
      'trial-relevance',
      'rag-tasks',
      'policy-ground-truth',
    ]);
    for (const one of examples) expect(one.title.length > 5 && one.shows.length > 20).toBe(true);
    const run = await runAssay(['init'], temporaryFolder());
    for (const one of examples) expect(run.out).toContain(one.name);
    for (const line of run.out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('copies an example that works where it is, the schema of its protocol found', async () => {
    const folder = temporaryFolder();
    const run = await runAssay(['init', 'regulatory-topics', 'mine'], folder);
    expect([run.code, run.err]).toEqual([0, '']);
    const example = readdirSync(new URL('../examples/regulatory-topics', import.meta.url));
    expect(readdirSync(join(folder, 'mine'))).toEqual(example.filter((one) => one !== '.assay'));
    const schema = /\$schema=(\S+)/.exec(
      readFileSync(join(folder, 'mine/protocol.yaml'), 'utf8'),
    )![1]!;
    expect(resolve(dirname(join(folder, 'mine/protocol.yaml')), schema)).toBe(
      new URL('../schema/protocol.schema.json', import.meta.url).pathname,
    );
    expect(
      (await runAssay(['sample', '--round', 'pilot', '--json'], join(folder, 'mine'))).code,
    ).toBe(0);
    expect((await runAssay(['plan'], join(folder, 'mine'))).out).toContain(
      'Plan: regulatory-topics',
    );
  });

  it('refuses a folder with something in it, and an example that does not exist', async () => {
    const folder = temporaryFolder({ 'notes.txt': 'mine' });
    mkdirSync(join(folder, 'empty'));
    expect(await runAssay(['init', 'regulatory-topics', '.'], folder)).toMatchObject({
      code: 2,
      out: '',
      err: '. is not empty. Choose another folder.\n',
    });
    expect(await runAssay(['init', 'regulatory-topics', 'notes.txt'], folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('notes.txt cannot be written: it is a file, expected a folder'),
    });
    expect(await runAssay(['init', 'weather'], folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no example weather, expected regulatory-topics,'),
    });
    expect(existsSync(join(folder, 'weather'))).toBe(false);
    expect((await runAssay(['init', 'regulatory-topics', 'empty'], folder)).code).toBe(0);
  });
});
