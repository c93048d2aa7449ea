import type { ReactNode } from 'react';
import type { LiveResource } from '../api/cache.ts';
import { ErrorNotice } from './ErrorNotice.tsx';
import { Loading } from './Loading.tsx';

/**
 * Shows what was loaded; until then that it is loading, or what went wrong. What is known stays
 * when a later request fails, with the error above it.
 */
export function Loaded<Reply>({
  resource,
  children,
  lines,
}: {
  readonly resource: LiveResource<Reply>;
  readonly children: (data: Reply) => ReactNode;
  readonly lines?: number;
}) {
  const { data, error, refresh } = resource;
  return (
    <>
      {error === null ? null : <ErrorNotice error={error} onRetry={refresh} />}
      {data !== null ? (
        children(data)
      ) : error === null ? (
        <Loading {...(lines === undefined ? {} : { lines })} />
      ) : null}
    </>
  );
}
