import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { relevanceProtocol } from './model-world.ts';
import { modelsFolder } from './models-folder.ts';
import type { RunRow } from './models-folder.ts';
import { runAssay } from './run-assay.ts';
import type { Run } from './run-assay.ts';

const everybody = `${relevanceProtocol}rounds:\n  full: { units: all }\n`;
const withMicro = (protocol: string): string =>
  protocol.replace(
    'consensus:',
    '  micro: { kind: model, weight: 10, runs: 2, provider: openai }\nconsensus:',
  );
const waiting = ['--wait', '--interval', '0.01'] as const;
const made = { method: 'POST', path: '/v1/batches' } as const;

describe('models in the rounds of a workspace', () => {
  const world = modelsFolder(4, everybody);
  const assay = (...words: readonly string[]): Promise<Run> =>
    runAssay([...words, '-d', 'w.db'], world.folder);
  const done = async (...words: readonly string[]): Promise<Run> => {
    const run = await assay(...words);
    expect(run).toMatchObject({ code: 0 });
    return run;
  };
  const update = async (protocol: string): Promise<void> => {
    world.write(protocol);
    await done('protocol', 'update', '.', '--reason', 'Another model.');
  };
  const exported = async (kind: string): Promise<readonly Record<string, unknown>[]> => {
    const { out } = await done('export', '--kind', kind, '--format', 'jsonl');
    const lines = out.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const runs = async (): Promise<readonly RunRow[]> =>
    (JSON.parse((await done('runs', '--json')).out) as { readonly runs: readonly RunRow[] }).runs;
  const says = (model: string, relevant: boolean): void =>
    world.provider.plan.add({
      match: { model, times: 999 },
      fault: { do: 'say', text: JSON.stringify({ relevant }) },
    });

  beforeEach(async () => {
    says('nano', false);
    says('mini', false);
    says('micro', true);
  });

  const opened = async (protocol = everybody, ...words: readonly string[]): Promise<void> => {
    writeFileSync(join(world.folder, 'protocol.yaml'), protocol);
    await done('import', 'units.jsonl', '-p', '.');
    await done('round', 'open', 'full', ...words);
  };

  it('a model that is new on the panel is asked for its runs alone, and they count', async () => {
    await opened();
    await done('extract', ...waiting);
    expect(world.provider.ledger.executed).toHaveLength(12);
    await update(withMicro(everybody));
    const run = await done('extract', ...waiting);
    expect(run.err).toContain('micro#1 and micro#2 joined the open round full');
    // Four notes, two runs; nothing else was asked again.
    const later = world.provider.ledger.executed.slice(12).map(({ model }) => model);
    expect(later).toEqual(Array.from({ length: 8 }, () => 'micro'));
    const judgments = await exported('judgments');
    expect([judgments.length, new Set(judgments.map((one) => one['run'])).size]).toEqual([20, 1]);
    // 20 of micro for it against 4 of the others: these judgments decide.
    const truth = await exported('truth');
    const votes = { relevant: { for: 20, against: 4 } };
    const decided = { answers: { relevant: true }, judgments: 5, votes };
    expect(truth).toMatchObject([decided, decided, decided, decided]);
    const closed = await done('round', 'close', 'full');
    expect(closed.out).toContain('20 of 20 judgments');
    await expect(assay('extract', ...waiting)).resolves.toMatchObject({
      code: 2,
      err: expect.stringContaining('The round full is closed'),
    });
    expect(world.provider.ledger.executed).toHaveLength(20);
  });

  it('a model that was left out when the round was opened stays out', async () => {
    await opened(withMicro(everybody), '--annotators', 'nano#1', 'nano#2', 'mini#1');
    await done('extract', ...waiting);
    expect(world.provider.ledger.executed).toHaveLength(12);
  });

  it('beside people it has a place of its own, and those of people stay theirs', async () => {
    const fixed = everybody
      .replace('units: all', 'units: all, annotators: 2')
      .replace('panel:\n', 'panel:\n  people: { kind: human, names: [anna, ben] }\n');
    await opened(fixed);
    await done('extract', ...waiting);
    await update(withMicro(fixed));
    const run = await done('extract', ...waiting);
    expect(run.err).toContain('micro#1 and micro#2 joined the open round full');
    // Four notes with five runs; nobody asked a model in a person's place.
    expect(world.provider.ledger.executed).toHaveLength(20);
    const truth = await exported('truth');
    expect(truth).toMatchObject(
      truth.map(() => ({ from: 'awaiting', line: 'No truth yet: waits for anna and ben' })),
    );
    const closed = await assay('round', 'close', 'full', '--incomplete');
    expect(closed.out + closed.err).toContain('20 of 28 judgments');
  });

  it('replies after the round was closed are paid attempts, never judgments', async () => {
    await opened();
    world.provider.plan.add({ match: { ...made, times: 9 }, fault: { do: 'batch', polls: 2 } });
    await done('extract');
    const closed = await assay('round', 'close', 'full', '--incomplete');
    expect(closed.out + closed.err).toContain('Closed full with 0 of 12 judgments.');
    for (let poll = 0; poll < 6; poll += 1) await done('poll');
    expect(world.provider.ledger.executed).toHaveLength(12);
    expect(await exported('judgments')).toEqual([]);
    const late = { asked: 4, accepted: 0, rejected: { late: 4 } };
    expect(await runs()).toMatchObject([late, late, late]);
    expect((await done('runs')).err).toContain('late 4');
  });

  it('what a batch did not answer is not asked for again once the round is closed', async () => {
    await opened();
    const fault = { do: 'batch', polls: 2, ends: 'expired', share: 0.5 } as const;
    world.provider.plan.add({ match: { ...made, times: 9 }, fault });
    await done('extract');
    const closed = await assay('round', 'close', 'full', '--incomplete');
    expect(closed.out + closed.err).toContain('Closed full with 0 of 12 judgments.');
    for (let poll = 0; poll < 6; poll += 1) await done('poll');
    // Half of eight requests to nano and of four to mini.
    expect(world.provider.ledger.executed).toHaveLength(6);
    expect(world.provider.ledger.batches.size).toBe(2);
  });
});
