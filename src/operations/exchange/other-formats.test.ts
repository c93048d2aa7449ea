import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { otherFormat, otherRows } from './other-formats.ts';

const task = buildTask({ questions: { relevant: {} }, unit: { id: ['id'], show: ['text'] } });

describe('a table', () => {
  it('holds judgments where it has answers and nothing of what units show, else units', () => {
    const kindOf = (header: string): string | undefined =>
      otherFormat(`${header}\n1,2,3\n`, [task])?.kind;
    expect(kindOf('id,annotator,relevant')).toBe('judgments');
    expect(kindOf('id,text,relevant')).toBe('units');
    expect(kindOf('id,text,source')).toBe('units');
  });
});

const tone = {
  ...buildTask({ questions: { kind: {} }, unit: { id: ['letter'], show: ['body'] } }),
  id: 'tone',
};
const graded = {
  ...buildTask({
    questions: { grade: { scale: { ordinal: [0, 1, 2] } }, note: { scale: 'text' } },
    unit: { id: ['query', 'doc'], show: ['body'] },
  }),
  id: 'graded',
};

describe('the task of a file', () => {
  const found = (text: string): unknown => {
    const other = otherFormat(text, [task, tone]);
    return other === null ? null : [other.kind, other.format, other.task?.id ?? null];
  };

  it('is the only one whose columns a table has', () => {
    expect(found('id,text\n1,a\n')).toEqual(['units', 'units-csv', 'task']);
    expect(found('letter,body\n1,a\n')).toEqual(['units', 'units-csv', 'tone']);
    expect(found('letter,annotator_id,kind\n1,a,1\n')).toEqual([
      'judgments',
      'judgments-csv',
      'tone',
    ]);
    expect(found('unit,annotator_id,relevant\n1,a,1\n')).toEqual([
      'judgments',
      'judgments-csv',
      'task',
    ]);
    // Both tasks would be named, so none is.
    expect(found('id,text,letter,body\n1,a,2,b\n')).toEqual(['units', 'units-csv', null]);
    expect(found('letter,annotator_id,other\n1,a,1\n')).toEqual([
      'judgments',
      'judgments-csv',
      null,
    ]);
  });

  it('is the only one whose fields the first object of an array has', () => {
    expect(found('[{"letter":"1","body":"a"}]')).toEqual(['units', 'units-jsonl', 'tone']);
    expect(found('[{"unit":"1","annotator":"a","answers":{"kind":true}}]')).toEqual([
      'judgments',
      'judgments-jsonl',
      'tone',
    ]);
    expect(found('[{"unit":"1","annotator":"a","answers":{"odd":true}}]')).toEqual([
      'judgments',
      'judgments-jsonl',
      null,
    ]);
  });

  it('is not told by lines of JSON, Parquet, or the export of a tool', () => {
    expect(found('{"letter":"1","body":"a"}\n')).toBeNull();
    expect(found('PAR1 and more')).toBeNull();
    expect(found('')).toBeNull();
    expect(found('[{"id":1,"data":{"text":"a"},"annotations":[]}]')).toEqual([
      'judgments',
      'label-studio',
      null,
    ]);
    const table = 'record_uuid,annotator_id,task,language,query,chunk\n1,a,tone,en,q,c\n';
    expect(found(table)).toEqual(['judgments', 'rag-table', 'tone']);
  });

  it('is the one that there is', () => {
    expect(otherFormat('letter,body\n1,a\n', [task])?.task).toBe(task);
  });
});

describe('the rows of a file', () => {
  const rowsOf = (text: string, of: typeof task, mapping = {}) => {
    const { kind, format } = otherFormat(text, [of])!;
    return otherRows(text, { kind, format, task: of }, mapping);
  };

  it('are the units of a table with their lines, and every fault', () => {
    expect(rowsOf('id,text,size:json\n1,a,7\n2,b,{\n3,c,8,9\n', task)).toMatchObject({
      rows: [{ row: { id: '1', text: 'a', size: 7 }, line: 2 }],
      faults: expect.arrayContaining([
        expect.objectContaining({ line: 3 }),
        expect.objectContaining({ code: 'bad-csv', line: 4 }),
      ]),
    });
  });

  it('are the judgments of a table, with a fault for a column that nothing names', () => {
    const text = 'id,annotator_id,relevant,odd\n1,anna,1,x\n';
    expect(rowsOf(text, task)).toMatchObject({
      rows: [{ row: { unit: '1', annotator: 'anna', answers: { relevant: true } }, line: 2 }],
      faults: [{ line: 1 }],
    });
    expect(rowsOf(text, task, { fields: { odd: null } }).faults).toEqual([]);
  });

  it('are those of an array', () => {
    const read = rowsOf('[{"id":"1","text":"a"}]', task);
    expect(read.rows).toMatchObject([{ row: { id: '1', text: 'a' }, index: 0 }]);
    expect(read.faults).toEqual([]);
  });

  it('are the grades of a qrels file for the only measured question, or the named one', () => {
    expect(rowsOf('q1 0 d1 2\n', graded)).toMatchObject({
      rows: [{ row: { unit: 'q1::d1', answers: { grade: 2 }, annotator: 'qrels' }, line: 1 }],
      faults: [],
    });
    expect(rowsOf('q1 0 d1 2\n', graded, { annotator: 'trec' }).rows[0]?.row).toMatchObject({
      annotator: 'trec',
    });
    const { rows, faults } = rowsOf('q1 0 d1 2\n', graded, { question: 'note' });
    expect([rows, faults.map(({ code, values }) => [code, values])]).toEqual([
      [],
      [['wrong-value', { field: 'question', got: '"note"', expected: ['grade'] }]],
    ]);
  });

  it('of another task than those of RAG are not in a table of theirs', () => {
    const text = 'record_uuid,annotator_id,task,language,query,chunk\n1,a,tone,en,q,c\n';
    expect(otherRows(text, { kind: 'judgments', format: 'rag-table', task: tone }, {})).toEqual({
      rows: [],
      faults: [expect.objectContaining({ code: 'unknown-task' })],
    });
  });

  it('of a tool are its units or its judgments', () => {
    const result = [
      { from_name: 'relevant', to_name: 'text', type: 'choices', value: { choices: ['true'] } },
    ];
    const annotation = { completed_by: { email: 'anna' }, was_cancelled: false, result };
    const studio = [{ id: 7, data: { id: '1', text: 'a' }, annotations: [annotation] }];
    const text = JSON.stringify(studio);
    const about = { format: 'label-studio', task } as const;
    expect(otherRows(text, { ...about, kind: 'units' }, {}).rows).toMatchObject([
      { row: { id: '1', text: 'a' } },
    ]);
    expect(otherRows(text, { ...about, kind: 'judgments' }, {}).rows).toMatchObject([
      { row: { unit: '1', annotator: 'anna' } },
    ]);
  });
});
