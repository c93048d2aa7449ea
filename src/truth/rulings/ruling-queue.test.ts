import { describe, expect, it } from 'vitest';
import { codedText } from '../../domain/text-values.ts';
import { inEnglish } from '../../domain/english.ts';
import { buildTask } from '../../../test/build-task.ts';
import { entryOf, makeFold, randomJudgments } from '../../../test/random-judgments.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import { reasonText } from '../../domain/fold/open-reason.ts';
import { queueOrder, queuePage } from './ruling-queue.ts';

const task = buildTask({
  questions: { relevant: {}, sufficient: {}, misleading: {} },
  constraints: ['sufficient => relevant', 'sufficient => not misleading'],
});
const [sample] = randomJudgments(task, { seed: 1, units: 1, annotators: ['anna'] });
const people = ['anna', 'ben', 'cora'];

/** Judgments of three people on a unit, each as three letters: y or n to the three questions. */
function judged(fold: TaskFold, unit: string, votes: readonly string[], given: object = {}): void {
  votes.forEach((vote, at) => {
    const answers = {
      relevant: vote[0] === 'y',
      sufficient: vote[1] === 'y',
      misleading: vote[2] === 'y',
    };
    fold.add(
      entryOf(sample!, {
        unit,
        annotator: people[at]!,
        run: 'run',
        answers: JSON.stringify(answers),
        ...given,
      }),
    );
  });
}

function makeQueue(): TaskFold {
  const fold = makeFold(task);
  judged(fold, 'agreed', ['ynn', 'ynn', 'ynn']);
  judged(fold, 'outvoted', ['yyn', 'yyn', 'nny']);
  judged(fold, 'waiting', ['yyn', 'nnn']);
  fold.await(fold.units.find('waiting'), ['cora']);
  return fold;
}

describe('the queue of rulings', () => {
  it('holds what is complete and open, with the reasons', () => {
    const fold = makeQueue();
    judged(fold, 'torn', ['yyn', 'yny', 'nyn']);
    fold.settle();
    const page = queuePage(fold, queueOrder(fold), { after: null, limit: 10 });
    // torn: relevant y y n, sufficient y n y, misleading n y n: sufficient and relevant win, which
    // is possible; nothing is open.
    expect(page.map((one) => one.unit)).toEqual([]);
    judged(fold, 'clash', ['yny', 'nnn', 'yyn']);
    fold.add(
      entryOf(sample!, {
        unit: 'clash',
        annotator: 'dan',
        run: 'run',
        answers: JSON.stringify({ relevant: true, sufficient: true, misleading: false }),
      }),
    );
    fold.settle();
    const [clash] = queuePage(fold, queueOrder(fold), { after: null, limit: 10 });
    expect(clash).toMatchObject({ unit: 'clash', judgments: 4, complete: true });
    expect(clash!.reasons.map((one) => inEnglish(reasonText(one)))).toEqual([
      'sufficient is tied between false and true',
    ]);
  });

  it('holds what a failed pilot disagrees on once nobody is awaited', () => {
    const fold = makeFold(task, { uncounted: () => ({ why: 'round-failed', round: 'pilot' }) });
    judged(fold, 'torn', ['yyn', 'nnn']);
    judged(fold, 'agreed', ['ynn', 'ynn']);
    const queued = (): readonly string[] => {
      fold.settle();
      return queuePage(fold, queueOrder(fold), { after: null, limit: 10 }).map(({ unit }) => unit);
    };
    fold.await(fold.units.find('torn'), ['cora']);
    expect(queued()).toEqual([]);
    fold.await(fold.units.find('torn'), []);
    expect(queued()).toEqual(['torn']);
  });

  it('holds answers that each have a majority and together break a constraint', () => {
    const fold = makeFold(task);
    // Of five people three say sufficient and three say misleading.
    const votes = [
      ['a', 'yyn'],
      ['b', 'yyn'],
      ['c', 'yny'],
      ['d', 'yny'],
      ['e', 'yyy'],
    ] as const;
    for (const [annotator, vote] of votes)
      fold.add(
        entryOf(sample!, {
          unit: 'u1',
          annotator,
          answers: JSON.stringify({
            relevant: vote[0] === 'y',
            sufficient: vote[1] === 'y',
            misleading: vote[2] === 'y',
          }),
        }),
      );
    fold.settle();
    const [queued] = queuePage(fold, queueOrder(fold), { after: null, limit: 10 });
    const given = (question: string) => codedText('answer-is', { question, answer: 'True' });
    expect(queued!.reasons).toEqual([
      {
        kind: 'contradiction',
        constraint: 'sufficient => not misleading',
        detail: codedText('answers-contradict', {
          premise: [given('sufficient')],
          conclusion: [given('misleading')],
        }),
      },
    ]);
  });

  it('shows the lowest agreement first, page by page, and leaves out what is hidden', () => {
    const fold = makeFold(task);
    const pair = (unit: string, first: string, second: string): void =>
      judged(fold, unit, [first, second], { run: null });
    pair('one', 'ynn', 'nnn');
    pair('three', 'yyn', 'nny');
    pair('two', 'yny', 'nnn');
    pair('two-b', 'yny', 'nnn');
    fold.settle();
    const order = queueOrder(fold);
    // Equal answers: three 0 of 3, two and two-b 1 of 3, one 2 of 3.
    const first = queuePage(fold, order, { after: null, limit: 2 });
    expect(first.map((one) => [one.unit, one.agreement])).toEqual([
      ['three', 0],
      ['two', expect.closeTo(1 / 3, 6)],
    ]);
    const second = queuePage(fold, order, { after: first.at(-1)!, limit: 2 });
    expect(second.map((one) => one.unit)).toEqual(['two-b', 'one']);
  });

  it('holds flagged units at once, until somebody rules', () => {
    const fold = makeQueue();
    fold.add(
      entryOf(sample!, {
        unit: 'waiting',
        annotator: 'anna',
        run: 'run',
        answers: JSON.stringify({ relevant: true, sufficient: true, misleading: false }),
        asides: '{"flag":true}',
        at: '2026-03-03T09:00:00Z',
      }),
    );
    fold.settle();
    expect(queuePage(fold, queueOrder(fold), { after: null, limit: 10 })).toEqual([
      {
        unit: 'waiting',
        agreement: expect.any(Number),
        judgments: 2,
        complete: false,
        reasons: [{ kind: 'flagged', annotators: 1 }],
      },
    ]);
    fold.rule({
      unit: 'waiting',
      task: 'task',
      by: 'sam',
      reason: 'clear',
      at: '2026-03-04T09:00:00Z',
      decision: {
        kind: 'answers',
        answers: { relevant: true, sufficient: true, misleading: false },
      },
    });
    fold.settle();
    expect(queueOrder(fold).rows).toEqual([]);
    // Somebody flags it again after the ruling.
    fold.add(
      entryOf(sample!, {
        unit: 'waiting',
        annotator: 'ben',
        run: 'run',
        answers: JSON.stringify({ relevant: true, sufficient: false, misleading: false }),
        asides: '{"flag":true}',
        at: '2026-03-05T09:00:00Z',
      }),
    );
    fold.settle();
    expect(queueOrder(fold).rows.length).toBe(1);
  });

  it('holds a unit whose ruling leaves a question open', () => {
    const fold = makeFold(task);
    judged(fold, 'u1', ['yyn', 'nny'], { run: null });
    fold.rule({
      unit: 'u1',
      task: 'task',
      by: 'sam',
      reason: 'half',
      at: '2026-03-04T09:00:00Z',
      decision: { kind: 'answers', answers: { relevant: true } },
    });
    fold.settle();
    const [queued] = queuePage(fold, queueOrder(fold), { after: null, limit: 10 });
    expect(queued!.reasons.map((reason) => reason.kind)).toEqual(['ruling', 'ruling']);
    expect(inEnglish(reasonText(queued!.reasons[0]!))).toContain('sufficient is missing');
  });
});
