import { expect, it } from 'vitest';
import { join } from 'node:path';
import { faultsIn } from '../../../test/refusals.ts';
import { oneOf } from '../../domain/text-values.ts';
import { examplesFolder } from '../protocol/example-stories.ts';
import { chooseWork } from './choose-work.ts';

const topics = join(examplesFolder, 'regulatory-topics');
const rag = join(examplesFolder, 'rag-tasks');

it('the only task, and the file that the protocol names for it, need not be named', () => {
  const work = chooseWork({ protocol: topics });
  expect([work.task?.id, work.round, work.file]).toEqual([
    'topics',
    null,
    join(topics, work.loaded!.protocol.units['topics']!),
  ]);
  expect(chooseWork({ protocol: topics, units: 'others.jsonl' }).file).toBe('others.jsonl');
});

it('a round says which task it is of', () => {
  expect(chooseWork({ protocol: topics, round: 'pilot' }).round?.id).toBe('pilot');
  const { loaded } = chooseWork({ protocol: rag, task: 'retrieval' });
  const round = loaded!.protocol.rounds.find((one) => one.task !== 'retrieval')!;
  const own = loaded!.protocol.rounds.filter(({ id }) => id === round.id);
  const asked = own.length > 1 ? { round: round.id, task: round.task } : { round: round.id };
  expect(chooseWork({ protocol: rag, ...asked }).task?.id).toBe(round.task);
});

it('a task that is not plain, or not there, is refused, and so is a round of another', () => {
  expect(() => chooseWork({ protocol: rag })).toThrow('Name one of them with --task');
  expect(() => chooseWork({ protocol: rag, task: 'ranking' })).toThrow('ranking');
  expect(() => chooseWork({ protocol: topics, round: 'last' })).toThrow('last');
});

it('without a protocol there are units alone, and no task can be named', () => {
  expect(chooseWork({ units: 'units.jsonl', round: 'pilot' })).toEqual({
    file: 'units.jsonl',
    loaded: null,
    task: null,
    round: null,
  });
  expect(faultsIn(() => chooseWork({ units: 'units.jsonl', task: 'topics' }))).toMatchObject([
    { code: 'no-protocol' },
  ]);
  expect(faultsIn(() => chooseWork({}))).toMatchObject([
    {
      code: 'usage',
      values: { reason: 'No units given. Pass a file of units, or name one in the protocol.' },
    },
  ]);
});

it('a round of another task is unknown, and those of the named one are told', () => {
  const { protocol } = chooseWork({ protocol: rag, task: 'retrieval' }).loaded!;
  const own = protocol.rounds.filter(({ task }) => task === 'retrieval').map(({ id }) => id);
  const other = protocol.rounds.find(({ id, task }) => task !== 'retrieval' && !own.includes(id));
  expect(
    faultsIn(() => chooseWork({ protocol: rag, task: 'retrieval', round: other?.id ?? 'none' })),
  ).toMatchObject([
    { code: 'unknown-round', values: { got: other?.id ?? 'none', expected: oneOf(own) } },
  ]);
  expect(faultsIn(() => chooseWork({ protocol: rag, task: 'ranking' }))).toMatchObject([
    { code: 'unknown-task', values: { got: 'ranking' } },
  ]);
});
