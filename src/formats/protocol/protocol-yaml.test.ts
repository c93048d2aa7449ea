import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readProtocol } from './protocol-yaml.ts';
import { good, faultsOf } from '../../../test/sample-protocol.ts';

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
        per_hour: [3, 15],
        expected_per_hour: [5, 10],
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

describe('faults of a protocol', () => {
  it.each<[string, (text: string) => string, readonly string[]]>([
    [
      'an unknown key of the file',
      (text) => `${text}panle: {}\n`,
      ['31 panle is unknown here; check the spelling, or remove it'],
    ],
    [
      'an unknown key of the guideline',
      put('file: guideline.md', 'file: guideline.md, lang: en'),
      ['3 guideline.lang is unknown here; check the spelling, or remove it'],
    ],
    [
      'an unknown key of a task',
      put('    constraints:', '    rules: []\n    constraints:'),
      ['15 tasks.pairs.rules is unknown here; check the spelling, or remove it'],
    ],
    [
      'an unknown key of a unit',
      put('show: text }', 'show: text, ids: 3 }'),
      ['7 tasks.pairs.unit.ids is unknown here; check the spelling, or remove it'],
    ],
    [
      'an unknown key of a question',
      put('{ scale: grades }', '{ scale: grades, asks: x }'),
      ['11 tasks.pairs.questions.relevance.asks is unknown here; check the spelling, or remove it'],
    ],
    [
      'an unknown key of a scale',
      put('present: 1', 'presence: 1'),
      ['9 tasks.pairs.scales.grades.presence is unknown here; check the spelling, or remove it'],
    ],
    [
      'an unknown key of the panel',
      put('people: {}', 'people: { wait: 1 }'),
      ['18 panel.people.wait is unknown here; check the spelling, or remove it'],
    ],
    [
      'an unknown key of a round',
      put('    annotators: 2', '    annotator: 2'),
      ['24 rounds.pilot.annotator is unknown here; check the spelling, or remove it'],
    ],
    [
      'an unknown key of a draw',
      put('floor: 5', 'flor: 5'),
      ['25 rounds.pilot.draw.flor is unknown here; check the spelling, or remove it'],
    ],
    ['another version of the format', put('assay: 1', 'assay: 2'), ['1 assay is 2, expected 1']],
    [
      'a version that is a number',
      put('"1.0"', '1.0'),
      ['3 guideline.version is 1, expected a text in quotes'],
    ],
    [
      'a missing guideline',
      (text) => text.replace(/guideline: .*\n/, ''),
      ['1 guideline is missing, expected named entries'],
    ],
    [
      'a name with a space',
      put('  pairs:\n', '  "p airs":\n'),
      ['6 tasks.p airs is "p airs", expected a name of letters, digits, _ . and -'],
    ],
    [
      'a scale that is not there',
      put('scale: grades }', 'scale: grade }'),
      [
        '11 tasks.pairs.questions.relevance.scale refers to grade, expected binary, text or grades',
        '16 tasks.pairs.constraints.0: relevance has no value 2, expected no, yes',
      ],
    ],
    [
      'a value twice',
      put('[fact, opinion]', '[fact, opinion, fact]'),
      [
        '13 tasks.pairs.questions.kind.scale is fact, which appears twice, expected each ' +
          'value once',
      ],
    ],
    [
      'values that fall',
      put('[0: no, 1: some, 2: high]', '[2: high, 1: some, 0: no]'),
      ['9 tasks.pairs.scales.grades.ordinal is 2 before 1, expected values in ascending order'],
    ],
    [
      'a lowest value that counts, but is not there',
      put('present: 1', 'present: 7'),
      [
        '9 tasks.pairs.scales.grades.present is 7, expected a value above the lowest: 1 or 2',
        '9 tasks.pairs.scales.grades.ticked is 2, expected a value that counts as present: nothing',
      ],
    ],
    [
      'a tick that does not count',
      put('present: 1, ticked: 2', 'present: 2, ticked: 1'),
      ['9 tasks.pairs.scales.grades.ticked is 1, expected a value that counts as present: 2'],
    ],
    [
      'presence that is always there',
      put('present: 1', 'present: 0'),
      ['9 tasks.pairs.scales.grades.present is 0, expected a value above the lowest: 1 or 2'],
    ],
    [
      'a constraint that is none',
      put('sufficient => relevance = 2', 'sufficient => '),
      ['16 tasks.pairs.constraints.0: expected a question, got the end (character 14)'],
    ],
    [
      'a constraint on a question that is not there',
      put('sufficient => relevance = 2', 'enough => relevance'),
      [
        '16 tasks.pairs.constraints.0: enough is no question of the task, expected ' +
          'relevance, sufficient, kind, why',
      ],
    ],
    [
      'a constraint on a value that is not there',
      put('relevance = 2', 'relevance = 3'),
      ['16 tasks.pairs.constraints.0: relevance has no value 3, expected 0, 1, 2'],
    ],
    [
      'constraints that nobody can meet',
      put('relevance = 2\n', 'relevance = 2\n      - sufficient and not relevance\n'),
      [
        '15 tasks.pairs.constraints is a list that no answers to relevance and sufficient ' +
          'can meet, expected constraints that can all be met',
      ],
    ],
    [
      'a condition on a question that is not there',
      put('when: sufficient', 'when: enough'),
      [
        '13 tasks.pairs.questions.kind.when: enough is no question of the task, expected ' +
          'relevance, sufficient, kind, why',
      ],
    ],
    [
      'a condition that is none',
      put('when: sufficient', 'when: "sufficient ="'),
      ['13 tasks.pairs.questions.kind.when: expected a value, got the end (character 13)'],
    ],
    [
      'a condition on itself',
      put('when: sufficient', 'when: kind = fact'),
      [
        '13 tasks.pairs.questions.kind.when is a condition on kind itself, expected a ' +
          'condition on other questions',
      ],
    ],
    [
      'a question with the name of an id',
      put('      why:', '      doc_id:'),
      [
        '14 tasks.pairs.questions.doc_id is the name of another field of every row, ' +
          'expected a different name',
      ],
    ],
    [
      'units of a task that is not there',
      put('units: { pairs:', 'units: { pair:'),
      ['4 units.pair refers to pair, expected pairs'],
    ],
    [
      'a round of a task that is not there',
      put('re-pilot: {}', 're-pilot: { task: pair }'),
      ['30 rounds.re-pilot.task refers to pair, expected pairs'],
    ],
    [
      'a round of no known kind',
      put('re-pilot: {}', 'second: {}'),
      ['30 rounds.second.kind is missing, expected training, pilot or full'],
    ],
    [
      'a training round without a key',
      put(', key: key.jsonl', ''),
      [
        '21 rounds.training.key is missing, expected the file with the known answers of a ' +
          'training round',
        '21 rounds.training.gate.0: "cohen_kappa >= 0.70 against key" needs the key of ' +
          'the round, the file with the known answers',
      ],
    ],
    [
      'a gate that is none',
      put('percent_agreement >= 0.80', 'percent_agreement > 0.80'),
      [
        '27 rounds.pilot.gate.0: "percent_agreement > 0.80" is no gate, expected such as ' +
          '"fleiss_kappa >= 0.70 overall" or "all quotas met"',
      ],
    ],
    [
      'a gate on a question that is not there',
      put('on relevance', 'on relevant'),
      ['28 rounds.pilot.gate.1 refers to relevant, expected relevance, sufficient, kind or why'],
    ],
    [
      'a draw by somebody who is no rule',
      put('by: keywords', 'by: people'),
      [
        '25 rounds.pilot.draw.by is people, which is not a rule, expected a rule of the ' +
          'panel or a field of the unit',
      ],
    ],
    [
      'runs of a person',
      put('people: {}', 'people: { runs: 2 }'),
      ['18 panel.people.runs is given for a human, expected only for kind: model'],
    ],
    [
      'a person twice',
      put('people: {}', 'people: { names: [anna] }\n  seniors: { names: [anna] }'),
      ['17 panel is a panel with anna twice, expected each annotator once'],
    ],
    [
      'limits in the wrong order',
      (text) => `${text}monitor: { per_hour: [15, 3] }\n`,
      ['31 monitor.per_hour is an array of 2, expected the lower limit first'],
    ],
    [
      'parts that do not add up',
      (text) => `${text}release: { split: { dev: 0.5, test: 0.6 } }\n`,
      ['31 release.split is an object, expected dev and test to add up to 1'],
    ],
    [
      'a method that is not there',
      (text) => `${text}consensus: majorty\n`,
      [
        '31 consensus is "majorty", expected majority, weighted, dawid-skene, mace or ' +
          'named entries',
      ],
    ],
    [
      'no tasks',
      (text) => text.replace(/tasks:[^]*(?=panel:)/, 'tasks: {}\n'),
      ['5 tasks is an object, expected at least one task'],
    ],
    [
      'no YAML',
      () => 'a: [1\n',
      [
        '2 expected YAML: Flow sequence in block collection must be sufficiently indented ' +
          'and end with a ]',
      ],
    ],
    ['nothing', () => '', ['1 the file is empty, expected named entries']],
  ])('%s', (_, change, expected) => {
    const text = change(good);
    expect(text).not.toBe(good);
    expect(faultsOf(text)).toEqual(expected);
  });
});

function put(old: string, changed: string): (text: string) => string {
  return (text) => text.replace(old, changed);
}

function read(text: string): Extract<ReturnType<typeof readProtocol>, { ok: true }>['value'] {
  const result = readProtocol(text);
  if (!result.ok)
    throw new Error(result.faults.map((one) => `${one.line} ${one.message}`).join('\n'));
  return result.value;
}
