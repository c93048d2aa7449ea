import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readProtocol } from './protocol-yaml.ts';
import { good } from '../../../test/sample-protocol.ts';

describe('readProtocol', () => {
  it('reads tasks, questions, scales and constraints', () => {
    const protocol = read(good);
    expect(protocol).toMatchObject({
      name: 'demo',
      title: 'demo',
      simulated: false,
      guideline: { version: '1.0', complete: false },
      units: { pairs: 'units/pairs.jsonl' },
      policies: null,
    });
    const [task] = protocol.tasks;
    expect(task).toMatchObject({
      id: 'pairs',
      title: 'pairs',
      form: 'questions',
      unit: {
        id: ['query_id', 'doc_id'],
        subject: 'query_id',
        show: ['text'],
        folded: [],
        vocabulary: {},
      },
    });
    expect(
      task!.questions.map((question) => [
        question.id,
        question.scale.kind,
        question.measured,
        question.required,
      ]),
    ).toEqual([
      ['relevance', 'ordinal', true, true],
      ['sufficient', 'binary', true, true],
      ['kind', 'nominal', true, true],
      ['why', 'text', false, false],
    ]);
    expect(task!.questions[1]).toMatchObject({
      title: 'sufficient',
      ask: { en: 'Enough?', de: 'Genug?' },
      when: null,
    });
    expect(task!.questions[2]!.when).toEqual({
      source: 'sufficient',
      expression: { kind: 'applies', question: 'sufficient' },
    });
    expect(task!.constraints.map((constraint) => constraint.source)).toEqual([
      'sufficient => relevance = 2',
    ]);
  });

  it('reads the titles of fields, in one language or several', () => {
    const titles = '{ doc_id: { en: Document, de: Dokument }, text: Passage }';
    const [task] = read(good.replace('show: text', `show: text, titles: ${titles}`)).tasks;
    expect(task!.unit.titles).toEqual({
      doc_id: { en: 'Document', de: 'Dokument' },
      text: 'Passage',
    });
    expect(read(good).tasks[0]!.unit.titles).toEqual({});
  });

  it('reads rounds, taking the kind from the name and all for what is left out', () => {
    const { rounds } = read(good);
    expect(
      rounds.map((round) => [
        round.id,
        round.kind,
        round.task,
        round.units,
        round.annotators,
        round.repeat,
      ]),
    ).toEqual([
      ['training', 'training', 'pairs', 10, null, null],
      ['pilot', 'pilot', 'pairs', 30, 2, 20],
      ['re-pilot', 'pilot', 'pairs', null, null, null],
    ]);
    expect(rounds[1]!.draw).toEqual({ by: 'keywords', floor: 5, hard: 0.3, hardBy: 'score' });
    expect(rounds[1]!.gates.map((gate) => gate.source)).toEqual([
      'percent_agreement >= 0.80',
      'cohen_kappa >= 0.75 on relevance',
    ]);
  });

  it('fills in what is left out', () => {
    const protocol = read(
      'assay: 1\nname: x\nguideline: { version: a, file: g.md }\ntasks:\n  t:\n    unit: ' +
        '{ id: id, show: text }\n    questions: { q: {} }\n',
    );
    expect(protocol).toMatchObject({
      panel: { people: { kind: 'human' } },
      rounds: [],
      consensus: { method: 'majority', tie: 'ruling' },
      monitor: {
        per_hour: null,
        expected_per_hour: null,
        positives: 50,
        prevalence: [0.05, 0.8],
        idle_seconds: 300,
      },
      release: {},
      effort: {
        annotators: 3,
        minutes: 8,
        ruling: { share: 0.3, minutes: 5 },
        overhead_hours: 40,
        people: 3,
        hours_per_week: 20,
        currency: 'USD',
      },
    });
  });

  it('reads the protocols of the examples', () => {
    for (const name of [
      'regulatory-topics',
      'trial-relevance',
      'rag-tasks',
      'policy-ground-truth',
    ]) {
      const text = readFileSync(
        new URL(`../../../examples/${name}/protocol.yaml`, import.meta.url),
        'utf8',
      );
      expect(read(text).simulated, name).toBe(true);
    }
  });
});

function read(text: string): Extract<ReturnType<typeof readProtocol>, { ok: true }>['value'] {
  const result = readProtocol(text);
  if (!result.ok)
    throw new Error(result.faults.map((one) => `${one.line} ${one.message}`).join('\n'));
  return result.value;
}
