import { describe, expect, it } from 'vitest';
import { faultsIn } from '../../../test/refusals.ts';
import { importable } from '../../domain/exchange/file-formats.ts';
import { codedText } from '../../domain/text-values.ts';
import {
  chooseFormat,
  parsedJson,
  readMapping,
  refuseNothing,
  refuseUnusedKeys,
  usesKey,
} from './import-request.ts';

const refused = (act: () => unknown) =>
  faultsIn(act).map(({ code, values, file }) => [code, values, file]);

describe('a mapping', () => {
  it('is read whole, with or without a byte order mark', () => {
    const mapping = { fields: { a: 'A', b: null }, values: { A: { yes: 1 } }, unit: ['id'] };
    expect(readMapping(`\uFEFF${JSON.stringify(mapping)}`, 'mapping.json')).toEqual(mapping);
    expect(readMapping('{}', 'mapping.json')).toEqual({});
  });

  it('names its file with each of its faults, and the keys that there are', () => {
    const read = (): unknown => readMapping('{ "vales": {}, "unit": 7 }', 'mapping.json');
    expect(read).toThrow(/mapping\.json: unit is 7, expected /);
    // The key that was meant is among those that are listed.
    expect(read).toThrow(/mapping\.json: vales .*\bvalues\b/);
    expect(faultsIn(read).map(({ file }) => file)).toEqual(['mapping.json', 'mapping.json']);
    // Inside of a key, the keys of a mapping are of no use.
    const nested = faultsIn(() => readMapping('{ "values": { "A": { "x": null } } }', 'm.json'));
    expect(JSON.stringify(nested)).not.toContain('mapping-keys');
  });

  it('is refused where it is no JSON', () => {
    expect(faultsIn(() => readMapping('{"half', 'm.json'))).toMatchObject([
      { code: 'bad-json', file: 'm.json' },
    ]);
    expect(faultsIn(() => parsedJson('['))).toMatchObject([{ code: 'bad-json' }]);
    expect(parsedJson('\uFEFF[1]')).toEqual([1]);
  });
});

describe('the keys of a mapping', () => {
  it('are those that the format has a use for', () => {
    expect(usesKey('units', 'units-csv', 'columns')).toBe(true);
    expect(usesKey('units', 'units-jsonl', 'columns')).toBe(false);
    expect(usesKey('units', 'label-studio', 'fields')).toBe(true);
    expect(usesKey('judgments', 'judgments-csv', 'values')).toBe(true);
    expect(usesKey('judgments', 'judgments-jsonl', 'values')).toBe(false);
    expect(usesKey('judgments', 'judgments-jsonl', 'annotator')).toBe(true);
    expect(usesKey('judgments', 'judgment-cache', 'topic')).toBe(true);
    expect(usesKey('judgments', 'judgment-cache', 'answers')).toBe(false);
    expect(usesKey('judgments', 'trec-qrels', 'question')).toBe(true);
    expect(usesKey('rulings', 'override-file', 'topic')).toBe(true);
    expect(usesKey('rulings', 'rulings-jsonl', 'topic')).toBe(false);
    expect(usesKey('judgments', 'prodigy', 'inputs')).toBe(true);
    expect(usesKey('judgments', 'parquet', 'without_status')).toBe(true);
    expect(usesKey('judgments', 'doccano', 'without_status')).toBe(false);
  });

  it('are refused otherwise, with those that would be used', () => {
    const keys = (format: 'units-csv' | 'units-jsonl', mapping?: object) =>
      refused(() => refuseUnusedKeys('units', format, mapping));
    expect(keys('units-jsonl')).toEqual([]);
    expect(keys('units-csv', { columns: ['id'], topic: undefined })).toEqual([]);
    const about = { kind: 'units', format: 'units-csv' };
    expect(keys('units-csv', { topic: 'T', columns: ['id'], annotator: 'a' })).toEqual(
      ['topic', 'annotator'].map((key) => [
        'unknown-field',
        {
          field: `mapping.${key}`,
          hint: { code: 'mapping-uses', values: { ...about, keys: ['columns'] } },
        },
        undefined,
      ]),
    );
    expect(keys('units-jsonl', { topic: 'T' })).toEqual([
      [
        'unknown-field',
        {
          field: 'mapping.topic',
          hint: { code: 'no-mapping-needed', values: { kind: 'units', format: 'units-jsonl' } },
        },
        undefined,
      ],
    ]);
  });
});

describe('the format of a file', () => {
  const why = codedText('file-is-empty');
  const expected = { code: 'format-choice', values: { formats: importable.judgments } };

  it('is the named one, else the recognised one, read as what is asked for', () => {
    const found = { format: 'units-csv', why } as const;
    expect(chooseFormat('units', undefined, found, 'f')).toBe('units-csv');
    expect(chooseFormat('units', 'units-jsonl', found, 'f')).toBe('units-jsonl');
    expect(chooseFormat('judgments', undefined, found, 'f')).toBe('judgments-csv');
    const rows = { format: 'judgments-jsonl', why } as const;
    expect(chooseFormat('units', undefined, rows, 'f')).toBe('units-jsonl');
    expect(chooseFormat('rulings', undefined, rows, 'f')).toBe('rulings-jsonl');
  });

  it('is refused where it is unknown, or cannot hold what is asked for', () => {
    const chosen = (format: 'rulings-jsonl' | null, named?: 'rulings-jsonl') =>
      refused(() => chooseFormat('judgments', named, { format, why }, 'f'));
    expect(chosen(null)).toEqual([
      ['unknown-format', { got: { code: 'no-known-form', values: { why } }, expected }, 'f'],
    ]);
    const about = { format: 'rulings-jsonl', kind: 'judgments' };
    expect(chosen('rulings-jsonl')).toEqual([
      [
        'unknown-format',
        { got: { code: 'recognised-lacks', values: { ...about, why } }, expected },
        'f',
      ],
    ]);
    expect(chosen(null, 'rulings-jsonl')).toEqual([
      ['unknown-format', { got: { code: 'format-lacks', values: about }, expected }, 'f'],
    ]);
  });

  it('may hold nothing, which is told with what was left out', () => {
    expect(refused(() => refuseNothing([], 'f'))).toEqual([['file-empty', {}, 'f']]);
    expect(refused(() => refuseNothing([why], 'f'))).toEqual([
      ['nothing-taken', { left: [why] }, 'f'],
    ]);
  });
});
