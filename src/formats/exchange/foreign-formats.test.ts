import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../domain/english.ts';
import { detectFormat } from './detect-format.ts';

const tokens = ['1-1\t0-4\tAnna\tPERSON', '1-2\t5-9\tleft\t_'];

/** Files that mark passages of documents, in the forms that tools write them. */
const marked: readonly (readonly [name: string, text: string])[] = [
  [
    'WebAnno TSV',
    `#FORMAT=WebAnno TSV 3.3\n#T_SP=x.Entity|value\n\n\n#Text=Anna left\n${tokens[0]}`,
  ],
  ['WebAnno TSV', '# webanno.custom.Mood | mood\n#id=1\n1-1\tAnna\tB-calm\n'],
  [
    'UIMA CAS XMI',
    '<?xml version="1.0" encoding="UTF-8"?>\n<xmi:XMI xmlns:xmi="http://x" xmi:version="2.0">',
  ],
  ['UIMA CAS JSON', '{\n  "%TYPES" : { },\n  "%FEATURE_STRUCTURES" : [ ]\n}'],
  ['UIMA CAS JSON', '{"_context": {"_types": {}}, "_views": {}}'],
  ['CoNLL', '-DOCSTART- -X- O O\n\nAnna NNP B-NP B-PER\n'],
  ['CoNLL', 'Anna\tB-PER\nleft\tO\n.\tO\n\nBen\tB-PER\nstayed\tO\n'],
  ['CoNLL', '# text = Anna left\n1\tAnna\t_\tPROPN\tNNP\t_\t2\tnsubj\t_\t_\n'],
  ['brat’s standoff', 'T1\tPerson 0 4\tAnna\nT2\tPlace 9 13\tRome\n'],
];

describe('a file of another kind', () => {
  it.each(marked)('is named: %s', (name, text) => {
    const { format, why } = detectFormat(text);
    expect(format).toBe(null);
    expect(inEnglish(why)).toContain(`it is ${name}, which marks passages`);
  });

  it('has what to do instead', () => {
    const said = (text: string): string => inEnglish(detectFormat(text).why);
    expect(said('__label__praise Thank you!\n')).toContain('convert it to a table');
    expect(said('<View>\n  <Text name="t"/>\n</View>')).toContain('it is XML or HTML');
    expect(said('SQLite format 3\0…')).toContain('export its rows first');
  });

  it('is not a run whose name looks like a tag, nor a table with tags', () => {
    expect(detectFormat('q1 Q0 d1 1 0.9 B-25\nq1 Q0 d2 2 0.8 B-25\n').format).toBe('trec-run');
    expect(detectFormat('text,tag\nAnna,B-PER\nleft,O\n').format).toBe('units-csv');
    expect(detectFormat('{"_context": "x", "id": 1, "text": "t"}').format).toBe('units-jsonl');
  });
});
