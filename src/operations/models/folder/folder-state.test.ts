import { describe, expect, it } from 'vitest';
import { buildAttempt, buildBatch, buildJob } from '../../../../test/model-world.ts';
import type { Attempt } from '../../../domain/models/attempt.ts';
import { FolderState } from './folder-state.ts';
import type { JournalEvent } from './folder-state.ts';
import { attemptsLine, attemptsOf, isJoined, judgmentLinesOf } from './journal-attempts.ts';

const request = { id: 'request-1', unit: 'u1', annotator: 'nano#1', number: 1, enlarged: false };

function stateAfter(...events: readonly JournalEvent[]): FolderState {
  const state = new FolderState();
  for (const event of events) state.apply(event);
  return state;
}

function attempts(...some: readonly Partial<Attempt>[]): JournalEvent {
  return { is: 'attempts', attempts: some.map(buildAttempt), judgments: [] };
}

describe('the state that a journal leads to', () => {
  it('has each job as it was changed last, and no job that nobody began', () => {
    const reason = { code: 'pause-lead', values: {} };
    const state = stateAfter(
      { is: 'job', job: buildJob() },
      { is: 'job-state', id: 'job-1', state: { state: 'paused', reason } },
      { is: 'job-state', id: 'job-9', state: { state: 'done', reason: null } },
    );
    expect([...state.jobs]).toEqual([['job-1', { ...buildJob(), state: 'paused', reason }]]);
  });

  it('has each batch as it was changed last, with its requests while it is open', () => {
    const batch = buildBatch();
    const state = stateAfter(
      { is: 'batch', batch, requests: [request] },
      { is: 'batch-change', id: 'batch-1', change: { phase: 'submitted', remote: 'r' } },
      { is: 'batch-change', id: 'batch-9', change: { phase: 'submitted' } },
      attempts({}),
    );
    expect([...state.batches.values()]).toEqual([{ ...batch, phase: 'submitted', remote: 'r' }]);
    expect(state.requests.get('batch-1')).toEqual([request]);
    expect(state.toldIn('batch-1')).toEqual(new Set(['request-1']));
    expect(state.toldIn('batch-9')).toEqual(new Set());
  });

  it.each(['taken-in', 'given-up'] as const)('forgets the requests of a batch %s', (phase) => {
    const state = stateAfter(
      { is: 'batch', batch: buildBatch(), requests: [request] },
      attempts({ reply: 'hash' }),
      { is: 'batch-change', id: 'batch-1', change: { phase } },
    );
    expect(state.batches.get('batch-1')).toMatchObject({ phase });
    expect([state.requests.size, state.toldIn('batch-1').size]).toEqual([0, 0]);
    expect(state.repliesTo('batch-1', 'request-1')).toEqual([]);
  });

  it('knows the replies to a request, apart for each batch and for calls', () => {
    const state = stateAfter(
      attempts({ reply: 'a' }, { batch: null, reply: null }, { id: 'request-2', reply: null }),
      attempts({ reply: 'b' }),
      attempts({ reply: 'c' }, { id: 'request-2', reply: 'd' }),
    );
    expect(state.repliesTo('batch-1', 'request-1')).toEqual(['a', 'b', 'c']);
    expect(state.repliesTo('batch-1', 'request-2')).toEqual([null, 'd']);
    expect(state.repliesTo(null, 'request-1')).toEqual([null]);
    expect(state.repliesTo(null, 'request-2')).toEqual([]);
    expect(state.repliesTo('batch-9', 'request-1')).toEqual([]);
  });

  it('remembers what was not accepted, and of what was accepted the replies of batches', () => {
    const accepted = { outcome: 'accepted', code: null, reply: 'a' } as const;
    const state = stateAfter(attempts(accepted, { ...accepted, batch: null }, { number: 2 }));
    expect(state.unaccepted).toMatchObject([{ outcome: 'invalid', number: 2 }]);
    expect(state.unaccepted).toHaveLength(1);
    expect(state.repliesTo('batch-1', 'request-1')).toEqual(['a', null]);
    expect(state.repliesTo(null, 'request-1')).toEqual([]);
  });

  it('sums attempts by run, outcome, code and charge, of a job or of all', () => {
    const unknown = { tokens: null, cost: null, latency: null };
    const state = stateAfter(
      attempts({}, unknown, { job: 'job-2' }, { charged: 'maybe' }, { code: null }),
      attempts({ annotator: 'nano#2' }, { outcome: 'refused' }),
    );
    const tokens = { input: 100, cacheRead: 10, cacheWrite: 0, output: 7, reasoning: 3 };
    const one = {
      annotator: 'nano#1',
      outcome: 'invalid',
      code: 'off_scale',
      charged: 'yes',
      attempts: 1,
      priced: 1,
      cost: 0.25,
      tokens,
      counted: 1,
      latency: 12.5,
      timed: 1,
    };
    const others = [
      { ...one, charged: 'maybe' },
      { ...one, code: null },
      { ...one, annotator: 'nano#2' },
      { ...one, outcome: 'refused' },
    ];
    expect(state.sums('job-1')).toEqual([{ ...one, attempts: 2 }, ...others]);
    expect(state.sums('job-2')).toEqual([one]);
    expect(state.sums('job-3')).toEqual([]);
    const both = {
      ...one,
      attempts: 3,
      priced: 2,
      cost: 0.5,
      tokens: { input: 200, cacheRead: 20, cacheWrite: 0, output: 14, reasoning: 6 },
      counted: 2,
      latency: 25,
      timed: 2,
    };
    expect(state.sums(undefined)).toEqual([both, ...others]);
    // Summing changes nothing.
    expect(state.sums(undefined)).toEqual([both, ...others]);
  });

  it('knows the judgments of the last write, with those that were written together', () => {
    const line = (judgments: readonly string[], hasBefore: boolean): JournalEvent =>
      JSON.parse(attemptsLine([buildAttempt()], judgments, hasBefore)) as JournalEvent;
    const [a, b, c] = ['{"unit":"a"}', '{"unit":"b"}', '{"unit":"c"}'] as const;
    expect(stateAfter().lastJudgments).toEqual([]);
    expect(stateAfter(line([a, b], false)).lastJudgments).toEqual([a, b]);
    expect(stateAfter(line([a], false), line([b], false)).lastJudgments).toEqual([b]);
    const three = stateAfter(line([a], false), line([b], true), line([c], true));
    expect(three.lastJudgments).toEqual([a, b, c]);
    const job: JournalEvent = { is: 'job', job: buildJob() };
    expect(stateAfter(line([a], false), job).lastJudgments).toEqual([a]);
  });
});

describe('attempts in a journal', () => {
  const parsed = (text: string) => JSON.parse(text) as Parameters<typeof attemptsOf>[0];

  it('are written with what all share once, and read as they were', () => {
    const some = [
      buildAttempt(),
      buildAttempt({ id: 'request-2', unit: 'u2', marks: ['recovered'] }),
      buildAttempt({ tokens: null, cost: null }),
    ];
    const line = attemptsLine(some, [], false);
    const event = parsed(line);
    expect(attemptsOf(event)).toEqual(some);
    expect(event).toMatchObject({
      is: 'attempts',
      fields: ['id', 'unit', 'tokens', 'cost', 'marks'],
      rows: [
        ['request-1', 'u1', some[0]!.tokens, 0.25, []],
        ['request-2', 'u2', some[1]!.tokens, 0.25, ['recovered']],
        ['request-1', 'u1', null, null, []],
      ],
      judgments: [],
    });
    expect([isJoined(event), line.includes('joined')]).toEqual([false, false]);
    expect(isJoined(parsed(attemptsLine(some, [], true)))).toBe(true);
  });

  it('share an empty list of marks, although each has its own', () => {
    const event = parsed(attemptsLine([buildAttempt(), buildAttempt({ tokens: null })], [], false));
    expect(event).toMatchObject({ fields: ['tokens'], shared: { marks: [], unit: 'u1' } });
  });

  it('carry the lines of judgments as they are, also as journals had them before', () => {
    const line = '{"unit":"a","answers":{"relevant":true}}';
    expect(judgmentLinesOf(parsed(attemptsLine([buildAttempt()], [line, line], false)))).toEqual([
      line,
      line,
    ]);
    const former = { is: 'attempts', attempts: [buildAttempt()], judgments: [line] } as const;
    expect(judgmentLinesOf(former)).toEqual([line]);
    expect([attemptsOf(former), isJoined(former)]).toEqual([[buildAttempt()], false]);
  });
});
