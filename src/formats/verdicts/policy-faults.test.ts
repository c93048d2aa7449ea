import { describe, expect, it } from 'vitest';
import { readPolicy } from './policy-yaml.ts';
import { task, points, ladder, threeVerdicts, messages } from '../../../test/policy-texts.ts';

describe('policy files', () => {
  it('tell what the schema refuses and what does not fit together at once', () => {
    const steps =
      '{ within_years: 3, weight: heavy }, { within_years: 2, weight: 1 }, { weight: 0 }';
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
  recency: { reference: 2026-01-31, steps: [${steps}] }
  thresholds:
    - { verdict: 3 }
    - { verdict: Grave, min: 8 }
`;
    expect(messages(text)).toEqual([
      '1: title is missing, expected a text',
      expect.stringContaining('3: colour is unknown here'),
      '5: default.label is missing, expected a text',
      '5: default.verdict refers to Lax, expected Low or High',
      '6: counts: skore is not a question of the task, expected relevant, severity or score',
      '9: points.values.mild is "many", expected a number',
      '9: points.values.awful refers to awful, expected none, mild or severe',
      '11: points.modifiers.0.points is missing, expected a number',
      '11: points.modifiers.0.when: score has no value 7, expected 0, 1 or 2',
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
      '6: ladder.0.any.0.exists: severity has no value awful, expected none, mild or severe',
      '6: ladder.0.all.0.exists: tall is not a question of the task, expected relevant, ' +
        'severity or score',
      '7: ladder.1.verdict refers to Lax, expected Low or High',
    ]);
  });

  it('tell what else is wrong beside an unknown task, but not what depends on a missing title', () => {
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

  it('know a rule again whose condition is written in another order', () => {
    const rules = (...conditions: readonly string[]): readonly string[] => {
      const lines = conditions.map(
        (one, at) => `  - { verdict: ${at === 0 ? 'High' : 'Low'}, ${one} }`,
      );
      return messages(ladder.replace(/ladder:[^]*$/, `ladder:\n${lines.join('\n')}\n`));
    };
    const first = 'any: [{ exists: "severity in [mild, severe] and (relevant and score = 2)" }]';
    for (const again of [
      'any: [{ exists: "relevant and score = 2 and severity in [severe, mild]" }]',
      'any: [{ exists: "severity in [severe,mild]", requires: "score  =  2 and relevant" }]',
      'any: [{ exists: "relevant and relevant and score in [2] and severity in [mild, severe]" }]',
    ])
      expect(rules(first, again)).toEqual([
        expect.stringContaining('8: ladder.1 is the same as rule 1'),
      ]);
    const or = 'any: [{ exists: "severity in [mild, severe] or (relevant and score = 2)" }]';
    expect(rules(first, or)).toEqual([]);
  });

  it('has no condition twice in one rule, however it is written', () => {
    const rule = (...conditions: readonly string[]): readonly string[] =>
      messages(
        ladder.replace(
          /ladder:[^]*$/,
          `ladder:\n  - { verdict: High, any: [${conditions.join(', ')}] }\n`,
        ),
      );
    const first = '{ count: "severity = mild and relevant", at_least: 2 }';
    for (const again of [first, '{ count: "relevant and severity in [mild]", at_least: 2 }'])
      expect(rule(first, again)).toEqual([
        expect.stringContaining('ladder.0.any.1 is the same as condition 1 of this rule'),
      ]);
    expect(rule(first, '{ count: "severity = mild and relevant", at_least: 3 }')).toEqual([]);
  });

  it('may count down, have bands, and list thresholds in any order', () => {
    const limits = (list: string): string =>
      threeVerdicts.slice(0, threeVerdicts.indexOf('    - { verdict: Grave')) + list;
    const falling = '    - { verdict: Grave, max: -8 }\n    - { verdict: High, max: -4 }\n';
    const bands =
      '    - { verdict: High, min: 4, max: 7 }\n    - { verdict: Grave, min: 8, max: 20 }\n';
    const around = '    - { verdict: Grave, min: 8 }\n    - { verdict: Low, max: -3 }\n';
    const second = '    - { verdict: High, min: 4 }\n    - { verdict: High, min: 2 }\n';
    expect(messages(limits(`    - { verdict: Grave, min: 8 }\n${second}`))).toEqual([
      expect.stringContaining('points.thresholds.2 is a second limit for High, beside that of'),
    ]);
    expect(messages(limits(falling))).toEqual([]);
    expect(messages(limits(bands))).toEqual([]);
    expect(messages(limits(around).replace('default: Low', 'default: High'))).toEqual([]);
  });

  it('that a version already holds are read although they contradict themselves', () => {
    const text = threeVerdicts.replace('min: 4', 'min: 8');
    expect(readPolicy(text, [task], [], null)).toMatchObject({ ok: true });
  });
});
