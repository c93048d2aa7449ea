import { expect, it } from 'vitest';
import { storedJson } from './stored-json.ts';

it.each([
  ['{"a":', { id: 'j1', unit: 'u1' }, 'row j1'],
  ['', { unit: 'u1', annotator: 'anna' }, 'row u1 / anna'],
  ['null', { seq: 7 }, 'row 7'],
  ['3', { version: 2 }, 'row 2'],
])('names the row whose text is %j', (text, row, name) => {
  expect(() => storedJson(text, 'judgment', 'answers', row)).toThrow(
    `In the table judgment, ${name} is damaged: its answers cannot be read.`,
  );
});

it('reads an object or a list', () => {
  expect(storedJson('{"a":1}', 'judgment', 'answers', {})).toEqual({ a: 1 });
  expect(storedJson('[1]', 'import_log', 'changes', {})).toEqual([1]);
});
