import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { readPolicy } from './policy-yaml.ts';
import { readProtocol } from '../protocol/protocol-yaml.ts';

const task = buildTask({
  questions: {
    relevant: {},
    severity: { scale: { nominal: ['none', 'mild', 'severe'] }, when: 'relevant' },
    score: { scale: { ordinal: [0, 1, 2] } },
  },
});

const points = `policy: P1
title: By points
task: task
verdicts: [Low, High]
default: Low
counts: relevant and severity != none
points:
  by: severity
  values: { mild: 2, severe: 15 }
  modifiers:
    - { title: Score, when: score = 2, points: 3 }
  thresholds:
    - { verdict: High, min: 8 }
`;
const ladder = `policy: P2
title: By rules
task: task
verdicts: [Low, High]
default: Low
ladder:
  - { verdict: High, any: [{ exists: severity = severe }, { count: relevant, at_least: 3 }] }
  - { verdict: Low, all: [{ exists: relevant }] }
`;

function messages(text: string): readonly string[] {
  const read = readPolicy(text, [task]);
  return read.ok ? [] : read.faults.map(({ line, message }) => `${line}: ${message}`);
}

describe('policy files', () => {
  it.each(['V0', 'V1', 'V2', 'V3'])('of the example are right: %s', (version) => {
    const folder = new URL('../../../examples/policy-ground-truth/', import.meta.url);
    const protocol = readProtocol(readFileSync(new URL('protocol.yaml', folder), 'utf8'));
    expect(
      protocol.ok &&
        readPolicy(
          readFileSync(new URL(`policies/G1_allergy_${version}.yaml`, folder), 'utf8'),
          protocol.value.tasks,
        ),
    ).toMatchObject({ ok: true, value: { policy: `G1_allergy_${version}`, task: 'allergy' } });
  });

  it('are read as they stand', () => {
    expect(readPolicy(points, [task])).toMatchObject({
      ok: true,
      value: {
        policy: 'P1',
        points: { by: 'severity', values: { mild: 2, severe: 15 }, rounding: 'none' },
      },
    });
    expect(readPolicy(ladder, [task])).toMatchObject({
      ok: true,
      value: { ladder: [{ verdict: 'High' }, { verdict: 'Low' }] },
    });
  });

  it.each([
    [
      'another task',
      points.replace('task: task', 'task: tusk'),
      ['3: task refers to tusk, expected task'],
    ],
    [
      'a verdict twice',
      points.replace('[Low, High]', '[Low, High, Low]'),
      ['4: verdicts is Low, which appears twice, expected each verdict once'],
    ],
    [
      'verdicts that are not declared',
      points.replace('default: Low', 'default: Lax').replace('verdict: High', 'verdict: Grave'),
      [
        '5: default refers to Lax, expected Low or High',
        '13: points.thresholds.0.verdict refers to Grave, expected Low or High',
      ],
    ],
    [
      'a question that there is not',
      points.replace('score = 2', 'skore = 2'),
      [
        '11: points.modifiers.0.when: skore is no question of the task, expected relevant, severity, score',
      ],
    ],
    [
      'a value off the scale',
      ladder.replace('severity = severe', 'severity = awful'),
      ['7: ladder.0.any.0.exists: severity has no value awful, expected none, mild, severe'],
    ],
    [
      'a condition that is none',
      points.replace('relevant and severity != none', 'relevant and'),
      [expect.stringMatching(/^6: counts: /)],
    ],
    [
      'points by something else',
      points.replace('by: severity', 'by: gravity'),
      ['8: points.by refers to gravity, expected relevant, severity or score'],
    ],
    [
      'points for a value that there is not',
      points.replace('mild: 2', 'awful: 2'),
      ['9: points.values.awful refers to awful, expected none, mild or severe'],
    ],
    [
      'a threshold without a limit',
      points.replace(', min: 8', ''),
      ['13: points.thresholds.0 is missing, expected min or max'],
    ],
    [
      'a day that there is not',
      points.replace(
        '  thresholds:',
        '  recency: { reference: 2022-02-30, steps: [{ weight: 1 }] }\n  thresholds:',
      ),
      ['12: points.recency.reference is "2022-02-30", expected a day such as 2022-01-01'],
    ],
    [
      'steps of age that leave some without a weight',
      points.replace(
        '  thresholds:',
        '  recency: { reference: 2026-01-31, steps: [{ weight: 1 }, { within_years: 3, weight: 0.5 }] }\n  thresholds:',
      ),
      [
        '12: points.recency.steps.0 is without within_years, expected a limit for every step but the last',
        '12: points.recency.steps.1 is limited to 3 years, expected the last step without within_years, for everything older',
      ],
    ],
    [
      'steps of age that fall',
      points.replace(
        '  thresholds:',
        '  recency: { reference: 2026-01-31, steps: [{ within_years: 3, weight: 1 }, { within_years: 2, weight: 0.5 }, { weight: 0 }] }\n  thresholds:',
      ),
      [
        '12: points.recency.steps.1 is 3 before 2 years, expected steps from the newest to the oldest',
      ],
    ],
    [
      'points and rules at once',
      `${points}ladder:\n  - { verdict: High, any: [{ exists: relevant }] }\n`,
      [expect.stringContaining('expected either points or ladder')],
    ],
    [
      'neither',
      ladder.slice(0, ladder.indexOf('ladder:')),
      [expect.stringContaining('expected either points or ladder')],
    ],
    [
      'a rule with any and all',
      ladder.replace('any: [', 'all: [{ exists: relevant }], any: ['),
      [expect.stringContaining('expected either any or all')],
    ],
    [
      'a key that is not known',
      `${points}colour: red\n`,
      [expect.stringContaining('colour is unknown here')],
    ],
    ['no YAML', 'policy: [', [expect.stringMatching(/./)]],
  ])('with %s are refused with the line', (_, text, expected) => {
    expect(messages(text)).toEqual(expected);
  });

  it('tell what the schema refuses and what does not fit together at once', () => {
    const text = `policy: P1
task: task
colour: red
verdicts: [Low, High]
default: { verdict: Lax }
counts: skore = 2
points:
  by: severity
  values: { awful: 2, mild: many }
  modifiers:
    - { title: Score, when: score = 7 }
  recency: { reference: 2026-01-31, steps: [{ within_years: 3, weight: heavy }, { within_years: 2, weight: 1 }, { weight: 0 }] }
  thresholds:
    - { verdict: 3 }
    - { verdict: Grave, min: 8 }
`;
    expect(messages(text)).toEqual([
      '1: title is missing, expected a text',
      expect.stringContaining('3: colour is unknown here'),
      '5: default.label is missing, expected a text',
      '5: default.verdict refers to Lax, expected Low or High',
      '6: counts: skore is no question of the task, expected relevant, severity, score',
      '9: points.values.mild is "many", expected a number',
      '9: points.values.awful refers to awful, expected none, mild or severe',
      '11: points.modifiers.0.points is missing, expected a number',
      '11: points.modifiers.0.when: score has no value 7, expected 0, 1, 2',
      '12: points.recency.steps.0.weight is "heavy", expected a number',
      '12: points.recency.steps.1 is 3 before 2 years, expected steps from the newest to the oldest',
      '14: points.thresholds.0.verdict is 3, expected a text in quotes',
      '14: points.thresholds.0 is missing, expected min or max',
      '15: points.thresholds.1.verdict refers to Grave, expected Low or High',
    ]);
  });

  it('tell of rules what the schema refuses and what does not fit together at once', () => {
    const text = ladder
      .replace('title: By rules\n', '')
      .replace(
        'any: [{ exists: severity = severe }',
        'all: [{ exists: tall }], any: [{ exists: severity = awful, colour: red }',
      )
      .replace('verdict: Low, all', 'verdict: Lax, all');
    expect(messages(text)).toEqual([
      '1: title is missing, expected a text',
      expect.stringContaining('6: ladder.0.any.0.colour is unknown here'),
      '6: ladder.0 is an object, expected either any or all',
      '6: ladder.0.any.0.exists: severity has no value awful, expected none, mild, severe',
      '6: ladder.0.all.0.exists: tall is no question of the task, expected relevant, severity, score',
      '7: ladder.1.verdict refers to Lax, expected Low or High',
    ]);
  });

  it('tell what else is wrong beside a task that there is not, and neither points nor rules beside a missing title', () => {
    expect(
      messages(points.replace('task: task', 'task: tusk').replace('default: Low', 'default: Lax')),
    ).toEqual([
      '3: task refers to tusk, expected task',
      '5: default refers to Lax, expected Low or High',
    ]);
    expect(messages('policy: P\ntask: task\nverdicts: [Low, High]\ndefault: Low\n')).toEqual([
      '1: title is missing, expected a text',
      '1: the file is an object, expected either points or ladder',
    ]);
  });

  it('do not tell what only follows from what cannot be read', () => {
    expect(messages(points.replace('[Low, High]', '[Low, 3]'))).toEqual([
      '4: verdicts.1 is 3, expected a text in quotes',
    ]);
    expect(messages(points.replace('task: task\n', ''))).toEqual([
      '1: task is missing, expected a text',
    ]);
    expect(messages(points.replace('min: 8', 'mim: 8'))).toEqual([
      expect.stringContaining('13: points.thresholds.0.mim is unknown here'),
    ]);
    expect(messages(points.replace('min: 8', 'min: many'))).toEqual([
      '13: points.thresholds.0.min is "many", expected a number',
    ]);
    expect(messages(points.replace('by: severity', 'by: 7'))).toEqual([
      '8: points.by is 7, expected a text in quotes',
    ]);
    expect(messages('just words')).toEqual(['1: the file is "just words", expected named entries']);
  });
});
