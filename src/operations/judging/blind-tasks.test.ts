import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { faultsIn } from '../../../test/refusals.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { blindFields, blindTasks } from './blind-tasks.ts';

const fields = { ids: ['id'], shown: ['text', 'page', 'tags'], answers: ['A'] };
const units = new Map([
  ['u1', { id: 'u1', text: 'one, two', page: 3, tags: ['x', 'y'], score: 9 }],
  ['u2', { id: 'u2', text: 'three', page: null }],
]);
const open = ['u1', 'u2'].map((unit, at) => ({
  unit,
  annotator: 'anna',
  round: 'full',
  order: at,
}));

function written(format: 'csv' | 'jsonl', guideline: string | null): readonly string[] {
  const place = { format, guideline, folder: 'out' };
  const files = blindTasks(open as Parameters<typeof blindTasks>[0], units, fields, place);
  expect([...files.keys()]).toEqual([`out/full.anna.${format}`]);
  const lines: string[] = [];
  const [write] = files.values();
  if (typeof write === 'function') write((text) => lines.push(text));
  return lines;
}

describe('a task file', () => {
  it('has lists as JSON, nothing for what is missing, and empty columns for the answers', () => {
    expect(written('csv', '1.0')).toEqual([
      'order,annotator_id,guideline_version,round,id,text,page,tags,A\n',
      '0,anna,1.0,full,u1,"one, two",3,"[""x"",""y""]",\n',
      '1,anna,1.0,full,u2,three,,,\n',
    ]);
  });

  it('runs nothing in a spreadsheet, in which people fill it in', () => {
    const one = { unit: '=1', annotator: '@anna', round: 'full', order: 0 };
    const shown = new Map([['=1', { id: '=1', text: '- an item', page: -3 }]]);
    const place = { format: 'csv', guideline: null, folder: 'out' } as const;
    const lines: string[] = [];
    for (const write of blindTasks([one], shown, fields, place).values())
      if (typeof write === 'function') write((text) => lines.push(text));
    expect(lines[1]).toBe("0,'@anna,,full,'=1,'- an item,-3,,\n");
  });

  it('has as JSON lines what is shown, with its types', () => {
    expect(written('jsonl', null).map((line) => JSON.parse(line) as object)).toEqual([
      {
        order: 0,
        annotator_id: 'anna',
        round: 'full',
        id: 'u1',
        text: 'one, two',
        page: 3,
        tags: ['x', 'y'],
      },
      { order: 1, annotator_id: 'anna', round: 'full', id: 'u2', text: 'three', page: null },
    ]);
  });
});

describe('what annotators may see', () => {
  const plain = buildTask({ questions: { A: {}, text: {}, round: {} } });
  const shape = {
    subject: 'document',
    show: ['text', 'title'],
    folded: ['source'],
    context: ['previous', 'text'],
    place: ['page', 'score'],
    hidden: ['score'],
  };
  const task = { ...plain, unit: { ...plain.unit, ...shape } } as unknown as Task;
  const reasonOf = (act: () => unknown): unknown => faultsIn(act)[0]?.values['reason'];

  it('is what the task shows, each field once, and neither ids nor what it hides', () => {
    expect(blindFields(task, ['id', 'document'], undefined)).toEqual({
      ids: ['id', 'document'],
      shown: ['text', 'title', 'source', 'previous', 'page'],
      // Questions whose name is taken have no column.
      answers: ['A'],
    });
    expect(blindFields(task, ['id'], undefined).shown[0]).toBe('document');
    const whole = { ...task, unit: { ...task.unit, subject: null } } as unknown as Task;
    expect(blindFields(whole, ['id'], undefined).shown[0]).toBe('text');
  });

  it('is what is named instead, but never what the task hides', () => {
    expect(blindFields(task, ['id'], ['title', 'score', 'id', 'title']).shown).toEqual(['title']);
    expect(blindFields(null, ['id'], ['title'])).toEqual({
      ids: ['id'],
      shown: ['title'],
      answers: [],
    });
  });

  it('must be said, and must not be called like a column of the work', () => {
    expect(reasonOf(() => blindFields(null, ['id'], undefined))).toBe(
      'Say which fields annotators may see: --show text, or --protocol with a task that says so.',
    );
    expect(reasonOf(() => blindFields(null, ['order'], ['text', 'round']))).toBe(
      'the units have order and round, which a task file uses for the work itself; ' +
        'rename the field',
    );
  });

  it('goes into a file for everybody, and two names that make one file are refused', () => {
    const work = (annotator: string) => ({ unit: 'u1', annotator, round: 'full round', order: 0 });
    const place = { format: 'jsonl', guideline: null, folder: 'out' } as const;
    const names = (...people: readonly string[]) => [
      ...blindTasks(people.map(work), units, fields, place).keys(),
    ];
    expect(names('anna', 'b/en')).toEqual([
      'out/full_round.anna.jsonl',
      'out/full_round.b_en.jsonl',
    ]);
    expect(reasonOf(() => names('b/en', 'b:en'))).toBe(
      'the tasks of two annotators would go into out/full_round.b_en.jsonl; give them names that ' +
        'differ in letters or digits',
    );
  });
});
