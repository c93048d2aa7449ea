import { describe, expect, it } from 'vitest';
import type { PolicyReply } from '../../../../server/routes/verdicts/verdicts.ts';
import {
  readChoice,
  readFilter,
  subjectName,
  verdictsQuery,
  verdictsTarget,
} from './verdict-query.ts';

const policy = (name: string): PolicyReply => ({
  policy: name,
  title: name,
  task: 't',
  topic: 't',
  kind: 'ladder',
  verdicts: ['Low', 'High'],
  default: 'Low',
  hash: '',
});
const known = { policies: [policy('a'), policy('b')], ks: [25, 50] };

describe('the address of the verdicts', () => {
  it('chooses a policy and a K; the first ones when it names none that exist', () => {
    expect(readChoice({ policy: 'b', k: '50' }, known)).toEqual({
      policy: known.policies[1],
      k: 50,
    });
    expect(readChoice({}, known)).toEqual({ policy: known.policies[0], k: 25 });
    expect(readChoice({ policy: 'gone', k: '7' }, known)).toEqual({
      policy: known.policies[0],
      k: 25,
    });
    expect(readChoice({}, { policies: [], ks: [] })).toBeNull();
  });

  it('holds the filter, and is read as it was written', () => {
    const filter = { verdict: 'High', state: 'missing', q: 'thai' } as const;
    expect(readFilter(verdictsTarget('p', { policy: 'a', k: 25 }, filter).search!)).toEqual(filter);
    const all = { verdict: '', state: 'all', q: '' } as const;
    expect(verdictsTarget('p', { policy: 'a', k: 25 }, all).search).toEqual({
      policy: 'a',
      k: '25',
    });
    expect(readFilter({ state: 'nonsense' }).state).toBe('all');
  });

  it('asks the server for what it says, without what is left empty', () => {
    expect(verdictsQuery({ policy: 'a', k: 25 }, { verdict: '', state: 'all', q: '  ' })).toEqual({
      policy: 'a',
      k: 25,
      verdict: null,
      state: null,
      q: null,
    });
    expect(
      verdictsQuery({ policy: 'a', k: 25 }, { verdict: 'High', state: 'overridden', q: ' thai ' }),
    ).toEqual({ policy: 'a', k: 25, verdict: 'High', state: 'overridden', q: 'thai' });
  });
});

describe('the name of a subject', () => {
  it('is its name, else its first text, else none', () => {
    expect(subjectName({ categories: 'Thai', name: 'Lotus Lane' })).toBe('Lotus Lane');
    expect(subjectName({ stars: 4, city: 'Bonn' })).toBe('Bonn');
    expect(subjectName({ stars: 4, name: ' ' })).toBeNull();
  });
});
