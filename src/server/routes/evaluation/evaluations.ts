import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { codedText as coded } from '../../../domain/text-values.ts';
import { separateFiles } from '../../../operations/evaluation/workbench/prediction-files.ts';
import type { KeptEvaluation } from '../../../operations/evaluation/workbench/kept-evaluations.ts';
import { uploadHead } from '../../../operations/protocol/project-upload.ts';
import { reportHeaders } from '../../headers.ts';
import { route } from '../../route.ts';
import { withUpload } from '../../upload.ts';
import { projectParams } from '../project-params.ts';
import { codedText, estimate, localText } from '../reply-parts.ts';

/** All files of an evaluation together; larger ones are for the command line. */
const largestFiles = 512 * 1024 ** 2;
/** What stands before them. */
const largestHead = 64 * 1024;

const name = z.string().trim().min(1).max(200);
const question = z.string().max(400).nullable().default(null);
const family = z.enum(['retrieval', 'grounding', 'generation']);

const predicted = z.discriminatedUnion('as', [
  z.strictObject({ as: z.literal('labels') }),
  z.strictObject({ as: z.literal('class'), question: z.string().max(200) }),
  z.strictObject({ as: z.literal('ranking'), question }),
  z.strictObject({ as: z.literal('rag'), family }),
  z.strictObject({
    as: z.literal('verdicts'),
    policy: z.string().max(200).nullable().default(null),
  }),
  z.strictObject({
    as: z.literal('rules'),
    question: question.describe('Which answers make a rule right: quality=correct'),
  }),
]);

const sentFile = z.strictObject({
  name: z.string().min(1).max(200).describe('For messages; the extension tells the format'),
  bytes: z.int().min(0).max(largestFiles),
});

/** The line of JSON before the files. */
const order = z
  .strictObject({
    task: z.string().max(200).nullable().default(null),
    split: z
      .enum(['test', 'dev'])
      .nullable()
      .default(null)
      .describe('Default: test; all of it where the release has no split'),
    predicted,
    systems: z.array(name).min(1).max(2).describe('In the order of their files'),
    predictions: z.array(sentFile).max(2),
    training: sentFile.nullable().default(null).describe('What the first system was trained with'),
    made_by: z.array(name).max(50).default([]).describe('Models and rules it was made with'),
    slice: z.string().max(200).nullable().default(null),
    over_votes: z.boolean().default(false),
    override: z
      .string()
      .trim()
      .min(1)
      .max(4000)
      .nullable()
      .default(null)
      .describe('Why to proceed although the guard objects; stamps the result'),
  })
  .refine((one) => one.predictions.length === filesOf(one), {
    path: ['predictions'],
    message: 'file-per-system',
  });

const measure = z.object({ name: z.string(), estimate });

const evaluation = z.object({
  id: z.string(),
  at: z.string(),
  by: z.string(),
  systems: z.array(z.string()),
  files: z.array(z.string()),
  kind: z.enum(['ranking', 'labels', 'classes', 'verdicts', 'rag', 'rules']),
  task: z.string(),
  split: z.enum(['dev', 'test', 'all']),
  n: z.number(),
  measures: z.array(measure).describe('Of the first system; the page has everything'),
  simulated: z.boolean(),
  override: z.object({ reason: z.string(), objections: z.number() }).nullable(),
  training: z
    .object({ rows: z.number(), overlapping: z.number(), withheld: z.number() })
    .nullable(),
  looks: z
    .object({ count: z.number(), of_systems: z.number(), head: z.string() })
    .nullable()
    .describe('The looks so far, with this one; null for the dev split'),
});
export type EvaluationReply = z.infer<typeof evaluation>;

const look = z.object({
  look: z.number(),
  at: z.string(),
  by: z.string(),
  system: z.string(),
  made_by: z.array(z.string()),
  task: z.string(),
  split: z.enum(['test', 'all']),
  measures: z.array(z.string()),
  override: z.string().nullable(),
  hash: z.string(),
});

const evaluations = z.object({
  items: z.array(evaluation),
  looks: z.array(look).describe('The ledger beside the release, the latest first'),
  broken: codedText.nullable().describe('Why the ledger cannot be trusted; nothing is measured'),
});
export type EvaluationsReply = z.infer<typeof evaluations>;

const chosenQuestion = z.object({ id: z.string(), title: localText, answers: z.array(z.string()) });

const choices = z.object({
  simulated: z.boolean(),
  tasks: z.array(
    z.object({
      task: z.string(),
      title: localText,
      units: z.number(),
      sides: z.object({ dev: z.number(), test: z.number() }).nullable(),
      labels: z.array(z.string()),
      classes: z.array(chosenQuestion),
      relevance: z.array(chosenQuestion),
      families: z.array(family),
      has_subjects: z.boolean(),
      fields: z.array(z.string()),
    }),
  ),
  policies: z.array(z.object({ policy: z.string(), task: z.string(), has_sides: z.boolean() })),
});
export type ChoicesReply = z.infer<typeof choices>;

const releaseParams = projectParams.extend({ version: z.string().max(60) });
const base = '/api/projects/:project/releases/:version/evaluations';
const shared = { tag: 'Evaluations', who: 'lead, reviewer', params: releaseParams } as const;

export const evaluationRoutes = [
  route({
    ...shared,
    method: 'GET',
    path: base,
    summary: 'The evaluations against a release, latest first, and the ledger of looks',
    response: evaluations,
    handle: async ({ context, params, services }) => {
      const { items, looks, broken } = await services.evaluations.list(context, params);
      return {
        items: items.map(shown),
        looks: looks.toReversed().map(({ made_by: madeBy, ...one }) => ({ ...one, madeBy })),
        broken,
      };
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: `${base}/choices`,
    summary: 'What of a release systems can be measured against',
    response: choices,
    handle: async ({ context, params, services }) =>
      await services.evaluations.choices(context, params),
  }),
  route({
    ...shared,
    method: 'POST',
    path: base,
    summary:
      'Measure one or two systems behind the guard; a look at a test split is recorded first. ' +
      'The body is one line of JSON, then the files as they are, one after the other',
    file: largestFiles + largestHead,
    status: 201,
    response: evaluation,
    handle: async ({ context, params, services, ...call }) => {
      // Before anything is taken in.
      await services.releases.folder(context, params.project, params.version);
      return await withUpload({ services, ...call }, largestFiles + largestHead, async (path) => {
        const { head, start } = await uploadHead(path, order, largestHead);
        const { split, made_by: madeBy, over_votes: overVotes, predictions, ...rest } = head;
        const { training: trained } = head;
        const sent = trained === null ? predictions : [...predictions, trained];
        const files = await separateFiles(path, start, sent);
        const kept = await services.evaluations.evaluate(context, params, {
          ...rest,
          side: split,
          madeBy,
          overVotes,
          predictions: files.slice(0, predictions.length),
          training: trained === null ? null : files.at(-1)!,
        });
        return shown(kept);
      });
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: `${base}/:id/evaluation.html`,
    summary: 'The page of an evaluation, as a page without access to anything else',
    params: releaseParams.extend({ id: z.string().max(100) }),
    response: 'text/html',
    handle: async ({ context, params, services, reply }) => {
      const page = await services.evaluations.page(context, params);
      reply.type('text/html; charset=utf-8').headers(reportHeaders);
      return createReadStream(page);
    },
  }),
];

/** A RAG system has no file: the truth is about its outputs. */
function filesOf(one: {
  readonly systems: readonly string[];
  readonly predicted: { readonly as: string };
}): number {
  return one.predicted.as === 'rag' ? 0 : one.systems.length;
}

function shown({ measures, ...kept }: KeptEvaluation) {
  return {
    ...kept,
    measures: measures.map(({ name: of, value, n, low, high, skipped, method }) => ({
      name: of,
      estimate: {
        value,
        n,
        skipped: Object.values(skipped).reduce((sum, count) => sum + count, 0),
        interval: low === null || high === null ? null : [low, high],
        method,
        ...(value === null ? { why: whyNot(skipped) } : {}),
      },
    })),
  };
}

/** Why a measure has no value: what was left out most. */
function whyNot(skipped: KeptEvaluation['measures'][number]['skipped']) {
  const [most] = Object.entries(skipped).toSorted(([, a], [, b]) => b - a);
  return most === undefined ? coded('no-value') : { code: most[0], values: {} };
}
