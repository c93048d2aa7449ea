import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { hiddenFaults } from '../jsonl.ts';
import { judgmentRowReader, rowJudgment, wholeNumberFields } from './judgment-row.ts';
import type { JudgmentRow, RowContext } from './judgment-row.ts';
import { trial, strict, messages } from '../../../test/judgment-lines.ts';

describe('whole rows', () => {
  const whole = {
    unit: 'Q1::NCT1',
    task: 'task',
    annotator: 'anna',
    answers: { relevance_label: 2, rationale: 'r' },
    guideline: 'm4-v1',
    round: 'pilot',
    at: '2026-01-31T09:30:00Z',
    seconds: 31.5,
    confidence: 'low',
    notes: '',
    flag: true,
    uncertain: false,
    task_hash: 'abc',
  };

  it('become the judgment that they stand for', () => {
    const read = judgmentRowReader(trial, strict)(whole);
    expect(read.faults).toEqual([]);
    expect(rowJudgment(trial, whole, read)).toEqual({
      unit: 'Q1::NCT1',
      task: 'task',
      annotator: 'anna',
      answers: { relevance_label: 2, rationale: 'r' },
      asides: { confidence: 'low', flag: true },
      guideline: 'm4-v1',
      taskHash: 'abc',
      round: 'pilot',
      at: '2026-01-31T09:30:00Z',
      seconds: 31.5,
    });
  });

  it('have no other keys, name their own task, and answer in an object', () => {
    const read = judgmentRowReader(
      trial,
      strict,
    )({ ...whole, task: 'other', answers: [1], foo: 1, seconds: null });
    expect(read.faults.map((one) => one.message)).toEqual([
      'task is "other", expected "task"',
      'foo is unknown here; expected unit, task, annotator, answers, guideline, ' +
        'task_hash, round, at, seconds, confidence, notes and 7 more',
      'answers is an array of 1, expected an object with an answer per question',
      'relevance_label is missing, expected 0, 1 or 2',
      'rationale is missing, expected a non-empty text',
    ]);
  });

  it('have their whole numbers written as such', () => {
    expect(
      messages(
        '{"unit":"Q1::NCT1","annotator":"anna","guideline":"m4-v1",' +
          '"answers":{"relevance_label":2.0,"rationale":"r"}}',
      ),
    ).toEqual([
      'answers.relevance_label is 2.0, expected a whole number, written without a fraction',
    ]);
  });
});

describe('rows of labels', () => {
  const grades = { ordinal: [0, 1, 2], present: 1 } as const;
  const topics = compileTask(
    buildTask({
      form: 'labels',
      questions: {
        IRB: { scale: grades },
        LCR: { scale: { ...grades, ticked: 1 } },
        Urgent: {},
        why: { scale: 'text', required: false },
      },
    }),
  );
  const base = { id: 'c1', annotator_id: 'anna' };
  const context: RowContext = { guideline: null, guidelineRequired: false, units: null };
  const read = (labels: unknown, rest: Readonly<Record<string, unknown>> = {}): JudgmentRow =>
    judgmentRowReader(topics, context)({ ...base, labels, ...rest });

  it('give every label an answer: its grade, what a tick counts as, or the lowest', () => {
    expect(read(['IRB', 'LCR'], { grades: { IRB: 2 } })).toMatchObject({
      answers: { IRB: 2, LCR: 1, Urgent: false },
      codes: [2, 1, 0, -1],
      faults: [],
    });
    expect(read(['Urgent'], { why: 'soon' })).toMatchObject({
      answers: { IRB: 0, LCR: 0, Urgent: true, why: 'soon' },
      codes: [0, 0, 1, 1],
      faults: [],
    });
  });

  it('say that no label applies by an empty list, which is not the same as no list', () => {
    expect(read([])).toMatchObject({ codes: [0, 0, 0, -1], faults: [] });
    expect(read([], { grades: null })).toMatchObject({ faults: [] });
    expect(read(undefined).faults.map((one) => one.message)).toEqual([
      'labels is missing, expected a list of labels (empty when none applies)',
    ]);
    expect(read(null).faults.map((one) => one.message)).toEqual([
      'labels is null, expected a list of labels (empty when none applies)',
    ]);
    expect(read('IRB').faults.map((one) => one.message)).toEqual([
      'labels is "IRB", expected a list of labels (empty when none applies)',
    ]);
  });

  it.each([
    [['IRB', 'Nope'], { grades: { IRB: 1 } }, ['labels is "Nope", expected IRB, LCR or Urgent']],
    [['IRB', 3], { grades: { IRB: 1 } }, ['labels is 3, expected IRB, LCR or Urgent']],
    [['why'], {}, ['labels is "why", expected IRB, LCR or Urgent']],
    [['LCR', 'LCR'], {}, ['labels is a list with a label twice, expected each label once']],
    [['LCR'], { grades: { IRB: 1 } }, ['grades.IRB is given, but IRB is not among the labels']],
    [['IRB'], {}, ['grades.IRB is missing, expected a grade for the ticked label']],
    [
      ['IRB'],
      { grades: { IRB: null } },
      ['grades.IRB is missing, expected a grade for the ticked label'],
    ],
    [['IRB'], { grades: { IRB: 3 } }, ['IRB is 3, expected 0, 1 or 2']],
    [['IRB'], { grades: { IRB: true } }, ['IRB is true, expected 0, 1 or 2']],
    [
      ['Urgent'],
      { grades: { Urgent: 1 } },
      ['grades.Urgent is 1, expected no grade for a label that is ticked or not'],
    ],
    [
      ['LCR'],
      { grades: [1] },
      ['grades is an array of 1, expected an object with a grade per label'],
    ],
    [['LCR'], { grades: 'high' }, ['grades is "high", expected an object with a grade per label']],
  ])('refuse %j with %j', (labels, rest, expected) => {
    expect(read(labels, rest).faults.map((one) => one.message)).toEqual(expected);
  });

  it('find a grade that is written with a fraction', () => {
    expect(
      hiddenFaults('{"labels":["IRB"],"grades":{"IRB":1.0}}', wholeNumberFields(topics)).map(
        (one) => one.field,
      ),
    ).toEqual(['grades.IRB']);
  });
});
