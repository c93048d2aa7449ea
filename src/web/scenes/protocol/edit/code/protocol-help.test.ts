import { expect, it } from 'vitest';
import { germanDescriptions } from './german-descriptions.ts';
import { protocolJsonSchema } from './protocol-json-schema.ts';
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

it('says what a key is for in German, for every description of the schema', () => {
  const said = (language: 'en' | 'de') =>
    optionsAt(yamlCursor('panel:\n  x: { ', 14)!, names, language).find(
      ({ label }) => label === 'weight',
    )?.info;
  expect(said('en')).toContain('1 for people');
  expect(said('de')).toContain('1 für Menschen');
  // The root describes the whole file and is shown nowhere.
  const { description: _, ...root } = protocolJsonSchema();
  expect(descriptionsOf(root).toSorted()).toEqual(Object.keys(germanDescriptions).toSorted());
});

/** All that a schema says, however deep. */
function descriptionsOf(schema: unknown): readonly string[] {
  if (schema === null || typeof schema !== 'object') return [];
  const found = Object.entries(schema).flatMap(([name, value]) =>
    name === 'description' && typeof value === 'string' ? [value] : descriptionsOf(value),
  );
  return [...new Set(found)];
}
