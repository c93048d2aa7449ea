import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { folderOf } from '../../../test/compute-input.ts';
import { faultsIn } from '../../../test/refusals.ts';
import { jsonLines } from '../../../test/run-assay.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { folderRulings, subjectOfUnit } from './folder-rulings.ts';
import type { RuledUnits } from './folder-rulings.ts';

it('a unit has a subject, none, or is not known', () => {
  const owned = buildTask({ questions: { a: {} }, unit: { subject: 'company' } });
  expect(subjectOfUnit(owned, { company: ' Acme ' })).toBe('Acme');
  expect(subjectOfUnit(owned, { company: 7 })).toBe('7');
  expect(subjectOfUnit(owned, { company: null })).toBeNull();
  expect(subjectOfUnit(owned, {})).toBeNull();
  expect(subjectOfUnit(owned, undefined)).toBeUndefined();
  const plain = buildTask({ questions: { a: {} } });
  expect(subjectOfUnit(plain, { company: 'Acme' })).toBeNull();
});

const task: Task = {
  ...buildTask({
    questions: {
      relevant: {},
      severity: { scale: { nominal: ['mild', 'severe'] }, when: 'relevant' },
    },
    unit: { subject: 'company' },
  }),
  id: 'safety',
};
const protocol = { tasks: [task], policies: null } as unknown as Protocol;
const subjects = new Map<string, string | null>([
  ['u1', 'acme'],
  ['u2', null],
]);
const units: RuledUnits = {
  agreed: () => ({ relevant: true, severity: 'mild' }),
  subject: (_, unit) => subjects.get(unit),
};
const override = (unit: string, corrected: object, given: object = {}): object => {
  return { review_id: unit, original: { relevant: true }, corrected, reason: 'No.', ...given };
};
const row = (unit: string, answers: object, given: object = {}): object => {
  return { unit, task: 'safety', by: 'sam', reason: 'r', answers, ...given };
};
const inFolder = (files: Readonly<Record<string, string>>) => {
  const folder = folderOf(files);
  const found = folderRulings(folder, protocol, units);
  return found.map(({ ruling, file, original }) => [
    file.slice(folder.length + 1),
    ruling.unit,
    ruling.decision,
    original,
  ]);
};
const faultsOfFiles = (files: Readonly<Record<string, string>>) =>
  faultsIn(() => inFolder(files)).map(({ code, values, line }) => [code, values, line]);

describe('the rulings of a folder', () => {
  it('are overrides, of which the first on a unit counts, and then rows', () => {
    const answers = (given: object): object => ({ kind: 'answers', answers: given });
    expect(
      inFolder({
        'rulings/a.json': JSON.stringify({ safety: [override('u1', { severity: 'severe' })] }),
        'rulings/b.json': JSON.stringify({
          safety: [
            override('u1', { severity: 'severe' }),
            override('u2', { relevant: false, severity: 'mild' }),
          ],
          other: [override('u9', { relevant: false })],
        }),
        'rulings/c.jsonl': jsonLines([
          row('u1', { severity: 'mild' }),
          row('u2', {}, { answers: undefined, exclude: true }),
        ]),
        'rulings/notes.txt': 'nothing',
      }),
    ).toEqual([
      ['rulings/a.json', 'u1', answers({ severity: 'severe' }), { relevant: true }],
      // What is irrelevant has no severity.
      ['rulings/b.json', 'u2', answers({ relevant: false }), { relevant: true }],
      ['rulings/c.jsonl', 'u1', answers({ severity: 'mild' }), null],
      ['rulings/c.jsonl', 'u2', { kind: 'exclude' }, null],
    ]);
    expect(inFolder({ 'protocol.yaml': '' })).toEqual([]);
  });

  it('are refused on unknown units, and with subjects that a unit does not belong to', () => {
    expect(
      faultsOfFiles({
        'rulings/a.json': JSON.stringify({
          safety: [
            override('u9', { relevant: false }),
            override('u1', { relevant: false }, { business_id: 'other' }),
          ],
        }),
        'rulings/c.jsonl': jsonLines([
          row('u1', { relevant: true }),
          row('u8', { relevant: true }),
        ]),
      }),
    ).toMatchObject([
      ['unknown-unit', { field: 'review_id', got: 'u9' }, 1],
      ['wrong-value', { got: '"other"' }, 1],
      ['unknown-unit', { field: 'unit', got: 'u8' }, 2],
    ]);
  });

  it('are refused where they contradict each other without saying which is later', () => {
    const files = (at?: string) => ({
      'rulings/a.json': JSON.stringify({ safety: [override('u1', { severity: 'severe' })] }),
      'rulings/b.json': JSON.stringify({ safety: [override('u1', { severity: 'mild' })] }),
      'rulings/c.jsonl': jsonLines([
        row('u2', { relevant: true }),
        row('u2', { relevant: false }, { at }),
      ]),
    });
    expect(faultsOfFiles(files()).map(([code]) => code)).toEqual(['wrong-value', 'wrong-value']);
    expect(faultsOfFiles(files('2026-01-01T00:00:00Z'))).toHaveLength(1);
    expect(faultsOfFiles({ 'rulings/a.json': '{"half' })).toHaveLength(1);
    expect(
      faultsOfFiles({ 'rulings/c.jsonl': jsonLines([row('u1', {}, { task: 'no' })]) }),
    ).toMatchObject([['unknown-task', { got: 'no', expected: ['safety'] }, 1]]);
  });
});
