import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPolicy } from './policy-yaml.ts';
import { readProtocol } from '../protocol/protocol-yaml.ts';
import { task, points, ladder, threeVerdicts, messages } from '../../../test/policy-texts.ts';

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
        '11: points.modifiers.0.when: skore is not a question of the task, expected ' +
          'relevant, severity or score',
      ],
    ],
    [
      'a value off the scale',
      ladder.replace('severity = severe', 'severity = awful'),
      ['7: ladder.0.any.0.exists: severity has no value awful, expected none, mild or severe'],
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
      `${ladder}  - { verdict: Low, any: [{ count: relevant, at_least: 3 }, { exists: ` +
        'severity = severe }] }\n',
      [
        '9: ladder.2 is the same as rule 1 (High), so it never decides, expected each ' +
          'rule once, the more demanding before the less; remove or move this one',
      ],
    ],
    [
      'a rule that an earlier one always comes before',
      `${ladder}  - { verdict: High, all: [{ exists: score = 2 }, { count: relevant, ` +
        'at_least: 5 }] }\n',
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
});
