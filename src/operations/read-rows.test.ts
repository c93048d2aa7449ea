import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../test/build-task.ts';
import { temporaryFolder } from '../../test/run-assay.ts';
import type { Task } from '../domain/protocol/task.ts';
import type { RowContext } from '../formats/judging/judgment-row.ts';
import { tries } from '../../test/tries.ts';
import { trial, bothWays } from '../../test/row-files.ts';

const evidence = buildTask({
  questions: { relevant: {}, sufficient: {}, misleading: {} },
  constraints: ['sufficient => relevant', 'sufficient => not misleading'],
  unit: { id: ['query_id'] },
});

const conditional = buildTask({
  questions: { relevant: {}, severity: { scale: { ordinal: [1, 2, 3] }, when: 'relevant' } },
  unit: { id: ['query_id'] },
});

const labels = buildTask({
  questions: { IRB: { scale: { ordinal: [0, 1, 2], present: 1 } }, LCR: {} },
  unit: { id: ['query_id'] },
  form: 'labels',
});

const awkward = buildTask({
  questions: {
    confidence: { scale: { nominal: ['low', 'none'] } },
    relevance: { scale: { ordinal: [0, 1, 2] } },
  },
  unit: { id: ['query_id'], vocabulary: { query_id: ['Q1', 'Q2'] } },
});

/**
 * Values as they may be written under each key: mostly right ones, so that rows are mostly right.
 */
const written: Readonly<Record<string, readonly string[]>> = {
  query_id: [
    '"Q1"',
    '"Q2"',
    '"Q3"',
    '"Q4"',
    '" Q1 "',
    '"Q\\u0031"',
    '"Q:1"',
    '":Q"',
    '"größe"',
    '"\u00A0Q1"',
    '""',
    '" "',
    '1',
    'null',
    '["Q1"]',
  ],
  nct_id: ['"NCT1"', '"NCT2"', '"N::1"', '"NCT1 "', '""', 'true'],
  relevance: [
    '0',
    '1',
    '2',
    '1',
    '2',
    '1.0',
    '1e0',
    '-0',
    '-1',
    '3',
    '01',
    '"1"',
    'true',
    'null',
    '[1]',
  ],
  topic: ['"yes"', '"no"', '"größer"', '"maybe"', '"\\u0079es"', 'null', 'true'],
  rationale: [
    '"fits"',
    '"the condition: \\"same\\""',
    '"größer als 18"',
    '"日本"',
    `"${'x'.repeat(40)}"`,
    `"${'x'.repeat(41)}"`,
    `"${'ü'.repeat(40)}"`,
    '""',
    '"  "',
    '"\u3000"',
    '7',
  ],
  evidence: ['"copied"', '""', 'null', '5'],
  relevant: ['true', 'false', 'true', '1', '0', '1.0', '"yes"', '"true"', 'null'],
  sufficient: ['true', 'false', '1', '"no"', 'null'],
  misleading: ['false', 'true'],
  severity: ['1', '2', '4', 'null'],
  labels: ['["IRB"]', '[]', '["IRB"]', '["IRB", "LCR"]', '["IRB","IRB"]', '["X"]', '"IRB"'],
  grades: ['{"IRB": 1}', '{}', '{"IRB": 1.0}', '{"LCR": 1}', 'null', '[1]'],
  annotator_id: ['"anna"', '"ben"', '"3"', '" anna "', '"ann\\u0061"', '"ü"', '""', 'null', '3'],
  guideline_version: ['"v1"', '"v1"', '"v1"', '"v2"', 'null', '1'],
  confidence: ['"low"', '"high"', '"none"', '"sure"', 'null'],
  notes: ['""', '"a note"', '"a\\nnote"', 'null', '4'],
  flag: ['true', 'false', 'null', '"true"'],
  uncertain: ['true', '0'],
  seconds: ['12', '0', '1.5', '12.0', '-1', '"12"', 'null'],
  at: [
    '"2026-01-31T09:30:00Z"',
    '"2026-02-28T23:59:59Z"',
    '"2026-02-30T09:30:00Z"',
    '"2026-01-31T24:00:00Z"',
    '"2026-01-31T09:30:00.123Z"',
    '"2026-01-31T09:30:00+01:00"',
    '"today"',
    '7',
  ],
  status: ['"OPEN"', '"CLOSED"', '"AJAR"', '1'],
  extra: [
    '1',
    '"x"',
    '1.0',
    '{"a": 1}',
    '{"a": 1, "a": 2}',
    '[[1]]',
    '["a", {"b": 2}]',
    '1.0',
    'true',
    '"\\ud83d\\ude00"',
  ],
  constructor: ['1', '"x"'],
  __proto__: ['1'],
  'answers.relevance': ['1', '1.0'],
  answers: ['{"relevance": 1}', '1'],
  unit: ['"u1"'],
};

/** Other values that a key may have, which are right in some places and wrong in others. */
const extras = [
  'status',
  'extra',
  'notes',
  'flag',
  'uncertain',
  'topic',
  'at',
  'seconds',
  'confidence',
  'constructor',
  '__proto__',
  'answers.relevance',
  'answers',
  'unit',
  'evidence',
];

const keysOf: ReadonlyMap<Task, readonly string[]> = new Map([
  [trial, ['query_id', 'nct_id', 'relevance', 'rationale', 'annotator_id', 'guideline_version']],
  [
    evidence,
    ['query_id', 'relevant', 'sufficient', 'misleading', 'annotator_id', 'guideline_version'],
  ],
  [conditional, ['query_id', 'relevant', 'severity', 'annotator_id', 'guideline_version']],
  [labels, ['query_id', 'labels', 'grades', 'annotator_id', 'guideline_version']],
  [awkward, ['query_id', 'confidence', 'relevance', 'annotator_id', 'guideline_version']],
]);

const oddLine = fc.constantFrom(
  '',
  '   ',
  '\t',
  '\u00A0',
  '\uFEFF',
  '{bad',
  '[1,2]',
  'null',
  '"text"',
  '{}',
  '7',
  '{"query_id":"Q1"}{"query_id":"Q1"}',
  '\uFEFF{"query_id":"Q1"}',
);

/**
 * One row's values, by the numbers of those that are written under its keys: mostly the first,
 * which is right.
 */
const picks = fc.array(
  fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(30) }),
  { minLength: 9, maxLength: 9 },
);

const twists = fc.oneof(
  { weight: 20, arbitrary: fc.constant('none') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('double', 'cut', 'space', 'indent', 'comma', 'order', 'less', 'odd'),
  },
);

/**
 * A file whose rows have the same form, with now and then another. The first row is right, so that
 * its form is learnt.
 */
function fileOf(task: Task): fc.Arbitrary<string> {
  const form = fc.record({
    more: fc.shuffledSubarray(extras, { maxLength: 3 }),
    comma: fc.constantFrom('', ' '),
    colon: fc.constantFrom('', ' '),
    shuffled: fc.boolean(),
    seed: fc.nat(9),
  });
  const rows = fc.array(fc.tuple(picks, twists, oddLine, fc.constantFrom('\n', '\n', '\r\n')), {
    minLength: 2,
    maxLength: 25,
  });
  return fc
    .tuple(form, rows, fc.boolean(), fc.boolean())
    .map(([{ more, comma, colon, shuffled, seed }, lines, mark, open]) => {
      const plain = [...keysOf.get(task)!, ...more];
      const keys = shuffled
        ? plain.toSorted(
            (one, other) => ((one.length * (seed + 3)) % 7) - ((other.length * (seed + 3)) % 7),
          )
        : plain;
      const content = lines.map(([picked, twist, odd, end], row) => {
        if (twist === 'odd' && row > 0) return odd + end;
        const pairs = keys.map(
          (key, at) =>
            `"${key}":${colon}${written[key]![row === 0 ? 0 : picked[at]! % written[key]!.length]!}`,
        );
        if (twist === 'double') pairs.push(pairs[0]!);
        if (twist === 'order') pairs.reverse();
        if (twist === 'less') pairs.pop();
        const line = `{${pairs.join(`,${comma}`)}}`;
        const twisted =
          twist === 'cut'
            ? line.slice(0, -3)
            : twist === 'space'
              ? `${line} `
              : twist === 'indent'
                ? ` ${line}`
                : twist === 'comma'
                  ? `${line},`
                  : line;
        return twisted + (open && row === lines.length - 1 ? '' : end);
      });
      return `${mark ? '\uFEFF' : ''}${content.join('')}`;
    });
}

describe('reading judgments from the bytes', () => {
  it.each([
    ['ordinal answers, texts and a vocabulary', trial],
    ['constraints', evidence],
    ['conditions', conditional],
    ['labels', labels],
    ['names that mean two things', awkward],
  ])('reads rows with %s exactly as the full reader does, faults included', (_, task) => {
    const folder = temporaryFolder();
    const context = fc.constantFrom<RowContext>(
      { guideline: 'v1', guidelineRequired: true, units: null },
      { guideline: 'v1', guidelineRequired: false, units: null },
      { guideline: null, guidelineRequired: false, units: null },
    );
    fc.assert(
      fc.property(fileOf(task), context, (content, within) => {
        const { quick, full } = bothWays(content, task, within, folder);
        expect(quick).toEqual(full);
      }),
      { seed: 1, numRuns: tries(120) },
    );
  });
});
