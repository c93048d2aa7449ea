import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { faultsIn } from '../../../test/refusals.ts';
import { jsonLines, temporaryFolder } from '../../../test/run-assay.ts';
import { earlierPlace } from '../../domain/text-values.ts';
import { readKnownUnits, readUnits } from './read-units.ts';

const task = buildTask({ questions: { relevant: {} }, unit: { show: ['text'] } });
const pairs = buildTask({ questions: { relevant: {} }, unit: { id: ['query', 'trial'] } });

function files(given: Readonly<Record<string, string>>) {
  const folder = temporaryFolder(given);
  return (...names: readonly string[]): readonly string[] =>
    names.map((name) => join(folder, name));
}

describe('the units of a task', () => {
  it('are read from JSON lines and tables, by id', () => {
    const at = files({
      'a.jsonl': jsonLines([{ id: 'u1', text: 'one' }]),
      'b.csv': 'id,text\nu2,two\n',
    });
    expect([...readUnits(at('a.jsonl', 'b.csv'), task)]).toEqual([
      ['u1', { id: 'u1', text: 'one' }],
      ['u2', { id: 'u2', text: 'two' }],
    ]);
  });

  it('are refused with all faults: ids that are missing or there twice, in every file', () => {
    const at = files({
      'a.jsonl': jsonLines([{ id: 'u1', text: 'a' }, { text: 'x' }, { id: 'u1', text: 'b' }]),
      'b.csv': 'id,text\nu1,again\n,none\n',
    });
    const [first, second] = at('a.jsonl', 'b.csv');
    const found = faultsIn(() => readUnits([first!, second!], task));
    expect(found.map(({ code, file, line }) => [code, file, line])).toEqual([
      ['missing-field', first, 2],
      ['duplicate-unit', first, 3],
      ['duplicate-unit', second, 2],
      ['missing-field', second, 3],
    ]);
    expect(found[1]!.values).toEqual({ unit: 'u1', place: earlierPlace(1) });
  });

  it('are more than a header', () => {
    const at = files({ 'a.csv': 'id,text\n' });
    expect(faultsIn(() => readUnits(at('a.csv'), task))).toMatchObject([
      { code: 'file-empty', file: at('a.csv')[0] },
    ]);
  });
});

describe('the units that may be judged', () => {
  const given = {
    'units.jsonl': jsonLines([
      { query: 'q1', trial: 't1', text: 'both' },
      { query: 'q1', trial: 't9' },
    ]),
    'queries.jsonl': jsonLines([
      { query: 'q1', question: 'Why?' },
      { query: 'q2', question: 'How?' },
    ]),
    'trials.jsonl': jsonLines([{ trial: 't1', title: 'One' }]),
  };

  it('are those of a file of units', () => {
    const at = files(given);
    const known = readKnownUnits(at('units.jsonl'), pairs);
    expect(known.get('q1::t1')).toEqual({ query: 'q1', trial: 't1', text: 'both' });
    expect(known.get('q2::t1')).toBe(undefined);
  });

  it('are all pairs of the parts of their ids, with the fields of both', () => {
    const at = files(given);
    const known = readKnownUnits(at('queries.jsonl', 'trials.jsonl'), pairs);
    expect(known.get('q2::t1')).toEqual({
      query: 'q2',
      question: 'How?',
      trial: 't1',
      title: 'One',
    });
    expect([known.get('q2::t9'), known.get('q3::t1'), known.get('q2')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(readKnownUnits(at('queries.jsonl'), pairs).get('q2::anything')).toEqual({
      query: 'q2',
      question: 'How?',
    });
  });

  it('must be in both where there are units and parts', () => {
    const at = files(given);
    const known = readKnownUnits(at('units.jsonl', 'queries.jsonl', 'trials.jsonl'), pairs);
    expect(known.get('q1::t1')).toEqual({
      query: 'q1',
      trial: 't1',
      question: 'Why?',
      title: 'One',
      text: 'both',
    });
    // A trial that is in no file, and a pair that is no unit.
    expect([known.get('q1::t9'), known.get('q2::t1')]).toEqual([undefined, undefined]);
  });

  it('have parts that can be read', () => {
    const at = files({ 'queries.jsonl': jsonLines([{ query: 'q1' }, { query: '' }, {}]) });
    const [file] = at('queries.jsonl');
    expect(faultsIn(() => readKnownUnits([file!], pairs)).map(({ line }) => line)).toEqual([2, 3]);
  });
});
