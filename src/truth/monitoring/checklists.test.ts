import { inEnglish } from '../../domain/english.ts';
import { measureText } from '../../domain/agreement/measure.ts';
import { codedText } from '../../domain/text-values.ts';
import { describe, expect, it } from 'vitest';
import { accountOf } from '../../domain/fold/account.ts';
import type { AccountPart } from '../../domain/fold/account.ts';
import type { StandingName } from '../../domain/fold/standing.ts';
import { noValue } from '../../statistics/estimate.ts';
import { checklists } from './checklists.ts';
import type { SamplingFacts } from './checklist-facts.ts';
import type { ChecklistFacts } from './checklist-facts.ts';
import type { GateCheck } from '../rounds/gate-report.ts';
import type { Speed } from './monitor-speed.ts';

const units = (standing: StandingName, count: number): AccountPart => ({
  standing,
  why: 'majority',
  round: null,
  units: count,
});
const check = (given: Partial<GateCheck> = {}): GateCheck => ({
  gate: 'fleiss_kappa >= 0.70 overall',
  measure: 'fleiss_kappa',
  scope: { code: 'scope-macro', values: {} },
  target: 0.7,
  actual: 0.76,
  n: 100,
  status: 'PASS',
  ...given,
});
const speed = (value: number | null, flag: Speed['flag'] = null): Speed => ({
  perHour:
    value === null
      ? noValue('no-answers')
      : {
          value,
          n: 20,
          skipped: 0,
          interval: null,
          method: { code: 'no-interval-asked', values: {} },
        },
  units: 20,
  judgments: 20,
  hours: value === null ? 0 : 3,
  flag,
  asExpected: true,
});
const card = {
  question: 'IRB',
  title: 'IRB',
  definition: 'd',
  include: ['a'],
  exclude: ['b'],
  positive: ['c'],
  negative: ['e'],
};

const finished: ChecklistFacts = {
  training: {
    round: 'training',
    annotators: [
      { annotator: 'anna', admitted: true },
      { annotator: 'ben', admitted: true },
    ],
    missed: [],
  },
  pilot: {
    round: 'pilot',
    run: { id: 'r1', closed: true, status: 'PASS', passed: true, waived: 0, checks: [check()] },
  },
  tool: { protocolVersion: 3, units: 2000, annotators: 3, judgments: 6000 },
  sampling: {
    round: 'full',
    units: 2000,
    draw: { by: 'keywords', floor: 50, hard: 0.3, hardBy: null },
    approvedBy: 'lena',
    approvedAt: '2026-02-01T00:00:00Z',
    opened: { seed: 7 },
  },
  week: {
    name: '2026-W10',
    shared: 80,
    agreement: {
      value: 0.74,
      n: 80,
      skipped: 0,
      interval: [0.68, 0.8],
      method: { code: 'no-interval-asked', values: {} },
    },
    measure: measureText('fleiss_kappa'),
    speeds: [
      { annotator: 'anna', ...speed(8) },
      { annotator: 'ben', ...speed(20, 'fast') },
    ],
    isLimited: true,
  },
  edgeCases: { registered: 12, thisWeek: 2, flaggedOpen: 0 },
  questions: { asked: 4, open: 0, oldest: null },
  full: {
    round: 'full',
    run: {
      id: 'r2',
      closed: true,
      status: 'FAIL',
      passed: true,
      waived: 1,
      checks: [
        check(),
        check({
          scope: { code: 'scope-question', values: { question: 'SRT' } },
          status: 'FAIL',
          actual: 0.5,
        }),
      ],
    },
  },
  account: accountOf([units('settled', 1990), units('excluded', 10), units('undrawn', 300)]),
  releases: [
    { version: '1.0', judgments: 6000, split: { dev: 796, test: 1194, stratified: true } },
  ],
  guideline: { version: '1.0', title: 'Guideline', cards: [card], chapters: [] },
  questionNames: new Map([['IRB', 'IRB']]),
  openProposals: 0,
  archive: { judgments: 6000, stale: 300, auditEntries: 9000, auditIntact: true },
};

const nothing: ChecklistFacts = {
  ...finished,
  training: null,
  pilot: { round: 'pilot', run: null },
  tool: { protocolVersion: 1, units: 0, annotators: 0, judgments: 0 },
  sampling: null,
  week: {
    name: '2026-W10',
    shared: 0,
    agreement: noValue({ code: 'idle-week', values: {} }),
    measure: measureText('fleiss_kappa'),
    speeds: [],
    isLimited: true,
  },
  edgeCases: { registered: 0, thisWeek: 0, flaggedOpen: 3 },
  questions: { asked: 2, open: 1, oldest: '2026-03-01T08:00:00Z' },
  full: null,
  account: accountOf([units('undrawn', 300)]),
  releases: [],
  guideline: {
    version: '0.9',
    title: 'Guideline',
    cards: [{ ...card, negative: [] }],
    chapters: [],
  },
  openProposals: 2,
  archive: { judgments: 0, stale: 0, auditEntries: 5, auditIntact: false },
};

const statuses = (facts: ChecklistFacts): readonly (readonly string[])[] => {
  const { before, weekly, after } = checklists(facts);
  return [before, weekly, after].map((list) => list.map((one) => one.status));
};

describe('the checklists', () => {
  it.each(['units', 'annotators', 'judgments'])('call the tool not done without %s', (what) => {
    const { before } = checklists({ ...finished, tool: { ...finished.tool, [what]: 0 } });
    expect(before.find(({ id }) => id === 'tool')!.status).not.toBe('done');
  });

  it.each([
    ['no card', []],
    ['no definition', [{ ...card, definition: '' }]],
    ['nothing to include', [{ ...card, include: [] }]],
    ['nothing to exclude', [{ ...card, exclude: [] }]],
    ['no positive example', [{ ...card, positive: [] }]],
    ['no negative example', [{ ...card, negative: [] }]],
  ])('count a question with %s as lacking in the guideline', (_, cards) => {
    const facts = { ...finished, guideline: { ...finished.guideline, cards } };
    const found = Object.values(checklists(facts))
      .flat()
      .find(({ numbers }) => 'lacking' in numbers)!;
    expect(found.numbers['lacking']).toBe(1);
    expect(found.status).not.toBe('done');
  });

  it.each(['open', 'awaiting', 'uncounted'] as const)(
    'call the rulings not done with a unit that is %s',
    (standing) => {
      const account = accountOf([...finished.account.parts, units(standing, 1)]);
      const { after } = checklists({ ...finished, account });
      expect(after.find((one) => one.id === 'rulings')!.status).toBe('not done');
    },
  );

  it.each([{ dev: 0 }, { test: 0 }, { stratified: false }])(
    'call the split not done with %o',
    (given) => {
      const [last] = finished.releases;
      const release = { ...last!, split: { ...last!.split!, ...given } };
      const { after } = checklists({ ...finished, releases: [release] });
      expect(after.find(({ id }) => id === 'split')!.status).not.toBe('done');
    },
  );

  it('are done when the numbers say so', () => {
    expect(statuses(finished)).toEqual([
      ['done', 'done', 'done', 'done'],
      ['done', 'done', 'done', 'done'],
      ['done', 'done', 'done', 'done', 'done'],
    ]);
  });

  it('say what is not done, and what cannot be computed yet', () => {
    expect(statuses(nothing)).toEqual([
      ['cannot', 'cannot', 'not done', 'cannot'],
      ['cannot', 'cannot', 'not done', 'not done'],
      ['cannot', 'cannot', 'cannot', 'not done', 'not done'],
    ]);
  });

  it('give the numbers', () => {
    const { before, weekly, after } = checklists(finished);
    expect(inEnglish(before[0]!.sentence)).toBe('2 of 2 annotators are admitted after training.');
    expect(before[1]!.numbers).toMatchObject({ value: 0.76, target: 0.7, n: 100 });
    expect(inEnglish(before[1]!.sentence)).toBe(
      '1 of 1 conditions of pilot hold; Fleiss’ κ at least 0.70 overall (fleiss_kappa >= 0.70 ' +
        'overall): 0.760 on 100.',
    );
    expect(inEnglish(before[3]!.sentence)).toBe(
      'full: 2000 units, by keywords with at least 50 each and 30 % hard; in the ' +
        'protocol that lena activated on 2026-02-01; drawn with seed 7.',
    );
    expect(inEnglish(weekly[0]!.sentence)).toBe(
      '2026-W10: Fleiss’ κ 0.740 on 80 units, interval 0.680 to 0.800.',
    );
    expect(inEnglish(weekly[1]!.sentence)).toBe(
      '2026-W10: the speed of 2 of 2 annotators is known; outside the limits: ben 20.0 ' +
        'an hour (fast).',
    );
    expect(inEnglish(after[0]!.sentence)).toBe(
      '1 of 2 conditions of full hold, 1 waived; Fleiss’ κ at least 0.70 overall ' +
        '(fleiss_kappa >= 0.70 overall): 0.760 on 100.',
    );
    expect(inEnglish(after[1]!.sentence)).toBe(
      '2300 units: 1990 settled by judgments, 10 excluded and 300 not drawn.',
    );
  });

  it('say whether units were drawn, taken over, or neither yet', () => {
    const sampling = (opened: SamplingFacts['opened']) =>
      checklists({ ...finished, sampling: { ...finished.sampling!, opened } }).before[3]!;
    const drawn = (opened: SamplingFacts['opened']) => sampling(opened).sentence.values['drawn'];
    expect(sampling({ seed: 0 }).numbers).toMatchObject({ seed: 0 });
    expect(drawn({ seed: 0 })).toEqual({ code: 'drawn-with', values: { seed: 0 } });
    expect(sampling({ seed: null }).numbers).toMatchObject({ seed: null });
    expect(drawn({ seed: null })).toMatchObject({ code: 'taken-over' });
    expect(sampling(null).numbers).toMatchObject({ seed: null });
    expect(drawn(null)).toMatchObject({ code: 'not-drawn' });
  });

  it('say that a closed round has no gate, and that a new guideline superseded another', () => {
    const run = finished.pilot!.run!;
    const pilot = (given: Partial<typeof run>) =>
      checklists({ ...finished, pilot: { round: 'pilot', run: { ...run, ...given } } }).before[1]!;
    const without = pilot({ status: 'NONE', checks: [] });
    expect([without.status, inEnglish(without.sentence)]).toEqual([
      'cannot',
      'The round pilot is closed, and has no gate to reach.',
    ]);
    const why = codedText('guideline-changed', { before: '1.0', now: '1.1' });
    const over = check({ gate: 'same guideline', status: 'SUPERSEDED', actual: 0, why });
    const superseded = pilot({ status: 'SUPERSEDED', passed: false, checks: [check(), over] });
    expect([superseded.status, inEnglish(superseded.sentence)]).toEqual([
      'not done',
      'The round pilot reached its gate, and is superseded. Judged under guideline 1.0; the ' +
        'current protocol has guideline 1.1.',
    ]);
  });

  it('hold an open or failed round against its item', () => {
    const run = finished.pilot!.run!;
    const pilot = (given: Partial<typeof run>): string =>
      checklists({ ...finished, pilot: { round: 'pilot', run: { ...run, ...given } } }).before[1]!
        .status;
    expect(pilot({ closed: false })).toBe('not done');
    expect(pilot({ passed: false })).toBe('not done');
    expect(
      checklists({
        ...finished,
        training: {
          round: 'training',
          annotators: [{ annotator: 'anna', admitted: false }],
          missed: [],
        },
      }).before[0],
    ).toMatchObject({
      status: 'not done',
      sentence: {
        code: 'some-admitted',
        values: { admitted: 0, people: 1, round: 'training', missing: ['anna'], missed: '' },
      },
    });
    expect(
      checklists({ ...finished, training: { round: 'training', annotators: [], missed: [] } })
        .before[0]!.status,
    ).toBe('cannot');
    expect(
      checklists({
        ...finished,
        week: { ...finished.week, speeds: [{ annotator: 'ben', ...speed(null) }] },
      }).weekly[1]!.status,
    ).toBe('not done');
  });
});
