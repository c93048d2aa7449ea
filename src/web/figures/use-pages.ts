import { useCallback, useEffect, useState } from 'react';
import { request } from '../api/client.ts';

/** A page of something long. */
interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** What is known of a list that comes page by page, however long it is. */
export interface Pages<Item, Head> {
  readonly items: readonly Item[];
  /** What the first page said besides its items. */
  readonly head: Head | null;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly more: () => void;
  readonly reload: () => void;
}

/** A list, page by page; null asks for nothing. */
export function usePages<Item, Head extends Page<Item> = Page<Item>>(
  path: string | null,
  limit = 50,
): Pages<Item, Head> {
  const [state, setState] = useState<State<Item, Head>>(() => ({ ...nothing(), path }));
  const current = state.path === path ? state : { ...nothing<Item, Head>(), path };
  const fetchPage = useCallback(
    async (cursor: string | null, before: readonly Item[], head: Head | null): Promise<void> => {
      if (path === null) return;
      setState({ path, items: before, head, cursor, isLoading: true, error: null });
      try {
        const page = await request<Head>(
          `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
        );
        setState((now) =>
          now.path === path
            ? {
                path,
                items: [...before, ...page.items],
                head: head ?? page,
                cursor: page.next_cursor,
                isLoading: false,
                error: null,
              }
            : now,
        );
      } catch (error) {
        setState((now) => (now.path === path ? { ...now, isLoading: false, error } : now));
      }
    },
    [path, limit],
  );
  useEffect(() => {
    void fetchPage(null, [], null);
  }, [fetchPage]);
  return {
    items: current.items,
    head: current.head,
    hasMore: current.cursor !== null,
    isLoading: current.isLoading,
    error: current.error,
    more: () => void fetchPage(current.cursor, current.items, current.head),
    reload: () => void fetchPage(null, [], null),
  };
}

interface State<Item, Head> {
  readonly path: string | null;
  readonly items: readonly Item[];
  readonly head: Head | null;
  readonly cursor: string | null;
  readonly isLoading: boolean;
  readonly error: unknown;
}

function nothing<Item, Head>(): Omit<State<Item, Head>, 'path'> {
  return { items: [], head: null, cursor: null, isLoading: true, error: null };
}
