import type { AskedModel } from '../../domain/models/asked-model.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { TokenUse } from '../../domain/models/model-reply.ts';
import type { ModelRequest } from '../../domain/models/model-request.ts';
import type { PriceRow, Prices } from '../../domain/models/prices.ts';

/** How requests are sent; batches cost less where the price table says so. */
export type PriceTier = 'now' | 'batch';

/** A number that lies between two others. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** The prices of a model, by its own name or by that of its entry; null when nobody says. */
export function priceOf(
  prices: Prices | null,
  { model, entry }: Pick<AskedModel, 'model' | 'entry'>,
): PriceRow | null {
  const models = prices?.models ?? {};
  const name = [model, entry].find((one) => Object.hasOwn(models, one));
  return name === undefined ? null : models[name]!;
}

/**
 * What tokens cost, in the currency of the price table; null when the price or the tokens are not
 * known, never 0.
 * @example tokenCost({ input: 1e6, cacheRead: 0, cacheWrite: 0, output: 0 }, { input: 2 }, 'now') // 2
 */
export function tokenCost(
  tokens: Omit<TokenUse, 'reasoning'> | null,
  price: PriceRow | null,
  tier: PriceTier,
): number | null {
  if (tokens === null || price === null) return null;
  const { input, cacheRead, cacheWrite, output } = tokens;
  const plain = Math.max(0, input - cacheRead - cacheWrite);
  const sum =
    plain * price.input +
    cacheRead * (price.cached ?? price.input) +
    cacheWrite * (price.cache_write ?? price.input) +
    output * (price.output ?? 0);
  return (sum * (tier === 'batch' ? (price.batch ?? 1) : 1)) / 1_000_000;
}

/**
 * How many tokens a text has, as a range: models count differently. Latin letters give one token
 * for three to five characters, other scripts up to one and a half for each.
 * @internal
 * @example estimateTokens('a'.repeat(300)) // { low: 60, high: 100 }
 */
export function estimateTokens(text: string): Range {
  let latin = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) < 0x250) latin += 1;
  const other = text.length - latin;
  return { low: Math.ceil(latin / 5 + other * 0.4), high: Math.ceil(latin / 3 + other * 1.5) };
}

/**
 * The tokens of a request and of the reply to it. A reply has at least its fields with a short
 * value each, and at most what it may have.
 */
export function requestTokens(request: ModelRequest): {
  readonly input: Range;
  readonly output: Range;
} {
  const { instructions, content, reply, maxTokens } = request;
  const schema = JSON.stringify(reply.schema);
  const parts = [instructions, content, schema].map(estimateTokens);
  const sum = (end: keyof Range): number => parts.reduce((total, part) => total + part[end], 0);
  const names = Object.keys((reply.schema['properties'] ?? {}) as object);
  const least = estimateTokens(JSON.stringify(names)).low + names.length;
  return {
    input: { low: sum('low'), high: sum('high') },
    output: { low: Math.min(least, maxTokens), high: maxTokens },
  };
}

/**
 * A fault where a request cannot fit the model, however its tokens are counted; null where it may.
 * `window` is what the table of models knows; a context size on the panel takes precedence.
 */
export function sizeFault(
  request: ModelRequest,
  { entry, context }: Pick<AskedModel, 'entry' | 'context'>,
  window: number,
): Fault | null {
  const most = context ?? window;
  const tokens = requestTokens(request).input.low;
  const unit = request.about?.unit ?? request.id;
  return tokens < most ? null : fault('unit-too-large', { unit, model: entry, tokens, most });
}

/** What a request may cost; null when the price is not known. */
export function costRange(
  input: Range,
  output: Range,
  price: PriceRow | null,
  tier: PriceTier,
): Range | null {
  const cost = (read: number, written: number): number | null =>
    tokenCost({ input: read, cacheRead: 0, cacheWrite: 0, output: written }, price, tier);
  const low = cost(input.low, output.low);
  const high = cost(input.high, output.high);
  return low === null || high === null ? null : { low, high };
}
