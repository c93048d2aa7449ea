import { describe, expect, it } from 'vitest';
import { readProtocol } from './protocol-yaml.ts';

const source = (round: string, names = 'anna, ben, cora'): string => `assay: 1
name: chunks
guideline: { version: '1.0', file: guideline.md }
tasks:
  topics:
    unit: { id: id, show: text }
    questions: { billing: {}, bug: {}, why: { scale: text } }
    asides: [flag]
  plain: { unit: { id: id, show: text }, questions: { good: {} } }
panel:
  people: { names: [${names}] }
rounds:
  full: { task: topics, ${round} }
`;

const read = (round: string, names?: string) => readProtocol(source(round, names));
const planOf = (round: string): unknown => {
  const found = read(round);
  return found.ok ? found.value.rounds[0] : found.faults;
};
const faultsOf = (round: string, names?: string): readonly string[] => {
  const found = read(round, names);
  return found.ok ? [] : found.faults.map(({ message }) => message);
};

const byFlag = 'annotators: 1..2, further: { on: flag }';

describe('a range of annotators in a protocol', () => {
  it('is two on every unit and a third on a share of them', () => {
    expect(planOf('annotators: 2..3, further: { share: 0.2 }')).toMatchObject({
      annotators: 2,
      further: { upTo: 3, share: 0.2, disagreement: false, questions: null, flag: false },
    });
  });

  it('is a third where two disagree, on any question or on those that are named', () => {
    expect(planOf('annotators: 2..3, further: { on: disagreement }')).toMatchObject({
      annotators: 2,
      further: { upTo: 3, share: 0, disagreement: true, questions: null, flag: false },
    });
    expect(
      planOf(
        'annotators: 2..3, further: { on: [disagreement, flag], questions: [bug], share: 0.1 }',
      ),
    ).toMatchObject({
      annotators: 2,
      further: { upTo: 3, share: 0.1, disagreement: true, questions: ['bug'], flag: true },
    });
  });

  it('is absent where all units have equally many', () => {
    expect(planOf('annotators: 2')).toMatchObject({ annotators: 2, further: null });
    expect(planOf('units: all')).toMatchObject({ annotators: null, further: null });
  });

  it.each([
    ['annotators: 2..3', /further is missing, expected what decides .*share: 0.2.*on: disagree/],
    ['annotators: 2, further: { share: 0.2 }', /given with annotators: 2, expected .*such as 2..3/],
    ['annotators: 3..2, further: { share: 0.2 }', /is 3..2, expected a smaller and a larger/],
    ['annotators: 2..2, further: { share: 0.2 }', /is 2..2, expected a smaller and a larger/],
    ['annotators: "2-3", further: { share: 0.2 }', /annotators is "2-3", expected/],
    ['annotators: 2..3, further: {}', /neither share nor on, expected what decides/],
    ['annotators: 2..3, further: { share: 1 }', /share is 1, expected/],
    ['annotators: 1..2, further: { on: disagreement }', /one annotator alone cannot disagree/],
    ['annotators: 2..3, further: { share: 0.1, questions: [bug] }', /on: disagreement beside it/],
    [
      'annotators: 2..3, further: { on: disagreement, questions: [bgu] }',
      /questions.0 refers to bgu, expected billing or bug/,
    ],
    [
      'annotators: 2..3, further: { on: disagreement, questions: [why] }',
      /a text scale, expected a question with given answers/,
    ],
    [
      'annotators: 2..4, further: { on: disagreement }',
      /is 2..4, expected at most the 3 people whom the panel names. Name 4 of them/,
    ],
    [
      'kind: training, key: key.jsonl, annotators: 2..3, further: { share: 0.2 }',
      /is a training, expected one number/,
    ],
  ])('says what is wrong with %s', (round, fault) => {
    expect(faultsOf(round)).toEqual([expect.stringMatching(fault)]);
  });

  it('is a flag of one annotator only where the task offers flags', () => {
    expect(faultsOf(byFlag)).toEqual([]);
    const elsewhere = `${byFlag} }\n  more: { task: plain, kind: full, ${byFlag}`;
    expect(faultsOf(elsewhere)).toEqual([
      expect.stringMatching(/flag among the asides of the task/),
    ]);
  });

  it('has a panel of two as a fault that names the way out', () => {
    expect(faultsOf('annotators: 2..3, further: { on: disagreement }', 'anna, ben')).toEqual([
      'rounds.full.annotators is 2..3, expected at most the 2 people whom the panel names. ' +
        'Name 3 of them under panel, or ask for fewer annotators',
    ]);
  });
});
