import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { UnitFields } from '../../domain/units/unit.ts';
import { InputError } from '../../domain/fault.ts';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { loadProtocol } from '../protocol/load-protocol.ts';
import { FaultList } from '../text-file.ts';
import { labelSource, shownText, Stratifier } from './stratify.ts';
import type { LabelSource } from './stratify.ts';

const rows: readonly UnitFields[] = [
  { text: 'a cat', topic: 'pets; cats;pets', hard: 0.5 },
  { text: 'a dog', topic: ['dogs', ' '], hard: '2' },
  { text: 'rain', topic: null, hard: 1 },
];

function strata(
  source: LabelSource,
  by: string | null = null,
  wanted = true,
  units: readonly UnitFields[] = rows,
) {
  const strater = new Stratifier(source, { by, wanted }, new FaultList(), 'units.jsonl');
  for (const [at, fields] of units.entries())
    strater.add({ id: `u${at}`, fields, line: at + 1, text: null });
  return strater.units();
}

function faultsOf(act: () => unknown) {
  try {
    act();
  } catch (error) {
    if (error instanceof InputError)
      return error.faults.map(({ code, values, line }) => [code, values['field'], line]);
  }
  return [];
}

const byTopic = { kind: 'field', field: 'topic' } as const;

it('a field gives the labels of a unit: a list, or a text with semicolons, each once', () => {
  expect(strata(byTopic).map(({ labels }) => labels)).toEqual([['pets', 'cats'], ['dogs'], []]);
  expect(strata({ kind: 'none' }).map(({ labels }) => labels)).toEqual([[], [], []]);
});

it('a field says how hard a unit is, as a number or as true and false', () => {
  const hardness = (units: readonly UnitFields[]): unknown =>
    strata({ kind: 'none' }, 'hard', true, units).map((one) => one.hardness);
  expect(hardness(rows)).toEqual([0.5, 2, 1]);
  expect(hardness([{ hard: true }, { hard: ' FALSE ' }])).toEqual([true, false]);
  // Nobody asks for hard units, so nobody looks.
  expect(strata({ kind: 'none' }, 'hard', false).map((one) => one.hardness)).toEqual([
    null,
    null,
    null,
  ]);
});

it('a field that no unit has is refused, with the option that names it', () => {
  const missing = { kind: 'field', field: 'subject' } as const;
  expect(faultsOf(() => strata(missing))).toEqual([['unknown-reference', '--by', undefined]]);
  expect(faultsOf(() => strata({ kind: 'none' }, 'depth', true, [{ depth: 1 }]))).toEqual([]);
  expect(faultsOf(() => strata({ kind: 'none' }, 'depth', true, []))).toEqual([
    ['unknown-reference', '--hard-by', undefined],
  ]);
});

it('a label that is no text, and a hardness of two kinds, are refused with their lines', () => {
  expect(faultsOf(() => strata(byTopic, null, false, [{ topic: [{ name: 'a' }] }]))).toEqual([
    ['wrong-value', 'topic', 1],
  ]);
  const mixed = [{ hard: true }, { hard: 2 }, {}, { hard: 'very' }];
  expect(faultsOf(() => strata({ kind: 'none' }, 'hard', true, mixed))).toEqual([
    ['wrong-value', 'hard', 2],
    ['missing-field', 'hard', 3],
    ['wrong-value', 'hard', 4],
  ]);
});

it('keyword rules read the fields that annotators see, unless others are named', () => {
  expect(shownText(null, undefined)).toEqual(['text']);
  expect(shownText(null, ['title'])).toEqual(['title']);
});

const rules = { labels: { Pets: ['cat', 'dog'], Weather: ['rain'] }, negations: [], window: 5 };
const byRules = { kind: 'rule', name: 'words', rules, text: ['title', 'text'] } as const;

it('keyword rules give labels, and are unsure where they find little', () => {
  const units = strata(byRules, null, false);
  expect(units.map(({ labels }) => labels)).toEqual([['Pets'], ['Pets'], ['Weather']]);
  const sure = strata(byRules, null, true, [{ text: 'cat and dog' }, { text: 'sun' }]);
  expect(sure[1]!.hardness).toBe(1);
  expect(Number(sure[0]!.hardness)).toBeLessThan(1);
  // A field that says how hard a unit is goes before what the rules are unsure of.
  expect(strata(byRules, 'hard').map(({ hardness }) => hardness)).toEqual([0.5, 2, 1]);
});

it('keyword rules need a field with text, where there are units', () => {
  expect(faultsOf(() => strata(byRules, null, false, [{ body: 'cat' }]))).toEqual([
    ['unknown-reference', '--text', undefined],
  ]);
  expect(faultsOf(() => strata(byRules, null, false, []))).toEqual([]);
});

it('a name is a rule of the panel, a file of rules, or a field', () => {
  const folder = temporaryFolder({
    'protocol.yaml':
      'assay: 1\nname: tiny\nguideline: { version: "1", file: guide.md }\n' +
      'tasks: { topics: { unit: { id: id, show: text }, questions: { Pets: {} } } }\n' +
      'panel: { words: { kind: rule, file: rules.yaml }, mini: { kind: model } }\n',
    'guide.md': '# Guide\n',
    'rules.yaml': 'labels: { Pets: [cat] }\n',
    plain: 'labels: { Weather: [rain] }\n',
    'broken.yaml': 'labels: []\n',
  });
  const loaded = loadProtocol(folder);
  const text = ['text'];
  expect(labelSource(null, loaded, text)).toEqual({ kind: 'none' });
  expect(labelSource('words', loaded, text)).toMatchObject({
    kind: 'rule',
    name: 'words',
    rules: { labels: { Pets: ['cat'] } },
    text,
  });
  expect(labelSource('mini', loaded, text)).toEqual({ kind: 'field', field: 'mini' });
  expect(labelSource('words', null, text)).toEqual({ kind: 'field', field: 'words' });
  expect(labelSource(join(folder, 'plain'), null, text)).toMatchObject({
    kind: 'rule',
    rules: { labels: { Weather: ['rain'] } },
  });
  const broken = join(folder, 'broken.yaml');
  try {
    labelSource(broken, null, text);
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ faults: [{ file: broken }] });
  }
  // What is named like a file of rules is one, whether or not it is there.
  expect(() => labelSource(join(folder, 'none.yml'), null, text)).toThrow('none.yml');
});
