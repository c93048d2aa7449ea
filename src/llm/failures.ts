import type { FailureClass, ModelFailure } from '../domain/models/model-reply.ts';

/** What is known about an error that a service answered with. */
export interface ServiceError {
  readonly status: number | null;
  /** The service's own code, else its type. */
  readonly code: string | null;
  readonly message: string;
  readonly parameter: string | null;
  readonly retryAfter?: number | null;
  readonly requestId?: string | null;
}

/** Codes that only somebody with access to the account can do something about. */
const needsPerson = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'billing_not_active',
  'account_deactivated',
  'invalid_api_key',
  'enforced_spend_limit_reached',
  'authentication_error',
  'billing_error',
  'permission_error',
]);

/** Codes that other work of the same account has to end for. */
const waitsForOthers = new Set(['token_limit_exceeded', 'batch_expired', 'batch_cancelled']);

/** What batches name instead of a status. */
const statusOfType: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  conflict_error: 409,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

/** The failure that a service answered with. */
export function serviceFailure(error: ServiceError, scrub: (text: string) => string): ModelFailure {
  const status = error.status ?? statusOfType[error.code ?? ''] ?? null;
  return {
    class: classOf(status, error),
    code: error.code ?? (status === null ? 'unknown' : String(status)),
    status,
    message: shortened(scrub(error.message)),
    retryAfter: error.retryAfter ?? null,
    parameter: error.parameter ?? refusedParameter(status, error.message),
    mayBeCharged: status !== null && [408, 500, 502, 504].includes(status),
    requestId: error.requestId ?? null,
  };
}

/** The failure of a request that got no answer, or none that can be read. */
export function transportFailure(
  code: 'connection' | 'timeout' | 'stopped' | 'not-json' | 'cut-off' | 'unexpected-reply',
  message: string,
  mayBeCharged: boolean,
  status: number | null = null,
): ModelFailure {
  return {
    class: 'soon',
    code,
    status,
    message: shortened(message),
    retryAfter: null,
    parameter: null,
    mayBeCharged,
    requestId: null,
  };
}

/** A failure of ours, before or beside any request. */
export function ownFailure(
  kind: FailureClass,
  code: string,
  message: string,
  mayBeCharged = false,
): ModelFailure {
  const nothing = { status: null, retryAfter: null, parameter: null, requestId: null };
  return { class: kind, code, message, mayBeCharged, ...nothing };
}

/** Whether something is a failure, and not what was asked for. */
export function isFailure(value: object): value is ModelFailure {
  return 'class' in value && 'mayBeCharged' in value;
}

function classOf(status: number | null, { code, message, parameter }: ServiceError): FailureClass {
  if (code !== null && waitsForOthers.has(code)) return 'later';
  if (code !== null && needsPerson.has(code)) return 'person';
  // Anthropic has no code for an account without credit: only its words tell it from a wrong request.
  if (/credit balance is too low|enforced_spend_limit_reached/i.test(message)) return 'person';
  if (status === null) return 'soon';
  // Right after an upload the file may not be known everywhere yet.
  const isNoFile = parameter === 'input_file_id' || /cannot find file/i.test(message);
  if (status === 400 && isNoFile) return 'soon';
  // A redirect is not followed: somebody has to give the address that it leads to.
  if ([401, 402, 403].includes(status) || (status >= 300 && status < 400)) return 'person';
  return [408, 409, 425, 429].includes(status) || status >= 500 ? 'soon' : 'never';
}

/** Anthropic names a refused parameter only in its message: `temperature: Extra inputs are …`. */
function refusedParameter(status: number | null, message: string): string | null {
  if (status !== 400) return null;
  return /^([a-z_]+)(?:\.[\w.]+)?: Extra inputs are not permitted/.exec(message)?.[1] ?? null;
}

function shortened(message: string): string {
  const plain = message.replace(/\s+/g, ' ').trim();
  return plain.length > 400 ? `${plain.slice(0, 399)}…` : plain;
}
