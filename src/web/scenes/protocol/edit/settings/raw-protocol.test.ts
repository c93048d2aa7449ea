import { expect, it } from 'vitest';
import { rawProtocol } from './raw-protocol.ts';

it('reads rounds and panel from a text that has faults elsewhere', () => {
  const read = rawProtocol(
    'oops: 1\nrounds:\n  pilot: { units: 4, annotators: all, gate: [a, b], repeat: { units: 2 } }\n' +
      'panel:\n  people: { names: [ada], weight: 2 }\n  gpt: { kind: model, runs: 3 }\n  odd: 3\n',
  );
  expect(read?.rounds).toEqual([
    {
      name: 'pilot',
      kind: null,
      task: null,
      units: 4,
      annotators: null,
      repeat: 2,
      hasKey: false,
      gates: ['a', 'b'],
    },
  ]);
  expect(read?.panel.map(({ name, kind, weight }) => ({ name, kind, weight }))).toEqual([
    { name: 'people', kind: 'human', weight: 2 },
    { name: 'gpt', kind: 'model', weight: null },
    { name: 'odd', kind: 'human', weight: null },
  ]);
});

it('reads nothing from a text that is no YAML, and nothing from an empty one', () => {
  expect(rawProtocol('a: [')).toBeNull();
  expect(rawProtocol('')).toEqual({ rounds: [], panel: [] });
});
