import { expect, it } from 'vitest';
import type { UnitFields } from '../../domain/units/unit.ts';
import { InputError } from '../../domain/fault.ts';
import { FaultList } from '../text-file.ts';
import { shownText, Stratifier } from './stratify.ts';
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
