import { z } from 'zod';
import { defined } from '../../../domain/defined.ts';
import { createProject } from '../../../operations/protocol/create-project.ts';
import {
  newProtocolVersion,
  previewProtocolVersion,
} from '../../../operations/protocol/new-protocol-version.ts';
import { showRuleChanges } from '../../../operations/protocol/rule-changes.ts';
import {
  compareProtocols,
  listProjects,
  listProtocolVersions,
  showGuideline,
  showProject,
  showProtocol,
} from '../../../operations/protocol/show-project.ts';
import { route } from '../../route.ts';
import { projectParams } from '../project-params.ts';
import { protocolChanges, roundKind, ruleChange, staleCount } from '../reply-parts.ts';
import { roleName } from '../people/session.ts';
import { taskReply } from './task-reply.ts';

export const projectEntry = z.object({
  project: z.string(),
  title: z.string(),
  role: roleName,
  version: z.number(),
  guideline: z.string(),
  simulated: z.boolean(),
});
export type ProjectEntry = z.infer<typeof projectEntry>;

const projectReply = projectEntry.extend({
  tasks: z.array(taskReply),
  rounds: z.array(
    z.object({
      id: z.string(),
      kind: roundKind,
      task: z.string(),
      units: z.number().nullable(),
      annotators: z.number().nullable(),
    }),
  ),
  idle_seconds: z.number(),
  has_policies: z.boolean().describe('Whether there are verdicts'),
  has_models: z.boolean().describe('Whether the panel has models'),
});

export type ProjectReply = z.infer<typeof projectReply>;

export const guidelineReply = z.object({
  version: z.string(),
  protocol_version: z.number(),
  title: z.string(),
  cards: z.array(
    z.object({
      question: z.string(),
      title: z.string(),
      definition: z.string(),
      include: z.array(z.string()),
      exclude: z.array(z.string()),
      positive: z.array(z.string()),
      negative: z.array(z.string()),
    }),
  ),
  chapters: z.array(z.object({ title: z.string(), text: z.string() })),
});
export type GuidelineReply = z.infer<typeof guidelineReply>;

const protocolReply = z.object({
  version: z.number(),
  hash: z.string(),
  guideline: z.string(),
  created_at: z.string(),
  created_by: z.string(),
  content: z.object({
    source: z.string(),
    guideline: z.string(),
    files: z
      .record(z.string(), z.string())
      .nullable()
      .describe('Keys, rules and policies; null for annotators'),
  }),
});
export type ProtocolReply = z.infer<typeof protocolReply>;

const newVersionReply = z.object({
  project: z.string(),
  version: z.number(),
  hash: z.string(),
  fresh: z.boolean(),
  changes: protocolChanges,
  reason: z.string().nullable().describe('Why the rules changed'),
  stale: z.array(staleCount),
});

const versionPreviewReply = newVersionReply
  .omit({ reason: true })
  .extend({
    reason_required: z.boolean().describe('Whether the rules change after the first judgment'),
    stale_now: z.array(staleCount).describe('What is already stale, under the active version'),
  });
export type VersionPreviewReply = z.infer<typeof versionPreviewReply>;
export type NewVersionReply = z.infer<typeof newVersionReply>;

const protocolVersion = z.object({
  version: z.number(),
  hash: z.string(),
  guideline_version: z.string(),
  created_at: z.string(),
  created_by: z.string(),
  reason: z.string().nullable().describe('Why the rules changed'),
});

/**
 * Most characters of a protocol file, ten times what dozens of questions need: a table sent by
 * mistake would block the YAML parser, and everybody, for minutes.
 */
const longestProtocol = 300_000;
/** Ten times the longest of the examples, and more. */
const longestGuideline = 500_000;
/** A key, rules, a policy or a recording. */
const longestFile = 2_000_000;

/** A protocol with its guideline and other files, as sent. */
export const contentBody = z.strictObject({
  protocol: z.string().min(1).max(longestProtocol).describe('The protocol file, YAML'),
  guideline: z.string().min(1).max(longestGuideline).describe('The guideline, Markdown'),
  files: z
    .record(z.string(), z.string().max(longestFile))
    .default({})
    .describe('The other files that the protocol names, by relative path'),
});

const versionBody = contentBody.extend({
  after: z
    .int()
    .positive()
    .optional()
    .describe('The version that was edited; refused if there is a later one'),
});

/** Keys and policies come with it. More would hold up everybody while it is taken apart. */
export const largestContent = 4 * 1024 * 1024;

const versionQuery = z.strictObject({ version: z.coerce.number().int().positive().optional() });

export const projectRoutes = [
  route({
    method: 'GET',
    path: '/api/projects',
    tag: 'Projects',
    summary: 'Your projects',
    who: 'everybody who is signed in',
    response: z.object({ items: z.array(projectEntry) }),
    handle: async ({ context }) => ({ items: await listProjects(context) }),
  }),
  route({
    method: 'POST',
    path: '/api/projects',
    tag: 'Projects',
    summary: 'Make a project from a protocol',
    who: 'lead of the workspace',
    sessionOnly: true,
    body: contentBody,
    bodyLimit: largestContent,
    status: 201,
    response: z.object({
      project: z.string(),
      title: z.string(),
      version: z.number(),
      hash: z.string(),
      fresh: z.boolean(),
    }),
    handle: async ({ context, body }) => await createProject(context, contentOf(body)),
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project',
    tag: 'Projects',
    summary: 'A project: its tasks as forms need them, and its rounds',
    who: 'member',
    params: projectParams,
    query: versionQuery,
    response: projectReply,
    handle: async ({ context, params, query }) =>
      await showProject(context, { ...params, ...defined(query) }),
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/guideline',
    tag: 'Projects',
    summary: 'The guideline, card by card',
    who: 'member',
    params: projectParams,
    query: versionQuery,
    response: guidelineReply,
    handle: async ({ context, params, query }) =>
      await showGuideline(context, { ...params, ...defined(query) }),
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/protocol',
    tag: 'Projects',
    summary: 'The protocol as it was written',
    who: 'member; annotators without keys and rules',
    params: projectParams,
    query: versionQuery,
    response: protocolReply,
    handle: async ({ context, params, query }) =>
      await showProtocol(context, { ...params, ...defined(query) }),
  }),
  route({
    method: 'POST',
    path: '/api/projects/:project/protocol',
    tag: 'Projects',
    summary: 'Add a version of the protocol; judgments under the old version may become stale',
    who: 'lead',
    params: projectParams,
    body: versionBody.extend({
      reason: z
        .string()
        .max(5000)
        .optional()
        .describe('Why the rules change; required after the first judgment'),
    }),
    bodyLimit: largestContent,
    status: 201,
    response: newVersionReply,
    handle: async ({ context, params, body }) =>
      await newProtocolVersion(context, {
        ...params,
        content: contentOf(body),
        ...defined({ after: body.after, reason: body.reason }),
      }),
  }),
  route({
    method: 'POST',
    path: '/api/projects/:project/protocol/preview',
    tag: 'Projects',
    summary: 'What a further version of the protocol would change; adds nothing',
    who: 'lead',
    params: projectParams,
    body: versionBody,
    bodyLimit: largestContent,
    response: versionPreviewReply,
    handle: async ({ context, params, body }) =>
      await previewProtocolVersion(context, {
        ...params,
        content: contentOf(body),
        ...defined({ after: body.after }),
      }),
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/protocol/rules',
    tag: 'Projects',
    summary: 'All changes to the rules, with who, when and why',
    who: 'member',
    params: projectParams,
    response: z.object({ items: z.array(ruleChange) }),
    handle: async ({ context, params }) => ({ items: await showRuleChanges(context, params) }),
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/protocol/versions',
    tag: 'Projects',
    summary: 'All versions of the protocol',
    who: 'member',
    params: projectParams,
    response: z.object({ items: z.array(protocolVersion) }),
    handle: async ({ context, params }) => ({ items: await listProtocolVersions(context, params) }),
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/protocol/changes',
    tag: 'Projects',
    summary: 'What changed between two versions of the protocol',
    who: 'member',
    params: projectParams,
    query: z.strictObject({
      from: z.coerce.number().int().positive(),
      to: z.coerce.number().int().positive().optional(),
    }),
    response: protocolChanges,
    handle: async ({ context, params, query }) =>
      await compareProtocols(context, { ...params, ...defined(query) }),
  }),
];

/** The content of a protocol, as sent. */
export function contentOf({
  protocol,
  guideline,
  files,
}: Pick<z.output<typeof contentBody>, 'protocol' | 'guideline' | 'files'>) {
  return { source: protocol, guideline, files };
}
