import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { flatLine } from './flat-judgment.ts';
import { judgmentRowReader, rowJudgment } from './judgment-row.ts';
import { judgmentLine } from './whole-judgment.ts';
import { parseRow } from '../jsonl.ts';

const given: Judgment = {
  unit: 'N1::rule-2',
  task: 'task',
  annotator: 'anna',
  answers: {},
  asides: {},
  guideline: 'v1',
  taskHash: 'abc',
  round: 'pilot',
  at: '2026-01-31T09:30:00Z',
  seconds: 40,
};

describe('flatLine', () => {
  it('writes the keys that a guide prescribes, in their order, and none for what was not said', () => {
    const task = buildTask({
      questions: {
        seen: { scale: { nominal: ['yes', 'no'] }, required: false },
        quality: { scale: { nominal: ['right', 'wrong'] } },
        words: { scale: { quote: { from: 'text' } } },
      },
      unit: { id: ['nct_id', 'rule_id'], carried: ['field', 'value'] },
    });
    const line = flatLine(
      task,
      { ...given, answers: { words: 'aged 18', quality: 'right' } },
      { nct_id: 'N1', value: '18', field: 'age', text: 'aged 18' },
    );
    expect(line).toBe(
      '{"nct_id":"N1","rule_id":"rule-2","field":"age","value":"18","quality":"right",' +
        '"words":"aged 18","annotator_id":"anna","guideline_version":"v1"}\n',
    );
    expect(
      flatLine(task, {
        ...given,
        answers: { quality: 'wrong', words: 'x' },
        guideline: null,
        asides: { uncertain: true, notes: 'n' },
      }),
    ).toBe(
      '{"nct_id":"N1","rule_id":"rule-2","quality":"wrong","words":"x",' +
        '"annotator_id":"anna","uncertain":true,"notes":"n"}\n',
    );
  });

  it('gives back the keys of an imported row that mean nothing here', () => {
    const task = buildTask({ questions: { a: {} }, unit: { id: ['id'] } });
    const compiled = compileTask(task);
    const read = judgmentRowReader(compiled, {
      guideline: null,
      guidelineRequired: false,
      units: null,
    });
    const row = {
      id: 'u',
      a: true,
      annotator_id: 'anna',
      guideline_version: 'v1',
      notes: 'n',
      task_id: 'relevance-00001',
      adjudicated: true,
      features: { hits: [1, null] },
    };
    const judgment = rowJudgment(compiled, row, read(row));
    expect(JSON.parse(flatLine(task, judgment))).toEqual(row);
    // The whole form has a place for them, and is read back as it was.
    const whole = JSON.parse(judgmentLine(judgment)) as Record<string, unknown>;
    expect(whole['other']).toEqual({
      task_id: 'relevance-00001',
      adjudicated: true,
      features: { hits: [1, null] },
    });
    expect(read(whole).faults).toEqual([]);
    expect(rowJudgment(compiled, whole, read(whole)).asides).toEqual(judgment.asides);
    expect(read({ ...whole, other: 1 }).faults).toHaveLength(1);
  });

  it('writes labels with their grades, and comes back as it was', () => {
    const scale = { ordinal: [0, 1, 2], present: 1, ticked: 1 };
    const task = buildTask({
      form: 'labels',
      questions: {
        IRB: { scale },
        LCR: { scale },
        urgent: {},
        why: { scale: 'text', required: false },
      },
      unit: { id: ['chunk_id'] },
    });
    const judgment = { ...given, unit: 'c1', answers: { IRB: 2, LCR: 0, urgent: true, why: 'w' } };
    const line = flatLine(task, judgment);
    expect(line).toBe(
      '{"chunk_id":"c1","labels":["IRB","urgent"],"grades":{"IRB":2},"why":"w",' +
        '"annotator_id":"anna","guideline_version":"v1"}\n',
    );
    expect(flatLine(task, { ...judgment, answers: { IRB: 0, LCR: 0, urgent: false } })).toBe(
      '{"chunk_id":"c1","labels":[],"annotator_id":"anna","guideline_version":"v1"}\n',
    );
    const compiled = compileTask(task);
    const parsed = parseRow(line);
    if (!parsed.ok) throw new Error('the line is no row');
    const read = judgmentRowReader(compiled, {
      guideline: 'v1',
      guidelineRequired: true,
      units: null,
    })(parsed.row);
    expect(read.faults).toEqual([]);
    expect(rowJudgment(compiled, parsed.row, read)).toMatchObject({
      unit: 'c1',
      annotator: 'anna',
      answers: judgment.answers,
      guideline: 'v1',
    });
  });
});
