import { z } from 'zod';
import { account, answer, codedText, estimate } from '../reply-parts.ts';

const range = z.array(z.number());
const band = z
  .enum(['poor', 'slight', 'fair', 'moderate', 'substantial', 'almost perfect'])
  .nullable();
const measures = z.record(z.string(), estimate);

/** What every figure says about itself. */
const head = z.object({
  project: z.string(),
  task: z.string(),
  run: z.string().nullable(),
  guideline: z.string(),
  simulated: z.boolean(),
  judgments: z.number(),
  stale: z.number(),
});

const speed = z.object({
  per_hour: estimate,
  units: z.number(),
  judgments: z.number(),
  hours: z.number(),
  flag: z.enum(['fast', 'slow', 'few']).nullable(),
  as_expected: z.boolean().nullable(),
});

const controlChart = z.object({
  points: z.array(
    z.object({
      label: z.string(),
      start: z.string(),
      estimate,
      centre: z.number().nullable().describe('The mean of the points before it'),
      limits: range.nullable(),
      signal: z.enum(['outside', 'run']).nullable(),
    }),
  ),
});

const standOut = z.object({
  annotator: z.string(),
  week: z.string().describe('When the judgments were given'),
  known: z.string().describe('The week at whose end it was known'),
  units: z.number().describe('Judgments that were compared by then'),
  kappa: z.number().describe('Of these judgments with those of the others'),
  others: z.number().describe('Of the others among themselves'),
});
const standingOut = z
  .array(standOut)
  .describe('Whose judgments of a week differ far more than usual, by when it was known');

const runProgress = z.object({
  run: z.string(),
  round: z.string(),
  attempt: z.number(),
  closed: z.boolean(),
  wanted: z.number(),
  judged: z.number(),
  annotators: z.array(z.object({ annotator: z.string(), held: z.number(), judged: z.number() })),
});

const progressFigures = { account, runs: z.array(runProgress) };

const forecast = z.object({
  remaining: z.number(),
  per_day: estimate,
  date: z.string().nullable(),
  earliest: z.string().nullable(),
  latest: z.string().nullable(),
  why: codedText.nullable(),
});

const checklistItem = z.object({
  id: z.string(),
  title: codedText,
  status: z.enum(['done', 'not done', 'cannot']),
  sentence: codedText,
  numbers: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
});

export const speedReply = head.extend({
  limits: range.nullable(),
  expected: range.nullable(),
  annotators: z.array(
    speed.extend({
      annotator: z.string(),
      from: z.string(),
      to: z.string(),
      weeks: z.array(speed.extend({ week: z.string() })),
    }),
  ),
});
export type SpeedReply = z.infer<typeof speedReply>;

/** What must reach a target. */
export const targetBound = z
  .enum(['value', 'low'])
  .describe('What must reach the target: the value, or the lower end of its interval');

export const agreementReply = head.extend({
  leading: z.string(),
  weekly: z.string().describe('The measure that is charted week by week'),
  names: z
    .record(z.string(), codedText)
    .describe('What the measures are called, by what they were computed from'),
  unfinished: z.array(z.string()).describe('Weeks whose points may still move'),
  standing_out: standingOut,
  targets: z
    .array(
      z.object({
        round: z.string(),
        measure: z.string(),
        question: z.string().nullable(),
        target: z.number(),
        bound: targetBound,
      }),
    )
    .describe('The targets of the gates; without a question, for the mean over all questions'),
  annotators: z.array(z.string()),
  units: z.number(),
  questions: z.array(
    z.object({
      question: z.string(),
      basis: z.enum(['presence', 'answers']),
      measures,
      band,
      weeks: controlChart,
      warning: codedText.nullable(),
    }),
  ),
  overall: measures,
  band,
  weeks: controlChart,
});
export type AgreementReply = z.infer<typeof agreementReply>;

export const pairsReply = head.extend({
  annotators: z.array(z.string()),
  pairs: z.array(
    z.object({
      first: z.string(),
      second: z.string(),
      units: z.number(),
      percent: estimate,
      kappa: estimate,
      questions: z.array(z.object({ question: z.string(), percent: estimate, kappa: estimate })),
    }),
  ),
  apart: z.number().describe('Pairs that share no unit'),
});
export type PairsReply = z.infer<typeof pairsReply>;

export const pairUnitsReply = z.object({
  total: z.number(),
  items: z.array(
    z.object({ unit: z.string(), question: z.string(), first: answer, second: answer }),
  ),
  next_cursor: z.string().nullable(),
});
export type PairUnitsReply = z.infer<typeof pairUnitsReply>;

export const confusionsReply = z.object({
  matrices: z.array(
    z.object({
      question: z.string(),
      first: z.string(),
      second: z.string(),
      answers: z.array(answer),
      counts: z.array(z.array(z.number())).describe('Rows are the answers of the first'),
      units: z.number().describe('Units that both answered'),
      skipped: z.number(),
    }),
  ),
});
export type ConfusionsReply = z.infer<typeof confusionsReply>;

export const annotatorsReply = head.extend({
  annotators: z.array(
    z.object({
      annotator: z.string(),
      judged: z.number(),
      uncertain: z.number(),
      agreement: estimate,
      outlier: z.boolean(),
      questions: z.array(
        z.object({
          question: z.string(),
          agreement: estimate,
          others_tied: z.number(),
          alone: z.number(),
          extra: z.number(),
          missed: z.number(),
        }),
      ),
    }),
  ),
  median: z.number().nullable(),
  deviation: z.number().nullable(),
  rule: z.object({ votes: z.number(), deviations: z.number() }),
  standing_out: standingOut,
});
export type AnnotatorsReply = z.infer<typeof annotatorsReply>;

const suggestionShares = {
  accepted: estimate.describe('The share that is as suggested, with the suggestion in sight'),
  blind: estimate.describe('The same in the control share, which did not see it'),
  anchoring: estimate.describe('The difference of both'),
};
const assistanceUse = z.object({
  shown: z.number(),
  control: z.number(),
  ...suggestionShares,
  seconds: z.object({ shown: estimate, control: estimate }).describe('Medians'),
  saved: estimate.describe('Median seconds without minus those with the suggestion'),
});

export const assistanceReply = head.extend({
  ...assistanceUse.shape,
  by: z.array(z.string()).describe('Whose suggestions were given'),
  annotators: z.array(assistanceUse.extend({ annotator: z.string() })),
  questions: z.array(z.object({ question: z.string(), ...suggestionShares })),
});
export type AssistanceReply = z.infer<typeof assistanceReply>;

export const labelsReply = head.extend({
  limits: z.object({ positives: z.number(), prevalence: range }),
  settled: z.number(),
  unsettled: z.number(),
  labels: z.array(
    z.object({
      question: z.string(),
      positives: z.number().nullable(),
      prevalence: estimate,
      values: z.array(z.object({ answer, units: z.number(), share: estimate })),
      flags: z.array(z.enum(['few', 'rare', 'frequent'])),
    }),
  ),
  weak: z
    .object({
      rule: z.string(),
      units: z.number(),
      labels: z.array(
        z.object({
          question: z.string(),
          truth: estimate,
          weak: estimate,
          delta: z.number().nullable(),
          differs: z.boolean(),
          missed: z.number(),
          extra: z.number(),
        }),
      ),
      distance: estimate,
      alike: estimate,
      warning: codedText.nullable(),
    })
    .nullable(),
});
export type LabelsReply = z.infer<typeof labelsReply>;

export const progressReply = head.extend({
  ...progressFigures,
  account: account.nullable().describe('Null while the reader judges in an open run'),
  forecast: forecast.nullable(),
  days: z.array(z.object({ day: z.string(), judgments: z.number() })),
});

export const overviewReply = head.extend({
  agreement: z.object({
    measure: z.string(),
    name: codedText,
    overall: estimate,
    band,
    lowest: z.object({ question: z.string(), estimate }).nullable(),
    signals: z.number(),
  }),
  progress: z.object(progressFigures),
  forecast: forecast.nullable(),
  annotators: z.object({
    count: z.number(),
    fast: z.array(z.string()),
    slow: z.array(z.string()),
    outliers: z.array(z.string()),
    standing_out: z.array(z.string()).describe('In the last weeks'),
  }),
  labels: z.object({
    count: z.number(),
    few: z.array(z.string()),
    rare: z.array(z.string()),
    frequent: z.array(z.string()),
  }),
});
export type OverviewReply = z.infer<typeof overviewReply>;

export const checklistsReply = head.extend({
  week: z.string(),
  before: z.array(checklistItem),
  weekly: z.array(checklistItem),
  after: z.array(checklistItem),
});
export type ChecklistsReply = z.infer<typeof checklistsReply>;
