import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { leftStandings } from '../../../domain/fold/account.ts';
import { refuse } from '../../../domain/fault.ts';
import { codedText as coded } from '../../../domain/text-values.ts';
import { releaseZip } from '../../../operations/release/release-zip.ts';
import { reportHeaders } from '../../headers.ts';
import { route } from '../../route.ts';
import { projectParams } from '../project-params.ts';
import { codedText } from '../reply-parts.ts';

const obstacle = z.object({
  kind: z.enum(['round-not-opened', 'round-open', 'gate', 'units', 'no-truth', 'split-sizes']),
  round: z.string().nullable(),
  task: z.string().nullable(),
  why: z.enum(leftStandings).nullable(),
  units: z.number(),
  text: codedText,
  may_be_left_out: z.boolean().describe('Whether a reason is enough to leave it out'),
});
export type ObstacleReply = z.infer<typeof obstacle>;

const job = z.object({
  version: z.string(),
  kind: z.enum(['cut', 'verify']),
  state: z.enum(['running', 'done', 'refused', 'failed']),
  by: z.string(),
  at: z.string(),
  progress: z
    .object({
      step: z.enum(['reading', 'writing', 'verifying']),
      done: z.number(),
      total: z.number(),
    })
    .nullable(),
  obstacles: z.array(obstacle),
  faults: z.array(z.unknown()).describe('Why it failed, as in the reply to a wrong request'),
});

const signature = z.enum(['checked', 'self-consistent', 'wrong', 'none']);

const release = z.object({
  version: z.string(),
  manifest: z.string().describe('SHA-256 of manifest.json, which holds the hashes of all files'),
  at: z.string(),
  by: z.string(),
  files: z.number(),
  bytes: z.number(),
  here: z.boolean().describe('Whether this server has its folder'),
  check: z
    .object({
      at: z.string(),
      signature,
      differences: z.array(
        z.object({
          file: z.string(),
          row: z.number().optional(),
          field: z.string().optional(),
          what: codedText,
        }),
      ),
      difference_count: z.number(),
    })
    .nullable()
    .describe('What verifying it gave, since the server was started'),
});
export type ReleaseEntry = z.infer<typeof release>;

const releases = z.object({
  items: z.array(release),
  job: job.nullable().describe('The work under way, or how the last ended'),
  can_cut: z.boolean(),
  can_sign: z.boolean(),
});
export type ReleasesReply = z.infer<typeof releases>;

/** The log has all differences; an answer shows the first. */
const shownDifferences = 50;

const order = z.strictObject({
  version: z.string().min(1).max(60),
  seed: z.int().min(0).max(4_294_967_295).default(1).describe('For the split'),
  allow_open: z
    .string()
    .max(4000)
    .nullable()
    .default(null)
    .describe('Why what is open is left out; printed in the release'),
  names: z.boolean().default(false).describe('Name people instead of giving them pseudonyms'),
  with_text: z.boolean().default(false).describe('Publish the texts of units, not only hashes'),
  replies: z.boolean().default(false).describe('Publish the replies of models in full'),
  sign: z.boolean().default(false).describe('Sign with the key of the server'),
});

const releaseParams = projectParams.extend({ version: z.string().max(60) });

export const releaseRoutes = [
  route({
    method: 'GET',
    path: '/api/projects/:project/releases',
    tag: 'Releases',
    summary: 'The releases of a project, latest first, and the work under way',
    who: 'lead, adjudicator, reviewer',
    params: projectParams,
    response: releases,
    handle: async ({ context, params, services }) => {
      const listed = await services.releases.list(context, params.project);
      const items = listed.items.map(({ check, ...one }) => ({
        ...one,
        check: check === null ? null : shown(check),
      }));
      return { ...listed, items };
    },
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/releases/obstacles',
    tag: 'Releases',
    summary: 'What stands in the way of a release',
    who: 'lead, adjudicator, reviewer',
    params: projectParams,
    response: z.object({ items: z.array(obstacle) }),
    handle: async ({ context, params, services }) => ({
      items: await services.releases.obstacles(context, params.project),
    }),
  }),
  route({
    method: 'POST',
    path: '/api/projects/:project/releases',
    tag: 'Releases',
    summary: 'Start to cut a release; it is listed when it is complete, and then verified',
    who: 'lead',
    params: projectParams,
    body: order,
    status: 202,
    response: job,
    handle: async ({ context, params, body, services }) => {
      const { allow_open: allowOpen, with_text: withText, ...rest } = body;
      return await services.releases.cut(context, params.project, { ...rest, allowOpen, withText });
    },
  }),
  route({
    method: 'POST',
    path: '/api/projects/:project/releases/:version/verify',
    tag: 'Releases',
    summary: 'Start to recompute a release and compare every byte',
    who: 'lead, reviewer',
    params: releaseParams,
    status: 202,
    response: job,
    handle: async ({ context, params, services }) =>
      await services.releases.verify(context, params.project, params.version),
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/releases/:version/archive',
    tag: 'Releases',
    summary: 'A release as a streamed ZIP archive',
    who: 'lead, reviewer',
    params: releaseParams,
    response: 'application/zip',
    handle: async ({ context, params, services, reply }) => {
      const folder = await services.releases.folder(context, params.project, params.version);
      const name = `${params.project}-${params.version}`;
      reply.type('application/zip').header('content-disposition', attachment(`${name}.zip`));
      return Readable.from(releaseZip(folder, name), { objectMode: false });
    },
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/releases/:version/report.html',
    tag: 'Releases',
    summary: 'The report that proves itself, as a page without access to anything else',
    who: 'lead, reviewer',
    params: releaseParams,
    response: 'text/html',
    handle: async ({ context, params, services, reply }) => {
      const folder = await services.releases.folder(context, params.project, params.version);
      reply.type('text/html; charset=utf-8').headers(reportHeaders);
      return fileOf(folder, 'report.html', params.version);
    },
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/releases/:version/report.pdf',
    tag: 'Releases',
    summary: 'The report for print',
    who: 'lead, reviewer',
    params: releaseParams,
    response: 'application/pdf',
    handle: async ({ context, params, services, reply }) => {
      const folder = await services.releases.folder(context, params.project, params.version);
      const name = `annotation_report_v${params.version}.pdf`;
      reply.type('application/pdf').header('content-disposition', attachment(name));
      return fileOf(folder, name, params.version);
    },
  }),
];

function attachment(name: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
}

function fileOf(folder: string, name: string, version: string): Readable {
  const path = join(folder, name);
  if (!existsSync(path)) refuse('not-found', { what: coded('release', { version }) });
  return createReadStream(path);
}

function shown<Check extends { readonly differences: readonly unknown[] }>(check: Check) {
  const { differences } = check;
  return {
    ...check,
    differences: differences.slice(0, shownDifferences) as Check['differences'],
    differenceCount: differences.length,
  };
}
