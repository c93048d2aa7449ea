import { describe, expect, it } from 'vitest';
import { buildTask } from '../../test/build-task.ts';
import { rulingBy } from '../../test/build-judgment.ts';
import { inEnglish } from '../domain/english.ts';
import type { Panel } from '../domain/judging/annotator.ts';
import type { Ruling } from '../domain/rulings/ruling.ts';
import { seededRandom } from '../statistics/seeded-random.ts';
import { JudgmentTable } from '../truth/judging/judgment-table.ts';
import type { JudgedTask } from '../truth/models/judged-task.ts';
import { panelRules } from '../truth/verdicts/panel-truths.ts';
import { assessJudge } from './assess-judge.ts';
import type { JudgeAssessment, JudgeRequest } from './assess-judge.ts';
import { judgeCautions, judgeVerdict } from './judge-verdict.ts';
import { judgeOfTask } from './task-judge.ts';
import { judgeOfVotes } from './vote-judge.ts';
import type { CodedVote } from './vote-judge.ts';

const request: JudgeRequest = {
  epsilon: 0.1,
  scoring: 'accuracy',
  q: 0.05,
  leastPeople: 2,
  leastUnits: 30,
  width: 0.1,
};

/** Answers by annotator, a character per unit; a dot is none. */
type Letters = Readonly<Record<string, string>>;

function votesOf(letters: Letters, question: string | null = null): readonly CodedVote[] {
  return Object.entries(letters).flatMap(([annotator, all]) =>
    [...all].flatMap((answer, unit) =>
      answer === '.' ? [] : [{ unit, annotator, question, answer }],
    ),
  );
}

function assessed(
  votes: readonly CodedVote[],
  judge = 'gpt',
  change: Partial<JudgeRequest> = {},
  people: readonly string[] | null = null,
): JudgeAssessment {
  const units = 1 + Math.max(...votes.map((vote) => vote.unit));
  return assessJudge(judgeOfVotes(votes, judge, { units, people })!, { ...request, ...change });
}

/** A panel that mostly says what is true; the judge errs with its own rate. */
function simulated(units: number, judgeErrors: number, seed = 1): Letters {
  const random = seededRandom(seed);
  const truth = Array.from({ length: units }, () => (random.next() < 0.5 ? 1 : 0));
  const by = (errors: number): string =>
    truth.map((one) => (random.next() < errors ? 1 - one : one)).join('');
  return { anna: by(0.1), ben: by(0.1), cora: by(0.1), gpt: by(judgeErrors) };
}

describe('a judge on votes', () => {
  it('may stand in for a person when it is as good as they are', () => {
    const result = assessed(votesOf(simulated(200, 0.05)));
    expect(result.questions[0]!.outcome).toBe('passed');
    expect(inEnglish(judgeVerdict(result))).toBe(
      'gpt may stand in for a person: within a margin of 0.1 it agrees with the others at ' +
        'least as well as 3 of 3 people do (up to 200 units each).',
    );
    expect(judgeCautions(result)).toEqual([]);
  });

  it('is not shown to be one when it errs often', () => {
    const result = assessed(votesOf(simulated(200, 0.4)));
    expect(result.questions[0]!.outcome).toBe('failed');
    expect(inEnglish(judgeVerdict(result))).toBe(
      'It is not shown that gpt may stand in for a person: within a margin of 0.1 it agrees ' +
        'with the others as well as 0 of 3 people do, but at least half are needed (up to 200 ' +
        'units each).',
    );
  });

  it('is said to be unknown with too few units, never passed', () => {
    const result = assessed(votesOf(simulated(20, 0)));
    expect(result.questions[0]!.outcome).toBe('unknown');
    expect(inEnglish(judgeVerdict(result))).toBe(
      'Too few judgments to say whether gpt may stand in for a person: Nobody judged at least ' +
        '30 of the units that the judge and 2 people judged; the most is 20.',
    );
  });

  it('is no person’s peer where there are no people', () => {
    const result = assessed(votesOf({ a: '0101', gpt: '0101' }), 'gpt', {}, []);
    expect(result.others).toEqual(['a']);
    expect(inEnglish(judgeVerdict(result))).toBe(
      'No people judged these units, so nothing shows whether gpt may stand in for one.',
    );
    expect(result.questions[0]!.powered[0]!.powered.estimate.value).toBeNull();
  });

  it('is summed up over several questions', () => {
    const votes = [
      ...votesOf(simulated(200, 0.05), 'good'),
      ...votesOf(simulated(200, 0.4), 'bad'),
      ...votesOf(simulated(10, 0), 'few'),
    ];
    expect(inEnglish(judgeVerdict(assessed(votes)))).toBe(
      'On 1 of 3 questions gpt agrees with the others at least as well as half of the people ' +
        'do, within a margin of 0.1; this is not shown on bad; there are too few units to say ' +
        'on few.',
    );
    expect(inEnglish(judgeVerdict(assessed(votes.filter((one) => one.question !== 'good'))))).toBe(
      'On none of 2 questions is it shown that gpt agrees with the others as well as half of ' +
        'the people do, within a margin of 0.1; this is not shown on bad; there are too few ' +
        'units to say on few.',
    );
  });

  it('that passes while it misses a rare answer is said to miss it', () => {
    const rare = '1'.repeat(6) + '0'.repeat(194);
    const letters = { anna: rare, ben: rare, cora: rare, gpt: '0'.repeat(200) };
    const result = assessed(votesOf(letters, 'urgent'));
    expect(result.questions[0]!.outcome).toBe('passed');
    expect(judgeCautions(result).map(inEnglish)).toEqual([
      'Note that rare answers hardly count in the test, and that it is not certain that gpt ' +
        'finds half of these: 1 on urgent (0 of 6).',
    ]);
  });

  it('is not said to be a person’s peer where there was one answer only', () => {
    const same = 'y'.repeat(100);
    const result = assessed(votesOf({ anna: same, ben: same, cora: same, gpt: same }));
    const [question] = result.questions;
    expect(question!.alternative.winningRate).toBe(1);
    expect(question!.outcome).toBe('unknown');
    expect(inEnglish(judgeVerdict(result))).toBe(
      'Too few judgments to say whether gpt may stand in for a person: The only answer that ' +
        'occurs is y, so a judge that always says it would do as well.',
    );
  });

  it('that passes is said to have left out units, or to have a wide margin', () => {
    const { gpt, ...people } = simulated(200, 0.05);
    const few = assessed(votesOf({ ...people, gpt: `${gpt!.slice(0, 80)}${'.'.repeat(120)}` }));
    expect(few.questions[0]!.outcome).toBe('passed');
    expect(judgeCautions(few).map(inEnglish)).toEqual([
      'Note that gpt answered 80 of 200 units with a truth; how it would do on the others is not ' +
        'known.',
    ]);
    const wide = assessed(votesOf(simulated(200, 0.05)), 'gpt', { epsilon: 0.3 });
    expect(judgeCautions(wide).map(inEnglish)).toEqual([
      'Note that a margin of 0.3 is wider than 0.2, the widest that the authors of the test ' +
        'suggest.',
    ]);
  });

  it('is compared with a truth without its own family: all its runs', () => {
    const result = assessed(
      votesOf({ anna: '0011', ben: '0011', 'gpt#1': '1111', 'gpt#2': '1111', 'gpt#3': '1100' }),
    );
    expect(result.members).toEqual(['gpt#1', 'gpt#2', 'gpt#3']);
    expect(result.people).toEqual(['anna', 'ben']);
    // Truth 0 0 1 1 by anna and ben; gpt by majority 1 1 1 1.
    expect(result.questions[0]!.confusion).toEqual([
      [0, 2],
      [0, 2],
    ]);
    const one = assessed(votesOf({ anna: '0011', 'gpt#1': '1111', 'gpt#2': '0000' }), 'gpt#1');
    expect([one.members, one.people]).toEqual([['gpt#1'], ['anna']]);
  });

  it('has sensitivity and specificity of yes, or of each of several answers', () => {
    const [question] = assessed(votesOf({ a: '0011', b: '0011', gpt: '0111' })).questions;
    expect(question!.byAnswer).toMatchObject([
      { answer: '1', sensitivity: { value: 1, n: 2 }, specificity: { value: 0.5, n: 2 } },
    ]);
    const [names] = assessed(votesOf({ a: 'xxyz', b: 'xxyz', gpt: 'xyyz' })).questions;
    expect(names!.byAnswer.map((one) => one.answer)).toEqual(['x', 'y', 'z']);
    expect(names!.byAnswer[0]!.sensitivity.value).toBe(0.5);
  });

  it('needs numbers for distances', () => {
    const [question] = assessed(votesOf({ a: 'xy', b: 'xy', gpt: 'xy' }), 'gpt', {
      scoring: 'neg_rmse',
    }).questions;
    expect(question!.alternative.why?.code).toBe('answers-not-numbers');
  });

  it('is nobody when nobody of that name has voted', () => {
    expect(judgeOfVotes(votesOf({ a: '01' }), 'gpt', { units: 2, people: null })).toBeNull();
  });
});

describe('a judge on a task', () => {
  const panel: Panel = {
    people: { kind: 'human', names: ['anna', 'ben', 'cora'] },
    gpt: { kind: 'model', runs: 2, weight: 2 },
    nano: { kind: 'model', runs: 1, weight: 1 },
  };
  const graded = buildTask({ questions: { topic: { scale: { ordinal: [0, 1, 2], present: 1 } } } });

  function taskOf(letters: Letters, rulings: readonly Ruling[] = [], units = 6): JudgedTask {
    const table = new JudgmentTable(graded);
    for (const [annotator, all] of Object.entries(letters))
      [...all].forEach((code, unit) => {
        if (code !== '.') table.put(unit, table.annotator(annotator), [Number(code)]);
      });
    const plan = { method: 'majority', tie: 'ruling' } as const;
    return {
      task: graded,
      panel,
      table,
      units: { size: units, at: (unit) => `u${unit + 1}` },
      rules: panelRules(graded, { panel, plan, seed: 1 }),
      rulingOn: (unit) => rulings.find((one) => one.unit === `u${unit + 1}`),
    };
  }

  it('compares whether a graded label applies, or the grades', () => {
    const task = taskOf({ anna: '012', ben: '012', 'nano#1': '012', 'gpt#1': '021' });
    const [presence] = judgeOfTask(task, 'gpt', { graded: false })!.questions;
    expect(presence!.answers).toEqual(['no', 'yes']);
    expect([...presence!.judge]).toEqual([0, 1, 1, -1, -1, -1]);
    expect([...presence!.truth]).toEqual([0, 1, 1, -1, -1, -1]);
    const [grades] = judgeOfTask(task, 'gpt', { graded: true })!.questions;
    expect([...grades!.judge].slice(0, 3)).toEqual([0, 2, 1]);
    expect(grades!.values).toEqual([0, 1, 2]);
  });

  it('leaves the judge’s family out of the truth, and waits for no run of it', () => {
    const task = taskOf({ anna: '0', ben: '0', 'nano#1': '0', 'gpt#1': '2', 'gpt#2': '2' });
    const [question] = judgeOfTask(task, 'gpt#1', { graded: false })!.questions;
    expect(question!.truth[0]).toBe(0);
    // Without gpt, truth waits for nano alone.
    const without = taskOf({ anna: '0', ben: '0', 'gpt#1': '2' });
    expect(judgeOfTask(without, 'gpt', { graded: false })!.questions[0]!.truth[0]).toBe(-1);
    expect(judgeOfTask(without, 'gpt', { graded: false })!.questions[0]!.human[0]).toBe(0);
  });

  it('takes rulings for truth, and as human words only where people judged', () => {
    const rulings = [
      rulingBy('lena', { topic: 2 }, { unit: 'u1' }),
      rulingBy('lena', { topic: 2 }, { unit: 'u2' }),
      rulingBy('lena', null, { unit: 'u3' }),
    ];
    const letters = { anna: '0.0', ben: '1.0', 'nano#1': '000', 'gpt#1': '000', 'gpt#2': '000' };
    const [question] = judgeOfTask(taskOf(letters, rulings), 'gpt', { graded: false })!.questions;
    expect([...question!.truth].slice(0, 3)).toEqual([1, 1, -1]);
    expect([...question!.human].slice(0, 3)).toEqual([1, -1, -1]);
  });

  it('may be a keyword rule, whose answers are computed', () => {
    const task = taskOf({ anna: '012', ben: '012', 'nano#1': '012', 'gpt#1': '0', 'gpt#2': '0' });
    const computed = new Map([['topic', Int8Array.of(0, 1, 0, 1, 0, 0)]]);
    const work = judgeOfTask(task, 'words', { graded: false, computed });
    expect([...work!.questions[0]!.judge]).toEqual([0, 1, 0, 1, 0, 0]);
    expect(judgeOfTask(task, 'words', { graded: true, computed })!.questions).toEqual([]);
    expect(judgeOfTask(task, 'nobody', { graded: false })).toBeNull();
  });
});
