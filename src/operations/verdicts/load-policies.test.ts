import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, policy } from '../../../test/protocol-truth.ts';
import { faultsIn } from '../../../test/refusals.ts';
import { loadProtocol } from '../protocol/load-protocol.ts';
import { loadPolicies, protocolTopics } from './load-policies.ts';

const named = (id: string): string => policy.replace('policy: P\n', `policy: ${id}\n`);
const ids = ({ topics }: ReturnType<typeof loadPolicies>) =>
  topics.map(({ id, task, policies }) => [id, task.id, policies.map((one) => one.policy.policy)]);

describe('policies of a protocol', () => {
  it('are read by its tasks, whether they lie beside it or in a folder of it', () => {
    const folder = folderOf({ 'policies/a.yaml': named('A'), 'policies/b.yaml': named('B') });
    const both = loadPolicies({ ids: [], policies: join(folder, 'policies') });
    expect(ids(both)).toEqual([['reviews', 'reviews', ['A', 'B']]]);
    expect(both.notes).toEqual([]);
    const beside = loadPolicies({ ids: [], policies: join(folder, 'policy.yaml') });
    expect(ids(beside)).toEqual([['reviews', 'reviews', ['P']]]);
    const terms = join(folder, 'protocol.yaml');
    const away = folderOf({ 'deep/er/a.yaml': named('A') });
    const given = { ids: [], policies: join(away, 'deep/er/a.yaml'), terms };
    expect(ids(loadPolicies(given))).toEqual([['reviews', 'reviews', ['A']]]);
  });

  it('are those that are asked for, in that order', () => {
    const folder = folderOf({ 'policies/a.yaml': named('A'), 'policies/b.yaml': named('B') });
    const policies = join(folder, 'policies');
    expect(ids(loadPolicies({ ids: ['B', 'A'], policies }))).toEqual([
      ['reviews', 'reviews', ['B', 'A']],
    ]);
    expect(ids(loadPolicies({ ids: ['B'], policies }))).toEqual([['reviews', 'reviews', ['B']]]);
    const found = faultsIn(() => loadPolicies({ ids: ['B', 'C'], policies }));
    expect(found).toMatchObject([
      { code: 'unknown-policy', values: { got: 'C', expected: ['A', 'B'] }, file: policies },
    ]);
  });

  it('are refused with all their faults, each with its file', () => {
    const wrong = (id: string): string => named(id).replace('default: low', 'default: middling');
    const folder = folderOf({ 'policies/a.yaml': wrong('A'), 'policies/b.yaml': wrong('B') });
    const faults = faultsIn(() => loadPolicies({ ids: [], policies: join(folder, 'policies') }));
    expect([...new Set(faults.map(({ file }) => file))]).toEqual(
      ['a', 'b'].map((name) => join(folder, `policies/${name}.yaml`)),
    );
  });

  it('are chosen from texts by id, and those of the first system are told', () => {
    const folder = folderOf({});
    const { tasks } = loadProtocol(folder).protocol;
    const texts = ['A', 'G1_allergy_V1'].map((id) => ({ file: `${id}.yaml`, text: named(id) }));
    const chosen = (wanted: readonly string[]) => protocolTopics(tasks, texts, wanted, null);
    expect(ids(chosen([]))).toEqual([['reviews', 'reviews', ['A', 'G1_allergy_V1']]]);
    expect(ids(chosen(['G1b', 'A']))).toEqual([['reviews', 'reviews', ['G1_allergy_V1', 'A']]]);
    expect(chosen(['G1b']).notes).toEqual([
      expect.stringMatching(/^G1b is an id of the first system and stands for G1_allergy_V1; /),
    ]);
    expect(faultsIn(() => chosen(['A', 'Z']))).toMatchObject([
      { code: 'unknown-policy', values: { got: 'Z', expected: ['A', 'G1_allergy_V1'] } },
    ]);
  });
});
