import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { jsonLines, temporaryFolder } from '../../../test/run-assay.ts';
import { writeParquet } from '../../formats/parquet-writer.ts';
import { writeWorkbook } from '../../formats/xlsx-writer.ts';
import { suggestImport } from './suggest-import.ts';
import type { ImportSuggestion } from './suggest-import.ts';

interface Suggested extends ImportSuggestion {
  readonly questions: Readonly<Record<string, { readonly scale?: unknown }>>;
}

async function suggested(name: string, content: string | Uint8Array): Promise<Suggested> {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  const found = await suggestImport(path, null);
  const { tasks } = parse(found.protocol) as {
    readonly tasks: { readonly main: Pick<Suggested, 'questions'> };
  };
  return { ...found, questions: tasks.main.questions };
}

const answersOf = ({ judgments }: ImportSuggestion): readonly unknown[] =>
  judgments.map((row) => row['answers']);

describe('a proposal for a file', () => {
  it('takes typed texts as texts and numbers that are no grades as texts', async () => {
    const result = (name: string, type: string, value: object): object => ({
      from_name: name,
      to_name: 'text',
      type,
      value,
    });
    const task = (id: number, price: number, why: string): object => ({
      id,
      data: { text: `text ${id}` },
      annotations: [
        {
          completed_by: 1,
          result: [
            result('price', 'number', { number: price }),
            result('why', 'textarea', { text: [why] }),
            result('kind', 'choices', { choices: [id === 1 ? 'a' : 'b'] }),
          ],
        },
      ],
    });
    const { questions } = await suggested(
      'ls.json',
      JSON.stringify([task(1, 12.5, 'cheap'), task(2, 3, 'so so')]),
    );
    expect(questions).toEqual({
      price: { scale: 'text' },
      why: { scale: 'text' },
      kind: { scale: { nominal: ['a', 'b'] } },
    });
  });

  it('asks for marked passages by label, as quotes where there is one of each', async () => {
    const once = await suggested(
      'once.jsonl',
      jsonLines([
        {
          id: 1,
          text: 'Ada lives in Bonn',
          label: [
            [0, 3, 'PER'],
            [13, 17, 'LOC'],
          ],
        },
      ]),
    );
    expect(once.questions).toEqual({
      PER: { scale: { quote: { from: 'text' } } },
      LOC: { scale: { quote: { from: 'text' } } },
    });
    expect(once.mapping.fields).toEqual({ 'label.PER': 'PER', 'label.LOC': 'LOC' });
    expect(answersOf(once)).toEqual([{ PER: 'Ada', LOC: 'Bonn' }]);
    const twice = await suggested(
      'twice.jsonl',
      jsonLines([
        {
          id: 1,
          text: 'Ada and Ben',
          label: [
            [0, 3, 'PER'],
            [8, 11, 'PER'],
          ],
        },
      ]),
    );
    expect(twice.questions).toEqual({ PER: { scale: 'text' } });
    expect(answersOf(twice)).toEqual([{ PER: 'Ada\nBen' }]);
  });

  it('finds passages that doccano writes with relations', async () => {
    const entity = { id: 5, label: 'PER', start_offset: 0, end_offset: 3 };
    const row = { id: 1, text: 'Ada lives', entities: [entity], relations: [], Comments: [] };
    const { format, judgments } = await suggested('d.jsonl', jsonLines([row]));
    expect(format).toBe('doccano');
    expect(judgments[0]).toMatchObject({ unit: '1', answers: { PER: 'Ada' } });
  });

  it('takes labels of doccano that never come again as texts', async () => {
    const { questions } = await suggested(
      's2s.jsonl',
      jsonLines([
        { id: 1, text: 'Hallo', label: ['Hello'] },
        { id: 2, text: 'Welt', label: ['World', 'Earth'] },
      ]),
    );
    expect(questions).toEqual({ label: { scale: 'text' } });
  });

  it.each([
    [
      'min.csv',
      'annotation_id,annotator,id,lead_time,mood,text,updated_at\n' +
        '10,1,1,2.5,Good,"The tap, again",2026-01-05T10:00:00Z\n' +
        '11,2,1,2.5,Bad,"The tap, again",2026-01-05T10:00:00Z\n' +
        '12,1,2,2.5,Good,Thank you very much,2026-01-05T10:00:00Z\n',
    ],
    [
      'min.json',
      JSON.stringify([
        { id: 1, annotation_id: 10, annotator: 1, text: 'The tap, again', mood: 'Good' },
        { id: 1, annotation_id: 11, annotator: 2, text: 'The tap, again', mood: 'Bad' },
        { id: 2, annotation_id: 12, annotator: 1, text: 'Thank you very much', mood: 'Good' },
      ]),
    ],
  ])('tells answers from data in %s of Label Studio, and says so', async (name, content) => {
    const found = await suggested(name, content);
    expect(found.units).toEqual([
      { id: '1', text: 'The tap, again' },
      { id: '2', text: 'Thank you very much' },
    ]);
    expect(answersOf(found)).toEqual([{ mood: 'Good' }, { mood: 'Bad' }, { mood: 'Good' }]);
    expect(found.notes).toEqual([{ code: 'guessed-answers', values: { columns: ['mood'] } }]);
  });

  it('takes responses of Argilla without a status by its mapping, and says so', async () => {
    const record = (id: string, value: string): object => ({
      id,
      fields: { text: `text ${id}` },
      responses: { topic: [{ value, user_id: 'anna' }] },
    });
    const found = await suggested('a.json', JSON.stringify([record('u1', 'x'), record('u2', 'y')]));
    expect(found.mapping).toEqual({ without_status: 'submitted' });
    expect(answersOf(found)).toEqual([{ topic: 'x' }, { topic: 'y' }]);
    expect(found.notes).toEqual([{ code: 'statusless-taken', values: { count: 2 } }]);
    expect(found.left).toEqual([]);
  });

  it('reads a page of Argilla’s API', async () => {
    const responses = [{ values: { topic: { value: 'x' } }, status: 'submitted', user_id: 'anna' }];
    const page = { items: [{ id: 'c0', fields: { text: 'Hello' }, responses }], total: 1 };
    const found = await suggested('page.json', JSON.stringify(page));
    expect(found.format).toBe('argilla');
    expect(found.units).toEqual([{ id: 'c0', text: 'Hello' }]);
  });

  it('puts whoever annotated on the panel', async () => {
    const row = (user: number): object => ({
      id: user,
      text: 't',
      annotations: [{ label: 1, user }],
    });
    const { protocol } = await suggested('old.jsonl', jsonLines([row(1), row(2)]));
    expect(parse(protocol)).toMatchObject({ panel: { people: { names: ['1', '2'] } } });
  });

  it('makes optional what not everybody answered, and names units by texts', async () => {
    const row = (user_input: string, relevancy: number | null): object => ({
      user_input,
      response: 'Yes.',
      retrieved_contexts: ['a text'],
      faithfulness: 1,
      answer_relevancy: relevancy,
    });
    const found = await suggested('r.jsonl', jsonLines([row('Is it?', 0.9), row('Who?', null)]));
    expect(found.faults).toEqual([]);
    expect(found.units.map(({ query }) => query)).toEqual(['Is it?', 'Who?']);
    expect(found.questions['faithfulness']).not.toHaveProperty('required');
    expect(found.questions['answer_relevancy']).toEqual({ required: false });
    expect(found.mapping.thresholds).toEqual({ answer_relevancy: 0.5 });
  });

  it('says what would be refused', async () => {
    const rows = [
      { text: 'a', labels: ['x'] },
      { text: 'a', labels: ['y'] },
    ];
    const { faults } = await suggested('labels.jsonl', jsonLines(rows));
    expect(faults.map(({ code }) => code)).toContain('missing-field');
  });

  it('reads a table alike from a spreadsheet, Parquet and Windows-1252', async () => {
    const rows = [
      { Vorgang: 'B-1', Text: 'Die Lieferung kam für uns zu spät an.' },
      { Vorgang: 'B-2', Text: 'Alles gut, vielen Dank für die Hilfe.' },
    ];
    const columns = ['Vorgang', 'Text'].map((name) => ({ name, type: 'text' as const }));
    const csv = ['Vorgang;Text', ...rows.map((row) => Object.values(row).join(';'))].join('\n');
    const found = [
      await suggested('a.xlsx', writeWorkbook('Tabelle', columns, rows)),
      await suggested('a.parquet', new Uint8Array(writeParquet(columns, rows))),
      await suggested('a.csv', Buffer.from(csv, 'latin1')),
    ];
    for (const { protocol, units } of found) {
      expect(units).toEqual(rows);
      expect(parse(protocol)).toMatchObject({
        tasks: { main: { unit: { id: 'Vorgang', show: ['Text'] } } },
      });
    }
    expect(found.map(({ said }) => said.map(({ code }) => code))).toEqual([
      ['read-sheet'],
      [],
      ['read-as-encoding', 'separated-by'],
    ]);
  });

  it('writes a mapping only where there are judgments to map', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'units.csv');
    writeFileSync(path, 'id,text\n1,a longer text\n');
    const { files } = await suggestImport(path, join(folder, 'project'));
    expect(files.map((file) => basename(file))).toEqual(['protocol.yaml', 'guideline.md']);
  });

  it('tells votes from units: a table of workers, items and labels', async () => {
    const found = await suggested(
      'v.csv',
      'task,worker,label,when\na,w1,3,x\na,w2,1,y\nb,w1,2,z\n',
    );
    expect(found.units).toEqual([{ task: 'a' }, { task: 'b' }]);
    expect(found.judgments).toEqual([
      { unit: 'a', annotator: 'w1', answers: { label: 3 } },
      { unit: 'a', annotator: 'w2', answers: { label: 1 } },
      { unit: 'b', annotator: 'w1', answers: { label: 2 } },
    ]);
    expect(found.questions).toEqual({ label: { scale: { ordinal: [1, 2, 3] } } });
    expect(found.mapping).toEqual({ fields: { worker: 'annotator', when: null } });
    expect([found.left, found.faults]).toEqual([[], []]);
  });

  it('does not take long over many judgments', async () => {
    // Twice as many take twice as long; when they took four times, these took minutes.
    const lines = Array.from({ length: 50_000 }, (_, at) => `q${at % 50} 0 d${at} ${at % 3}\n`);
    const found = await suggested('judged.qrels', lines.join(''));
    expect(found.questions).toEqual({ relevance: { scale: { ordinal: [0, 1, 2] } } });
  });
});

describe('a table of votes', () => {
  it('has each unit once, and a judgment for each vote', async () => {
    const votes = 'item,annotator,label\nu1,anna,yes\nu1,ben,no\nu2,anna,yes\nu2,ben,yes\n';
    const found = await suggested('votes.csv', votes);
    expect(found).toMatchObject({ faults: [], said: [], files: [], numbered: null });
    expect(found.units).toEqual([{ item: 'u1' }, { item: 'u2' }]);
    expect(answersOf(found)).toEqual([{ label: true }, { label: false }, { label: true }]);
  });
});

it('somebody who gave no answer has no judgment in a proposal', async () => {
  const task = (id: number, result: readonly object[]): object => ({
    id,
    data: { text: `text ${id}` },
    annotations: [{ completed_by: 1, result }],
  });
  const choice = { from_name: 'kind', to_name: 'text', type: 'choices', value: { choices: ['a'] } };
  const found = await suggested('ls.json', JSON.stringify([task(1, []), task(2, [choice])]));
  expect(found.judgments).toMatchObject([{ unit: '2', answers: { kind: 'a' } }]);
});
