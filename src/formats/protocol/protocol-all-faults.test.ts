import { describe, expect, it } from 'vitest';
import { good } from '../../../test/sample-protocol.ts';
import { faultsOf } from '../../../test/protocol-faults.ts';

describe('faults of a protocol', () => {
  it('are told at once, whatever their kind, in the order of their lines', () => {
    const text = good
      .replace('name: demo', 'nam: demo')
      .replace('"1.0"', '1.0')
      .replace('units: { pairs:', 'units: { pair:')
      .replace('show: text }', 'show: text, shows: x }')
      .replace('ask: { en: Enough?, de: Genug? }', 'ask: { english: Enough? }')
      .replace('when: sufficient', 'when: relevance >= 7')
      .replace('sufficient => relevance = 2', 'enough => relevance = 2\n      - sufficient = maybe')
      .replace('kind: rule', 'kind: role')
      .replace('units: 30', 'units: none')
      .replace('percent_agreement >= 0.80', 'percent >= 0.80')
      .replace('re-pilot: {}', 'again: { task: pair }');
    expect(faultsOf(text)).toEqual([
      '1 name is missing, expected a text',
      '2 nam is unknown here; check the spelling, or remove it',
      '3 guideline.version is 1, expected a text in quotes',
      '4 units.pair refers to pair, expected pairs',
      '7 tasks.pairs.unit.shows is unknown here; check the spelling, or remove it',
      '12 tasks.pairs.questions.sufficient.ask.english is "english", expected a language ' +
        'of two letters, such as en',
      '13 tasks.pairs.questions.kind.when: relevance has no value 7, expected 0, 1 or 2',
      '16 tasks.pairs.constraints.0: enough is not a question of the task, expected ' +
        'relevance, sufficient, kind or why',
      '20 panel.keywords.kind is "role", expected human, model or rule',
      '24 rounds.pilot.units is "none", expected a number or all',
      '28 rounds.pilot.gate.0: percent is not a measure, expected percent_agreement, ' +
        'positive_agreement, negative_agreement, cohen_kappa, cohen_kappa_linear, ' +
        'cohen_kappa_quadratic, fleiss_kappa, krippendorff_alpha, gwet_ac1, gwet_ac2, ' +
        'brennan_prediger',
      '31 rounds.again.kind is missing, expected training, pilot or full',
      '31 rounds.again.task refers to pair, expected pairs',
    ]);
  });

  it('beside one that cannot be read in a list, or of a panel, are told too', () => {
    expect(
      faultsOf(good.replace('sufficient => relevance = 2', '3\n      - enough => relevance = 2')),
    ).toEqual([
      '16 tasks.pairs.constraints.0 is 3, expected a text in quotes',
      expect.stringMatching(/^17 tasks\.pairs\.constraints\.1: enough is not a question/),
    ]);
    expect(
      faultsOf(good.replace(/^( *)- percent_agreement >= 0\.80/m, '$1- 3\n$1- percent >= 0.80')),
    ).toEqual([
      expect.stringMatching(/rounds\.pilot\.gate\.0 is 3, expected a text in quotes/),
      expect.stringMatching(/rounds\.pilot\.gate\.1: percent is not a measure/),
    ]);
    expect(
      faultsOf(
        `${good.slice(0, good.indexOf('panel:'))}panel:\n  people: { weight: heavy, ` +
          'names: [anna, anna] }\n',
      ),
    ).toEqual([
      expect.stringContaining('panel is a panel with anna twice'),
      expect.stringContaining('panel.people.weight is "heavy"'),
    ]);
  });

  it('do not blame what refers to something that was refused', () => {
    expect(faultsOf(`${good}release: { split: { dev: 4 } }\n`)).toEqual([
      expect.stringContaining('release.split.dev is 4, expected less than 1'),
    ]);
    expect(faultsOf(good.replace('[0: no, 1: some, 2: high]', '[0.5, 1]'))).toEqual([
      '9 tasks.pairs.scales.grades.ordinal.0 is 0.5, expected a text in quotes, a whole ' +
        'number or named entries',
    ]);
    expect(faultsOf(good.replace('    questions:\n', '    questions: 3\n    question:\n'))).toEqual(
      [
        '10 tasks.pairs.questions is 3, expected named entries',
        '11 tasks.pairs.question is unknown here; check the spelling, or remove it',
      ],
    );
  });
});
