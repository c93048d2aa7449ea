import { describe, expect, it } from 'vitest';
import { readProtocol } from './protocol-yaml.ts';
import { linePlace, yamlPlaces } from './yaml-places.ts';

const text = `assay: 1
name: tickets
guideline: { version: '1.0', file: guideline.md }
tasks:
  topics:
    unit: { id: id, show: text }
    questions:
      a.b: { title: A }
rounds:
  pilot: { units: none, gate: ['kappa >= 2'] }
  full:
    anotators: 2
`;
const marked = (from: number, to: number): string => text.slice(from, to);

describe('the place of a fault in a YAML text', () => {
  it('is the key and the value that the checker of the server complains about', () => {
    const read = readProtocol(text);
    expect(read.ok).toBe(false);
    const faults = read.ok ? [] : read.faults;
    const places = yamlPlaces(text, faults);
    expect(places.map(({ from, to }) => marked(from, to))).toEqual([
      'units: none',
      "'kappa >= 2'",
      'anotators: 2',
    ]);
    expect(places.map(({ line }) => line)).toEqual(faults.map(({ line }) => line));
    expect(places.find(({ line }) => line === 10)?.column).toBe(12);
  });

  it('is the nearest key around what is missing, and finds keys with dots', () => {
    const [missing, dotted] = yamlPlaces(text, [
      { field: 'rounds.pilot.annotators', line: 10 },
      { field: 'tasks.topics.questions.a.b.title' },
    ]);
    expect(marked(missing!.from, missing!.to)).toBe('pilot');
    expect(marked(dotted!.from, dotted!.to)).toBe('title: A');
  });

  it('is the line where the field is not in the file, or the file is no YAML', () => {
    expect(yamlPlaces(text, [{ field: 'name', line: 10 }])[0]).toMatchObject({ line: 10 });
    expect(yamlPlaces('a: [\nb: 1\n', [{ line: 2, field: 'b' }])[0]).toEqual({
      from: 5,
      to: 9,
      line: 2,
      column: 1,
    });
    expect(yamlPlaces(text, [{}])[0]).toMatchObject({ line: 1, from: 0 });
  });

  it('never lies outside of the text', () => {
    expect(linePlace('', 7)).toEqual({ from: 0, to: 0, line: 1, column: 1 });
    expect(linePlace('a\n\nb', 2)).toEqual({ from: 2, to: 2, line: 2, column: 1 });
    expect(linePlace('a\n\nb', 99)).toEqual({ from: 3, to: 4, line: 3, column: 1 });
  });
});
