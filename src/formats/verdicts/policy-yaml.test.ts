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
const threeVerdicts = points
  .replace('[Low, High]', '[Low, High, Grave]')
  .replace(
    '- { verdict: High, min: 8 }',
    '- { verdict: Grave, min: 8 }\n    - { verdict: High, min: 4 }',
  );

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
        '11: points.modifiers.0.when: skore is no question of the task, expected ' +
          'relevant, severity, score',
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
        '  recency: { reference: 2026-01-31, steps: [{ weight: 1 }, { within_years: 3, ' +
          'weight: 0.5 }] }\n  thresholds:',
      ),
      [
        '12: points.recency.steps.0 is without within_years, expected a limit for every ' +
          'step but the last',
        '12: points.recency.steps.1 is limited to 3 years, expected the last step without ' +
          'within_years, for everything older',
      ],
    ],
    [
      'a field that no unit has',
      points.replace(
        '  thresholds:',
        '  subject_modifiers:\n    - { title: Cuisine, field: categoriez, tokens: [Thai], ' +
          'points: 2 }\n  thresholds:',
      ),
      [
        '13: points.subject_modifiers.0.field refers to categoriez, expected id; if units ' +
          'do have categoriez, name it in tasks.task.unit (place or hidden)',
      ],
    ],
    [
      'two thresholds at the same score',
      threeVerdicts.replace('min: 4', 'min: 8'),
      [
        '14: points.thresholds.1 is 8, the same limit as that of Grave, expected a limit ' +
          'of its own for each threshold',
      ],
    ],
    [
      'two thresholds at the same score for one K',
      threeVerdicts.replace('min: 4', 'min: 4, min_by_k: { 25: 8 }'),
      [
        '14: points.thresholds.1 is 8, the same limit as that of Grave at K = 25, ' +
          'expected a limit of its own for each threshold',
      ],
    ],
    [
      'thresholds that give the graver verdict for less',
      threeVerdicts.replace('min: 8', 'min: 2'),
      [
        '13: points.thresholds.0 is in the order Low, Grave, High as the score rises, ' +
          'expected the order of the verdicts (Low, High, Grave) or its reverse; swap the ' +
          'limits',
      ],
    ],
    [
      'a verdict that no threshold gives',
      points.replace('[Low, High]', '[Low, High, Grave]'),
      [
        '4: verdicts.2 is Grave, which nothing gives, expected a rule, a threshold or the ' +
          'default for every verdict; add one, or remove it',
      ],
    ],
    [
      'a verdict that no rule gives',
      ladder.replace('[Low, High]', '[Low, High, Grave]'),
      [
        '4: verdicts.2 is Grave, which nothing gives, expected a rule, a threshold or the ' +
          'default for every verdict; add one, or remove it',
      ],
    ],
    [
      'a rule twice, in another order of its conditions',
      `${ladder}  - { verdict: Low, any: [{ count: relevant, at_least: 3 }, { exists: severity = severe }] }\n`,
      [
        '9: ladder.2 is the same as rule 1 (High), so it never decides, expected each ' +
          'rule once, the more demanding before the less; remove or move this one',
      ],
    ],
    [
      'a rule that an earlier one always comes before',
      `${ladder}  - { verdict: High, all: [{ exists: score = 2 }, { count: relevant, at_least: 5 }] }\n`,
      [
        '9: ladder.2 is hidden by rule 1 (High), which applies whenever this one does, ' +
          'expected each rule once, the more demanding before the less; remove or move this ' +
          'one',
      ],
    ],
    [
      'a modifier twice',
      points.replace(
        '  thresholds:',
        '    - { title: Score, when: score = 2, points: 3 }\n  thresholds:',
      ),
      [
        '12: points.modifiers.1 is the same as entry 1, so it would count twice, expected ' +
          'each rule once, the more demanding before the less; remove or move this one',
      ],
    ],
    [
      'steps of age that fall',
      points.replace(
        '  thresholds:',
        '  recency: { reference: 2026-01-31, steps: [{ within_years: 3, weight: 1 }, { ' +
          'within_years: 2, weight: 0.5 }, { weight: 0 }] }\n  thresholds:',
      ),
      [
        '12: points.recency.steps.1 is 3 before 2 years, expected steps from the newest ' +
          'to the oldest',
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
      '12: points.recency.steps.1 is 3 before 2 years, expected steps from the newest to ' +
        'the oldest',
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
      '6: ladder.0.all.0.exists: tall is no question of the task, expected relevant, ' +
        'severity, score',
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

  it('need a limit for every K that is computed, and name no other', () => {
    const use = { declared: [25, 50], asked: [] };
    const faults = (text: string, asked: readonly number[] = []): readonly string[] => {
      const read = readPolicy(text, [task], [], { ...use, asked });
      return read.ok ? [] : read.faults.map(({ line, message }) => `${line}: ${message}`);
    };
    const byK = (limits: string): string => points.replace('min: 8', limits);
    expect(faults(byK('min_by_k: { 25: 8, 50: 9 }'))).toEqual([]);
    expect(faults(byK('min: 8, min_by_k: { 25: 9 }'))).toEqual([]);
    expect(faults(byK('min_by_k: { 25: 8 }'))).toEqual([
      '13: points.thresholds.0 is without a limit for K = 50, expected min or max for all ' +
        'K, or an entry for this K in min_by_k or max_by_k',
    ]);
    expect(faults(byK('min_by_k: { 25: 8, 50: 9 }'), [30])).toEqual([
      '13: points.thresholds.0 is without a limit for K = 30, expected min or max for all ' +
        'K, or an entry for this K in min_by_k or max_by_k',
    ]);
    expect(faults(byK('min: 8, min_by_k: { 52: 9 }'))).toEqual([
      '13: points.thresholds.0.min_by_k.52 refers to 52, expected 25 or 50, the K that ' +
        'are computed; add it to policies.k, or remove this limit',
    ]);
    expect(faults(byK('min: 8, min_by_k: { 100: 9 }'), [100])).toEqual([]);
    const counted = ladder.replace('at_least: 3', 'at_least: 3, at_least_by_k: { 52: 1 }');
    expect(faults(counted)).toEqual([
      '7: ladder.0.any.1.at_least_by_k.52 refers to 52, expected 25 or 50, the K that are ' +
        'computed; add it to policies.k, or remove this limit',
    ]);
  });

  it('may count down, have bands, and list thresholds in any order', () => {
    const limits = (list: string): string =>
      threeVerdicts.slice(0, threeVerdicts.indexOf('    - { verdict: Grave')) + list;
    const falling = '    - { verdict: Grave, max: -8 }\n    - { verdict: High, max: -4 }\n';
    const bands =
      '    - { verdict: High, min: 4, max: 7 }\n    - { verdict: Grave, min: 8, max: 20 }\n';
    const around = '    - { verdict: Grave, min: 8 }\n    - { verdict: Low, max: -3 }\n';
    expect(messages(limits(falling))).toEqual([]);
    expect(messages(limits(bands))).toEqual([]);
    expect(messages(limits(around).replace('default: Low', 'default: High'))).toEqual([]);
  });

  it('that a version already holds are read although they contradict themselves', () => {
    const text = threeVerdicts.replace('min: 4', 'min: 8');
    expect(readPolicy(text, [task], [], null)).toMatchObject({ ok: true });
  });
});
