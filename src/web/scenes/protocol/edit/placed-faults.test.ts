import { expect, it } from 'vitest';
import type { InputError } from '../../../../domain/fault.ts';
import { readContent } from '../../../../formats/protocol/protocol-content.ts';
import { placedFaults, textOf, withText } from './placed-faults.ts';

const content = {
  source: `assay: 1
name: p
guideline: { version: '1', file: rules.md, complete: true }
tasks:
  t: { unit: { id: id, show: text }, questions: { a: {} } }
panel:
  words: { kind: rule, file: words.yaml }
  more: { kind: rule, file: missing.yaml }
`,
  guideline: '# Rules\n\n## a\n\nSomething.\n',
  files: { 'words.yaml': 'labels:\n  b: [x]\nodd: 1\n' },
};

function found() {
  try {
    readContent(content);
    return [];
  } catch (error) {
    return placedFaults(content, (error as InputError).faults);
  }
}

it('puts what the server would say into the file and the line that it is about', () => {
  const places = found();
  expect(places.length).toBeGreaterThan(2);
  expect(new Set(places.map(({ file }) => file))).toEqual(
    new Set(['protocol.yaml', 'guideline.md', 'words.yaml']),
  );
  const odd = places.find(({ file }) => file === 'words.yaml')!;
  expect(textOf(content, odd.file).slice(odd.from, odd.to)).toBe('odd: 1');
  expect(odd.line).toBe(3);
  expect(places.every(({ fault, line }) => fault.line === undefined || fault.line === line)).toBe(
    true,
  );
});

it('changes one text and leaves the others', () => {
  const changed = withText(content, 'words.yaml', 'x');
  expect(changed).toEqual({ ...content, files: { 'words.yaml': 'x' } });
  expect(withText(content, 'guideline.md', 'x').guideline).toBe('x');
  expect(withText(content, 'protocol.yaml', 'x').source).toBe('x');
});
