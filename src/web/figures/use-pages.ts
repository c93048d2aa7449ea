import { keepPreviousData, skipToken, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { request } from '../api/client.ts';

/** One page of a long list. */
interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** The part of a long list that has been loaded. */
export interface Pages<Item, Head> {
  readonly items: readonly Item[];
  /** The first page, with what it says besides its items. */
  readonly head: Head | null;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly more: () => void;
  /** Loads again what was loaded. */
  readonly refresh: () => void;
}

/**
 * A list, page by page, reloaded each time a scene opens, and when `stamp` changes; null asks
 * for nothing.
 */
export function usePages<Item, Head extends Page<Item> = Page<Item>>(
  path: string | null,
  limit = 50,
  stamp: number | null = null,
): Pages<Item, Head> {
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['pages', path, limit, stamp],
    ...(stamp === null ? {} : { placeholderData: keepPreviousData }),
    queryFn:
      path === null
        ? skipToken
        : ({ pageParam }) => request<Head>(withPage(path, limit, pageParam)),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  return {
    items,
    head: data?.pages[0] ?? null,
    hasMore: hasNextPage,
    isLoading: isFetching || (data === undefined && error === null),
    error,
    more: () => void fetchNextPage(),
    refresh: () => void refetch(),
  };
}

function withPage(path: string, limit: number, cursor: string | null): string {
  const next = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  return `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${next}`;
}
