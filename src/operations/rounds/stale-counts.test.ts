import { expect, it } from 'vitest';
import { staleCounts } from './stale-counts.ts';
import type { ProjectRounds } from './project-rounds.ts';

const tasks = new Map(
  ['topics', 'tone'].map((id) => [
    id,
    { task: { id }, hash: `${id} now`, hashes: new Set([`${id} now`]) },
  ]),
);
const project = { tasks, protocol: { guideline: { version: '2.0' } } };

const run = (task: string, taskHash: string, guideline: string, judged: number): object => ({
  run: { task, taskHash, guideline },
  figures: { judged, taskHash },
});

function counted(runs: readonly object[], outside: Parameters<typeof staleCounts>[1] = []): object {
  return staleCounts({ project, runs } as unknown as ProjectRounds, outside);
}

it('judgments under the present questions and guideline are not stale', () => {
  expect(counted([run('topics', 'topics now', '2.0', 5)])).toEqual([]);
});

it('counts by task, in runs and outside, and names the questions before the guideline', () => {
  expect(
    counted(
      [
        run('topics', 'topics before', '1.0', 5),
        run('topics', 'topics now', '1.0', 3),
        run('topics', 'topics now', '2.0', 100),
        run('tone', 'tone now', '2.0', 7),
      ],
      [
        { task: 'topics', taskHash: 'topics before', guideline: '2.0', judgments: 2 },
        { task: 'tone', taskHash: 'tone now', guideline: '1.0', judgments: 1 },
        { task: 'gone', taskHash: 'gone before', guideline: '1.0', judgments: 9 },
      ],
    ),
  ).toEqual([
    { task: 'topics', judgments: 10, byQuestions: 7, byGuideline: 3 },
    { task: 'tone', judgments: 1, byQuestions: 0, byGuideline: 1 },
  ]);
});
