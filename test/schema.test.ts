import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { schemaFiles } from '../scripts/write-schema.ts';

describe('the published schemas', () => {
  it.each([...schemaFiles()])('%s is current: run npm run schema after a change', (name, text) => {
    expect(readFileSync(new URL(`../schema/${name}`, import.meta.url), 'utf8')).toBe(text);
  });

  it('are all that lie in the folder', () => {
    expect(readdirSync(new URL('../schema/', import.meta.url)).toSorted()).toEqual(
      [...schemaFiles().keys()].toSorted(),
    );
  });

  it('refuse keys that they do not know, and do not ask for what has a default', () => {
    const schema = JSON.parse(schemaFiles().get('protocol.schema.json')!) as {
      additionalProperties: unknown;
      required: readonly string[];
      properties: Record<string, unknown>;
    };
    expect(schema.additionalProperties).toBe(false);
    expect(schema.required).toEqual(['assay', 'name', 'guideline', 'tasks']);
    expect(Object.keys(schema.properties)).toEqual(
      expect.arrayContaining([
        'panel',
        'rounds',
        'consensus',
        'monitor',
        'release',
        'effort',
        'policies',
        'units',
      ]),
    );
  });

  it('name every key that the example protocols use', () => {
    const schema = JSON.parse(schemaFiles().get('protocol.schema.json')!) as {
      properties: Record<string, unknown>;
    };
    for (const name of readdirSync(new URL('../examples/', import.meta.url))) {
      if (name === 'stories') continue;
      const protocol = parse(
        readFileSync(new URL(`../examples/${name}/protocol.yaml`, import.meta.url), 'utf8'),
      ) as Record<string, unknown>;
      expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(Object.keys(protocol)));
    }
  });
});
