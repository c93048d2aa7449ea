import { randomUUID } from 'node:crypto';
import type { ModelFailure, ModelOutcome } from '../domain/models/model-reply.ts';
import { listBatches } from './batch-list.ts';
import { batchResults, notEnded, readBatchLine } from './batch-results.ts';
import type { AnnouncedResults } from './batch-results.ts';
import { isFailure, ownFailure, serviceFailure, transportFailure } from './failures.ts';
import { countOf, fieldsOf, isFields, listOf, oneLine, textOf } from './json-parts.ts';
import type { Fields } from './json-parts.ts';
import type { OpenAiWire } from './openai-wire.ts';
import type {
  BatchCreation,
  BatchEnd,
  BatchLine,
  BatchPiece,
  BatchService,
  BatchState,
} from './provider.ts';
import { creationOf } from './batch-creation.ts';
import type { ServiceClient } from './service-client.ts';
import { withSpooledBody } from './spooled-body.ts';

/** Batches of OpenAI: a file of requests is uploaded, then worked on within a day. */
export function openAiBatches(client: ServiceClient, wire: OpenAiWire): BatchService {
  const { scrub } = client.context;
  const found = async (id: string): Promise<Fields | ModelFailure> => {
    const result = await client.json({ method: 'get', path: `/batches/${encodeURIComponent(id)}` });
    return result.ok ? checkedBatch(result.value) : result.failure;
  };
  return {
    mostRequests: 50_000,
    mostBytes: 190_000_000,
    hasTags: true,
    line: (request) =>
      oneLine({
        custom_id: request.id,
        method: 'POST',
        url: wire.endpoint,
        body: wire.body(request),
      }),
    upload: async (lines, name) => {
      const boundary = `assay-${randomUUID()}`;
      const type = `multipart/form-data; boundary=${boundary}`;
      const result = await withSpooledBody(
        formParts(boundary, lines, name),
        async (body) =>
          await client.json({ method: 'post', path: '/files', spooled: { body, type } }),
      );
      if (!result.ok) return result.failure;
      const file = textOf(fieldsOf(result.value)['id']);
      return file === null ? unexpected('the upload has no id') : { file };
    },
    create: async (content, tag): Promise<BatchCreation> => {
      if (!('file' in content))
        return {
          kind: 'refused',
          failure: ownFailure('never', 'no-file', 'upload the lines first'),
        };
      const result = await client.json({
        method: 'post',
        path: '/batches',
        body: {
          input_file_id: content.file,
          endpoint: wire.endpoint,
          completion_window: '24h',
          metadata: { assay: tag },
        },
      });
      return creationOf(result);
    },
    list: async (since) =>
      await listBatches(client, { path: '/batches', after: 'after' }, since, (batch) =>
        batchState(batch, scrub, client.context.now()),
      ),
    state: async (id) => {
      const batch = await found(id);
      return isFailure(batch) ? batch : batchState(batch, scrub, client.context.now());
    },
    cancel: async (id) => {
      const path = `/batches/${encodeURIComponent(id)}/cancel`;
      const result = await client.json({ method: 'post', path });
      return result.ok ? null : result.failure;
    },
    results: async function* (id): AsyncGenerator<BatchPiece | BatchEnd> {
      const batch = await found(id);
      if (isFailure(batch)) yield { kind: 'end', failure: batch };
      else if (batchState(batch, scrub, client.context.now()).phase !== 'ended')
        yield { kind: 'end', failure: notEnded() };
      else yield* batchResults(client, announced(batch), (line) => readLine(line, wire, scrub));
    },
  };
}

type Scrub = (text: string) => string;

async function* formParts(
  boundary: string,
  lines: AsyncIterable<string>,
  name: string,
): AsyncGenerator<string> {
  const file = name.replace(/[^A-Za-z0-9._-]/g, '_');
  yield `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file}"\r\n`;
  yield 'Content-Type: application/octet-stream\r\n\r\n';
  for await (const line of lines) yield `${line}\n`;
  yield `\r\n--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nbatch`;
  yield `\r\n--${boundary}--\r\n`;
}

function checkedBatch(value: unknown): Fields | ModelFailure {
  return isFields(value) && textOf(value['id']) !== null && textOf(value['status']) !== null
    ? value
    : unexpected('the service replied with JSON that is no batch');
}

function unexpected(message: string): ModelFailure {
  return transportFailure('unexpected-reply', message, true);
}

const phases: Readonly<Record<string, BatchState['phase']>> = {
  validating: 'waiting',
  in_progress: 'running',
  finalizing: 'running',
  cancelling: 'cancelling',
};
const endings: Readonly<Record<string, BatchState['ended']>> = {
  completed: 'complete',
  failed: 'failed',
  expired: 'expired',
  cancelled: 'cancelled',
};

function batchState(batch: Fields, scrub: Scrub, now: number): BatchState {
  const status = String(batch['status']);
  const counts = isFields(batch['request_counts']) ? batch['request_counts'] : null;
  const seconds = countOf(batch['created_at']);
  const total = counts === null ? 0 : countOf(counts['total']);
  const ended = isUnfinished(batch, now) ? null : (endings[status] ?? null);
  return {
    id: String(batch['id']),
    // A status that is new to us is one in which the service still works.
    phase: ended === null ? (phases[status] ?? 'running') : 'ended',
    ended,
    problems: problemsOf(batch, scrub),
    counts:
      counts === null
        ? null
        : { total, done: countOf(counts['completed']), failed: countOf(counts['failed']) },
    createdAt: seconds === 0 ? null : new Date(seconds * 1000).toISOString(),
    tag: textOf(fieldsOf(batch['metadata'])['assay']),
    // Nothing is counted while the file is still validated.
    requests: total === 0 ? null : total,
  };
}

/** A batch that has ended names the file of its results a little later; so long it is not over. */
const latestFile = 26 * 60 * 60_000;

/** Whether a batch is said to have ended, with results, and does not name their file yet. */
function isUnfinished(batch: Fields, now: number): boolean {
  const done = countOf(fieldsOf(batch['request_counts'])['completed']);
  if (done === 0 || textOf(batch['output_file_id']) !== null) return false;
  return now < countOf(batch['created_at']) * 1000 + latestFile;
}

/** What is wrong with a batch; one that failed without a reason still has one problem. */
function problemsOf(batch: Fields, scrub: Scrub): BatchState['problems'] {
  const listed = listOf(fieldsOf(batch['errors'])['data']);
  const silent = { message: 'the service gives no reason' };
  const given = listed.length === 0 && batch['status'] === 'failed' ? [silent] : listed;
  return given.map((one) => problemOf(one, scrub));
}

/** What is wrong with a batch as a whole; everything but limits is the fault of its requests. */
function problemOf(given: unknown, scrub: Scrub): BatchState['problems'][number] {
  const error = fieldsOf(given);
  const code = textOf(error['code']) ?? 'failed';
  const message = textOf(error['message']) ?? code;
  const known = { status: null, code, message, parameter: textOf(error['param']) };
  const failure = serviceFailure(known, scrub);
  const line = typeof error['line'] === 'number' ? error['line'] : null;
  return { failure: failure.class === 'soon' ? { ...failure, class: 'never' } : failure, line };
}

function announced(batch: Fields): AnnouncedResults {
  const files = [textOf(batch['output_file_id']), textOf(batch['error_file_id'])];
  const counts = batch['request_counts'];
  return {
    paths: files
      .filter((file) => file !== null)
      .map((file) => `/files/${encodeURIComponent(file)}/content`),
    lines: isFields(counts) ? countOf(counts['completed']) + countOf(counts['failed']) : null,
  };
}

function readLine(line: string, wire: OpenAiWire, scrub: Scrub): BatchLine {
  return readBatchLine(line, (value) => lineOutcome(value, line, wire, scrub));
}

function lineOutcome(value: Fields, line: string, wire: OpenAiWire, scrub: Scrub): ModelOutcome {
  const response = isFields(value['response']) ? value['response'] : null;
  const requestId = textOf(response?.['request_id']);
  const status = typeof response?.['status_code'] === 'number' ? response['status_code'] : null;
  if (response !== null && status !== null && status < 400)
    return wire.outcome(response['body'], line, requestId);
  const error = fieldsOf(response === null ? value['error'] : fieldsOf(response['body'])['error']);
  const code = textOf(error['code']) ?? textOf(error['type']);
  const message = textOf(error['message']) ?? code ?? 'the request failed';
  const known = { status, code, message, parameter: textOf(error['param']), requestId };
  return { kind: 'failure', failure: serviceFailure(known, scrub), raw: line };
}
