import { describe, expect, it } from 'vitest';
import { relevanceProtocol } from './model-world.ts';
import { modelsFolder, oneRun } from './models-folder.ts';
import { runAssay } from './run-assay.ts';

const waiting = ['--wait', '--interval', '0.01'] as const;
const made = { method: 'POST', path: '/v1/batches' } as const;

describe('batches of OpenAI', () => {
  const world = modelsFolder(20, relevanceProtocol);

  it('fill every cell once, and nothing is asked again', async () => {
    const run = await world.extract(...waiting);
    expect([run.code, run.out]).toEqual([0, expect.stringContaining('done')]);
    // 20 notes, two runs of nano and one of mini.
    expect([world.judgments().length, world.provider.ledger.executed.length]).toEqual([60, 60]);
    await world.extract(...waiting);
    expect(world.provider.ledger.executed.length).toBe(60);
  });

  it('whose making had no answer are found, not made again', async () => {
    world.provider.plan.add({ match: made, fault: { do: 'drop-after' } });
    world.provider.plan.add({ match: made, fault: { do: 'status-after', status: 502 } });
    const run = await world.extract(...waiting);
    expect([run.code, world.judgments().length]).toEqual([0, 60]);
    expect(world.provider.ledger.executed.length).toBe(60);
    expect(run.err).toContain('the provider did not confirm the batch of nano');
    expect(run.err).toContain('was found at the provider and taken over');
  });

  it('ask only for the runs of a model that is added', async () => {
    await world.extract(...waiting);
    world.write(
      relevanceProtocol.replace(
        'consensus:',
        '  micro: { kind: model, weight: 1, provider: openai }\nconsensus:',
      ),
    );
    await world.extract(...waiting);
    expect(
      world
        .judgments()
        .slice(60)
        .map(({ annotator }) => annotator),
    ).toEqual(Array.from({ length: 20 }, () => 'micro#1'));
    expect(world.provider.ledger.executed.length).toBe(80);
  });

  it('stop at a changed question, and ask again for it when told to', async () => {
    await world.extract(...waiting);
    world.write(relevanceProtocol.replace('Is the note relevant?', 'Is the note of use?'));
    const stopped = await world.extract(...waiting);
    expect([stopped.code, stopped.err]).toEqual([2, expect.stringContaining('--invalidate')]);
    expect(world.provider.ledger.executed.length).toBe(60);
    expect((await world.extract(...waiting, '--invalidate')).code).toBe(0);
    expect(world.provider.ledger.executed.length).toBe(120);
  });

  it('are collected by assay poll, as often as it is called', async () => {
    const submitted = await world.extract();
    expect(submitted.out).toContain('running');
    for (let poll = 0; poll < 5; poll += 1)
      expect((await runAssay(['poll', '--protocol', '.'], world.folder)).code).toBe(0);
    expect([world.judgments().length, world.provider.ledger.executed.length]).toEqual([60, 60]);
    const idle = await runAssay(['poll', '--protocol', '.', '--quiet'], world.folder);
    expect([idle.out, idle.err]).toEqual(['', '']);
  });
});

describe('what can happen to a batch', () => {
  const world = modelsFolder(10);

  it('expired at 60 %: what was done is kept, the rest is asked again', async () => {
    world.provider.plan.add({ match: made, fault: { do: 'batch', ends: 'expired', share: 0.6 } });
    const run = await world.extract(...waiting);
    expect(run.code).toBe(0);
    expect(run.err).toMatch(/4 requests of the batch \S+ of \w+ failed, .* batch_expired: /);
    expect([world.judgments().length, world.provider.ledger.executed.length]).toEqual([10, 10]);
  });

  it('expired, with no file of what was not done: the rest is asked again', async () => {
    const fault = { do: 'batch', ends: 'expired', share: 0.6, noErrorFile: true } as const;
    world.provider.plan.add({ match: made, fault });
    const run = await world.extract(...waiting);
    expect([run.code, world.judgments().length]).toEqual([0, 10]);
    expect(world.provider.ledger.executed.length).toBe(10);
  });

  it('ended, and the file of the results is named later: it is waited for', async () => {
    world.provider.plan.add({ match: made, fault: { do: 'batch', lateFiles: 4 } });
    const run = await world.extract(...waiting);
    expect([run.code, world.judgments().length]).toEqual([0, 10]);
    expect(world.provider.ledger.executed.length).toBe(10);
  });

  it('whose file is not known everywhere yet: made a little later', async () => {
    const body = { error: { message: 'Cannot find file file-1', type: 'invalid_request_error' } };
    world.provider.plan.add({ match: made, fault: { do: 'status', status: 400, body } });
    const run = await world.extract(...waiting);
    expect([run.code, world.judgments().length]).toEqual([0, 10]);
    expect(world.provider.ledger.batches.size).toBe(1);
  });

  it('was perhaps made, and is not there: that is told at each look, and nothing is sent', async () => {
    world.provider.plan.add({ match: { ...made, times: 9 }, fault: { do: 'html' } });
    expect((await world.extract()).err).toContain('made again only if it is not found within 10');
    const polled = await runAssay(['poll', '--protocol', '.'], world.folder);
    expect(polled.err).toContain('did not confirm is not found yet');
    const quiet = await runAssay(['poll', '--protocol', '.', '--quiet'], world.folder);
    expect([quiet.code, quiet.err, world.provider.ledger.batches.size]).toEqual([0, '', 0]);
  });

  it('is not taken by the provider for a while: it is sent again at the next look', async () => {
    const body = {
      error: { message: 'Enqueued token limit reached', code: 'token_limit_exceeded' },
    };
    world.provider.plan.add({ match: made, fault: { do: 'status', status: 429, body } });
    const run = await world.extract();
    expect([run.code, run.err]).toEqual([0, expect.stringContaining('took no batch of nano')]);
    expect((await world.extract(...waiting)).code).toBe(0);
    expect([world.judgments().length, world.provider.ledger.executed.length]).toEqual([10, 10]);
  });

  it('cancelled at half: what was finished is kept', async () => {
    world.provider.plan.add({ match: made, fault: { do: 'batch', ends: 'cancelled', share: 0.5 } });
    expect((await world.extract(...waiting)).code).toBe(0);
    expect([world.judgments().length, world.provider.ledger.executed.length]).toEqual([10, 10]);
  });

  it('lines lost, doubled, doubled differently and unknown: ids decide, never the order', async () => {
    world.provider.plan.add({
      match: made,
      fault: { do: 'batch', lose: [2], twice: [3], twiceDifferent: [4], unknown: true },
    });
    const run = await world.extract(...waiting);
    expect(run.code).toBe(0);
    const units = world.judgments().map(({ unit }) => unit);
    expect([units.length, new Set(units).size]).toEqual([10, 10]);
    const [only] = (await world.runs()).runs;
    expect(only).toMatchObject({ accepted: 10, rejected: { conflict: 1 }, failed: { missing: 1 } });
    expect(run.err).toContain('1 request has no result and is asked again');
    expect(run.err).toMatch(/1 result answers a request that nobody made.* its id is \S+/);
  });

  it('a last line that is cut: fetched again, and kept once', async () => {
    world.provider.plan.add({ match: made, fault: { do: 'batch', cutLastLine: true } });
    const run = await world.extract(...waiting);
    expect(run.code).toBe(0);
    expect(run.err).toMatch(
      /the results of the batch \S+ of nano did not arrive completely \(cut-off/,
    );
    expect([world.judgments().length, world.provider.ledger.executed.length]).toEqual([10, 10]);
  });

  it('results that are gone: said so, and asked again only when told to', async () => {
    world.provider.plan.add({ match: made, fault: { do: 'batch', gone: true } });
    const run = await world.extract(...waiting);
    expect([run.code, run.err]).toEqual([1, expect.stringContaining('were paid for and are lost')]);
    await world.extract(...waiting);
    expect(world.judgments().length).toBe(0);
    expect((await world.extract(...waiting, '--again')).code).toBe(0);
    expect(world.judgments().length).toBe(10);
  });

  it.each([1, 3])(
    'that is not found %d times at first: waited for, never made twice',
    async (n) => {
      const match = { method: 'GET', path: '/v1/batches/', times: n } as const;
      world.provider.plan.add({ match, fault: { do: 'status', status: 404 } });
      const run = await world.extract(...waiting);
      expect(run.code).toBe(0);
      expect(
        run.err.match(/the provider did not report the state of the batch \S+ of nano/g),
      ).toHaveLength(1);
      expect([world.judgments().length, world.provider.ledger.executed.length]).toEqual([10, 10]);
      expect(world.provider.ledger.batches.size).toBe(1);
    },
  );

  it('a queue that is full: not counted, and sent again in smaller batches', async () => {
    const problem = { code: 'token_limit_exceeded', message: 'Enqueued token limit reached' };
    world.provider.plan.add({ match: made, fault: { do: 'batch', ends: 'failed', problem } });
    expect((await world.extract(...waiting)).code).toBe(0);
    expect([world.judgments().length, world.provider.ledger.executed.length]).toEqual([10, 10]);
    expect([...world.provider.ledger.batches.values()].slice(1)).toEqual([5, 5]);
  });

  it('that is too large: sent again in smaller batches', async () => {
    const match = { method: 'POST', path: '/v1/batches', times: 2 } as const;
    world.provider.plan.add({ match, fault: { do: 'status', status: 413 } });
    expect((await world.extract(...waiting)).code).toBe(0);
    expect([world.judgments().length, world.provider.ledger.executed.length]).toEqual([10, 10]);
    // The whole and the first half are refused; the second half passes, the first goes in parts.
    expect([...world.provider.ledger.batches.values()]).toEqual([5, 2, 2, 1]);
  });

  it('a refused line: its cell is given up, the others are sent again', async () => {
    const problem = { code: 'invalid_request', line: 3, message: 'bad line' };
    world.provider.plan.add({ match: made, fault: { do: 'batch', ends: 'failed', problem } });
    const run = await world.extract(...waiting);
    expect([run.code, world.judgments().length]).toEqual([1, 9]);
  });

  it('refused as a whole again and again: it stops after two', async () => {
    const problem = { code: 'mismatched_model', message: 'one model for a batch' };
    const match = { ...made, times: 9 };
    world.provider.plan.add({ match, fault: { do: 'batch', ends: 'failed', problem } });
    const run = await world.extract(...waiting);
    expect([run.code, run.err]).toEqual([1, expect.stringContaining('mismatched_model')]);
    expect(world.provider.ledger.batches.size).toBe(2);
  });

  it('credit that ran out inside of a batch: paused, and the rest later', async () => {
    const fault = { do: 'line-error', status: 429, code: 'insufficient_quota' } as const;
    world.provider.plan.add({ match: { contains: 'note number 3' }, fault });
    const run = await world.extract(...waiting);
    expect([run.code, run.err]).toEqual([1, expect.stringContaining('insufficient_quota')]);
    expect(world.judgments().length).toBe(9);
    expect((await world.extract(...waiting)).code).toBe(0);
    expect([world.judgments().length, world.provider.ledger.executed.length]).toEqual([10, 10]);
  });

  it('bad answers inside of a batch are asked again, a few times', async () => {
    const match = { contains: 'note number 3', times: 9 };
    world.provider.plan.add({ match, fault: { do: 'say', text: '{"relevant":"perhaps"}' } });
    world.provider.plan.add({ match: { contains: 'note number 4' }, fault: { do: 'length' } });
    world.provider.plan.add({ match: { contains: 'note number 5' }, fault: { do: 'refuse' } });
    const run = await world.extract(...waiting);
    expect([run.code, world.judgments().length]).toEqual([1, 8]);
    const [only] = (await world.runs()).runs;
    expect(only).toMatchObject({ refused: 1, rejected: { schema_invalid: 3, truncated: 1 } });
  });
});

describe('batches of Anthropic', () => {
  const anthropic = oneRun.replace('provider: openai', 'provider: anthropic, model: claude-test');
  const world = modelsFolder(10, anthropic);
  const messages = { method: 'POST', path: '/v1/messages/batches' } as const;

  it('fill every cell once', async () => {
    expect((await world.extract(...waiting)).code).toBe(0);
    expect([world.judgments().length, world.provider.ledger.executed.length]).toEqual([10, 10]);
  });

  it('are found by size and time when their making had no answer', async () => {
    world.provider.plan.add({ match: messages, fault: { do: 'drop-after' } });
    const run = await world.extract(...waiting);
    expect([run.code, run.err]).toEqual([0, expect.stringContaining('taken over')]);
    expect([world.judgments().length, world.provider.ledger.executed.length]).toEqual([10, 10]);
  });
});
