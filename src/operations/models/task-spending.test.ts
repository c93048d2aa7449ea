import { describe, expect, it } from 'vitest';
import { modelEngine, scriptedBatches } from '../../../test/model-engine.ts';
import { buildBatch, failing, saying } from '../../../test/model-world.ts';
import { modelResult } from './model-result.ts';
import { taskSpending } from './submit-batches.ts';

describe('what a task has cost', () => {
  it('counts replies, calls that may have been charged, and what is on its way', async () => {
    const started = await modelEngine(scriptedBatches().provider);
    const { ledger, engine, asking } = started;
    const record = async (unit: string, outcome: ReturnType<typeof saying>) => {
      const sent = {
        id: `request-${unit}`,
        unit,
        annotator: 'nano#1',
        number: 1,
        job: 'job-1',
        batch: null,
      };
      const at = { at: '2026-03-02T08:00:00.000Z', latency: null };
      const result = modelResult(asking, { ...sent, taskHash: engine.taskHash }, outcome, {}, at);
      await ledger.record([result], engine.job);
    };
    await record('n1', saying('yes'));
    await record('n2', failing({ mayBeCharged: true }));
    await record('n3', failing({ mayBeCharged: false }));
    for (const [id, phase, estimate] of [
      ['a', 'prepared', 2],
      ['b', 'submitting', null],
      ['c', 'submitted', 3],
      ['d', 'taken-in', 100],
      ['e', 'given-up', 100],
    ] as const)
      await ledger.addBatch(buildBatch({ id, phase, estimate }), []);
    // A reply costs 1; a call that nobody answered up to 10.
    expect(await taskSpending(engine)).toEqual({ settled: 11, unsettled: 5 });
    expect(await taskSpending({ ledger })).toEqual({ settled: 1, unsettled: 5 });
    const askings = new Map([['nano', { ...asking, price: null }]]);
    expect(await taskSpending({ ledger, askings })).toEqual({ settled: 1, unsettled: 5 });
  });
});
