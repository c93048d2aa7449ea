import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../domain/english.ts';
import { judgmentBy, rulingBy } from '../../../test/build-judgment.ts';
import { buildTask } from '../../../test/build-task.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { entryOf, makeFold } from '../../../test/random-judgments.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { reasonText } from '../../domain/fold/open-reason.ts';

const task = buildTask({
  questions: {
    relevant: {},
    sufficient: {},
    severity: { scale: { nominal: ['mild', 'severe'] }, when: 'relevant' },
    why: { scale: 'text', required: false },
  },
  constraints: ['sufficient => relevant'],
});

function truths(
  judgments: readonly Judgment[],
  rulings: readonly Ruling[] = [],
  asked: Task = task,
): readonly object[] {
  const fold = makeFold(asked);
  for (const judgment of judgments) fold.add(entryOf(judgment));
  for (const ruling of rulings) if (ruling.task === asked.id) fold.rule(ruling);
  fold.settle();
  return Array.from({ length: fold.units.size }, (_, unit) => {
    const standing = fold.standings.standing(unit);
    expect(fold.standings.state(unit)).toBe(standing.state);
    return standing.state === 'open'
      ? { ...standing, why: standing.why.map((one) => inEnglish(reasonText(one))) }
      : standing;
  });
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
        state: 'settled',
        answers: { relevant: true, sufficient: false, severity: 'mild' },
      },
    ]);
    expect(truths(tied)).toEqual([
      { ...common, state: 'open', why: ['sufficient is tied between false and true'] },
    ]);
  });

  it('is a ruling before the consensus, which keeps what the ruling does not state', () => {
    expect(truths(tied, [rulingBy('sam', { sufficient: true })])).toEqual([
      {
        ...common,
        state: 'ruled',
        answers: { relevant: true, sufficient: true, severity: 'mild' },
        by: 'sam',
        reason: 'because',
      },
    ]);
    expect(truths(settled, [rulingBy('sam', { severity: 'severe' })])).toMatchObject([
      { state: 'ruled', answers: { relevant: true, severity: 'severe' } },
    ]);
  });

  it('is the latest ruling alone, not what earlier ones stated', () => {
    expect(
      truths(tied, [
        rulingBy('sam', { sufficient: true, severity: 'severe' }),
        rulingBy('pia', { sufficient: false }),
      ]),
    ).toMatchObject([
      { state: 'ruled', answers: { sufficient: false, severity: 'mild' }, by: 'pia' },
    ]);
    expect(
      truths(settled, [rulingBy('sam', null), rulingBy('pia', { severity: 'severe' })]),
    ).toMatchObject([{ state: 'ruled', by: 'pia' }]);
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
    expect(truths(judgments, [rulingBy('sam', { relevant: false })], chain)).toMatchObject([
      { state: 'ruled', answers: { relevant: false } },
    ]);
    expect(truths(judgments, [rulingBy('sam', { relevant: false })], chain)[0]).not.toHaveProperty(
      'answers.apology',
    );
  });

  it('is nothing for a unit that a ruling excludes', () => {
    expect(
      truths(settled, [
        rulingBy('sam', { severity: 'severe' }),
        rulingBy('pia', null, { reason: 'not a review' }),
      ]),
    ).toEqual([{ ...common, state: 'excluded', by: 'pia', reason: 'not a review' }]);
  });

  it('may be ruled on before anybody judged', () => {
    const whole = { relevant: true, sufficient: false, severity: 'mild' };
    expect(truths([], [rulingBy('sam', whole)])).toMatchObject([
      { state: 'ruled', answers: whole },
    ]);
    expect(truths([], [rulingBy('sam', { relevant: true })])).toEqual([
      {
        ...common,
        state: 'open',
        why: [
          'the ruling leaves a fault: sufficient is missing, expected true or false',
          'the ruling leaves a fault: severity is missing, expected mild or severe',
        ],
      },
    ]);
    expect(truths(settled, [rulingBy('sam', whole, { unit: 'u2' })])).toMatchObject([
      { unit: 'u1', state: 'settled' },
      { unit: 'u2', state: 'ruled' },
    ]);
  });

  it('stays open when a ruling is off the scale, against a constraint, or on an unknown question', () => {
    const why = (answers: Readonly<Record<string, string | boolean>>, from = settled): unknown =>
      truths(from, [rulingBy('sam', answers)]).map((truth) => ('why' in truth ? truth.why : truth));
    expect(why({ severity: 'awful' })).toEqual([
      ['the ruling leaves a fault: severity is "awful", expected mild or severe'],
    ]);
    expect(why({ sufficient: true, relevant: false })).toEqual([
      [
        'the ruling leaves a fault: sufficient => relevant is broken: sufficient=True but ' +
          'relevant=False',
      ],
    ]);
    expect(why({ sevrity: 'severe' })).toEqual([
      [
        'the ruling leaves a fault: sevrity is unknown here; the questions are relevant, ' +
          'sufficient and severity',
      ],
    ]);
    // One question ruled on, another still tied.
    expect(why({ severity: 'severe' }, tied)).toEqual([
      ['the ruling leaves a fault: sufficient is missing, expected true or false'],
    ]);
  });

  it('takes with it the answers to questions that a ruling makes inapplicable, unless it states them itself', () => {
    expect(truths(settled, [rulingBy('sam', { relevant: false })])).toMatchObject([
      { state: 'ruled', answers: { relevant: false, sufficient: false } },
    ]);
    expect(truths(settled, [rulingBy('sam', { relevant: false })])[0]).not.toHaveProperty(
      'answers.severity',
    );
    expect(truths(settled, [rulingBy('sam', { relevant: false, severity: 'mild' })])).toEqual([
      {
        ...common,
        state: 'open',
        why: ['the ruling leaves a fault: severity has an answer, but is only asked when relevant'],
      },
    ]);
  });

  it('does not hold texts, and knows rulings on its own task only', () => {
    expect(
      truths(settled, [rulingBy('sam', { sufficient: false, why: 'see the second sentence' })])[0],
    ).toMatchObject({
      state: 'ruled',
      answers: { relevant: true, sufficient: false, severity: 'mild' },
    });
    expect(truths(settled, [rulingBy('sam', null, { task: 'other' })])).toMatchObject([
      { state: 'settled' },
    ]);
  });
});
