import { expect, it } from 'vitest';
import { replyCache } from './cache.ts';
import { noteProgress } from './follow-project.ts';

const path = '/api/projects/pets/rounds';
const figures = { judged: 1, wanted: 12, status: 'PASS' };
const rounds = {
  version: 3,
  rounds: [
    {
      round: 'pilot',
      runs: [
        { run: 'r1', figures },
        { run: 'r2', figures },
      ],
    },
    { round: 'full', runs: [{ run: 'r3', figures: null }] },
  ],
};

function cacheWith(data: unknown) {
  const cache = replyCache(() => Promise.reject(new Error('nobody asks')));
  if (data !== null) cache.client.setQueryData([path], data);
  return { ...cache, shown: () => cache.client.getQueryData([path]) };
}

it('shows how far a run is without asking', () => {
  const cache = cacheWith(rounds);
  noteProgress(cache, 'pets', { run: 'r2', judged: 2, wanted: 12 });
  expect(cache.shown()).toEqual({
    version: 3,
    rounds: [
      {
        round: 'pilot',
        runs: [
          { run: 'r1', figures },
          { run: 'r2', figures: { judged: 2, wanted: 12, status: 'PASS' } },
        ],
      },
      rounds.rounds[1],
    ],
  });
});

it('leaves alone what is not known, or not shown to the reader', () => {
  const cache = cacheWith(rounds);
  noteProgress(cache, 'pets', { run: 'r3', judged: 2, wanted: 6 });
  noteProgress(cache, 'pets', { run: 'r9', judged: 2, wanted: 6 });
  expect(cache.shown()).toBe(rounds);
  const empty = cacheWith(null);
  noteProgress(empty, 'pets', { run: 'r2', judged: 2, wanted: 12 });
  expect(empty.shown()).toBeUndefined();
});
