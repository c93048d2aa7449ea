import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { relevanceProtocol } from './model-world.ts';
import { modelsFolder, oneRun } from './models-folder.ts';
import { runAssay } from './run-assay.ts';

const modes = [
  ['now', ['--mode', 'now']],
  ['batch', ['--wait', '--interval', '0.01']],
] as const;

describe('a unit that no model can take', () => {
  const world = modelsFolder(3, oneRun);

  it.each(modes)('is an error of that unit before anything is sent: %s', async (_, words) => {
    // A megabyte has at least 200,000 tokens; an unknown model is taken to have 128,000.
    const huge = { id: 'huge', topic: 't0', text: 'x'.repeat(1_000_000) };
    appendFileSync(join(world.folder, 'units.jsonl'), `${JSON.stringify(huge)}\n`);
    const run = await world.extract(...words);
    expect(run.code).toBe(1);
    expect(run.err.match(/The prompt with the unit huge has at least [\d,]+ tokens/g)).toHaveLength(
      1,
    );
    expect(world.judgments().map(({ unit }) => unit)).not.toContain('huge');
    expect(world.judgments()).toHaveLength(3);
    const { executed } = world.provider.ledger;
    expect([executed.length, executed.every((one) => one.inputTokens < 10_000)]).toEqual([3, true]);
    const [only] = (await world.runs()).runs;
    expect(only).toMatchObject({ accepted: 3, failed: { 'unit-too-large': 1 }, uncertain: 0 });
    await world.extract(...words);
    expect(world.provider.ledger.executed).toHaveLength(3);
  });
});

describe('an alias that answers with another name', () => {
  const world = modelsFolder(5, relevanceProtocol);
  const answered = (name: string): void =>
    world.provider.plan.add({
      match: { model: 'nano', times: 99 },
      fault: { do: 'other-model', name },
    });
  const warnings = (text: string): readonly string[] =>
    text.split('\n').filter((line) => line.includes('was asked as'));

  it.each(modes)('is warned of once for the model, not for every reply: %s', async (_, words) => {
    answered('micro-2');
    const run = await world.extract(...words);
    // Ten replies of two runs; the judgments count.
    expect([run.code, world.judgments().length]).toEqual([0, 15]);
    expect(warnings(run.err)).toEqual([
      expect.stringContaining('nano was asked as nano, and micro-2 answered'),
    ]);
  });

  it('is part of the result for programs', async () => {
    answered('micro-2');
    const run = await world.extract('--mode', 'now', '--json');
    expect(JSON.parse(run.out)).toMatchObject({
      warnings: [
        { code: 'other-model', values: { entry: 'nano', asked: 'nano', answered: 'micro-2' } },
      ],
    });
  });

  it('is warned of by assay poll too', async () => {
    answered('micro-2');
    await world.extract();
    const polled = await runAssay(['poll', '--protocol', '.', '--quiet'], world.folder);
    const again = await runAssay(['poll', '--protocol', '.', '--quiet'], world.folder);
    expect(warnings(polled.err + again.err)).toHaveLength(1);
  });

  it.each([
    ['nano-2026-03-02', 0],
    ['nano-20260302', 0],
    ['nano:latest', 0],
    ['nano-tiny', 1],
  ] as const)('a version of the same model is none: %s', async (name, count) => {
    answered(name);
    expect(warnings((await world.extract('--mode', 'now')).err)).toHaveLength(count);
  });
});
