import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { readArgilla } from './argilla.ts';
import { readDoccano } from './doccano.ts';
import { readLabelStudio } from './label-studio.ts';
import { takeJudgments } from '../../../test/take-judgments.ts';
import { readPotato } from './potato.ts';
import { readProdigy } from './prodigy/prodigy.ts';
import type { ToolExport, ToolMapping } from './tool-export.ts';
import { toolJudgments } from './tool-judgments.ts';
import { toolUnitRows } from './tool-units.ts';
import {
  leftOutFields,
  writeArgilla,
  writeDoccano,
  writeLabelStudio,
  writePotato,
  writeProdigy,
} from './tool-writers.ts';
import type { UnitJudgments } from './tool-writers.ts';

const rich = buildTask({
  questions: {
    relevant: {},
    grade: { scale: { ordinal: [0, 1, 2] } },
    kind: { scale: { nominal: ['Cat', 'Dog', 'true'] } },
    why: { scale: 'text' },
  },
  unit: { show: ['text'] },
});
const labels = buildTask({
  form: 'labels',
  questions: { A: {}, B: {}, C: {} },
  unit: { show: ['text'] },
});
const single = buildTask({
  questions: { kind: { scale: { nominal: ['Cat', 'Dog'] } } },
  unit: { show: ['text'] },
});

const words = fc
  .string({ unit: fc.constantFrom('a', '"', ',', '\n', 'é'), minLength: 1, maxLength: 5 })
  .filter((text) => text.trim() !== '');
const answersOf: Readonly<Record<string, fc.Arbitrary<Judgment['answers']>>> = {
  rich: fc.record({
    relevant: fc.boolean(),
    grade: fc.constantFrom(0, 1, 2),
    kind: fc.constantFrom('Cat', 'Dog', 'true'),
    why: words,
  }),
  labels: fc.record({ A: fc.boolean(), B: fc.boolean(), C: fc.boolean() }),
  single: fc.record({ kind: fc.constantFrom('Cat', 'Dog') }),
};

function judged(
  task: Task,
  answers: readonly (readonly Judgment['answers'][])[],
): readonly UnitJudgments[] {
  return answers.map((own, at) => ({
    unit: {
      id: `u${at}`,
      task: task.id,
      subject: null,
      fields: { id: `u${at}`, text: `text ${at}` },
    },
    judgments: own.map((given, by) => ({
      unit: `u${at}`,
      task: task.id,
      annotator: `annotator ${by}`,
      answers: given,
      asides: {},
      guideline: null,
      taskHash: null,
      round: null,
      at: null,
      seconds: null,
    })),
  }));
}

function readBack(task: Task, exported: ToolExport, mapping: ToolMapping = {}): unknown {
  const read = toolJudgments(task, exported, mapping);
  expect(read.faults).toEqual([]);
  const taken = takeJudgments(
    compileTask(task),
    { guideline: null, guidelineRequired: false, units: null },
    'reject',
    read.rows,
  );
  expect(taken.faults).toEqual([]);
  return taken.judgments
    .map(({ unit, annotator, answers }) =>
      JSON.stringify([unit, annotator, Object.entries(answers).toSorted()]),
    )
    .toSorted();
}

const cases: readonly (readonly [
  string,
  Task,
  string,
  (given: readonly UnitJudgments[], task: Task) => unknown,
])[] = [
  [
    'Label Studio',
    rich,
    'rich',
    (given, task) => readBack(task, readLabelStudio(writeLabelStudio(task, given))),
  ],
  [
    'Argilla',
    rich,
    'rich',
    (given, task) => readBack(task, readArgilla(writeArgilla(task, given))),
  ],
  [
    'Potato',
    rich,
    'rich',
    (given, task) => readBack(task, readPotato(writePotato(task, given), 'jsonl')),
  ],
  [
    'Label Studio',
    labels,
    'labels',
    (given, task) => readBack(task, readLabelStudio(writeLabelStudio(task, given))),
  ],
  [
    'Prodigy',
    labels,
    'labels',
    (given, task) => readBack(task, readProdigy(writeProdigy(task, given))),
  ],
  [
    'Prodigy',
    single,
    'single',
    (given, task) => readBack(task, readProdigy(writeProdigy(task, given))),
  ],
  [
    'doccano',
    labels,
    'labels',
    (given, task) =>
      [...writeDoccano(task, given)]
        .flatMap(
          ([annotator, text]) =>
            readBack(task, readDoccano(text, { empty: 'no label applies' }), {
              annotator,
            }) as readonly string[],
        )
        .toSorted(),
  ],
];

describe('judgments written for another tool', () => {
  it.each(cases)('%s: are the same when they are read back', (_tool, task, kind, roundTrip) => {
    fc.assert(
      fc.property(
        fc.array(fc.array(answersOf[kind]!, { minLength: 1, maxLength: 3 }), {
          minLength: 1,
          maxLength: 4,
        }),
        (answers) => {
          const given = judged(task, answers);
          const expected = given
            .flatMap(({ judgments }) =>
              judgments.map((one) =>
                JSON.stringify([one.unit, one.annotator, Object.entries(one.answers).toSorted()]),
              ),
            )
            .toSorted();
          expect(roundTrip(given, task)).toEqual(expected);
        },
      ),
      { seed: 1, numRuns: 60 },
    );
  });

  const about = {
    asides: { confidence: 'low', notes: 'hm', flag: true },
    guideline: '0.9',
    round: 'pilot',
    at: '2026-01-02T03:04:05.678Z',
    seconds: 7,
  } as const;
  const withAsides = (task: Task, answers: Judgment['answers']): readonly UnitJudgments[] =>
    judged(task, [[answers]]).map(({ unit, judgments }) => ({
      unit,
      judgments: judgments.map((one) => ({ ...one, ...about })),
    }));
  const firstRow = (task: Task, exported: ToolExport, mapping: ToolMapping = {}): unknown =>
    toolJudgments(task, exported, mapping).rows[0]!.row;

  it('keep their notes in every tool', () => {
    const given = withAsides(single, { kind: 'Cat' });
    const doccano = [...writeDoccano(single, given).values()][0]!;
    const rows = [
      firstRow(single, readLabelStudio(writeLabelStudio(single, given))),
      firstRow(single, readArgilla(writeArgilla(single, given))),
      firstRow(single, readPotato(writePotato(single, given), 'jsonl')),
      firstRow(single, readProdigy(writeProdigy(single, given))),
      firstRow(single, readDoccano(doccano), { annotator: 'annotator 0' }),
    ];
    for (const row of rows) expect(row).toMatchObject({ answers: { kind: 'Cat' }, notes: 'hm' });
    expect(Object.keys(leftOutFields)).toEqual(['flat-jsonl', 'label-studio', 'argilla', 'potato']);
  });

  it('keep everything in Prodigy and doccano, as long as it is the same judgment', () => {
    const given = withAsides(labels, { A: true, B: false, C: true });
    const beside = {
      guideline: '0.9',
      round: 'pilot',
      at: about.at,
      seconds: 7,
      confidence: 'low',
      notes: 'hm',
      flag: true,
    };
    const prodigy = writeProdigy(labels, given);
    const doccano = [...writeDoccano(labels, given).values()][0]!;
    expect(firstRow(labels, readProdigy(prodigy))).toMatchObject(beside);
    expect(firstRow(labels, readDoccano(doccano), { annotator: 'annotator 0' })).toMatchObject(
      beside,
    );
    expect(firstRow(labels, readProdigy(prodigy), { guideline: '1.0' })).toMatchObject({
      ...beside,
      guideline: '1.0',
    });
    const moved = { ...(JSON.parse(doccano) as Record<string, unknown>) };
    moved['meta'] = { assay_judgment: moved['assay_judgment'] };
    delete moved['assay_judgment'];
    expect(
      firstRow(labels, readDoccano(JSON.stringify(moved)), { annotator: 'annotator 0' }),
    ).toMatchObject(beside);
    const bare = (row: unknown): void => expect(row).not.toHaveProperty('notes');
    bare(
      firstRow(
        labels,
        readProdigy(prodigy.replaceAll('"_annotator_id":"annotator 0"', '"_annotator_id":"ben"')),
      ),
    );
    bare(
      firstRow(labels, readProdigy(prodigy.replace(/"_timestamp":\d+/, '"_timestamp":1800000000'))),
    );
    bare(firstRow(labels, readProdigy(prodigy.replace('"accept":["A","C"]', '"accept":["A"]'))));
    bare(firstRow(labels, readDoccano(doccano), { annotator: 'ben' }));
    bare(
      firstRow(labels, readDoccano(doccano.replace('"label":["A","C"]', '"label":["A"]')), {
        annotator: 'annotator 0',
      }),
    );
  });

  it('leave the fields of the unit as they are, also those that mean something to the tool', () => {
    const chunks = buildTask({
      form: 'labels',
      questions: { A: {}, B: {} },
      unit: { id: ['chunk'], show: ['text'] },
    });
    const fields = {
      chunk: 'c1',
      text: 't',
      id: 7,
      answer: 'the answer',
      options: ['x'],
      accept: 'y',
      label: 'z',
      meta: { a: 1 },
      spans: [{ start: 0 }],
      user_input: 'u',
      comments: ['c'],
    };
    const given = judged(chunks, [
      [
        { A: true, B: false },
        { A: false, B: false },
      ],
    ]).map((one) => ({ ...one, unit: { ...one.unit, id: 'c1', fields } }));
    const files: readonly ToolExport[] = [
      readProdigy(writeProdigy(chunks, given)),
      readDoccano([...writeDoccano(chunks, given).values()].join('')),
      readLabelStudio(writeLabelStudio(chunks, given)),
      readArgilla(writeArgilla(chunks, given)),
    ];
    for (const file of files) {
      expect(file.faults).toEqual([]);
      expect(toolUnitRows(chunks, file)).toMatchObject({
        faults: [],
        rows: [expect.objectContaining({ row: fields })],
      });
    }
    expect(firstRow(chunks, files[0]!)).toMatchObject({
      unit: 'c1',
      answers: { A: true, B: false },
    });
  });

  it('are refused where the tool has no place for them', () => {
    expect(() => writeProdigy(rich, [])).toThrow(
      'The task has grades or several choices, which a file for Prodigy cannot hold.',
    );
    expect(() =>
      writeDoccano(buildTask({ questions: { A: {}, B: {}, why: { scale: 'text' } } }), []),
    ).toThrow('The task has free text, which a file for doccano cannot hold.');
  });
});
