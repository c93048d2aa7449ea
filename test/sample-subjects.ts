import fc from 'fast-check';
import { buildTask } from './build-task.ts';
import type { Policy } from '../src/domain/verdicts/policy.ts';
import type { Answers } from '../src/domain/judging/judgment.ts';
import { answerCodes } from '../src/truth/protocol/answer-codes.ts';
import { compilePolicy } from '../src/truth/verdicts/compile-policy.ts';
import type { SubjectUnit, SubjectTruth } from '../src/truth/verdicts/subject-truth.ts';
import { recencyRanks } from '../src/truth/verdicts/most-recent.ts';
import { readDate } from '../src/truth/verdicts/recency.ts';
import { verdicts } from '../src/truth/verdicts/verdict.ts';

export const task = buildTask({
  questions: {
    relevant: {},
    account: { scale: { nominal: ['firsthand', 'secondhand'] } },
    severity: { scale: { nominal: ['none', 'mild', 'severe'] } },
    staff: { scale: { nominal: ['kind', 'rude'] } },
  },
});

export const head = {
  title: 'Risk',
  task: 'task',
  verdicts: ['low', 'high', 'critical'],
  default: 'low',
};

export const points: Policy = {
  ...head,
  policy: 'points',
  counts: 'relevant and account = firsthand and severity != none',
  points: {
    by: 'severity',
    values: { mild: 2, severe: 15 },
    modifiers: [{ title: 'Rude staff', when: 'staff = rude', points: 3 }],
    subject_modifiers: [
      { title: 'Risky kitchen', field: 'categories', tokens: ['Thai', 'Asian'], points: 2 },
    ],
    recency: {
      reference: '2022-01-01',
      undated: 1,
      steps: [{ within_years: 2, weight: 1 }, { weight: 0.25 }],
    },
    rounding: 'truncate',
    thresholds: [
      { verdict: 'high', min: 4 },
      { verdict: 'critical', min: 8, min_by_k: { 2: 20 } },
    ],
  },
};

export interface Given {
  readonly answers?: Answers;
  readonly date?: string;
  readonly state?: SubjectUnit['state'];
}

export function subjectOf(
  given: readonly Given[],
  fields: SubjectTruth['fields'] = {},
): SubjectTruth {
  const dated = given.map(({ date }, at) => ({ id: `r${at}`, time: readDate(date)?.time ?? null }));
  const ranks = recencyRanks(dated);
  const units = given.map(({ answers, date, state = 'known' }, at): SubjectUnit => ({
    id: `r${at}`,
    state,
    codes: state === 'known' ? answerCodes(task, answers ?? { relevant: false }) : [],
    strays: null,
    day: readDate(date)?.day ?? null,
    ruling: null,
    isPartial: false,
    rank: ranks[at]!,
  }));
  return { id: 'b1', fields, units };
}

export const mild: Answers = {
  relevant: true,
  account: 'firsthand',
  severity: 'mild',
  staff: 'kind',
};

export const severe: Answers = { ...mild, severity: 'severe' };

export const idle: Answers = { relevant: false };

export const one = (
  policy: Policy,
  subject: SubjectTruth,
  k = 100,
): ReturnType<typeof verdicts>[number] => verdicts(compilePolicy(policy, task), subject, [k])[0]!;

export const answers = fc.record({
  relevant: fc.boolean(),
  account: fc.constantFrom('firsthand', 'secondhand'),
  severity: fc.constantFrom('none', 'mild', 'severe'),
  staff: fc.constantFrom('kind', 'rude'),
});

export const days = fc.integer({ min: 2015, max: 2021 }).map((year) => `${year}-06-01`);

export const given = fc.array(fc.record({ answers, date: days }), { minLength: 1, maxLength: 12 });
