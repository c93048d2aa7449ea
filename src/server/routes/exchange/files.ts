import { codedText, errorBody } from '../reply-parts.ts';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { defined } from '../../../domain/defined.ts';
import type { InputError } from '../../../domain/fault.ts';
import { importModes, largestProposal } from '../../../domain/exchange/file-formats.ts';
import { authorise } from '../../../operations/authorise.ts';
import { exportFile, exportTypes } from '../../../operations/exchange/export-file.ts';
import { exportKinds } from '../../../domain/exchange/file-formats.ts';
import type { ExportManifest } from '../../../operations/exchange/export-request.ts';
import { importFile } from '../../../operations/exchange/import-file.ts';
import { importFormats, importKinds } from '../../../domain/exchange/file-formats.ts';
import type { ImportResult } from '../../../operations/exchange/import-file.ts';
import { readMapping } from '../../../operations/exchange/import-request.ts';
import type { ImportRequest } from '../../../operations/exchange/import-request.ts';
import { listImports, showImport } from '../../../operations/exchange/list-imports.ts';
import { unpackGoldApart } from '../../../operations/exchange/read-apart.ts';
import { proposeImport } from '../../../operations/protocol/propose-import.ts';
import { errorReply } from '../../error-reply.ts';
import { route } from '../../route.ts';
import type { SignedCall } from '../../route.ts';
import { withUpload } from '../../upload.ts';
import { projectParams } from '../project-params.ts';

/** Files larger than this are for the command line. */
const largestFile = 4 * 1024 ** 3;
/** The log has all changes; an answer shows the first. */
const shownChanges = 500;

const mode = z.enum(importModes);

const importQuery = z.strictObject({
  kind: z.enum(importKinds),
  task: z.string().max(200).optional().describe('Required only if there are several tasks'),
  format: z.enum(importFormats).optional().describe('Default: detected from the start of the file'),
  mode: mode
    .default('reject')
    .describe('Invalid judgments: reject the file, fix and log them, or set them aside'),
  name: z
    .string()
    .min(1)
    .max(200)
    .default('upload')
    .describe('The file name, for the log and for messages'),
  guideline: z.string().max(200).optional().describe('Guideline version of the judgments, or any'),
  round: z
    .string()
    .max(200)
    .optional()
    .describe('The open round that the judgments go into; those outside of a round do not count'),
  mapping: z
    .string()
    .max(50_000)
    .optional()
    .describe('JSON that maps the fields, labels and users of another tool'),
  skip_invalid: z
    .stringbool()
    .default(false)
    .describe('RAG records: skip invalid records and report them'),
  raw: z
    .stringbool()
    .default(false)
    .describe('Tables: an apostrophe before a formula is part of the cell'),
  dry_run: z.stringbool().default(false).describe('Check and count everything, but save nothing'),
});

const importReply = z.object({
  kind: z.enum(importKinds),
  dry_run: z.boolean().describe('Nothing was saved'),
  format: z.string(),
  recognised: codedText.nullable(),
  mode,
  tasks: z.array(z.object({ task: z.string(), inserted: z.number(), unchanged: z.number() })),
  inserted: z.number(),
  unchanged: z.number(),
  revised: z.number(),
  skipped: z.array(codedText),
  change_count: z.number(),
  changes: z.array(z.unknown()).describe(`The first ${shownChanges}; the log has all`),
  aside: z.number(),
  warnings: z.array(codedText),
  will_count: z
    .number()
    .nullable()
    .describe('How many judgments of the file will count; null for units and rulings'),
  way_in: z
    .object({ round: z.string().nullable(), is_open: z.boolean() })
    .nullable()
    .describe('The round into which judgments that belong to none could be imported'),
  preview: z
    .array(
      z.object({
        task: z.string(),
        unit: z.string(),
        annotator: z.string().nullable(),
        values: z.record(z.string(), z.unknown()),
      }),
    )
    .describe('Of a dry run: the first units or judgments as they would be imported'),
  log: z.string().nullable(),
  before: z.object({ at: z.string(), by: z.string() }).nullable(),
});
export type ImportReply = z.infer<typeof importReply>;

const proposalQuery = importQuery
  .omit({ dry_run: true })
  .extend({ kind: z.enum(importKinds).optional().describe('Default: told from the file') });

const proposalReply = z.object({
  kind: z.enum(importKinds),
  format: z.string(),
  why: codedText.describe('How the format was recognised'),
  mapping: z
    .record(z.string(), z.unknown())
    .describe('What the names of the file seem to mean, beside what was sent'),
  notes: z.array(codedText),
  result: importReply.nullable().describe('What an import with this mapping would do'),
  refused: errorBody.nullable().describe('Why it would be refused'),
});
export type ProposalReply = z.infer<typeof proposalReply>;

const importEntry = z.object({
  id: z.string(),
  task: z.string(),
  name: z.string(),
  content_hash: z.string(),
  format: z.string(),
  mode,
  counts: z.record(z.string(), z.number()),
  by: z.string(),
  at: z.string(),
});
export type ImportEntry = z.infer<typeof importEntry>;

const text = z.string().max(200).optional();

const exportQuery = z.strictObject({
  kind: z.enum(exportKinds),
  task: text.describe('Required only if there are several tasks'),
  format: text.describe('Default: jsonl; also csv, parquet, trec-qrels and formats of other tools'),
  run: text.describe('Only the judgments of one run'),
  annotator: text.describe('Only the judgments of one annotator'),
  task_hash: text.describe('Version of the questions (default: the current one)'),
  fields: text
    .transform((names) => names?.split(',').map((name) => name.trim()))
    .describe('Truth and table: unit fields in each row, comma-separated; subject is one'),
  raw: z
    .stringbool()
    .default(false)
    .describe('CSV and XLSX for programs: no apostrophe before formulas'),
  question: text,
  topic: text,
  base: text.describe('Adjudication: the annotator whose judgments are reviewed'),
  target: text.describe('Adjudication: the reviewer'),
  cap: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe('Adjudication: likely pairs per subject'),
  blind: z.stringbool().optional().describe('Adjudication: without band, label and rationale'),
  precedence: text.describe('Adjudication: which round wins if judgments differ: latest, or a,b,c'),
});

export const fileRoutes = [
  route({
    method: 'POST',
    path: '/api/projects/:project/import',
    tag: 'Files',
    summary:
      'Import units, judgments or rulings from the file in the body: all or nothing. A ' +
      'gold pack is a JSON object of three texts: chunks, matrix and labels',
    who: 'lead',
    params: projectParams,
    query: importQuery,
    file: largestFile,
    response: importReply,
    handle: async ({ query, ...call }) => {
      const { kind, dry_run: dryRun, ...rest } = query;
      return await withGivenFile({ ...call, query: rest }, async (given) =>
        replyOf(await importFile(call.context, { ...given, kind, dryRun }), dryRun),
      );
    },
  }),
  route({
    method: 'POST',
    path: '/api/projects/:project/import/proposal',
    tag: 'Files',
    summary:
      'Say what the file in the body looks like, propose a mapping by the names of the task, and ' +
      'try the import with it; nothing is saved',
    who: 'lead',
    params: projectParams,
    query: proposalQuery,
    file: largestProposal,
    response: proposalReply,
    handle: async ({ query, ...call }) => {
      const { kind, ...rest } = query;
      return await withGivenFile({ ...call, query: rest }, async (given) => {
        const { result, refused, ...proposed } = await proposeImport(call.context, {
          ...given,
          ...defined({ kind }),
        });
        return {
          ...proposed,
          mapping: { ...proposed.mapping },
          result: result === null ? null : replyOf(result, true),
          refused: refused === null ? null : refusalOf(refused, call.request.id),
        };
      });
    },
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/imports',
    tag: 'Files',
    summary: 'All imports, latest first',
    who: 'lead, reviewer',
    params: projectParams,
    response: z.object({ items: z.array(importEntry) }),
    handle: async ({ context, params }) => ({ items: await listImports(context, params.project) }),
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/imports/:id',
    tag: 'Files',
    summary: 'One import with every change it made',
    who: 'lead, reviewer',
    params: projectParams.extend({ id: z.string().max(100) }),
    response: importEntry.extend({ changes: z.array(z.unknown()) }),
    handle: async ({ context, params }) => await showImport(context, params),
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/export',
    tag: 'Files',
    summary:
      'Units, judgments, rulings or the truth as a streamed file; x-assay-manifest describes it',
    who: 'lead, reviewer',
    params: projectParams,
    query: exportQuery,
    response: 'application/octet-stream',
    files: exportTypes,
    handle: async ({ context, params, query, reply }) => {
      const { task_hash: taskHash, precedence, ...rest } = query;
      const given = { ...rest, taskHash, precedence: readPrecedence(precedence) };
      const file = await exportFile(context, { ...params, ...defined(given) });
      reply
        .type(file.contentType)
        .header(
          'content-disposition',
          `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        )
        .header('x-assay-manifest', manifestHeader(file.manifest));
      return Readable.from(file.pieces, { objectMode: false });
    },
  }),
];

type GivenCall = SignedCall<
  z.infer<typeof projectParams>,
  Omit<z.infer<typeof importQuery>, 'kind' | 'dry_run'>,
  unknown
>;

/** Receives the file of a request with what is said about it. */
async function withGivenFile<Reply>(
  { query, ...call }: Omit<GivenCall, 'body' | 'principal'>,
  work: (given: Omit<ImportRequest, 'kind'>) => Promise<Reply>,
): Promise<Reply> {
  const { context, params } = call;
  // Before anything is received.
  authorise(context.actor, params.project, 'lead');
  const { task, format, name, guideline, round, mapping } = query;
  const read = mapping === undefined ? null : readMapping(mapping, 'mapping');
  return await withUpload(call, largestFile, async (path) => {
    const pack = format === 'gold-pack' ? await unpackGoldApart(path, name) : null;
    return await work({
      ...params,
      name,
      path: pack?.chunks ?? path,
      mode: query.mode,
      apart: true,
      skipInvalid: query.skip_invalid,
      raw: query.raw,
      ...defined({ task, format, guideline, round }),
      ...(pack === null ? {} : { goldFiles: pack }),
      ...(read === null ? {} : { mapping: read }),
    });
  });
}

function refusalOf(refused: InputError, requestId: string) {
  const { fault_count: faultCount, ...said } = errorReply(refused, requestId).body.error;
  return { ...said, ...defined({ faultCount }) };
}

function replyOf(result: ImportResult, dryRun: boolean) {
  const { changes } = result;
  return {
    ...result,
    dryRun,
    changeCount: changes.length,
    changes: changes.slice(0, shownChanges),
  };
}

function readPrecedence(given: string | undefined): 'latest' | readonly string[] | undefined {
  return given === undefined || given === 'latest'
    ? given
    : given.split(',').map((round) => round.trim());
}

/** Headers hold plain characters only; the others are escaped as JSON does. */
function manifestHeader(manifest: ExportManifest): string {
  return JSON.stringify(manifest).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
