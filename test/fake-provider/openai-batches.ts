import type { FakeModels, LineError, Said } from './models.ts';
import { askedInChat, askedInResponse, chatReply, responseReply } from './openai-replies.ts';
import {
  errorLine,
  expiredLine,
  problem,
  readLines,
  resultLine,
  shuffled,
} from './openai-lines.ts';
import type { BatchLimits, Line, Problem } from './openai-lines.ts';
import type { BatchFault } from './plan.ts';
import { json } from './wire.ts';
import type { WireReply } from './wire.ts';

interface Batch {
  readonly id: string;
  readonly input: string;
  readonly endpoint: string;
  readonly metadata: unknown;
  readonly lines: readonly Line[];
  readonly createdAt: number;
  readonly fault: BatchFault | undefined;
  late: number;
  polls: number;
  status: string;
  problems: readonly Problem[];
  output: string | null;
  errors: string | null;
  done: number;
  failed: number;
}

/** Files and batches as OpenAI has them. */
export class OpenAiBatches {
  limits: BatchLimits = { requests: 50_000, bytes: 200_000_000 };
  /** How often a batch's state is asked for before it has ended. */
  polls = 1;
  readonly #models: FakeModels;
  readonly #clock: () => number;
  readonly #files = new Map<string, { readonly name: string; readonly content: string }>();
  readonly #batches: Batch[] = [];
  #number = 0;

  constructor(models: FakeModels, clock: () => number) {
    this.#models = models;
    this.#clock = clock;
  }

  /** Takes an upload of `multipart/form-data`. */
  upload(type: string, body: Buffer): WireReply {
    const parts = formParts(type, body);
    const file = parts.get('file');
    if (parts.get('purpose')?.content !== 'batch') return refusal('invalid purpose', 'purpose');
    if (file === undefined) return refusal('no file', 'file');
    const id = `file-${(this.#number += 1)}`;
    this.#files.set(id, { name: file.name, content: file.content });
    return json(this.#fileObject(id));
  }

  files(): WireReply {
    const data = [...this.#files.keys()].map((id) => this.#fileObject(id));
    return json({ object: 'list', data, has_more: false });
  }

  content(id: string): WireReply {
    const file = this.#files.get(id);
    const batch = this.#batches.find((one) => one.output === id || one.errors === id);
    if (file === undefined || batch?.fault?.gone === true) return missing(`No such File: ${id}`);
    const isCut = batch?.fault?.cutLastLine === true && !this.#wasCut.has(id);
    this.#wasCut.add(id);
    const body = isCut ? file.content.slice(0, -20) : file.content;
    return { status: 200, body, type: 'application/octet-stream' };
  }

  remove(id: string): WireReply {
    const deleted = this.#files.delete(id);
    return deleted ? json({ id, object: 'file', deleted }) : missing(`No such File: ${id}`);
  }

  create(body: Readonly<Record<string, unknown>>): WireReply {
    const input = String(body['input_file_id']);
    const endpoint = String(body['endpoint']);
    const file = this.#files.get(input);
    if (file === undefined) return refusal(`Cannot find file ${input}`, 'input_file_id');
    if (body['completion_window'] !== '24h') return refusal('invalid window', 'completion_window');
    const read = readLines(file.content, endpoint, this.limits);
    const text = JSON.stringify(body);
    const model = read.lines[0] === undefined ? null : String(read.lines[0].body['model']);
    const matched = { method: 'POST', path: '/v1/batches', model, text };
    const fault = this.#models.plan.batch(matched);
    const batch: Batch = {
      id: `batch_${(this.#number += 1)}`,
      input,
      endpoint,
      metadata: body['metadata'] ?? null,
      lines: read.lines,
      createdAt: Math.floor(this.#clock() / 1000),
      fault,
      polls: fault?.polls ?? this.polls,
      late: fault?.lateFiles ?? 0,
      status: 'validating',
      problems: read.problems,
      output: null,
      errors: null,
      done: 0,
      failed: 0,
    };
    this.#batches.push(batch);
    this.#models.ledger.batches.set(batch.id, batch.lines.length);
    return json(batchObject(batch));
  }

  list(after: string | null, limit: number): WireReply {
    const newest = this.#batches.toReversed();
    const from = after === null ? 0 : newest.findIndex(({ id }) => id === after) + 1;
    const data = newest.slice(from, from + limit).map(batchObject);
    return json({
      object: 'list',
      data,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more: newest.length > from + limit,
    });
  }

  state(id: string): WireReply {
    const batch = this.#batches.find((one) => one.id === id);
    if (batch === undefined) return missing(`No batch found with id '${id}'.`);
    if (isEnded(batch)) batch.late -= 1;
    else {
      if (batch.fault?.until?.() ?? batch.polls <= 0) this.#end(batch);
      else batch.status = batch.status === 'cancelling' ? 'cancelling' : 'in_progress';
      batch.polls -= 1;
    }
    return json(batchObject(batch));
  }

  cancel(id: string): WireReply {
    const batch = this.#batches.find((one) => one.id === id);
    if (batch === undefined) return missing(`No batch found with id '${id}'.`);
    if (!isEnded(batch)) batch.status = 'cancelling';
    return json(batchObject(batch));
  }

  readonly #wasCut = new Set<string>();

  #end(batch: Batch): void {
    const { fault, lines } = batch;
    if (batch.problems.length > 0 || fault?.ends === 'failed') {
      const planned = fault?.problem;
      if (batch.problems.length === 0)
        batch.problems = [
          problem(planned?.code ?? 'failed', planned?.line ?? null, planned?.message),
        ];
      batch.status = 'failed';
      return;
    }
    const isCancelled = batch.status === 'cancelling';
    const share = fault?.share ?? (isCancelled ? 0.5 : 1);
    const worked = lines.slice(0, Math.floor(lines.length * share));
    const done: string[] = [];
    const failed: string[] = [];
    for (const [at, line] of worked.entries()) this.#work(batch, at, line, done, failed);
    if (fault?.ends === 'expired')
      for (const line of lines.slice(worked.length)) failed.push(expiredLine(line));
    if (fault?.unknown === true) done.push(resultLine('nobody-asked', 200, {}));
    batch.output = this.#store(batch, 'output', shuffled(done));
    batch.errors = this.#store(batch, 'error', shuffled(failed));
    batch.done = done.length;
    batch.failed = failed.length;
    batch.status = isCancelled ? 'cancelled' : (fault?.ends ?? 'completed');
  }

  #work(batch: Batch, at: number, line: Line, done: string[], failed: string[]): void {
    const said = this.#execute(batch, line);
    if ('do' in said) {
      failed.push(errorLine(line, said));
      return;
    }
    const reply = (one: Said): string =>
      resultLine(line.custom_id, 200, replyOf(batch.endpoint, one, line.custom_id));
    if (batch.fault?.lose?.includes(at) === true) return;
    done.push(reply(said));
    if (batch.fault?.twice?.includes(at) === true) done.push(reply(said));
    if (batch.fault?.twiceDifferent?.includes(at) === true)
      done.push(reply({ ...said, text: `${said.text} ` }));
  }

  #execute(batch: Batch, line: Line): Said | LineError {
    const isChat = batch.endpoint === '/v1/chat/completions';
    const asked = isChat ? askedInChat(line.body) : askedInResponse(line.body);
    const matched = {
      method: 'POST',
      path: batch.endpoint,
      model: asked.model,
      text: JSON.stringify(line),
    };
    return this.#models.execute({ ...asked, matched, id: line.custom_id, batch: batch.id });
  }

  #store(batch: Batch, kind: string, lines: readonly string[]): string | null {
    if (lines.length === 0) return null;
    const id = `file-${batch.id}-${kind}`;
    this.#files.set(id, { name: `${batch.id}_${kind}.jsonl`, content: `${lines.join('\n')}\n` });
    return id;
  }

  #fileObject(id: string) {
    const { name, content } = this.#files.get(id)!;
    const created_at = Math.floor(this.#clock() / 1000);
    const bytes = Buffer.byteLength(content);
    const object = 'file';
    return { id, object, bytes, created_at, filename: name, purpose: 'batch', status: 'processed' };
  }
}

function replyOf(endpoint: string, said: Said, id: string): unknown {
  return endpoint === '/v1/chat/completions' ? chatReply(said, id) : responseReply(said, id);
}

function isEnded({ status }: Batch): boolean {
  return ['completed', 'failed', 'expired', 'cancelled'].includes(status);
}

function batchObject(batch: Batch) {
  const { id, endpoint, status, problems, createdAt, metadata } = batch;
  const ended = isEnded(batch) ? createdAt + 60 : null;
  return {
    id,
    object: 'batch',
    endpoint,
    errors: status === 'failed' ? { object: 'list', data: problems } : null,
    input_file_id: batch.input,
    completion_window: '24h',
    status,
    output_file_id: batch.late > 0 ? null : batch.output,
    error_file_id: batch.late > 0 || batch.fault?.noErrorFile === true ? null : batch.errors,
    created_at: createdAt,
    in_progress_at: status === 'validating' ? null : createdAt + 1,
    expires_at: createdAt + 86_400,
    finalizing_at: ended,
    completed_at: status === 'completed' ? ended : null,
    failed_at: status === 'failed' ? ended : null,
    expired_at: status === 'expired' ? ended : null,
    cancelling_at: status === 'cancelling' || status === 'cancelled' ? createdAt + 2 : null,
    cancelled_at: status === 'cancelled' ? ended : null,
    request_counts: {
      total: status === 'validating' ? 0 : batch.lines.length,
      completed: batch.done,
      failed: batch.failed,
    },
    metadata,
  };
}

function refusal(message: string, param: string): WireReply {
  return json({ error: { message, type: 'invalid_request_error', param, code: null } }, 400);
}

function missing(message: string): WireReply {
  return json({ error: { message, type: 'invalid_request_error', param: null, code: null } }, 404);
}

function formParts(
  type: string,
  body: Buffer,
): ReadonlyMap<string, { readonly name: string; readonly content: string }> {
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1] ?? '';
  const found = new Map<string, { readonly name: string; readonly content: string }>();
  for (const part of body.toString('utf8').split(`--${boundary}`)) {
    const gap = part.indexOf('\r\n\r\n');
    const field = /name="([^"]*)"/.exec(part)?.[1];
    if (gap < 0 || field === undefined) continue;
    const name = /filename="([^"]*)"/.exec(part)?.[1] ?? '';
    found.set(field, { name, content: part.slice(gap + 4).replace(/\r\n$/, '') });
  }
  return found;
}
