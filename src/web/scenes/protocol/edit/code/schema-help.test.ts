import { describe, expect, it } from 'vitest';
import { protocolJsonSchema } from './protocol-json-schema.ts';
import { descriptionAt, keysOf, schemasAt, shapeOf, valuesOf } from './schema-help.ts';

const root = protocolJsonSchema();
const keys = (...path: string[]) => keysOf(schemasAt(root, path), root);

describe('what the schema of a protocol says at a place', () => {
  it('knows the keys of the file and of every entry of a map', () => {
    expect(keys().map(({ name }) => name)).toContain('rounds');
    expect(keys('rounds', 'pilot').map(({ name }) => name)).toEqual(
      expect.arrayContaining(['units', 'annotators', 'draw', 'gate', 'repeat']),
    );
    expect(keys('rounds', 'pilot', 'draw').map(({ name }) => name)).toContain('floor');
    expect(keys('tasks', 'topics', 'questions', 'IRB').map(({ name }) => name)).toContain('scale');
  });

  it('says which are required, what they are and what may stand there', () => {
    const named = new Map(keys('guideline').map((one) => [one.name, one]));
    expect(named.get('version')).toMatchObject({ isRequired: true, shape: 'string' });
    expect(named.get('version')?.description).toContain('Judgments carry it');
    expect(named.get('complete')).toMatchObject({ isRequired: false, shape: 'true | false' });
  });

  it('knows values, through the branches of a choice', () => {
    expect(valuesOf(schemasAt(root, ['rounds', 'pilot', 'kind']))).toEqual([
      'training',
      'pilot',
      'full',
    ]);
    expect(valuesOf(schemasAt(root, ['rounds', 'pilot', 'units']))).toEqual(['all']);
    expect(shapeOf(schemasAt(root, ['rounds', 'pilot', 'units']))).toBe('integer | all');
    expect(valuesOf(schemasAt(root, ['panel', 'people', 'kind']))).toEqual([
      'human',
      'model',
      'rule',
    ]);
  });

  it('describes a key, and says nothing of one that there is not', () => {
    expect(descriptionAt(root, ['rounds', 'pilot', 'draw', 'hard'])).toBe(
      'The share of hard units',
    );
    expect(descriptionAt(root, ['nothing', 'here'])).toBe('');
    expect(keys('nothing', 'here')).toEqual([]);
  });
});
