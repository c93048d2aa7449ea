import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultVerdict, policyTopic } from '../src/domain/verdicts/policy.ts';
import { readPolicy } from '../src/formats/verdicts/policy-yaml.ts';
import { readProtocol } from '../src/formats/protocol/protocol-yaml.ts';
import { buildTask } from './build-task.ts';

const task = {
  ...buildTask({
    questions: { relevant: {}, severity: { scale: { nominal: ['none', 'mild', 'severe'] } } },
  }),
  id: 'reviews',
};

const head =
  'policy: P1\ntitle: Risk\ntask: reviews\nverdicts: [low, high]\ndefault: low\ncounts: relevant\n';
const points =
  'points:\n  by: severity\n  values: { mild: 2, severe: 15 }\n  thresholds:\n    - { ' +
  'verdict: high, min: 4 }\n';
const ladder =
  'ladder:\n  - verdict: high\n    any:\n      - count: severity = severe\n        ' +
  'requires: relevant\n        at_least: 2\n        at_least_by_k: { 25: 1 }\n';

function faultsOf(text: string): readonly string[] {
  const read = readPolicy(text, [task]);
  return read.ok ? [] : read.faults.map((fault) => `${fault.line}: ${fault.message}`);
}

describe('a policy', () => {
  it('has defaults for what may be left out', () => {
    const read = readPolicy(head + points, [task]);
    expect(read.ok && read.value.points).toEqual({
      by: 'severity',
      values: { mild: 2, severe: 15 },
      modifiers: [],
      subject_modifiers: [],
      rounding: 'none',
      thresholds: [{ verdict: 'high', min: 4 }],
    });
    expect(faultsOf((head + ladder).replace('counts: relevant\n', ''))).toEqual([]);
  });

  it('takes the task for the topic, and the verdict in capitals for the label, unless said otherwise', () => {
    const [plain, said] = [
      readPolicy(head + ladder, [task]),
      readPolicy(
        head.replace('default: low', 'topic: T1\ndefault: { verdict: low, label: CALM }') + ladder,
        [task],
      ),
    ];
    if (!plain.ok || !said.ok) throw new Error('expected policies');
    expect([policyTopic(plain.value), defaultVerdict(plain.value)]).toEqual([
      'reviews',
      { verdict: 'low', label: 'LOW' },
    ]);
    expect([policyTopic(said.value), defaultVerdict(said.value)]).toEqual([
      'T1',
      { verdict: 'low', label: 'CALM' },
    ]);
  });

  it('names the line of a verdict that is not declared, in the default as in a rule', () => {
    expect(
      faultsOf(head.replace('default: low', 'default: { verdict: lov, label: LOW }') + points),
    ).toEqual([expect.stringMatching(/^5: default.* refers to lov, expected low or high$/)]);
    expect(faultsOf(head + ladder.replace('verdict: high', 'verdict: hihg'))).toEqual([
      expect.stringMatching(/^8: ladder.*verdict refers to hihg, expected low or high$/),
    ]);
  });

  it('names the line of a requirement that speaks of nothing', () => {
    expect(faultsOf(head + ladder.replace('requires: relevant', 'requires: relevent'))).toEqual([
      expect.stringMatching(/^11: ladder.*requires: .*relevent/),
    ]);
  });

  it('wants steps of recency that rise and leave no age out', () => {
    const recency = (steps: string): string =>
      `${head}${points}  recency:\n    reference: "2022-01-01"\n    steps: [${steps}]\n`;
    expect(faultsOf(recency('{ within_years: 2, weight: 1 }, { weight: 0.5 }'))).toEqual([]);
    expect(faultsOf(recency('{ within_years: 2, weight: 1 }'))).toEqual([
      expect.stringContaining(
        'is limited to 2 years, expected the last step without within_years, for everything older',
      ),
    ]);
    expect(
      faultsOf(
        recency('{ within_years: 2, weight: 1 }, { within_years: 1, weight: 1 }, { weight: 0.5 }'),
      ),
    ).toEqual([
      expect.stringContaining('is 2 before 1 years, expected steps from the newest to the oldest'),
    ]);
    expect(faultsOf(recency('{ weight: 1 }, { weight: 0.5 }'))).toEqual([
      expect.stringContaining(
        'is without within_years, expected a limit for every step but the last',
      ),
    ]);
  });

  it('rounds in no other way, and has limits for numbers of units alone', () => {
    expect(faultsOf(`${head}${points}  rounding: up\n`)).toEqual([
      expect.stringContaining('is "up", expected none, truncate, floor or nearest'),
    ]);
    expect(faultsOf(head + ladder.replace('{ 25: 1 }', '{ all: 1 }'))).toEqual([
      expect.stringContaining('expected a K, such as 25'),
    ]);
  });
});

describe('docs/policies.md', () => {
  const text = readFileSync(new URL('../docs/policies.md', import.meta.url), 'utf8');
  const examples = [...text.matchAll(/^```yaml\n(policy: [^`]*)^```$/gm)].map((match) => match[1]!);
  const protocol = readProtocol(
    readFileSync(new URL('../examples/policy-ground-truth/protocol.yaml', import.meta.url), 'utf8'),
  );

  it('shows a policy with points and one with a ladder', () => {
    expect(examples.map((example) => /^(points|ladder):/m.exec(example)?.[1])).toEqual([
      'points',
      'ladder',
    ]);
  });

  it.each(examples)('shows policies that are right: %s', (example) => {
    if (!protocol.ok) throw new Error('expected a protocol');
    expect(readPolicy(example, protocol.value.tasks)).toMatchObject({ ok: true });
  });
});
