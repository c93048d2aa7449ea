import { describe, expect, it } from 'vitest';
import { loadProtocol } from './load-protocol.ts';
import { exampleJudgments, exampleRounds, judgmentFiles } from './example-rounds.ts';
import { examplesFolder, exampleStories } from './example-stories.ts';
import type { ExampleStory } from './example-stories.ts';
import { exampleNames, tourExample } from './demo.ts';
import { join } from 'node:path';

const now = Date.parse('2026-03-02T08:00:00Z');
const [topics, trials, rag, policy] = exampleStories as readonly [
  ExampleStory,
  ExampleStory,
  ExampleStory,
  ExampleStory,
];

describe('the rounds of an example', () => {
  it('keep the time of day of their files, and end less than a day ago', () => {
    const read = exampleRounds({ ...rag, rounds: rag.rounds.slice(0, 2) }, now);
    expect(read).toMatchObject([
      // The files say 2026-02-02, 09:00:46, after 46 seconds.
      {
        task: 'retrieval',
        round: 'retrieval',
        openedAt: '2026-02-22T08:00:00.000Z',
        closedAt: null,
        endedAt: '2026-02-22T11:10:22.000Z',
      },
      { round: 'grounding', openedAt: '2026-03-01T08:00:00.000Z' },
    ]);
    expect(read[0]!.work).toHaveLength(294);
    expect(read[0]!.work[0]).toMatchObject({ at: '2026-02-22T09:00:46.000Z', seconds: 46 });
  });

  it('leave the last units of somebody open where the story says so, and then are open', () => {
    const [round] = exampleRounds({ ...rag, rounds: [rag.rounds[1]!] }, now);
    const open = round!.work.filter(({ at }) => at === null);
    expect(open.map(({ judgment }) => judgment.annotator)).toEqual(
      Array.from({ length: 10 }, () => 'mara'),
    );
    expect(open.map(({ seconds }) => seconds)).toEqual(open.map(() => null));
    const mara = round!.work.filter(({ judgment }) => judgment.annotator === 'mara');
    expect(mara.slice(-10)).toEqual(open);
    const { left: _, ...whole } = rag.rounds[1]!;
    const [closed] = exampleRounds({ ...rag, rounds: [whole] }, now);
    expect(closed!.work.filter(({ at }) => at === null)).toEqual([]);
    // Half an hour after the last judgment.
    expect(Date.parse(closed!.closedAt!) - Date.parse(closed!.endedAt)).toBe(1_800_000);
  });

  it('without times are spread from nine o’clock on, the next on another day', () => {
    const rounds = trials.rounds.filter(({ task }) => task === 'rules');
    const read = exampleRounds({ ...trials, rounds }, now);
    expect(read.map(({ openedAt }) => openedAt)).toEqual([
      '2026-02-28T08:00:00.000Z',
      '2026-03-01T08:00:00.000Z',
    ]);
    for (const [at, { work }] of read.entries()) {
      const day = at === 0 ? '2026-02-28' : '2026-03-01';
      // 95 seconds, then 95 + 37: each begins when the one before ends.
      expect(work.slice(0, 2)).toMatchObject([
        { at: `${day}T09:01:35.000Z`, seconds: 95 },
        { at: `${day}T09:03:47.000Z`, seconds: 132 },
      ]);
      // The other annotator begins at nine too.
      const other = work.findIndex(({ judgment }) => judgment.annotator === 'annotator_b');
      const seconds = 95 + ((other * 37) % 90);
      expect(work[other]).toMatchObject({
        at: new Date(Date.parse(`${day}T09:00:00Z`) + seconds * 1000).toISOString(),
        seconds,
      });
    }
  });

  it('of models take no time', () => {
    const [round] = policy.rounds;
    const files = round!.files.slice(0, 1);
    const [read] = exampleRounds({ ...policy, rounds: [{ ...round!, files }] }, now);
    expect(read).toMatchObject({ openedAt: '2026-03-01T08:00:00.000Z', byModels: true });
    const at = '2026-03-01T09:00:00.000Z';
    expect(read!.work.every((one) => one.at === at && one.seconds === null)).toBe(true);
  });

  it('are read under their own guideline, or else refused', () => {
    const { protocol } = loadProtocol(join(examplesFolder, topics.name));
    const [pilot] = topics.rounds;
    expect(judgmentFiles(topics.name, pilot!)[0]).toBe(
      join(examplesFolder, topics.name, 'judgments', 'pilot.expert_a.jsonl'),
    );
    expect(exampleJudgments(topics.name, protocol, pilot!)).toHaveLength(135);
    const { guideline: _, ...other } = pilot!;
    expect(() => exampleJudgments(topics.name, protocol, other)).toThrow('0.9');
  });
});

describe('the tour of an example', () => {
  it('checks it, measures agreement, settles it and splits what is settled', () => {
    const tour = tourExample('regulatory-topics', 1);
    expect(tour).toMatchObject({
      name: 'regulatory-topics',
      title: 'Topics of banking regulation',
      validation: { count: 0, faults: [] },
      truths: [{ task: 'topics', units: 100, settled: 93, open: 7 }],
      // Four of ten of the 93 settled units, as the protocol says.
      split: { dev: 37, test: 56 },
    });
    expect(tour.split!.largestDeviation).toBeLessThan(0.05);
    expect(tour.truths[0]!.waiting).toHaveLength(3);
    expect(tour.truths[0]!.waiting[0]!.why).toMatch(/ is tied between /);
    expect(tour.chapters.map(({ title }) => title)).toEqual([
      'Pilot, guideline 0.9',
      'Pilot repeated, guideline 1.0',
      'Full round',
    ]);
    // Only the last chapter is checked: what came before was judged to learn.
    const checked = tour.validation.files.filter(({ kind }) => kind === 'judgments');
    expect(checked.map(({ file }) => file.split('/').at(-1))).toEqual([
      'training-key.jsonl',
      'full.expert_a.jsonl',
      'full.expert_b.jsonl',
      'full.expert_c.jsonl',
    ]);
  });

  it('has the last chapter of each task, and no split where there are no labels', () => {
    const tour = tourExample('trial-relevance', 1);
    expect(tour.truths).toMatchObject([
      { task: 'relevance', units: 70, settled: 66, open: 4 },
      { task: 'rules', units: 60, settled: 57, open: 3 },
    ]);
    expect(tour.split).toBeNull();
    expect(tour.chapters).toHaveLength(4);
    expect(exampleNames).toEqual(exampleStories.map(({ name }) => name));
  });
});
