import { describe, expect, it } from 'vitest';
import { good } from '../../../test/sample-protocol.ts';
import { faultsOf } from '../../../test/protocol-faults.ts';

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
        '16 tasks.pairs.constraints.0: relevance has no value 2, expected no or yes',
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
        '16 tasks.pairs.constraints.0: enough is not a question of the task, expected ' +
          'relevance, sufficient, kind or why',
      ],
    ],
    [
      'a constraint on a value that is not there',
      put('relevance = 2', 'relevance = 3'),
      ['16 tasks.pairs.constraints.0: relevance has no value 3, expected 0, 1 or 2'],
    ],
    [
      'constraints that nobody can meet',
      put('relevance = 2\n', 'relevance = 2\n      - sufficient and not relevance\n'),
      [
        '15 tasks.pairs.constraints is a list that no answers to relevance and sufficient ' +
          'can satisfy, expected constraints that can all be satisfied',
      ],
    ],
    [
      'a condition on a question that is not there',
      put('when: sufficient', 'when: enough'),
      [
        '13 tasks.pairs.questions.kind.when: enough is not a question of the task, expected ' +
          'relevance, sufficient, kind or why',
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
        '27 rounds.pilot.gate.0: "percent_agreement > 0.80" is not a gate, expected something ' +
          'like ' +
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

  it('a label that cannot be ticked', () => {
    const text = good.replace('    scales:', '    form: labels\n    scales:');
    expect(faultsOf(text)).toEqual([
      '14 tasks.pairs.questions.kind.scale is a nominal scale, expected binary, or ' +
        'ordinal with present, in a form of labels',
    ]);
  });

  it('a round that does not say which of two tasks it is about', () => {
    const text = good
      .replace(
        'panel:',
        '  other:\n    unit: { id: id, show: text }\n    questions: { q: {} }\npanel:',
      )
      .replace('re-pilot: {}', 're-pilot: { task: other }');
    expect(faultsOf(text)).toEqual([
      '24 rounds.training.task is missing, expected pairs or other',
      '25 rounds.pilot.task is missing, expected pairs or other',
    ]);
  });

  it('constraints over too many combinations', () => {
    expect(faultsOf(manyQuestions(17, `["${names(17).join(' or ')}"]`))).toEqual([
      '8 tasks.t.constraints is a list over 131072 combinations of answers to q0, q1, q2, q3, ' +
        'q4, q5, q6, q7, q8, q9, q10 and 6 more, which it ties together, expected at most 65536; ' +
        'leave out a constraint that ties some of them to the others',
    ]);
  });

  it('constraints too long for the combinations that they are about', () => {
    const all = names(16).join(' or ');
    const long = `["(${all}) => (${Array.from({ length: 20 }, () => all).join(' or ')})"]`;
    const lines = Array.from({ length: 25 }, () => long.slice(1, -1)).join(', ');
    expect(faultsOf(manyQuestions(16, long))).toEqual([]);
    expect(faultsOf(manyQuestions(16, `[${lines}]`))).toEqual([
      '8 tasks.t.constraints is a list of 8400 comparisons over 65536 combinations of answers to ' +
        'q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10 and 5 more, expected at most 8192 over so ' +
        'many; shorten the constraints, or tie fewer questions together',
    ]);
  });

  it('more of anything than anybody needs', () => {
    const scale = `{ nominal: [${names(25).join(', ')}] }`;
    const text = manyQuestions(1001, '[q0 => q1]').replaceAll('{}', `{ scale: ${scale} }`);
    const rounds = names(201).map((name) => `  ${name}: { task: t, kind: full }\n`);
    expect(faultsOf(`${text.replace('q0 => q1', 'q0 = q1')}rounds:\n${rounds.join('')}`)).toEqual([
      '4 tasks is 1001 questions in all, expected at most 1000 questions',
      '4 tasks is 25025 answers to choose from in all, expected at most 20000 answers to choose ' +
        'from',
      '9 rounds is 201 entries, expected at most 200 entries',
    ]);
  });
});

function names(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `q${at}`);
}

function manyQuestions(count: number, constraints: string): string {
  return (
    'assay: 1\nname: x\nguideline: { version: a, file: g.md }\ntasks:\n  t:\n    unit: ' +
    '{ id: id, show: text }\n    questions: { ' +
    `${names(count)
      .map((name) => `${name}: {}`)
      .join(', ')} }\n    constraints: ${constraints}\n`
  );
}

function put(old: string, changed: string): (text: string) => string {
  return (text) => text.replace(old, changed);
}
