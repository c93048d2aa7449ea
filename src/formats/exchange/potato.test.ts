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
  `${JSON.stringify({
    user_id: 'anna',
    instance_id: 'i1',
    displayed_text: 'a text',
    label_annotations: labels,
    span_annotations: [],
    behavioral_data: { time_spent: 12.5 },
    ...more,
  })}\n`;

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
        '{"instance_id":"i1","user_id":"ben","labels":{"s":{"x":"x"}},' +
          '"spans":{"ner":[{"start":0}]},"links":{}}\n' +
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

  it('reads the content of a text box with a name of its own, not its name', () => {
    const box = { textbox_input: { 'Descriptive grade': 'calculation error' } };
    expect(answers(row(box))).toEqual([
      ['i1', [['anna', { textbox_input: { kind: 'text', text: 'calculation error' } }]]],
    ]);
    expect(
      answers(
        'user\tinstance_id\tbox:::Grade\tsource:::Name\tsource:::Year\ts:::a, b\n' +
          'anna\ti1\ttoo low\tKim\t1999\ttrue\nben\ti1\t3\t\t2001\t\n',
        'tsv',
      ),
    ).toEqual([
      [
        'i1',
        [
          [
            'anna',
            {
              box: { kind: 'text', text: 'too low' },
              'source.Name': { kind: 'text', text: 'Kim' },
              'source.Year': { kind: 'text', text: '1999' },
              s: { kind: 'chosen', labels: ['a, b'] },
            },
          ],
        ],
      ],
      [
        'i1',
        [
          [
            'ben',
            { box: { kind: 'text', text: '3' }, 'source.Year': { kind: 'text', text: '2001' } },
          ],
        ],
      ],
    ]);
  });

  it('takes numbers that vary for content, and one number for a position unless told', () => {
    const years = row({ y: { Year: '1999' } }) + row({ y: { Year: '2001' } }, { user_id: 'ben' });
    const year = (text: string) => ({ y: { kind: 'text', text } });
    expect(answers(years)).toEqual([
      ['i1', [['anna', year('1999')]]],
      ['i1', [['ben', year('2001')]]],
    ]);
    const one = row({ y: { Year: '3' } });
    expect(answers(one)).toEqual([['i1', [['anna', { y: { kind: 'chosen', labels: ['Year'] } }]]]]);
    const told = readPotato(one, 'jsonl', { inputs: ['y'] });
    expect(Object.fromEntries(told.records[0]!.annotations[0]!.answers)).toEqual(year('3'));
  });

  it('knows how long an instance took and when it was last changed', () => {
    const times = (behavioral_data: object): unknown => {
      const [record] = readPotato(row({ s: { a: true } }, { behavioral_data }), 'jsonl').records;
      return [record!.annotations[0]!.seconds, record!.annotations[0]!.at];
    };
    // 7 minutes and 38 seconds; a day, an hour, a minute and a second.
    expect(times({ time_string: 'Time spent: 0d 0h 7m 38s ' })).toEqual([458, null]);
    expect(times({ time_string: 'Time spent: 1d 1h 1m 1s ' })).toEqual([90_061, null]);
    const changes = [{ timestamp: 1_767_261_600 }, { timestamp: 1_767_261_700.5 }];
    expect(times({ total_time_ms: 2500, annotation_changes: changes })).toEqual([
      2.5,
      '2026-01-01T10:01:40.500Z',
    ]);
    expect(times({ time_string: 'a while' })).toEqual([null, null]);
  });

  it('leaves out the pages of a survey and counts them', () => {
    const consent = { instance_id: 'consent.html', displayed_text: 'consent' };
    const agrees = { 'I take part.': { Yes: 'I take part.:::Yes' } };
    const exported = readPotato(row({ s: { a: 'true' } }) + row(agrees, consent), 'jsonl');
    expect(exported.records.map((record) => record.id)).toEqual(['i1']);
    expect(exported.skipped).toEqual([codedText('skipped-survey-pages', { count: 1 })]);
    const page = { instance_id: 'saved.html', displayed_text: 'a whole page' };
    expect(readPotato(row({ s: { a: 'true' } }, page), 'jsonl').records).toHaveLength(1);
  });

  it('reads the saved state of a user', () => {
    const state = {
      user_id: 'anna',
      instance_id_to_label_to_value: {
        i1: [
          [{ schema: 'sentiment', name: 'positive' }, 'true'],
          [{ schema: 'why', name: 'text_box' }, 'warm'],
        ],
        i2: { sentiment: { labels: { negative: true } } },
      },
      instance_id_to_span_to_value: { i1: [[{ schema: 'ner', start: 0, end: 4 }, true]] },
      instance_id_to_behavioral_data: { i1: { total_time_ms: 4000 } },
      phase_to_page_to_label_to_value: { consent: { consent: [], terms: [] } },
    };
    const exported = readPotato(JSON.stringify(state, null, 2), 'jsonl');
    expect(exported.faults).toEqual([]);
    expect(exported.records[0]!.annotations[0]).toMatchObject({ annotator: 'anna', seconds: 4 });
    expect(answers(JSON.stringify(state))).toEqual([
      [
        'i1',
        [
          [
            'anna',
            {
              sentiment: { kind: 'chosen', labels: ['positive'] },
              why: { kind: 'text', text: 'warm' },
            },
          ],
        ],
      ],
      ['i2', [['anna', { sentiment: { kind: 'chosen', labels: ['negative'] } }]]],
    ]);
    expect(exported.skipped).toEqual([
      codedText('skipped-spans', { count: 1 }),
      codedText('skipped-survey-pages', { count: 2 }),
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
