import { z } from 'zod';
import { defined } from '../../../domain/defined.ts';
import { authoriseWorkspace } from '../../../operations/authorise.ts';
import {
  checkContent,
  createFromFile,
  listTemplates,
  showColumns,
} from '../../../operations/protocol/new-project.ts';
import { splitHead } from '../../../operations/protocol/project-upload.ts';
import { route } from '../../route.ts';
import { withUpload } from '../../upload.ts';
import { codedText } from '../reply-parts.ts';
import { contentBody, contentOf, guidelineReply, largestContent } from './projects.ts';
import { taskReply } from './task-reply.ts';

/** Larger files are for the command line. */
const largestUnits = 50 * 1024 * 1024;

const nameQuery = z.strictObject({
  name: z.string().min(1).max(200).default('upload').describe('The file name, for messages'),
});

const columnsReply = z.object({
  format: z.string(),
  why: codedText,
  rows: z.number(),
  columns: z.array(
    z.object({
      name: z.string(),
      samples: z.array(z.string()),
      filled: z.number(),
      is_unique: z.boolean().describe('Every row has a value, and all are different'),
    }),
  ),
  guess: z.object({
    id: z.string().nullable(),
    show: z.array(z.string()),
    subject: z.string().nullable(),
    context: z.array(z.string()),
    date: z.string().nullable(),
  }),
  first: z.array(z.record(z.string(), z.unknown())).describe('The first rows'),
  said: z.array(codedText).describe('How the file was read'),
});
export type ColumnsReply = z.infer<typeof columnsReply>;

const checkReply = z.object({
  faults: z.array(
    z.object({
      code: z.string(),
      values: z.record(z.string(), z.unknown()),
      message: z.string(),
      field: z.string().optional(),
      file: z.string().optional(),
      line: z.number().optional(),
    }),
  ),
  project: z.string().nullable(),
  tasks: z.array(taskReply),
  guideline: guidelineReply.omit({ protocol_version: true }).nullable(),
});
export type ContentCheckReply = z.infer<typeof checkReply>;

const templatesReply = z.object({
  items: z.array(
    z.object({
      example: z.string(),
      title: z.string(),
      task: z.string(),
      source: z.record(z.string(), z.unknown()),
      guideline: z.string(),
    }),
  ),
});
export type TemplatesReply = z.infer<typeof templatesReply>;

const createdReply = z.object({
  project: z.string(),
  title: z.string(),
  version: z.number(),
  hash: z.string(),
  fresh: z.boolean(),
  units: z.number(),
});
export type CreatedReply = z.infer<typeof createdReply>;

/** What stands before the file. */
const headBody = contentBody.extend({
  numbered: z.string().min(1).max(200).optional().describe('Field for the number of each row'),
});

const workspaceLead = { tag: 'Projects', who: 'lead of the workspace', sessionOnly: true } as const;

export const newProjectRoutes = [
  route({
    ...workspaceLead,
    method: 'POST',
    path: '/api/new-project/columns',
    summary: 'The columns of a file of units with samples, and what they seem to be for',
    query: nameQuery,
    file: largestUnits,
    response: columnsReply,
    handle: async ({ context, query, ...call }) => {
      // Before anything is taken in.
      authoriseWorkspace(context.actor);
      return await withUpload(call, largestUnits, (path) =>
        showColumns(context, { path, name: query.name }),
      );
    },
  }),
  route({
    ...workspaceLead,
    method: 'POST',
    path: '/api/new-project/check',
    summary: 'Everything that is wrong with a protocol, or its tasks as forms need them',
    body: contentBody,
    bodyLimit: largestContent,
    response: checkReply,
    handle: async ({ context, body }) => await checkContent(context, contentOf(body)),
  }),
  route({
    ...workspaceLead,
    method: 'GET',
    path: '/api/new-project/templates',
    summary: 'The tasks of the examples, for a project to begin with',
    response: templatesReply,
    handle: async ({ context }) => ({ items: listTemplates(context) }),
  }),
  route({
    ...workspaceLead,
    method: 'POST',
    path: '/api/new-project',
    summary:
      'Create a project with its units, all or nothing. The body is one line of JSON (protocol, ' +
      'guideline, files, numbered), then the file as it is',
    query: nameQuery,
    file: largestUnits + largestContent,
    status: 201,
    response: createdReply,
    handle: async ({ context, query, ...call }) => {
      authoriseWorkspace(context.actor);
      return await withUpload(call, largestUnits + largestContent, async (received) => {
        const { head, path } = await splitHead(received, headBody, largestContent);
        const { numbered, ...body } = head;
        const file = { path, name: query.name, ...defined({ numbered }) };
        return await createFromFile(context, contentOf(body), file);
      });
    },
  }),
];
