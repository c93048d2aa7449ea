import type { LineError } from './models.ts';

/** One request of an input file. */
export interface Line {
  readonly custom_id: string;
  readonly method: string;
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What validation finds wrong. */
export interface Problem {
  readonly code: string;
  readonly line: number | null;
  readonly message: string;
  readonly param: string | null;
}

/** The limits that the real service has, smaller in some tests. */
export interface BatchLimits {
  readonly requests: number;
  readonly bytes: number;
}

/** The lines of an input file, and what validation finds wrong with them. */
export function readLines(
  content: string,
  endpoint: string,
  limits: BatchLimits,
): { readonly lines: readonly Line[]; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const lines: Line[] = [];
  const ids = new Set<string>();
  for (const [at, text] of content.split('\n').entries()) {
    if (text === '') continue;
    let line: Line;
    try {
      line = JSON.parse(text) as Line;
    } catch {
      // As the service does: the line is named, the others are still looked at.
      problems.push(problem('invalid_json_line', at + 1));
      continue;
    }
    if (ids.has(line.custom_id)) problems.push(problem('duplicate_custom_id', at + 1));
    if (line.url !== endpoint) problems.push(problem('mismatched_endpoint', at + 1));
    if (lines[0] !== undefined && lines[0].body['model'] !== line.body['model'])
      problems.push(problem('mismatched_model', at + 1));
    ids.add(line.custom_id);
    lines.push(line);
  }
  if (lines.length === 0) problems.push(problem('empty_file', null));
  if (lines.length > limits.requests) problems.push(problem('too_many_requests', null));
  if (Buffer.byteLength(content) > limits.bytes) problems.push(problem('file_too_large', null));
  return { lines, problems };
}

export function problem(code: string, line: number | null, message = `injected: ${code}`): Problem {
  return { code, line, message, param: null };
}

export function resultLine(id: string, status: number, body: unknown): string {
  const response = { status_code: status, request_id: `req_${id}`, body };
  return JSON.stringify({ id: `batch_req_${id}`, custom_id: id, response, error: null });
}

export function errorLine(
  { custom_id: id }: Line,
  { status, code, message = code }: LineError,
): string {
  if (status !== null) return resultLine(id, status, { error: { message, type: code, code } });
  const error = { code, message };
  return JSON.stringify({ id: `batch_req_${id}`, custom_id: id, response: null, error });
}

export function expiredLine(line: Line): string {
  const message = 'This request could not be executed before the completion window expired.';
  return errorLine(line, { do: 'line-error', status: null, code: 'batch_expired', message });
}

/** Not in the order of the requests, and always the same. */
export function shuffled(lines: readonly string[]): readonly string[] {
  return lines
    .toSorted((a, b) => ((a.length * 7919) % 1013) - ((b.length * 7919) % 1013))
    .toReversed();
}
