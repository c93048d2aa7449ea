import type { RateFacts } from './provider.ts';

/** What a service said about its limits when it said nothing. */
export const noRateFacts: RateFacts = {
  remainingRequests: null,
  remainingTokens: null,
  resetAfter: null,
};

/** What the headers of a reply say about limits, of either provider; `now` is the present time. */
export function rateFacts(headers: Headers, now: number): RateFacts {
  const openai = {
    requests: count(headers.get('x-ratelimit-remaining-requests')),
    tokens: count(headers.get('x-ratelimit-remaining-tokens')),
    resets: [
      goDuration(headers.get('x-ratelimit-reset-requests')),
      goDuration(headers.get('x-ratelimit-reset-tokens')),
    ],
  };
  const anthropic = {
    requests: count(headers.get('anthropic-ratelimit-requests-remaining')),
    tokens: count(headers.get('anthropic-ratelimit-tokens-remaining')),
    resets: [
      until(headers.get('anthropic-ratelimit-requests-reset'), now),
      until(headers.get('anthropic-ratelimit-tokens-reset'), now),
    ],
  };
  const remainingRequests = openai.requests ?? anthropic.requests;
  const remainingTokens = openai.tokens ?? anthropic.tokens;
  const resets = [...openai.resets, ...anthropic.resets].filter((one) => one !== null);
  const resetAfter = resets.length === 0 ? null : Math.max(...resets);
  return { remainingRequests, remainingTokens, resetAfter };
}

/** How long a service asks to wait, in milliseconds: seconds, milliseconds or a date. */
export function retryAfter(headers: Headers | undefined, now: number): number | null {
  const exact = count(headers?.get('retry-after-ms') ?? null);
  if (exact !== null) return exact;
  const given = headers?.get('retry-after') ?? null;
  if (given === null) return null;
  if (/^\d+(\.\d+)?$/.test(given)) return Math.ceil(Number(given) * 1000);
  return until(given, now);
}

/** The service's id of a request. */
export function requestIdOf(headers: Headers | undefined): string | null {
  return headers?.get('x-request-id') ?? headers?.get('request-id') ?? null;
}

/** A count; services also send nothing, -1 or words. */
function count(text: string | null): number | null {
  return text !== null && /^\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

/** A duration as Go prints it, such as 6m0s, 8.64s or 6ms, in milliseconds. */
function goDuration(text: string | null): number | null {
  if (text === null) return null;
  const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== text) return null;
  return Math.ceil(parts.reduce((sum, [, value, unit]) => sum + Number(value) * units[unit!]!, 0));
}

/** The time until a date, in milliseconds; never negative. */
function until(text: string | null, now: number): number | null {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : Math.max(0, time - now);
}
