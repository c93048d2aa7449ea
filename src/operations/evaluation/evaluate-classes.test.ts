import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { evaluateClasses } from './evaluate-classes.ts';
import type { ClassRequest } from './evaluate-classes.ts';

interface Sketch extends Partial<Omit<ClassRequest, 'truth' | 'predictions' | 'others' | 'votes'>> {
  readonly others?: readonly string[];
  readonly votes?: string;
}

/** Measures CSV files, given without their line breaks: rows are separated by spaces. */
async function evaluated(truth: string, predictions: string, sketch: Sketch = {}) {
  const { others = [], votes, ...given } = sketch;
  const lines = (text: string): string => `${text.split(' ').join('\n')}\n`;
  const folder = temporaryFolder({
    'truth.csv': lines(truth),
    'predictions.csv': lines(predictions),
    'votes.csv': lines(votes ?? ''),
    ...Object.fromEntries(others.map((text, at) => [`other-${at}.csv`, lines(text)])),
  });
  return await evaluateClasses({
    truth: join(folder, 'truth.csv'),
    predictions: join(folder, 'predictions.csv'),
    others: others.map((_, at) => join(folder, `other-${at}.csv`)),
    votes: votes === undefined ? null : join(folder, 'votes.csv'),
    id: 'id',
    column: 'kind',
    classes: null,
    order: null,
    subject: null,
    slice: null,
    chance: null,
    zeroes: false,
    seed: 1,
    resamples: 50,
    ...given,
  });
}

const truth = 'id,kind a,cat b,dog c,cat d,cow';
const predicted = 'id,kind a,cat b,cat c,cat e,dog';

describe('one class per unit', () => {
  it('is compared where both files have the unit, and the rest is counted', async () => {
    const found = await evaluated(truth, predicted);
    expect(found).toMatchObject({ units: 3, notPredicted: 1, notTrue: 1 });
    expect(found).toMatchObject({ weighted: null, slices: null, comparisons: [], votes: null });
    expect(found.measures.get('accuracy')).toMatchObject({ value: 2 / 3, n: 3 });
    expect(found.classes).toEqual(['cat', 'cow', 'dog']);
    expect(found.answers.map((one) => [...one])).toEqual([
      [
        ['a', ['cat', 'cat']],
        ['b', ['dog', 'cat']],
        ['c', ['cat', 'cat']],
      ],
    ]);
  });

  it('has the classes that were named, in their order', async () => {
    const named = await evaluated(truth, predicted, { classes: ['dog', 'cat', 'cow', 'hen'] });
    expect(named.classes).toEqual(['dog', 'cat', 'cow', 'hen']);
    expect(named.measures.has('ordered_distance')).toBe(false);
    const ordered = await evaluated(truth, predicted, { order: ['cow', 'dog', 'cat'] });
    expect(ordered.classes).toEqual(['cow', 'dog', 'cat']);
    expect(ordered.measures.has('ordered_distance')).toBe(true);
  });

  it('is weighted by the recorded chance, or the column that was asked for', async () => {
    const chance = 'inclusion_probability';
    const drawn = `id,kind,${chance},p a,cat,0.5,1 b,dog,1,1 c,cat,0.5,0.25`;
    const recorded = await evaluated(drawn, predicted);
    // The two that are right stand for two each, the other for itself.
    expect(recorded.weighted!.get('accuracy')!.value).toBeCloseTo(4 / 5, 12);
    const asked = await evaluated(drawn, predicted, { chance: 'p' });
    expect(asked.weighted!.get('accuracy')!.value).toBeCloseTo(5 / 6, 12);
    expect(asked.measures.get('accuracy')!.value).toBeCloseTo(2 / 3, 12);
  });

  it('is measured by a field of the truth', async () => {
    const sliced = 'id,kind,size a,cat,small b,dog,large c,cat,small';
    const { slices } = await evaluated(sliced, predicted, { slice: 'size' });
    expect(
      [...slices!].map(([value, measures]) => [value, measures.get('accuracy')!.value]),
    ).toEqual([
      ['small', 1],
      ['large', 0],
    ]);
  });

  it('is measured under the answers of each annotator', async () => {
    const votes = 'id,annotator,kind a,anna,cat b,anna,cat a,ben,dog b,ben,dog z,ben,dog';
    const { votes: over } = await evaluated(truth, predicted, { votes });
    expect(
      [...over!.annotators].map(([who, measures]) => [who, measures.get('accuracy')!.value]),
    ).toEqual([
      ['anna', 1],
      ['ben', 0],
    ]);
    expect(over!.spread.get('accuracy')).toMatchObject({ lowest: 0, highest: 1 });
  });

  it('of several systems is compared on the units of all', async () => {
    const other = 'id,kind a,cat b,dog e,cow';
    const { comparisons, answers } = await evaluated(truth, predicted, { others: [other, other] });
    expect(comparisons).toHaveLength(3);
    expect(answers.map((one) => one.size)).toEqual([3, 2, 2]);
  });

  it('may be named by the column of the units', async () => {
    const own = 'note,kind a,cat b,dog';
    const found = await evaluated(truth, own, { unitColumn: 'note' });
    expect(found.units).toBe(2);
    await expect(evaluated(truth, own)).rejects.toMatchObject({
      faults: [{ code: 'missing-field', line: 2 }, { line: 3 }],
    });
    const all = (): readonly string[] => ['a', 'b', 'c'];
    expect((await evaluated(truth, 'kind cat', { unitsOf: all })).units).toBe(3);
  });

  it('has scores where the predictions say them', async () => {
    const scored = 'id,score_cat,score_dog a,0.9,0.1 b,0.2,0.8 c,0.7,0.3';
    const found = await evaluated('id,kind a,cat b,dog c,cat', scored, {});
    expect(found.measures.get('accuracy')!.value).toBe(1);
    const plain = await evaluated('id,kind a,cat b,dog c,cat', 'id,kind a,cat b,dog c,cat');
    const more = [...found.measures.keys()].filter((name) => !plain.measures.has(name));
    expect(more.length).toBeGreaterThan(0);
    // A class that only the scores name is one of the classes.
    const third = 'id,kind,score_cat,score_hen a,cat,0.9,0.1';
    expect((await evaluated('id,kind a,cat', third)).classes).toEqual(['cat', 'hen']);
  });

  it('is refused with columns that the truth lacks, all at once', async () => {
    const lacking = { subject: 'who', slice: 'where', chance: 'p' };
    await expect(evaluated(truth, predicted, lacking)).rejects.toMatchObject({
      faults: expect.arrayContaining(
        ['who', 'where', 'p'].map((name) =>
          expect.objectContaining({
            code: 'wrong-value',
            field: 'column',
            line: 1,
            values: expect.objectContaining({ got: expect.anything() }),
            message: expect.stringContaining(name),
          }),
        ),
      ),
    });
  });
});
