import { describe, expect, it } from 'vitest';
import { blindTasks } from './blind-tasks.ts';

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
