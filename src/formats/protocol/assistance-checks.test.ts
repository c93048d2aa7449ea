import { describe, expect, it } from 'vitest';
import { readProtocol } from './protocol-yaml.ts';

const source = (more: string): string => `assay: 1
name: tickets
guideline: { version: '1.0', file: guideline.md }
tasks:
  topics:
    unit: { id: id, show: text }
    questions: { billing: {}, bug: {} }
panel:
  people: { names: [anna, ben] }
  keywords: { kind: rule, file: rules.yaml }
  mini: { kind: model, runs: 2, provider: openai, model: mini }
  one: { kind: model, provider: openai, model: one }
${more}`;

const faultsOf = (more: string): readonly string[] => {
  const read = readProtocol(source(more));
  return read.ok ? [] : read.faults.map(({ line, message }) => `${line}: ${message}`);
};

describe('an assisted round in a protocol', () => {
  it('names whose suggestions are shown, and keeps a tenth of the work blind', () => {
    const read = readProtocol(source('rounds: { full: { assisted: { by: keywords } } }\n'));
    expect(read.ok && read.value.rounds[0]!.assisted).toEqual({ by: 'keywords', control: 0.1 });
  });

  it('is off unless it is given', () => {
    const read = readProtocol(source('rounds: { full: {} }\n'));
    expect(read.ok && read.value.rounds[0]!.assisted).toBeNull();
  });

  it('takes the name of a model with one run for this run, and asks which of several', () => {
    const one = readProtocol(source('rounds: { full: { assisted: { by: one } } }\n'));
    expect(one.ok && one.value.rounds[0]!.assisted).toMatchObject({ by: 'one#1' });
    expect(faultsOf('rounds: { full: { assisted: { by: mini } } }\n')).toEqual([
      expect.stringContaining('one run of the model: mini#1 or mini#2'),
    ]);
  });

  it('never shows the answers of a person of the panel', () => {
    for (const by of ['anna', 'people'])
      expect(faultsOf(`rounds: { full: { assisted: { by: ${by} } } }\n`)).toEqual([
        expect.stringMatching(/a person of the panel, expected a model or a rule/),
      ]);
  });

  it('says all that is wrong at once: training, gates on agreement, methods that need independence', () => {
    const found = faultsOf(`consensus: dawid-skene
rounds:
  training:
    key: key.jsonl
    gate: ['percent_agreement >= 0.8', 'all quotas met']
    assisted: { by: keywords, control: 0 }
`);
    expect(found).toHaveLength(1);
    const whole = faultsOf(`consensus: dawid-skene
rounds:
  training:
    key: key.jsonl
    gate: ['percent_agreement >= 0.8', 'all quotas met']
    assisted: { by: keywords }
`);
    expect(whole.map((one) => one.replace(/,.*/, ''))).toEqual([
      '13: consensus is dawid-skene',
      '17: rounds.training.gate.0 is percent_agreement >= 0.8',
      '18: rounds.training.assisted is a training',
    ]);
  });
});
