import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { rulingBy } from '../../../test/build-judgment.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { JudgmentTable } from '../judging/judgment-table.ts';
import { panelRules } from '../verdicts/panel-truths.ts';
import { compareFamilies } from './compare-families.ts';
import type { JudgedTask } from './judged-task.ts';
import { byName, familyOf, voicesOf } from './voices.ts';

const panel: Panel = {
  people: { kind: 'human', names: ['anna', 'ben'] },
  mini: { kind: 'model', runs: 3, weight: 2 },
  nano: { kind: 'model', runs: 1, weight: 1 },
  words: { kind: 'rule', weight: 0 },
};
const task = buildTask({ questions: { relevant: {} } });

/** Answers by annotator, a letter per unit: y, n, or a dot for none. */
function judgedBy(answers: Readonly<Record<string, string>>, rulings: readonly Ruling[] = []) {
  const table = new JudgmentTable(task);
  for (const [annotator, letters] of Object.entries(answers))
    [...letters].forEach((letter, unit) => {
      if (letter !== '.') table.put(unit, table.annotator(annotator), [letter === 'y' ? 1 : 0]);
    });
  const names = Array.from({ length: table.units }, (_, unit) => `u${unit + 1}`);
  const plan = { method: 'majority', tie: 'ruling' } as const;
  return {
    task,
    panel,
    table,
    units: { size: names.length, at: (unit: number) => names[unit]! },
    rules: panelRules(task, { panel, plan, seed: 1 }),
    rulingOn: (unit: number) => rulings.find((one) => one.unit === names[unit]),
  } satisfies JudgedTask;
}

describe('voicesOf', () => {
  it('tells people from models, and leaves out keyword rules and outsiders', () => {
    const names = ['nano#1', 'mini#10', 'mini#2', 'words', 'ben', 'stranger', 'other#1'];
    expect(voicesOf(panel, names)).toEqual({
      people: ['ben'],
      families: [
        { family: 'mini', runs: ['mini#2', 'mini#10'] },
        { family: 'nano', runs: ['nano#1'] },
        { family: 'other', runs: ['other#1'] },
      ],
    });
  });

  it('takes everybody for a person where the panel names nobody', () => {
    expect(voicesOf({}, ['anna', 'gpt#1']).people).toEqual(['anna']);
    expect(voicesOf({}, ['anna', 'ben'], (name) => name === 'ben').people).toEqual(['ben']);
  });

  it('knows the model of a run, planned or not', () => {
    expect(familyOf(panel, 'mini#9')).toBe('mini');
    expect(familyOf({}, 'gpt-6#2')).toBe('gpt-6');
    expect(['b', 'a10', 'a9'].toSorted(byName)).toEqual(['a9', 'a10', 'b']);
  });
});

describe('compareFamilies', () => {
  const answers = {
    anna: 'yyyynn..',
    ben: 'yyynnn..',
    'mini#1': 'yynnnyyy',
    'mini#2': 'yynynyyy',
    'mini#3': 'ynnynnyn',
    'nano#1': 'yynynyny',
    words: 'yyyyyyyy',
  };

  it('measures agreement between families, each with the majority of its runs', () => {
    const { questions } = compareFamilies(judgedBy(answers));
    // mini by majority: y y n y n y y y; nano: y y n y n y n y. They differ on u7.
    expect(questions[0]!.between.percent.value).toBe(7 / 8);
    expect(questions[0]).toMatchObject({ answered: 8, split: 1 });
    expect(questions[0]!.pairs).toHaveLength(1);
  });

  it('measures stability within one', () => {
    const [question] = compareFamilies(judgedBy(answers)).questions;
    // Pairs of runs of mini that agree, by unit: 1, ⅓, 1, ⅓, 1, ⅓, 1, ⅓.
    expect(question!.stability[0]!.value).toBeCloseTo((4 * 1 + 4 / 3) / 8, 12);
    expect(question!.stability[1]!.value).toBeNull();
  });

  it('compares models with the people, and lists where all models are against them', () => {
    const { questions, againstPeople, splits } = compareFamilies(judgedBy(answers));
    // People agree on u1 y, u2 y, u3 y, u5 n, u6 n, and are tied on u4.
    expect(questions[0]!.withPeople[0]!.percent).toMatchObject({ value: 3 / 5, n: 5 });
    expect(questions[0]!.ensemble.confusion).toEqual([
      [1, 1],
      [1, 2],
    ]);
    expect(againstPeople).toEqual([
      { unit: 'u3', question: 'relevant', families: ['no', 'no'], people: 'yes' },
      { unit: 'u6', question: 'relevant', families: ['yes', 'yes'], people: 'no' },
    ]);
    expect(splits.map((one) => one.unit)).toEqual(['u7']);
  });

  it('does not say that all models agree where the runs of one are tied', () => {
    // People say yes twice. The runs of mini are tied on u1, and did not judge u2.
    const { againstPeople } = compareFamilies(
      judgedBy({ anna: 'yy', ben: 'yy', 'mini#1': 'y.', 'mini#2': 'n.', 'nano#1': 'nn' }),
    );
    expect(againstPeople).toEqual([
      { unit: 'u2', question: 'relevant', families: [null, 'no'], people: 'yes' },
    ]);
  });

  it('counts a ruling as a word of the people', () => {
    const ruling = rulingBy('lena', { relevant: false }, { unit: 'u4' });
    const { againstPeople } = compareFamilies(judgedBy(answers, [ruling]));
    expect(againstPeople.map((one) => one.unit)).toEqual(['u3', 'u4', 'u6']);
  });

  it('does not depend on the order in which annotators appear', () => {
    const reversed = Object.fromEntries(Object.entries(answers).toReversed());
    expect(compareFamilies(judgedBy(reversed))).toEqual(compareFamilies(judgedBy(answers)));
  });

  it('has no value where there are no models, or no people', () => {
    const alone = compareFamilies(judgedBy({ anna: 'yn', ben: 'yn' }));
    expect(alone.families).toEqual([]);
    expect(alone.questions[0]!.between.percent.value).toBeNull();
    const models = compareFamilies(judgedBy({ 'mini#1': 'yn', 'nano#1': 'yn' }));
    expect(models.questions[0]!.ensemble.percent.value).toBeNull();
  });
});
