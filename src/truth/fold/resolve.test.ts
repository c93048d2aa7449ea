import { describe, expect, it } from 'vitest';
import { judgmentBy, rulingBy } from '../../../test/build-judgment.ts';
import { buildTask } from '../../../test/build-task.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import type { Truth } from '../../domain/fold/truth.ts';
import { consensus } from './consensus.ts';
import { resolve } from './resolve.ts';

const task = buildTask({
  questions: {
    relevant: {},
    sufficient: {},
    severity: { scale: { nominal: ['mild', 'severe'] }, when: 'relevant' },
    why: { scale: 'text', required: false },
  },
  constraints: ['sufficient => relevant'],
});

function truths(judgments: readonly Judgment[], rulings: readonly Ruling[] = []): readonly Truth[] {
  return resolve(
    task,
    consensus(task, judgments, {
      panel: { people: { kind: 'human' } },
      plan: { method: 'majority', tie: 'ruling' },
      seed: 1,
    }),
    rulings,
  );
}

const settled = [
  judgmentBy('a', { relevant: true, sufficient: false, severity: 'mild' }),
  judgmentBy('b', { relevant: true, sufficient: false, severity: 'mild' }),
];
const tied = [
  judgmentBy('a', { relevant: true, sufficient: true, severity: 'mild' }),
  judgmentBy('b', { relevant: true, sufficient: false, severity: 'mild' }),
];
const common = { unit: 'u1', task: 'task' };

describe('what is true', () => {
  it('is the consensus, or open with the reason', () => {
    expect(truths(settled)).toEqual([
      {
        ...common,
        from: 'consensus',
        answers: { relevant: true, sufficient: false, severity: 'mild' },
      },
    ]);
    expect(truths(tied)).toEqual([
      { ...common, from: 'open', why: ['sufficient is tied between false and true'] },
    ]);
  });

  it('is a ruling before the consensus, which keeps what the ruling does not state', () => {
    expect(truths(tied, [rulingBy('sam', { sufficient: true })])).toEqual([
      {
        ...common,
        from: 'ruling',
        answers: { relevant: true, sufficient: true, severity: 'mild' },
        by: 'sam',
        reason: 'because',
      },
    ]);
    expect(truths(settled, [rulingBy('sam', { severity: 'severe' })])).toMatchObject([
      { from: 'ruling', answers: { relevant: true, severity: 'severe' } },
    ]);
  });

  it('is the latest ruling alone, not what earlier ones stated', () => {
    expect(
      truths(tied, [
        rulingBy('sam', { sufficient: true, severity: 'severe' }),
        rulingBy('pia', { sufficient: false }),
      ]),
    ).toMatchObject([
      { from: 'ruling', answers: { sufficient: false, severity: 'mild' }, by: 'pia' },
    ]);
    expect(
      truths(settled, [rulingBy('sam', null), rulingBy('pia', { severity: 'severe' })]),
    ).toMatchObject([{ from: 'ruling', by: 'pia' }]);
  });

  it('is without what rests on a question that a ruling takes away', () => {
    const chain = buildTask({
      questions: {
        relevant: {},
        staff: { when: 'relevant', scale: { nominal: ['kind', 'rude'] } },
        apology: { when: 'staff = rude' },
      },
    });
    const judgments = [judgmentBy('a', { relevant: true, staff: 'rude', apology: false })];
    const agreed = consensus(chain, judgments, {
      panel: { people: { kind: 'human' } },
      plan: { method: 'majority', tie: 'ruling' },
      seed: 1,
    });
    expect(resolve(chain, agreed, [rulingBy('sam', { relevant: false })])).toMatchObject([
      { from: 'ruling', answers: { relevant: false } },
    ]);
    expect(resolve(chain, agreed, [rulingBy('sam', { relevant: false })])[0]).not.toHaveProperty(
      'answers.apology',
    );
  });

  it('is nothing for a unit that a ruling excludes', () => {
    expect(
      truths(settled, [
        rulingBy('sam', { severity: 'severe' }),
        rulingBy('pia', null, { reason: 'not a review' }),
      ]),
    ).toEqual([{ ...common, from: 'excluded', by: 'pia', reason: 'not a review' }]);
  });

  it('may be ruled on before anybody judged', () => {
    const whole = { relevant: true, sufficient: false, severity: 'mild' };
    expect(truths([], [rulingBy('sam', whole)])).toMatchObject([
      { from: 'ruling', answers: whole },
    ]);
    expect(truths([], [rulingBy('sam', { relevant: true })])).toEqual([
      {
        ...common,
        from: 'open',
        why: [
          'the ruling leaves a fault: sufficient is missing, expected true or false',
          'the ruling leaves a fault: severity is missing, expected mild or severe',
        ],
      },
    ]);
    expect(
      truths(settled, [rulingBy('sam', whole, { unit: 'u2' })]).map(({ unit, from }) => [
        unit,
        from,
      ]),
    ).toEqual([
      ['u1', 'consensus'],
      ['u2', 'ruling'],
    ]);
  });

  it('stays open when a ruling leaves a fault: off the scale, against a constraint, or on a question that there is not', () => {
    const why = (answers: Readonly<Record<string, string | boolean>>, from = settled): unknown =>
      truths(from, [rulingBy('sam', answers)]).map((truth) =>
        truth.from === 'open' ? truth.why : truth.from,
      );
    expect(why({ severity: 'awful' })).toEqual([
      ['the ruling leaves a fault: severity is "awful", expected mild or severe'],
    ]);
    expect(why({ sufficient: true, relevant: false })).toEqual([
      [
        'the ruling leaves a fault: sufficient => relevant is broken: sufficient=True but relevant=False',
      ],
    ]);
    expect(why({ sevrity: 'severe' })).toEqual([
      [
        'the ruling leaves a fault: sevrity is unknown here; the questions are relevant, sufficient and severity',
      ],
    ]);
    // One question ruled on, another still tied.
    expect(why({ severity: 'severe' }, tied)).toEqual([
      ['the ruling leaves a fault: sufficient is missing, expected true or false'],
    ]);
  });

  it('takes with it the answers to questions that a ruling makes inapplicable, unless it states them itself', () => {
    expect(truths(settled, [rulingBy('sam', { relevant: false })])).toMatchObject([
      { from: 'ruling', answers: { relevant: false, sufficient: false } },
    ]);
    expect(truths(settled, [rulingBy('sam', { relevant: false })])[0]).not.toHaveProperty(
      'answers.severity',
    );
    expect(truths(settled, [rulingBy('sam', { relevant: false, severity: 'mild' })])).toEqual([
      {
        ...common,
        from: 'open',
        why: ['the ruling leaves a fault: severity has an answer, but is only asked when relevant'],
      },
    ]);
  });

  it('does not hold texts, and knows rulings on its own task only', () => {
    expect(
      truths(settled, [rulingBy('sam', { sufficient: false, why: 'see the second sentence' })])[0],
    ).toMatchObject({
      from: 'ruling',
      answers: { relevant: true, sufficient: false, severity: 'mild' },
    });
    expect(truths(settled, [rulingBy('sam', null, { task: 'other' })])).toMatchObject([
      { from: 'consensus' },
    ]);
  });
});
