import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { judgmentIntake } from '../judging/judgment-intake.ts';
import type { JsonRow } from '../jsonl.ts';
import { readArgilla } from './argilla.ts';
import { readDoccano } from './doccano.ts';
import { readLabelStudio } from './label-studio.ts';
import { readProdigy } from './prodigy/prodigy.ts';
import type { ToolExport, ToolMapping } from './tool-export.ts';
import { toolJudgments } from './tool-judgments.ts';
import { toolUnitRows } from './tool-units.ts';
import { writeArgilla, writeDoccano, writeLabelStudio, writeProdigy } from './tool-writers.ts';
import type { UnitJudgments } from './tool-writers.ts';

const task = buildTask({
  questions: { kind: { scale: { nominal: ['repair', 'praise'] } } },
  unit: { id: ['id'], show: ['text'] },
});
const labels = buildTask({
  form: 'labels',
  questions: { Repair: {}, Praise: {} },
  unit: { id: ['id'], show: ['text'] },
});

/** The judgments of an export as they would be stored, with their units. */
function stored(own: Task, exported: ToolExport, mapping: ToolMapping): readonly UnitJudgments[] {
  const context = { guideline: null, guidelineRequired: false, units: null };
  const take = judgmentIntake(compileTask(own), context, 'reject');
  const judgments = toolJudgments(own, exported, mapping).rows.map((row): Judgment => {
    const taken = take(row);
    if (taken.kind !== 'judgment') throw new Error(JSON.stringify(taken));
    return taken.judgment;
  });
  return toolUnitRows(own, exported, mapping).rows.map(({ row }) => {
    const id = String(row['id']);
    return {
      unit: { id, task: own.id, subject: null, fields: row },
      judgments: judgments.filter((one) => one.unit === id),
    };
  });
}

/** The first unit judged otherwise, as a revision would have it: everything else stays. */
function revised(
  judged: readonly UnitJudgments[],
  answers: Judgment['answers'],
): readonly UnitJudgments[] {
  return judged.map((one, at) =>
    at > 0 ? one : { ...one, judgments: one.judgments.map((each) => ({ ...each, answers })) },
  );
}

describe('what came from a tool and was revised here goes back into it', () => {
  it('to Label Studio with its tasks, annotations, controls, types and labels', () => {
    const row = (id: number, unit: string, choice: string): object => ({
      id,
      project: 4,
      data: { id: unit, text: 't' },
      annotations: [
        {
          id: id + 100,
          completed_by: { email: 'a@example.org' },
          ground_truth: id === 7,
          result: [
            {
              id: `r${id}`,
              from_name: 'topic',
              to_name: 'body',
              type: 'choices',
              value: { choices: [choice] },
            },
          ],
        },
      ],
    });
    const text = JSON.stringify([row(7, 'u1', 'Needs repair'), row(9, 'u2', 'Praise!')]);
    const mapping = {
      fields: { topic: 'kind' },
      values: { topic: { 'Needs repair': 'repair', 'Praise!': 'praise' } },
      annotators: { 'a@example.org': 'anna' },
    };
    const judged = stored(task, readLabelStudio(text), mapping);
    const back = JSON.parse(writeLabelStudio(task, revised(judged, { kind: 'praise' }))) as unknown;
    expect(back).toMatchObject([
      {
        id: 7,
        project: 4,
        annotations: [
          {
            id: 107,
            completed_by: { email: 'a@example.org' },
            ground_truth: true,
            result: [
              {
                id: 'r7',
                from_name: 'topic',
                to_name: 'body',
                type: 'choices',
                value: { choices: ['Praise!'] },
              },
            ],
          },
        ],
      },
      { id: 9, annotations: [{ id: 109, result: [{ value: { choices: ['Praise!'] } }] }] },
    ]);
    const again = stored(task, readLabelStudio(JSON.stringify(back)), mapping);
    expect(again.map(({ judgments }) => judgments[0]!.answers)).toEqual([
      { kind: 'praise' },
      { kind: 'praise' },
    ]);
  });

  it('to Label Studio as one list where labels are questions', () => {
    const text = JSON.stringify([
      {
        id: 1,
        data: { id: 'u1', text: 't' },
        annotations: [
          {
            id: 2,
            completed_by: 3,
            result: [
              { from_name: 'tags', type: 'choices', value: { choices: ['Repair', 'Praise'] } },
            ],
          },
        ],
      },
    ]);
    const judged = stored(labels, readLabelStudio(text), { fields: { tags: '*' } });
    const answers = { Repair: true, Praise: false };
    expect(JSON.parse(writeLabelStudio(labels, revised(judged, answers)))).toMatchObject([
      { annotations: [{ result: [{ from_name: 'tags', value: { choices: ['Repair'] } }] }] },
    ]);
  });

  it('to Prodigy with its hashes, session, options, metadata and labels', () => {
    const row = {
      id: 'u1',
      text: 't',
      meta: { source: 'mail' },
      _input_hash: -3,
      _task_hash: 8,
      _session_id: 'set-anna',
      _annotator_id: 'anna',
      _view_id: 'choice',
      options: [
        { id: 'R', text: 'Repair' },
        { id: 'P', text: 'Praise' },
      ],
      accept: ['R'],
      answer: 'accept',
    };
    const other = { ...row, id: 'u2', _input_hash: -4, accept: ['P'] };
    const text = [row, other].map((one) => JSON.stringify(one)).join('\n');
    const mapping = { values: { accept: { R: 'repair', P: 'praise' } } };
    const judged = stored(task, readProdigy(text), mapping);
    const back = writeProdigy(task, revised(judged, { kind: 'praise' }))
      .trim()
      .split('\n');
    const first = JSON.parse(back[0]!) as JsonRow;
    const { accept, meta, options, _input_hash, _task_hash, _session_id } = first;
    expect({ accept, meta, options, _input_hash, _task_hash, _session_id }).toEqual({
      accept: ['P'],
      meta: row.meta,
      options: row.options,
      _input_hash: -3,
      _task_hash: 8,
      _session_id: 'set-anna',
    });
  });

  it('to Prodigy as a row per label or list of options, with ids as they were', () => {
    const common = { id: 'u1', text: 't', _input_hash: 1, _annotator_id: 'anna', answer: 'accept' };
    const list = [{ id: 0, text: 'Repair' }];
    const rest = [{ id: 0, text: 'Praise' }];
    const rows = ['u1', 'u2'].flatMap((id) => [
      { ...common, id, _task_hash: 5, options: list, accept: [0] },
      { ...common, id, _task_hash: 6, options: rest, accept: [] },
    ]);
    const text = rows.map((one) => JSON.stringify(one)).join('\n');
    const judged = stored(labels, readProdigy(text), {});
    expect(judged[0]!.judgments[0]!.answers).toEqual({ Repair: true, Praise: false });
    const back = writeProdigy(labels, revised(judged, { Repair: false, Praise: true }));
    const read = (written: string): readonly JsonRow[] =>
      written
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as JsonRow);
    expect(read(back)).toMatchObject([
      { id: 'u1', _task_hash: 5, options: list, accept: [] },
      { id: 'u1', _task_hash: 6, options: rest, accept: [0] },
      { id: 'u2', _task_hash: 5, options: list, accept: [0] },
      { id: 'u2', _task_hash: 6, options: rest, accept: [] },
    ]);
    const asked = ['Repair', 'Praise'].map((label, at) => ({ ...common, _task_hash: at, label }));
    const said = stored(
      labels,
      readProdigy(asked.map((one) => JSON.stringify(one)).join('\n')),
      {},
    );
    const answered = read(writeProdigy(labels, revised(said, { Repair: true, Praise: false })));
    expect(answered).toMatchObject([
      { _task_hash: 0, label: 'Repair', answer: 'accept' },
      { _task_hash: 1, label: 'Praise', answer: 'reject' },
    ]);
    expect(answered.some((row) => 'options' in row || 'accept' in row)).toBe(false);
  });

  it('from Prodigy without an answer to labels that were not offered', () => {
    const row = (id: string, label: string) =>
      JSON.stringify({
        id,
        text: 't',
        options: [{ id: label }],
        accept: [],
        answer: 'accept',
        _annotator_id: 'anna',
      });
    const answers = (text: string): unknown =>
      toolJudgments(labels, readProdigy(text), {}).rows[0]!.row['answers'];
    expect(answers(`${row('u1', 'Repair')}\n${row('u2', 'Praise')}\n`)).toEqual({ Repair: false });
    // Where all rows offer the same, that is all there was to choose.
    expect(answers(row('u1', 'Repair'))).toEqual({ Repair: false, Praise: false });
  });

  it('to Argilla with its record and question, and to doccano with its number', () => {
    const text = JSON.stringify([
      {
        id: 'u1',
        _server_id: 's1',
        fields: { text: 't' },
        responses: { topic: [{ value: 'Fix', user_id: 'u-1', status: 'submitted' }] },
      },
    ]);
    const mapping = {
      fields: { topic: 'kind' },
      values: { topic: { Fix: 'repair' } },
      annotators: { 'u-1': 'anna' },
    };
    const judged = stored(task, readArgilla(text), mapping);
    expect(JSON.parse(writeArgilla(task, judged))).toMatchObject([
      {
        id: 'u1',
        _server_id: 's1',
        responses: { topic: [{ value: 'Fix', user_id: 'u-1', status: 'submitted' }] },
      },
    ]);
    const row = '{"id": 41, "text": "t", "label": ["repair"], "meta": {"id": "u1"}}\n';
    const marked = stored(task, readDoccano(row), { annotator: 'anna' });
    expect(JSON.parse(writeDoccano(task, marked).get('anna')!)).toMatchObject({
      id: 41,
      label: ['repair'],
    });
  });
});
