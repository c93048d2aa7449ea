import { describe, expect, it } from 'vitest';
import { codedText } from '../../domain/text-values.ts';
import { readPotato } from './potato.ts';
import type { PotatoLayout } from './potato.ts';

const answers = (text: string, layout: PotatoLayout = 'jsonl'): unknown =>
  readPotato(text, layout).records.map((record) => [
    record.id,
    record.annotations.map((one) => [one.annotator, Object.fromEntries(one.answers)]),
  ]);
const row = (labels: object, more: object = {}): string =>
  `${JSON.stringify({ user_id: 'anna', instance_id: 'i1', displayed_text: 'a text', label_annotations: labels, span_annotations: [], behavioral_data: { time_spent: 12.5 }, ...more })}\n`;

describe('Potato output', () => {
  it('gives the labels of each scheme', () => {
    const exported = readPotato(
      row({
        sentiment: { positive: '1' },
        topics: { a: true, b: 'true', c: false },
        scale: { scale_3: '3' },
        why: { text_box: 'because' },
        number: { slider: 4 },
      }),
      'jsonl',
    );
    expect(exported).toMatchObject({
      tool: 'potato',
      faults: [],
      skipped: [],
      records: [
        {
          id: 'i1',
          fields: { instance_id: 'i1', text: 'a text' },
          annotations: [{ annotator: 'anna', seconds: 12.5 }],
        },
      ],
    });
    expect(Object.fromEntries(exported.records[0]!.annotations[0]!.answers)).toEqual({
      sentiment: { kind: 'chosen', labels: ['positive'] },
      topics: { kind: 'chosen', labels: ['a', 'b'] },
      scale: { kind: 'chosen', labels: ['3'] },
      why: { kind: 'text', text: 'because' },
      number: { kind: 'number', number: 4 },
    });
  });

  it('of the exporter has labels in place of label_annotations; a user folder has no user', () => {
    expect(
      answers(
        '{"instance_id":"i1","user_id":"ben","labels":{"s":{"x":"x"}},"spans":{"ner":[{"start":0}]},"links":{}}\n' +
          '{"id":"i2","displayed_text":"t","label_annotations":{"s":{"y":"2"}}}',
      ),
    ).toEqual([
      ['i1', [['ben', { s: { kind: 'chosen', labels: ['x'] } }]]],
      ['i2', [[null, { s: { kind: 'chosen', labels: ['y'] } }]]],
    ]);
    expect(
      readPotato(row({ s: { x: '1' } }, { span_annotations: [{}, {}] }), 'jsonl').skipped,
    ).toEqual([codedText('skipped-spans', { count: 2 })]);
  });

  it('as CSV and TSV has a column per scheme and label', () => {
    expect(
      answers(
        'user,instance_id,displayed_text,s:::x,s:::y,w:::text_box,span_annotation:::P\n' +
          'anna,i1,t,1,,"a, b",[]\nben,i1,t,,True,,[]\n',
        'csv',
      ),
    ).toEqual([
      [
        'i1',
        [['anna', { s: { kind: 'chosen', labels: ['x'] }, w: { kind: 'text', text: 'a, b' } }]],
      ],
      ['i1', [['ben', { s: { kind: 'chosen', labels: ['y'] } }]]],
    ]);
    expect(
      answers('instance_id\tuser_id\ts.x\ts.y\tann._spans\ni1\tanna\t1\t0\t[]\n', 'tsv'),
    ).toEqual([['i1', [['anna', { s: { kind: 'chosen', labels: ['x'] } }]]]]);
  });

  it('takes a label that is called none, false or null as chosen when it is', () => {
    expect(
      answers(
        row({
          a: { none: 'none' },
          b: { false: 'false' },
          c: { null: true },
          d: { x: 'null' },
          e: { x: 'false', y: 'true' },
        }),
      ),
    ).toEqual([
      [
        'i1',
        [
          [
            'anna',
            {
              a: { kind: 'chosen', labels: ['none'] },
              b: { kind: 'chosen', labels: ['false'] },
              c: { kind: 'chosen', labels: ['null'] },
              d: { kind: 'chosen', labels: ['x'] },
              e: { kind: 'chosen', labels: ['y'] },
            },
          ],
        ],
      ],
    ]);
    expect(
      answers(
        'user\tinstance_id\ts:::none\ts:::mild\tc:::false\tc:::true\n' +
          'anna\ti1\tnone\t\tfalse\t\nben\ti1\t\tmild\tFalse\tTrue\n',
        'tsv',
      ),
    ).toEqual([
      [
        'i1',
        [
          [
            'anna',
            { s: { kind: 'chosen', labels: ['none'] }, c: { kind: 'chosen', labels: ['false'] } },
          ],
        ],
      ],
      [
        'i1',
        [
          [
            'ben',
            { s: { kind: 'chosen', labels: ['mild'] }, c: { kind: 'chosen', labels: ['true'] } },
          ],
        ],
      ],
    ]);
  });

  it('numbers checkboxes by the last digit of their position, so that the tenth has 0', () => {
    expect(answers(row({ s: { a: '1', j: '0' } }))).toEqual([
      ['i1', [['anna', { s: { kind: 'chosen', labels: ['a', 'j'] } }]]],
    ]);
    expect(
      answers('instance_id,user_id,s.a,s.b,s.j,n.slider\ni1,anna,1,,0,0\ni2,anna,,2,,3\n', 'csv'),
    ).toEqual([
      [
        'i1',
        [['anna', { s: { kind: 'chosen', labels: ['a', 'j'] }, n: { kind: 'text', text: '0' } }]],
      ],
      ['i2', [['anna', { s: { kind: 'chosen', labels: ['b'] }, n: { kind: 'text', text: '3' } }]]],
    ]);
    // Where there is no other number than 0 and 1, they say no and yes.
    expect(answers(row({ s: { a: 1, j: 0 } }))).toEqual([
      ['i1', [['anna', { s: { kind: 'chosen', labels: ['a'] } }]]],
    ]);
  });

  it('keeps a free text beside a choice as an answer of its own', () => {
    expect(answers(row({ s: { other: '1', free_response: 'this' } }))).toEqual([
      [
        'i1',
        [
          [
            'anna',
            {
              's.free_response': { kind: 'text', text: 'this' },
              s: { kind: 'chosen', labels: ['other'] },
            },
          ],
        ],
      ],
    ]);
  });

  it('counts instances without a label, and refuses what has none of these shapes', () => {
    expect(readPotato(row({}), 'jsonl').skipped).toEqual([
      codedText('skipped-instances', { count: 1 }),
    ]);
    expect(
      readPotato(
        '{"instance_id":"i1"}\n{"instance_id":"i1","label_annotations":{"s":[1]}}\n' +
          '{"instance_id":"i1","labels":"x"}\n',
        'jsonl',
      ).faults.map((found) => `${found.line} ${found.message}`),
    ).toEqual([
      '1 label_annotations is missing, expected the labels per scheme',
      '2 s is an array of 1, expected a value per label',
      '3 label_annotations is "x", expected the labels per scheme',
    ]);
  });
});
