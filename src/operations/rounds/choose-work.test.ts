import { expect, it } from 'vitest';
import { join } from 'node:path';
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
