import type { ModelFailure, ModelOutcome } from '../domain/models/model-reply.ts';
import { errorFailure, messageBody, messageOutcome } from './anthropic-wire.ts';
import { creationOf } from './batch-creation.ts';
import { listBatches } from './batch-list.ts';
import { batchResults, notEnded, readBatchLine } from './batch-results.ts';
import { isFailure, ownFailure, serviceFailure, transportFailure } from './failures.ts';
import { countOf, fieldsOf, isFields, oneLine, textOf } from './json-parts.ts';
import type { Fields } from './json-parts.ts';
import type {
  BatchCreation,
  BatchEnd,
  BatchLine,
  BatchPiece,
  BatchService,
  BatchState,
} from './provider.ts';
import type { ServiceClient } from './service-client.ts';
import { withSpooledBody } from './spooled-body.ts';

const root = '/v1/messages/batches';

/** Batches of Anthropic: the requests go with the call that makes the batch; there are no tags. */
export function anthropicBatches(client: ServiceClient, baseUrl: string): BatchService {
  const { scrub } = client.context;
  const found = async (id: string): Promise<Fields | ModelFailure> => {
    const result = await client.json({ method: 'get', path: `${root}/${encodeURIComponent(id)}` });
    return result.ok ? checkedBatch(result.value) : result.failure;
  };
  return {
    mostRequests: 100_000,
    mostBytes: 250_000_000,
    hasTags: false,
    line: (request) => oneLine({ custom_id: request.id, params: messageBody(request, true) }),
    upload: null,
    create: async (content): Promise<BatchCreation> => {
      if (!('lines' in content))
        return { kind: 'refused', failure: ownFailure('never', 'no-lines', 'pass the lines') };
      const type = 'application/json';
      const result = await withSpooledBody(
        requestParts(content.lines),
        async (body) => await client.json({ method: 'post', path: root, spooled: { body, type } }),
      );
      return creationOf(result);
    },
    list: async (since) =>
      await listBatches(client, { path: root, after: 'after_id' }, since, batchState),
    state: async (id) => {
      const batch = await found(id);
      return isFailure(batch) ? batch : batchState(batch);
    },
    cancel: async (id) => {
      const path = `${root}/${encodeURIComponent(id)}/cancel`;
      const result = await client.json({ method: 'post', path });
      return result.ok ? null : result.failure;
    },
    results: async function* (id): AsyncGenerator<BatchPiece | BatchEnd> {
      const batch = await found(id);
      if (isFailure(batch)) {
        yield { kind: 'end', failure: batch };
        return;
      }
      const { counts, phase } = batchState(batch);
      if (phase !== 'ended') {
        yield { kind: 'end', failure: notEnded() };
        return;
      }
      const usual = `${root}/${encodeURIComponent(id)}/results`;
      const paths = [ownAddress(textOf(batch['results_url']), baseUrl) ?? usual];
      const lines = counts === null ? null : counts.total;
      yield* batchResults(client, { paths, lines }, (line) => readLine(line, scrub));
    },
  };
}

type Scrub = (text: string) => string;

/** An address at the same service: what is fetched elsewhere would tell the key there. */
function ownAddress(address: string | null, baseUrl: string): string | null {
  if (address === null || !URL.canParse(address)) return null;
  return new URL(address).origin === new URL(baseUrl).origin ? address : null;
}

async function* requestParts(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true;
  yield '{"requests":[';
  for await (const line of lines) {
    yield isFirst ? line : `,\n${line}`;
    isFirst = false;
  }
  yield ']}';
}

function checkedBatch(value: unknown): Fields | ModelFailure {
  if (
    isFields(value) &&
    textOf(value['id']) !== null &&
    textOf(value['processing_status']) !== null
  )
    return value;
  const message = 'the service replied with JSON that is no batch';
  return transportFailure('unexpected-reply', message, true);
}

function batchState(batch: Fields): BatchState {
  const status = String(batch['processing_status']);
  const counts = isFields(batch['request_counts']) ? countsOf(batch['request_counts']) : null;
  const isEnded = status === 'ended';
  const phase = status === 'canceling' ? 'cancelling' : 'running';
  return {
    id: String(batch['id']),
    phase: isEnded ? 'ended' : phase,
    ended: isEnded ? endingOf(batch) : null,
    problems: [],
    counts:
      counts === null ? null : { total: counts.total, done: counts.done, failed: counts.failed },
    createdAt: textOf(batch['created_at']),
    tag: null,
    requests: counts === null ? null : counts.total,
  };
}

/** Until a batch has ended, everything but `processing` is 0. */
function countsOf(counts: Fields) {
  const of = (name: string): number => countOf(counts[name]);
  const failed = of('errored') + of('canceled') + of('expired');
  const done = of('succeeded');
  return { total: of('processing') + done + failed, done, failed };
}

function endingOf(batch: Fields): BatchState['ended'] {
  const counts = fieldsOf(batch['request_counts']);
  if (textOf(batch['cancel_initiated_at']) !== null || countOf(counts['canceled']) > 0)
    return 'cancelled';
  return countOf(counts['expired']) > 0 ? 'expired' : 'complete';
}

function readLine(line: string, scrub: Scrub): BatchLine {
  return readBatchLine(line, ({ result }) =>
    isFields(result) ? resultOutcome(result, line, scrub) : null,
  );
}

function resultOutcome(result: Fields, line: string, scrub: Scrub): ModelOutcome {
  if (result['type'] === 'succeeded') return messageOutcome(result['message'], line, null, scrub);
  if (result['type'] === 'errored')
    return {
      kind: 'failure',
      failure: errorFailure(fieldsOf(result['error']), null, scrub),
      raw: line,
    };
  const isCancelled = result['type'] === 'canceled';
  const known = {
    status: null,
    code: isCancelled ? 'batch_cancelled' : 'batch_expired',
    message: isCancelled ? 'the batch was cancelled first' : 'the batch expired first',
    parameter: null,
  };
  return { kind: 'failure', failure: serviceFailure(known, scrub), raw: line };
}
