import type { ModelFailure } from '../domain/models/model-reply.ts';
import { fieldsOf, listOf, textOf } from './json-parts.ts';
import type { Fields } from './json-parts.ts';
import type { BatchState } from './provider.ts';
import type { ServiceClient } from './service-client.ts';

/** The most pages of a list that are read: 100,000 batches. */
const mostPages = 1000;

/** The batches made since a time, page by page; `after` is the parameter that names the next. */
export async function listBatches(
  client: ServiceClient,
  { path, after: parameter }: { readonly path: string; readonly after: string },
  since: string,
  stateOf: (batch: Fields) => BatchState,
): Promise<readonly BatchState[] | ModelFailure> {
  const from = Date.parse(since);
  const batches: BatchState[] = [];
  let after: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const query = { limit: 100, ...(after === null ? {} : { [parameter]: after }) };
    const result = await client.json({ method: 'get', path, query });
    if (!result.ok) return result.failure;
    const body = fieldsOf(result.value);
    const states = listOf(body['data']).map((one) => stateOf(fieldsOf(one)));
    batches.push(...states.filter((one) => timeOf(one) >= from));
    after = textOf(body['last_id']) ?? states.at(-1)?.id ?? null;
    const isOlder = states.every((one) => timeOf(one) < from);
    if (body['has_more'] !== true || isOlder || after === null) break;
  }
  return batches;
}

function timeOf({ createdAt }: BatchState): number {
  return createdAt === null ? 0 : Date.parse(createdAt);
}
