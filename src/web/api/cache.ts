import { notifyManager, QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { cacheableRequest } from '../offline/cacheable-request.ts';
import { request } from './client.ts';
import type { RequestOptions } from './client.ts';

/** The last reply of an address, and what has gone wrong since. */
interface Resource<Reply> {
  readonly data: Reply | null;
  readonly error: unknown;
  readonly isLoading: boolean;
}

/** A resource that can be asked for again. */
export type LiveResource<Reply> = Resource<Reply> & { readonly refresh: () => void };

/** Replies of the server by address, on top of TanStack Query. @internal */
export function replyCache(ask: (path: string) => Promise<unknown>) {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => ask(String(queryKey[0])),
        gcTime: Infinity,
        // Offline, `ask` answers from what this browser has stored.
        networkMode: 'always',
        retry: false,
      },
    },
  });
  return {
    client,
    /** Loads a reply in advance. An error is shown once somebody looks. */
    prefetch: (path: string): void =>
      void client.prefetchQuery({ queryKey: [path], staleTime: Infinity }),
    /** Replaces a known reply; the change gets undefined where none is known. */
    change: <Reply>(path: string, next: (known: Reply | undefined) => Reply | undefined): void =>
      void client.setQueryData<Reply>([path], next),
    /** Marks all replies below an address as outdated, and reloads those on the page. */
    refresh: (prefix: string): void => {
      const queries = client
        .getQueryCache()
        .findAll({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(prefix) });
      for (const query of queries) {
        // A first request sent before the change may not have seen it: send another.
        if (query.isActive()) void query.cancel({ silent: true });
        void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
      }
    },
    /** Drops a reply at once, so that nobody sees what is known to be outdated. */
    forget: (path: string): void =>
      void client.resetQueries({ queryKey: [path], exact: true }).catch(() => undefined),
    /** Drops everything, when somebody else signs in. */
    clear: (): void => client.clear(),
  };
}

// Changes are shown in the same turn: an outdated reply is never painted again.
notifyManager.setScheduler(queueMicrotask);

/** The cache of this page. */
export const replies = replyCache(cacheableRequest);

/** Changes something on the server, then reloads the replies below an address. */
export async function change<Reply>(
  path: string,
  options: RequestOptions,
  outdated: string,
): Promise<Reply> {
  const reply = await request<Reply>(path, options);
  replies.refresh(outdated);
  return reply;
}

/** A list of the server. */
export function useItems<Item>(path: string, within?: number) {
  return useResource<{ readonly items: readonly Item[] }>(path, within);
}

/**
 * The reply of an address; null asks for nothing. A known reply is shown at once. It is reloaded if
 * older than `within` milliseconds when the scene opens or the tab is shown again, and every
 * `every` milliseconds.
 */
export function useResource<Reply>(
  path: string | null,
  within = 10_000,
  every: number | null = null,
): LiveResource<Reply> {
  const { data, error, isFetching } = useQuery<Reply>({
    queryKey: [path],
    staleTime: within,
    refetchInterval: every ?? false,
    ...(path === null ? { queryFn: skipToken } : {}),
  });
  const refresh = useCallback(() => {
    if (path !== null) replies.refresh(path);
  }, [path]);
  return {
    data: data ?? null,
    error,
    isLoading: isFetching || (path !== null && data === undefined && error === null),
    refresh,
  };
}
