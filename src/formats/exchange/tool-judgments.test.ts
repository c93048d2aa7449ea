import type { ToolMapping } from './tool-export.ts';
import { describe, expect, it } from 'vitest';
import { codedText } from '../../domain/text-values.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { takeJudgments } from '../../../test/take-judgments.ts';
import { toolJudgments } from './tool-judgments.ts';
import { questions, topics, exported, chosen, rowOf, faultsOf } from '../../../test/tool-tasks.ts';

describe('the answers of a tool', () => {
  it('are said to lack a mapped field only where there are any', () => {
    const mapping = { fields: { mood: 'kind' } };
    const some = exported({ kind: chosen('Cat') });
    const none = { ...some, records: some.records.map((one) => ({ ...one, annotations: [] })) };
    const codes = (of: typeof some): readonly string[] =>
      toolJudgments(questions, of, mapping).skipped.map(({ code }) => code);
    expect(codes(some)).toContain('skipped-mapping-entry');
    expect(codes(none)).not.toContain('skipped-mapping-entry');
  });

  it('go to questions of the same name, in the spelling of their scales', () => {
    const read = toolJudgments(
      questions,
      exported({
        relevant: chosen('yes'),
        grade: chosen('2'),
        kind: chosen('Cat'),
        why: { kind: 'text', text: 'so' },
        notes: { kind: 'text', text: 'n' },
      }),
    );
    expect(read).toEqual({
      rows: [
        {
          row: {
            unit: 'u1',
            annotator: '10',
            answers: { relevant: true, grade: 2, kind: 'Cat', why: 'so' },
            at: '2026-01-01T00:00:00Z',
            seconds: 5,
            notes: 'n',
            other: { said: { relevant: { field: 'relevant', label: 'yes' } } },
          },
          line: 3,
          index: 0,
        },
      ],
      skipped: [codedText('skipped-drafts', { count: 2 })],
      faults: [],
    });
  });

  it('go where the mapping says, with the values that it says', () => {
    const mapping: ToolMapping = {
      fields: { rel: 'relevant', stars: 'grade', extra: null, comment: 'notes' },
      values: { rel: { Relevant: true, Off: false } },
      annotators: { 10: 'anna' },
      guideline: '1.0',
      round: 'pilot',
    };
    const read = toolJudgments(
      questions,
      exported({
        rel: chosen('Relevant'),
        stars: { kind: 'number', number: 1 },
        extra: chosen('x'),
        comment: { kind: 'text', text: 'hm' },
      }),
      mapping,
    );
    expect(read).toMatchObject({
      rows: [
        {
          row: {
            annotator: 'anna',
            guideline: '1.0',
            round: 'pilot',
            answers: { relevant: true, grade: 1 },
            notes: 'hm',
          },
        },
      ],
      skipped: [
        codedText('skipped-drafts', { count: 2 }),
        codedText('skipped-by-mapping', { field: 'extra', count: 1 }),
      ],
      faults: [],
    });
  });

  it('that fit nowhere are faults, told once with their number', () => {
    expect(faultsOf({ other: chosen('x') })).toEqual([
      'other is unknown here (in 1 annotation); map it to relevant, grade, kind, why, * ' +
        'or notes, or to null to leave it out',
    ]);
    expect(faultsOf({ rel: chosen('x') }, { fields: { rel: 'no-such-question' } })).toHaveLength(1);
    expect(faultsOf({ constructor: chosen('x') })).toHaveLength(1);
    expect(
      faultsOf({ a: chosen('yes'), b: chosen('no') }, { fields: { a: 'relevant', b: 'relevant' } }),
    ).toEqual(['b is a second answer to relevant, expected one field per question']);
  });

  it('with unknown labels stay as they are, and never become no', () => {
    expect(
      rowOf({ relevant: chosen('maybe'), grade: chosen('9'), kind: chosen('Cat', 'Dog') }),
    ).toEqual({ relevant: 'maybe', grade: '9', kind: ['Cat', 'Dog'] });
    const taken = takeJudgments(
      compileTask(questions),
      { guideline: null, guidelineRequired: false, units: null },
      'normalise',
      toolJudgments(
        questions,
        exported({ relevant: chosen('maybe'), grade: chosen('9'), kind: chosen('Cat', 'Dog') }),
      ).rows,
    );
    expect(taken.faults.map((found) => found.message)).toEqual([
      'relevant is "maybe", expected true or false',
      'grade is "9", expected 0, 1 or 2',
      'kind is an array of 2, expected Cat or Dog',
    ]);
  });

  it('that are labels tick the questions of their name, and leave the others unticked', () => {
    expect(rowOf({ accept: chosen('IRB') }, {}, topics)).toEqual({ IRB: 2, AML: 0 });
    expect(rowOf({ accept: chosen() }, {}, topics)).toEqual({ IRB: 0, AML: 0 });
    expect(
      rowOf(
        { topics: chosen('Ratings') },
        { fields: { topics: '*' }, values: { topics: { Ratings: 'IRB' } } },
        topics,
      ),
    ).toEqual({ IRB: 2, AML: 0 });
    expect(rowOf({ accept: chosen('IRB', 'Other') }, {}, topics)).toEqual({
      IRB: 2,
      AML: 0,
      Other: true,
    });
    expect(faultsOf({ accept: { kind: 'number', number: 3 } }, {}, topics)).toEqual([
      'accept is 3, expected the labels that apply',
    ]);
  });

  it('in several fields of labels are ticked together', () => {
    const mapping: ToolMapping = { fields: { a: '*', b: '*' } };
    expect(rowOf({ a: chosen('IRB'), b: chosen('AML') }, mapping, topics)).toEqual({
      IRB: 2,
      AML: 2,
    });
    expect(rowOf({ a: chosen('IRB'), b: chosen() }, mapping, topics)).toEqual({ IRB: 2, AML: 0 });
    expect(rowOf({ a: chosen('IRB'), IRB: chosen('1') }, mapping, topics)).toEqual({
      IRB: 1,
      AML: 0,
    });
    expect(faultsOf({ a: chosen('IRB'), IRB: chosen('0') }, mapping, topics)).toEqual([
      'IRB is chosen as a label and answered with no, expected one of the two',
    ]);
  });

  it('with labels that the task does not have are for the mode to decide', () => {
    const take = (
      mode: 'reject' | 'normalise' | 'flag',
      ...labels: readonly string[]
    ): ReturnType<typeof takeJudgments> =>
      takeJudgments(
        compileTask(topics),
        { guideline: null, guidelineRequired: false, units: null },
        mode,
        toolJudgments(topics, exported({ accept: chosen(...labels) })).rows,
      );
    expect(take('reject', 'Other').faults.map((found) => found.message)).toEqual([
      'Other is unknown here; the questions are IRB and AML',
    ]);
    expect(take('flag', 'Other')).toMatchObject({
      faults: [],
      judgments: [],
      aside: [{ unit: 'u1', annotator: '10' }],
    });
    expect(take('normalise', 'Other').faults).toHaveLength(1);
    expect(take('reject', 'irb').faults).not.toEqual([]);
    expect(take('normalise', 'irb')).toMatchObject({
      faults: [],
      judgments: [{ answers: { IRB: 2, AML: 0 } }],
      changes: [{ field: 'answers.irb', old: 'irb', new: 'IRB', rule: 'spelling of IRB' }],
    });
    expect(take('normalise', 'irb', 'IRB')).toMatchObject({
      faults: [],
      judgments: [{ answers: { IRB: 2, AML: 0 } }],
      changes: [{ old: 'irb', new: null, rule: 'label twice' }],
    });
  });
});
