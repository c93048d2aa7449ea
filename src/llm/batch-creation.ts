import type { CallResult } from './call.ts';
import { transportFailure } from './failures.ts';
import { fieldsOf, textOf } from './json-parts.ts';
import type { BatchCreation } from './provider.ts';

/**
 * The outcome of creating a batch. It certainly does not exist if the service refused or nothing
 * can have arrived; after any other failure it must be looked for.
 */
export function creationOf(result: CallResult): BatchCreation {
  if (result.ok) {
    const id = textOf(fieldsOf(result.value)['id']);
    if (id !== null) return { kind: 'created', id };
    const message = 'the service replied with JSON that is no batch';
    return { kind: 'unknown', failure: transportFailure('unexpected-reply', message, true) };
  }
  const { failure } = result;
  const { status } = failure;
  const saidNo = status !== null && status >= 400 && status < 500 && ![408, 409].includes(status);
  const isCertain = saidNo || (status === null && !failure.mayBeCharged);
  return { kind: isCertain ? 'refused' : 'unknown', failure };
}
