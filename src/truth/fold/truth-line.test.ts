import { describe, expect, it } from 'vitest';
import { judgmentBy, rulingBy } from '../../../test/build-judgment.ts';
import { buildTask } from '../../../test/build-task.ts';
import { entryOf, makeFold } from '../../../test/random-judgments.ts';
import { inEnglish } from '../../domain/english.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import type { Task } from '../../domain/protocol/task.ts';

const grade = { ordinal: [0, 1, 2], present: 1 };
const topics = buildTask({ questions: { IRB: { scale: grade }, LCR: { scale: grade } } });
const relevance = buildTask({ questions: { relevance: { scale: { ordinal: [0, 1, 2] } } } });
const labels = buildTask({ questions: { relevant: {}, misleading: {} } });

interface Given {
  readonly votes: Readonly<Record<string, Answers>>;
  readonly rulings?: readonly Ruling[];
  readonly panel?: Panel;
  readonly plan?: ConsensusPlan;
}

function foldOf(task: Task, { votes, rulings = [], panel, plan }: Given) {
  const given = { ...(panel && { panel }), ...(plan && { consensus: plan }) };
  const fold = makeFold(task, given);
  for (const [annotator, answers] of Object.entries(votes))
    fold.add(entryOf(judgmentBy(annotator, answers)));
  for (const ruling of rulings) fold.rule(ruling);
  fold.settle();
  return fold.standings;
}

const lineOf = (task: Task, given: Given): string => inEnglish(foldOf(task, given).truth(0).line);

describe('the line of truth', () => {
  it('names the labels that apply with their grades, and the votes of the weakest answer', () => {
    const votes = { a: { IRB: 2, LCR: 0 }, b: { IRB: 2, LCR: 0 }, c: { IRB: 1, LCR: 1 } };
    expect(lineOf(topics, { votes })).toBe('Truth: IRB (2), majority, at least 2 of 3');
  });

  it('says that no label applies', () => {
    const none = { IRB: 0, LCR: 0 };
    const votes = { a: none, b: none, c: none };
    expect(lineOf(topics, { votes })).toBe('Truth: no label, unanimous, 3 of 3');
  });

  it('names each question where the answers are not labels', () => {
    const votes = { a: { relevance: 2 }, b: { relevance: 2 }, c: { relevance: 0 } };
    expect(lineOf(relevance, { votes })).toBe('Truth: relevance 2, majority 2 of 3');
    expect(lineOf(relevance, { votes: { a: { relevance: 0 } } })).toBe(
      'Truth: relevance 0, a single judgment',
    );
  });

  it('names labels without grades by their names alone', () => {
    const yes = { relevant: true, misleading: false };
    expect(lineOf(labels, { votes: { a: yes, b: yes } })).toBe(
      'Truth: relevant, unanimous, 2 of 2',
    );
  });

  it('counts weights where votes are weighted, and says when a tie was broken', () => {
    const panel: Panel = {
      big: { kind: 'human', names: ['a'], weight: 3 },
      small: { kind: 'human', names: ['b', 'c'], weight: 1 },
    };
    const votes = { a: { relevance: 2 }, b: { relevance: 1 }, c: { relevance: 1 } };
    const weighted: ConsensusPlan = { method: 'weighted', tie: 'ruling' };
    expect(lineOf(relevance, { votes, panel, plan: weighted })).toBe(
      'Truth: relevance 2, weighted majority 3 of 5',
    );
    const { c: _, ...two } = votes;
    const heaviest: ConsensusPlan = { method: 'majority', tie: 'heaviest' };
    expect(lineOf(relevance, { votes: two, panel, plan: heaviest })).toBe(
      'Truth: relevance 2, a tie decided by the annotator with the most weight',
    );
  });

  it('names who ruled, and why', () => {
    const votes = { a: { relevance: 2 }, b: { relevance: 0 } };
    const ruling = rulingBy('senior', { relevance: 1 });
    expect(lineOf(relevance, { votes, rulings: [ruling] })).toBe(
      `Truth: relevance 1, ruled by senior: ${ruling.reason}`,
    );
    const exclude: Ruling = { ...ruling, decision: { kind: 'exclude' } };
    expect(lineOf(relevance, { votes, rulings: [exclude] })).toBe(
      `Excluded by senior: ${ruling.reason}`,
    );
  });

  it('says what stands in the way', () => {
    const votes = { a: { relevance: 2 }, b: { relevance: 0 } };
    expect(lineOf(relevance, { votes })).toBe(
      'No truth yet, a ruling is needed: relevance is tied between 0 and 2',
    );
    const nano: Panel = { nano: { kind: 'model', runs: 2, weight: 1 } };
    expect(lineOf(relevance, { votes: { 'nano#1': { relevance: 2 } }, panel: nano })).toBe(
      'No truth yet: waits for nano#2',
    );
  });
});

describe('how a truth came about', () => {
  it('counts a vote for another grade as one for the label', () => {
    const votes = { a: { IRB: 2, LCR: 0 }, b: { IRB: 2, LCR: 0 }, c: { IRB: 1, LCR: 1 } };
    expect(foldOf(topics, { votes }).truth(0).decision).toEqual({
      rule: 'majority',
      isPartial: false,
      assisted: 0,
      support: [
        { question: 'IRB', for: 3, against: 0, chance: null, overrules: null },
        { question: 'LCR', for: 2, against: 1, chance: null, overrules: null },
      ],
    });
  });

  it('gives the probability where a model decides', () => {
    const votes = { a: { relevance: 2 }, b: { relevance: 2 }, c: { relevance: 0 } };
    const plan: ConsensusPlan = { method: 'dawid-skene', tie: 'ruling' };
    const decision = foldOf(relevance, { votes, plan }).truth(0).decision!;
    expect(decision.rule).toBe('dawid-skene');
    expect(decision.support[0]).toMatchObject({ for: 2, against: 1 });
    expect(decision.support[0]!.chance).toBeGreaterThan(0.5);
  });

  it('says where a model decides against the votes', () => {
    const plan: ConsensusPlan = { method: 'dawid-skene', tie: 'ruling' };
    const fold = makeFold(relevance, { consensus: plan });
    const add = (unit: string, annotator: string, answer: number): void =>
      fold.add(entryOf(judgmentBy(annotator, { relevance: answer }, { unit })));
    // c and d always say 0, f the opposite of a, b and g.
    for (let at = 0; at < 20; at += 1) {
      const right = at % 2;
      for (const name of ['a', 'b', 'g']) add(`u${at}`, name, right);
      for (const name of ['c', 'd']) add(`u${at}`, name, 0);
      add(`u${at}`, 'f', 1 - right);
    }
    add('most', 'a', 1);
    for (const name of ['c', 'd']) add('most', name, 0);
    add('all', 'f', 0);
    fold.settle();
    const { standings } = fold;
    expect([0, 20, 21].map((unit) => inEnglish(standings.truth(unit).line))).toEqual([
      'Truth: relevance 0, Dawid–Skene, probability at least 1.00',
      'Truth: relevance 1, Dawid–Skene, probability at least 1.00, against the ' +
        'majority of votes on relevance',
      'Truth: relevance 1, Dawid–Skene, probability at least 1.00, against a unanimous ' +
        'vote on relevance',
    ]);
    expect(standings.truth(20).decision!.support).toMatchObject([
      { for: 1, against: 2, overrules: 'majority' },
    ]);
  });

  it('is not known while there is no truth', () => {
    const votes = { a: { relevance: 2 }, b: { relevance: 0 } };
    expect(foldOf(relevance, { votes }).truth(0).decision).toBeNull();
  });
});
