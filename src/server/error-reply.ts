import { codedText, oneOf } from '../domain/text-values.ts';
import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TextValue, TextValues } from '../domain/coded-text.ts';
import { english } from '../domain/english.ts';
import { errorCatalogue } from '../domain/errors.ts';
import type { ErrorCode } from '../domain/errors.ts';
import { countFaults, InputError } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import { failureCode } from '../operations/failure-reason.ts';

/** An answer that says what went wrong. */
export interface ErrorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly error: ErrorBody };
  /** Whether the operator should look at it. */
  readonly serious: boolean;
}

/** The one format of errors. */
interface ErrorBody {
  readonly code: ErrorCode;
  readonly values: TextValues;
  readonly message: string;
  readonly field?: string;
  readonly faults?: readonly Omit<Fault, 'file'>[];
  /** How many faults there are in all, when not all are listed. */
  readonly fault_count?: number;
}

/**
 * The only place that turns errors into replies. Errors outside the catalogue become `internal`,
 * and their message goes to the log only.
 */
export function errorReply(
  error: unknown,
  requestId: string,
  contentType = 'not given',
): ErrorReply {
  if (error instanceof InputError) return inputReply(error);
  const code = frameworkCodes[failureCode(error)];
  if (code !== undefined)
    return plainReply(code, {
      limit: codedText('what-is-allowed'),
      got: contentType,
      expected: 'application/json',
      what: codedText('page'),
    });
  return plainReply('internal', { reason: codedText('server-log-id', { id: requestId }) });
}

/** An answer with one code of the catalogue. */
export function plainReply(code: ErrorCode, values: TextValues = {}): ErrorReply {
  const { status } = errorCatalogue[code];
  return {
    status,
    headers: retryAfter(status, values),
    body: { error: { code, values, message: english(code, values) } },
    serious: status >= 500,
  };
}

/** Sends an error. Not through a schema: its format is the same everywhere. */
export function sendError(
  reply: FastifyReply,
  answer: ErrorReply,
  requestId: string,
): FastifyReply {
  for (const [name, value] of Object.entries(answer.headers))
    if (reply.getHeader(name) === undefined) reply.header(name, value);
  return reply
    .code(answer.status)
    .header('x-request-id', requestId)
    .type(jsonType)
    .serializer(JSON.stringify)
    .send(answer.body);
}

/** Replies that an address does not exist, or not with this method. */
export function nowhere(
  request: FastifyRequest,
  reply: FastifyReply,
  methods: readonly string[] = [],
): FastifyReply {
  if (methods.length > 0) {
    const values = { method: request.method, expected: oneOf(methods) };
    reply.header('allow', methods.join(', '));
    return sendError(reply, plainReply('wrong-method', values), request.id);
  }
  return sendError(reply, plainReply('not-found', { what: codedText('address') }), request.id);
}

/** Replies to broken HTTP, oversized headers or slow requests, and ends the connection. */
export function endBrokenConnection(
  error: Error,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  const code = failureCode(error);
  if (socket.destroyed || code === 'ECONNRESET') return;
  if (socket.writable)
    socket.write(replyText(plainReply(connectionCodes[code] ?? 'bad-request'), headers));
  socket.destroy(error);
}

function replyText(
  { status, body }: ErrorReply,
  headers: Readonly<Record<string, string>>,
): string {
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...headers,
    'content-type': jsonType,
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`;
}

/** Replies to a request with an unknown Expect header. */
export function refuseExpectation(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): void {
  const { status, body } = plainReply('expectation-unknown');
  response
    .writeHead(status, { ...headers, 'content-type': jsonType, connection: 'close' })
    .end(JSON.stringify(body));
}

const jsonType = 'application/json; charset=utf-8';

/** What Node refuses before there is a request, as our codes. */
const connectionCodes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
};

const mostListed = 100;

function inputReply(error: InputError): ErrorReply {
  const first = error.faults[0]!;
  // The database's address, and what it says itself, are only logged.
  if (first.code.startsWith('database-'))
    return plainReply(first.code, {
      database: codedText('of-this-workspace'),
      reason: ownWords(first.values['reason']) ?? codedText('see-server-log'),
      seconds: 1,
      got: codedText('another-version'),
      expected: codedText('its-own-version'),
    });
  const { status } = errorCatalogue[first.code];
  const listed = error.faults.slice(0, mostListed).map(({ file: _, ...found }) => found);
  const { code, values, message, field, line, fix } = first;
  const telling = error.count > 1 || [line, fix, field].some((one) => one !== undefined);
  const body: ErrorBody = {
    code,
    values,
    message,
    ...(field === undefined ? {} : { field }),
    ...(telling ? { faults: listed } : {}),
    ...(error.count > countFaults(listed) ? { fault_count: error.count } : {}),
  };
  const headers = retryAfter(status, {});
  return { status, headers, serious: status >= 500, body: { error: body } };
}

/** A reason in words of ours, such as a full disk: it names no path and no account. */
function ownWords(reason: TextValue | undefined): TextValue | null {
  return typeof reason === 'object' && 'code' in reason ? reason : null;
}

function retryAfter(status: number, values: TextValues): Readonly<Record<string, string>> {
  return status === 503 || status === 429 ? { 'retry-after': String(values['seconds'] ?? 1) } : {};
}

/** What Fastify itself refuses, as our codes. */
const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong-content-type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad-request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad-request',
  FST_ERR_BAD_URL: 'bad-request',
  FST_ERR_MAX_PARAM_LENGTH: 'not-found',
};
