import { expect, it } from 'vitest';
import type { AttemptSum } from '../../store/models/attempts.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import { recordModelRuns } from './record-model-runs.ts';

const protocol = { prices: null } as unknown as Protocol;
const noTokens = { input: 0, output: 0 } as AttemptSum['tokens'];
const sum = (given: Partial<AttemptSum>): AttemptSum => ({
  annotator: 'nano#1',
  outcome: 'accepted',
  code: null,
  charged: 'yes',
  attempts: 1,
  priced: 0,
  cost: 0,
  tokens: noTokens,
  counted: 0,
  latency: 0,
  timed: 0,
  ...given,
});

it('a run of a model is recorded with what asking it took', () => {
  const tokens = { ...noTokens, input: 20, output: 3 };
  const runs = recordModelRuns(protocol, 'relevance', [
    sum({ attempts: 5, priced: 5, cost: 0.1, counted: 5, tokens }),
    sum({ outcome: 'refused', attempts: 2, priced: 2, cost: 0.2 }),
    sum({ outcome: 'invalid', code: 'bad-json', attempts: 3, charged: 'maybe' }),
    sum({ outcome: 'invalid', code: 'off-scale', attempts: 4 }),
    sum({ outcome: 'failed', code: 'status-500', attempts: 6 }),
    sum({ outcome: 'lost', attempts: 7 }),
    sum({ annotator: 'nano#2', attempts: 1 }),
  ]);
  const own = { task: 'relevance', currency: 'USD' };
  expect(runs).toEqual([
    {
      ...own,
      annotator: 'nano#1',
      asked: 27,
      accepted: 5,
      refused: 2,
      rejected: 7,
      failed: 13,
      inputTokens: 20,
      outputTokens: 3,
      // 0.1 + 0.2 is 0.30000000000000004 in binary; nine digits are kept.
      cost: 0.3,
      uncertain: 3,
    },
    {
      ...own,
      annotator: 'nano#2',
      asked: 1,
      accepted: 1,
      refused: 0,
      rejected: 0,
      failed: 0,
      inputTokens: null,
      outputTokens: null,
      cost: null,
      uncertain: 0,
    },
  ]);
});
