import { buildTask } from './build-task.ts';
import { readPolicy } from '../src/formats/verdicts/policy-yaml.ts';

export const task = buildTask({
  questions: {
    relevant: {},
    severity: { scale: { nominal: ['none', 'mild', 'severe'] }, when: 'relevant' },
    score: { scale: { ordinal: [0, 1, 2] } },
  },
});

export const points = `policy: P1
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

export const ladder = `policy: P2
title: By rules
task: task
verdicts: [Low, High]
default: Low
ladder:
  - { verdict: High, any: [{ exists: severity = severe }, { count: relevant, at_least: 3 }] }
  - { verdict: Low, all: [{ exists: relevant }] }
`;

export const threeVerdicts = points
  .replace('[Low, High]', '[Low, High, Grave]')
  .replace(
    '- { verdict: High, min: 8 }',
    '- { verdict: Grave, min: 8 }\n    - { verdict: High, min: 4 }',
  );

export function messages(text: string): readonly string[] {
  const read = readPolicy(text, [task]);
  return read.ok ? [] : read.faults.map(({ line, message }) => `${line}: ${message}`);
}
