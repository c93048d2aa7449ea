import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../../../test/compute-input.ts';
import { faultsIn } from '../../../test/refusals.ts';
import { FaultList } from '../text-file.ts';
import { chooseFiles, policyFiles, yamlFiles } from './policy-files.ts';
import type { PolicyFile } from './policy-files.ts';

const own = (id: string): string => `policy: ${id}\ntitle: One\n`;
const legacy = (id: string): string => `policy_id: "${id}" # of the first system\nversion: 1\n`;

describe('policy files', () => {
  it('are the YAML files of a folder at any depth that name a policy, in the order of names', () => {
    const folder = folderOf({
      'b.yaml': own('P2'),
      'a/c.YML': legacy('G1_V1'),
      'notes.yaml': 'title: None\n  policy: indented\n',
      'policy.txt': own('P3'),
    });
    expect(yamlFiles(folder)).toEqual(
      ['a/c.YML', 'b.yaml', 'notes.yaml'].map((n) => join(folder, n)),
    );
    expect(policyFiles(folder)).toEqual([
      { file: join(folder, 'a/c.YML'), text: legacy('G1_V1'), id: 'G1_V1', isLegacy: true },
      { file: join(folder, 'b.yaml'), text: own('P2'), id: 'P2', isLegacy: false },
    ]);
    // A file that is named is taken, whatever its ending.
    expect(yamlFiles(join(folder, 'policy.txt'))).toEqual([join(folder, 'policy.txt')]);
    const none = join(folder, 'none');
    expect(faultsIn(() => yamlFiles(none))).toMatchObject([
      { code: 'file-not-found', values: { file: none } },
    ]);
  });
});

describe('wanted policies', () => {
  const file = (id: string, name: string, isLegacy = false): PolicyFile => {
    return { id, file: name, text: '', isLegacy };
  };
  const files = [file('P1', 'a'), file('P2', 'b', true), file('P2', 'c', true), file('P3', 'd')];
  const chosen = (wanted: readonly string[], from = files) => {
    const found = new FaultList();
    const names = chooseFiles('folder', from, wanted, found).map((one) => one.file);
    return { names, faults: found.faults.map(({ code, values, file: at }) => [code, values, at]) };
  };
  const twice = [
    'wrong-value',
    {
      field: 'policy_id',
      got: { code: 'same-id-as', values: { id: 'P2', other: 'b' } },
      expected: { code: 'own-id', values: {} },
    },
    'c',
  ];

  it('are all where none is named, and one id in two files is a fault', () => {
    expect(chosen([])).toEqual({ names: ['a', 'b', 'c', 'd'], faults: [twice] });
    expect(chosen(['P3', 'P1'])).toEqual({ names: ['a', 'd'], faults: [] });
    expect(chosen(['P2'])).toEqual({ names: ['b', 'c'], faults: [twice] });
    const alike = [file('P1', 'a'), file('P1', 'b')];
    expect(chosen([], alike).faults).toMatchObject([['wrong-value', { field: 'policy' }, 'b']]);
  });

  it('that are nowhere are told once, with those that there are', () => {
    expect(chosen(['P1', 'P9', 'P9'])).toEqual({
      names: ['a'],
      faults: [['unknown-policy', { got: 'P9', expected: ['P1', 'P2', 'P3'] }, 'folder']],
    });
    const expected = { code: 'policy-file', values: { folder: 'folder' } };
    expect(faultsIn(() => chosen(['P1'], []))).toMatchObject([
      { code: 'unknown-policy', values: { got: 'P1', expected } },
    ]);
    expect(faultsIn(() => chosen([], []))).toMatchObject([
      { code: 'unknown-policy', values: { got: { code: 'none-at-all' }, expected } },
    ]);
  });
});
