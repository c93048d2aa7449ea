import type { ReactNode } from 'react';
import type { LiveResource } from '../api/cache.ts';
import { ErrorNotice } from './ErrorNotice.tsx';
import { Loading } from './Loading.tsx';

interface LoadedProps<Reply> {
  readonly resource: LiveResource<Reply>;
  readonly children: (data: Reply) => ReactNode;
  readonly lines?: number;
}

/** Shows a reply, a placeholder or the error. A known reply stays when a later request fails. */
export function Loaded<Reply>({ resource, children, lines }: LoadedProps<Reply>) {
  const { data, error, refresh } = resource;
  return (
    <>
      {error === null ? null : <ErrorNotice error={error} onRetry={refresh} />}
      {data === null ? null : children(data)}
      {data === null && error === null ? (
        <Loading {...(lines === undefined ? {} : { lines })} />
      ) : null}
    </>
  );
}
