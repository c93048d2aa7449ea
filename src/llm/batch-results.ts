import type { ModelFailure, ModelOutcome } from '../domain/models/model-reply.ts';
import { transportFailure } from './failures.ts';
import { fieldsOf, isFields, textOf } from './json-parts.ts';
import type { Fields } from './json-parts.ts';
import type { BatchEnd, BatchLine, BatchPiece } from './provider.ts';
import type { ServiceClient } from './service-client.ts';

/** What is known of a batch's results before they are fetched. */
export interface AnnouncedResults {
  /** Where the results are, below the base URL. */
  readonly paths: readonly string[];
  /** How many lines there are in all; null when the service does not say. */
  readonly lines: number | null;
}

/**
 * The results of a batch, as they arrive. A file whose last line is not a whole document was cut;
 * so were files that together hold fewer lines than announced, and these are fetched once more,
 * because a cut may fall between two lines. What is missing then is missing: requests that a batch
 * did not get to need not be in any file.
 */
export async function* batchResults(
  client: ServiceClient,
  { paths, lines }: AnnouncedResults,
  read: (line: string) => BatchLine,
): AsyncGenerator<BatchPiece | BatchEnd> {
  for (let attempt = 0; ; attempt += 1) {
    let count = 0;
    for (const path of paths) {
      for await (const part of client.lines(path)) {
        if (part.kind === 'end') {
          const failure = endFailure(part.failure);
          if (failure === null) continue;
          yield { kind: 'end', failure };
          return;
        }
        const texts = part.kind === 'lines' ? part.texts : [part.text];
        const given = texts.filter((text) => /\S/.test(text));
        if (part.kind === 'rest' && !given.every(isDocument)) {
          yield { kind: 'end', failure: cutOff() };
          return;
        }
        count += given.length;
        if (given.length === 0) continue;
        yield { kind: 'lines', lines: given.map((text) => read(client.context.removeKey(text))) };
      }
    }
    if (lines === null || count >= lines || attempt > 0) break;
  }
  yield { kind: 'end', failure: null };
}

/** A line of results: whose it is, and what `read` makes of it; null for one that is damaged. */
export function readBatchLine(
  line: string,
  read: (value: Fields) => ModelOutcome | null,
): BatchLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // What it was an answer to cannot be known.
    return { kind: 'damaged', line };
  }
  const id = textOf(fieldsOf(value)['custom_id']);
  const outcome = id === null ? null : read(fieldsOf(value));
  if (id === null || outcome === null) return { kind: 'damaged', line };
  return { kind: 'result', id, outcome };
}

/** Whether a last line without a line break is whole: of what was cut, no beginning is. */
function isDocument(text: string): boolean {
  try {
    return isFields(JSON.parse(text));
  } catch {
    return false;
  }
}

function cutOff(): ModelFailure {
  return transportFailure('cut-off', 'the last line of the results is cut off', true);
}

/** Results are asked for of a batch that has none yet; none are not the same. */
export function notEnded(): ModelFailure {
  return transportFailure('unexpected-reply', 'the batch has not ended yet', false);
}

function endFailure(failure: ModelFailure | 'not-lines' | null): ModelFailure | null {
  if (failure === 'not-lines')
    return transportFailure('not-json', 'expected lines of JSON, got a page', true);
  if (failure?.status === 404)
    return { ...failure, class: 'never', code: 'results-gone', mayBeCharged: true };
  return failure;
}
