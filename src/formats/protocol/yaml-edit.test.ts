import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { moveUpInYaml, removeInYaml, setInYaml } from './yaml-edit.ts';

const text = `assay: 1 # the format
rounds:
  # The first try.
  pilot: { units: 4, gate: ['kappa >= 0.7'] } # small
  full:
    units: all
    gate:
      # Agreed with the client.
      - "kappa >= 0.7" # overall
      - alpha >= 0.6

  # The rest.
  last:
    annotators: 2
panel:
`;

describe('a YAML text that is edited', () => {
  it('keeps everything but the value that is set', () => {
    expect(setInYaml(text, ['rounds', 'pilot', 'units'], 12)).toBe(
      text.replace('units: 4', 'units: 12'),
    );
    expect(setInYaml(text, ['rounds', 'full', 'units'], 200)).toBe(
      text.replace('units: all', 'units: 200'),
    );
  });

  it('keeps the kind of quotes', () => {
    expect(setInYaml(text, ['rounds', 'full', 'gate', 0], 'kappa >= 0.8')).toBe(
      text.replace('"kappa >= 0.7"', '"kappa >= 0.8"'),
    );
    expect(setInYaml(text, ['rounds', 'pilot', 'gate', 0], 'kappa >= 0.8')).toBe(
      text.replace("'kappa >= 0.7'", "'kappa >= 0.8'"),
    );
  });

  it('takes a key where there is none, in lines and in brackets', () => {
    expect(setInYaml(text, ['rounds', 'pilot', 'annotators'], 2)).toBe(
      text.replace("0.7'] }", "0.7'], annotators: 2 }"),
    );
    expect(setInYaml(text, ['rounds', 'last', 'units'], 3)).toBe(
      text.replace('    annotators: 2\n', '    annotators: 2\n    units: 3\n'),
    );
    expect(setInYaml(text, ['rounds', 'last', 'draw', 'floor'], 3)).toBe(
      text.replace('    annotators: 2\n', '    annotators: 2\n    draw: { floor: 3 }\n'),
    );
    expect(setInYaml(text, ['panel', 'people', 'names'], ['ada', 'ben, jr'])).toBe(
      text.replace('panel:', 'panel: { people: { names: [ ada, "ben, jr" ] } }'),
    );
  });

  it('adds entries to a list and takes them out, with the comments of the others', () => {
    expect(setInYaml(text, ['rounds', 'full', 'gate', 2], 'pi >= 0.5')).toBe(
      text.replace('      - alpha >= 0.6\n', '      - alpha >= 0.6\n      - pi >= 0.5\n'),
    );
    expect(removeInYaml(text, ['rounds', 'full', 'gate', 1])).toBe(
      text.replace('      - alpha >= 0.6\n', ''),
    );
    expect(setInYaml(text, ['rounds', 'full', 'gate'], ['kappa >= 0.7', 'pi >= 0.5'])).toBe(
      text.replace('alpha >= 0.6', 'pi >= 0.5'),
    );
  });

  it('loses a list together with its last entry', () => {
    expect(removeInYaml(text, ['rounds', 'pilot', 'gate', 0])).toBe(
      text.replace(", gate: ['kappa >= 0.7']", ''),
    );
  });

  it('moves an entry up with the comment above it', () => {
    const moved = moveUpInYaml(text, ['rounds', 'last'])!;
    expect(Object.keys((parse(moved) as { rounds: object }).rounds)).toEqual([
      'pilot',
      'last',
      'full',
    ]);
    expect(moved.indexOf('# The rest.')).toBeLessThan(moved.indexOf('last:'));
    expect(moved.indexOf('last:')).toBeLessThan(moved.indexOf('full:'));
    expect(moveUpInYaml(moved, ['rounds', 'full'])).toBe(text);
    expect(moveUpInYaml(text, ['rounds', 'pilot'])).toBeNull();
  });

  it('works at the end of a text without a line break, and in an empty one', () => {
    expect(setInYaml('a:\n  b: 1', ['a', 'c'], 2)).toBe('a:\n  b: 1\n  c: 2\n');
    expect(setInYaml('', ['a', 'c'], 2)).toBe('a: { c: 2 }\n');
    expect(removeInYaml('a: 1\nb: 2', ['b'])).toBe('a: 1\n');
  });

  it('is left alone where it is no YAML, or a path leads through a text', () => {
    expect(setInYaml('a: [', ['a'], 1)).toBeNull();
    expect(setInYaml('a: text\n', ['a', 'b'], 1)).toBeNull();
    expect(removeInYaml('a: text\n', ['a', 'b'])).toBeNull();
    expect(removeInYaml('a: 1\n', ['b'])).toBe('a: 1\n');
  });

  it('reads as what was set, whatever the text is', () => {
    for (const value of ['true', '1.0', '# not a comment', 'a: b', "it's", '', '- x', 'ä'])
      for (const source of ['a: 1\nb: 2\n', '{ a: 1, b: 2 }\n', 'a:\n  - 1\n  - 2\nb: 2\n'])
        expect(parse(setInYaml(source, ['a'], value)!)).toEqual({ a: value, b: 2 });
  });
});
