import { describe, expect, it } from 'vitest';
import { yamlCursor } from './yaml-cursor.ts';

/** The cursor at the bar. */
function at(text: string) {
  const found = yamlCursor(text.replace('|', ''), text.indexOf('|'));
  return found === null
    ? null
    : { path: found.path.join('.'), is: found.is, written: found.written };
}

const before = 'assay: 1\nrounds:\n  pilot: { units: 4 }\n  full:\n    units: all # rest\n';

describe('the place of a cursor in YAML', () => {
  it('is a key of the file at the margin', () => {
    expect(at('|')).toEqual({ path: '', is: 'key', written: '' });
    expect(at(`${before}pan|`)).toEqual({ path: '', is: 'key', written: 'pan' });
  });

  it('goes by indents', () => {
    expect(at(`${before}    an|`)).toEqual({ path: 'rounds.full', is: 'key', written: 'an' });
    expect(at(`${before}    |`)).toEqual({ path: 'rounds.full', is: 'key', written: '' });
    expect(at(`${before}  |`)).toEqual({ path: 'rounds', is: 'key', written: '' });
    expect(at('rounds:\n  pilot:\n    |')).toEqual({
      path: 'rounds.pilot',
      is: 'key',
      written: '',
    });
  });

  it('is a value after a key', () => {
    expect(at(`${before}    kind: p|`)).toEqual({
      path: 'rounds.full.kind',
      is: 'value',
      written: 'p',
    });
    expect(at('a: |')).toEqual({ path: 'a', is: 'value', written: '' });
  });

  it('goes by brackets, also over several lines', () => {
    expect(at('rounds:\n  pilot: { uni|')).toEqual({
      path: 'rounds.pilot',
      is: 'key',
      written: 'uni',
    });
    expect(at('rounds:\n  pilot: { units: 4, draw: { by: x, |')).toEqual({
      path: 'rounds.pilot.draw',
      is: 'key',
      written: '',
    });
    expect(at('rounds:\n  pilot: { kind: |')).toEqual({
      path: 'rounds.pilot.kind',
      is: 'value',
      written: '',
    });
    expect(at('rounds:\n  pilot: {\n    units: 4,\n    gate: ["a >= 1", fl|')).toEqual({
      path: 'rounds.pilot.gate.[]',
      is: 'value',
      written: 'fl',
    });
    expect(at('rounds:\n  pilot: { units: 4 }\n  fu|')).toEqual({
      path: 'rounds',
      is: 'key',
      written: 'fu',
    });
  });

  it('goes into the entries of lists', () => {
    expect(at('gate:\n  - fl|')).toEqual({ path: 'gate.[]', is: 'key', written: 'fl' });
    expect(at('gate:\n- a\n- fl|')).toEqual({ path: 'gate.[]', is: 'key', written: 'fl' });
    expect(at('list:\n  - a: 1\n    b|')).toEqual({ path: 'list.[]', is: 'key', written: 'b' });
  });

  it('is nowhere in a comment or in a text of several lines', () => {
    expect(at('a: 1 # uni|')).toBeNull();
    expect(at('a: |\n'.replace('|', '>') + '  words wor|')).toBeNull();
    expect(at('a: >\n  words\nb|')).toEqual({ path: '', is: 'key', written: 'b' });
  });

  it('is not misled by quotes and colons in values', () => {
    expect(at("a: 'it: { x'\nb|")).toEqual({ path: '', is: 'key', written: 'b' });
    expect(at('url: http://x/{y\nb|')).toEqual({ path: '', is: 'key', written: 'b' });
  });
});
