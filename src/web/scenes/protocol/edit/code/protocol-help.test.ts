import { expect, it } from 'vitest';
import { optionsAt } from './protocol-help.ts';
import { yamlCursor } from './yaml-cursor.ts';

const names = { tasks: ['topics', 'rules'], rules: ['keywords'] };

/** What is offered at the end of a text. */
function offered(text: string): readonly string[] {
  return optionsAt(yamlCursor(text, text.length)!, names).map(({ label }) => label);
}

it('offers keys with what they are for, where a key stands', () => {
  expect(offered('rounds:\n  pilot:\n    ')).toContain('annotators');
  const units = optionsAt(yamlCursor('rounds:\n  pilot: { uni', 23)!, names).find(
    ({ label }) => label === 'units',
  );
  expect(units).toMatchObject({ detail: 'integer | all', apply: 'units: ' });
});

it('offers values, measures of gates, and what the protocol itself names', () => {
  expect(offered('panel:\n  x: { kind: ')).toEqual(['human', 'model', 'rule']);
  expect(offered('rounds:\n  pilot: { gate: [fl')).toContain('fleiss_kappa >= 0.70');
  expect(offered('rounds:\n  pilot: { task: ')).toEqual(['topics', 'rules']);
  expect(offered('rounds:\n  pilot: { draw: { by: ')).toEqual(['keywords']);
});
