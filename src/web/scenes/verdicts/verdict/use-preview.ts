import { useEffect, useState } from 'react';
import type { WhatIfReply } from '../../../../server/routes/verdicts/verdicts.ts';
import { apiPath, request } from '../../../api/client.ts';
import type { WhatIfDecision } from './what-if-draft.ts';

/** What the verdicts would be; `isLoading` while a newer decision is being checked. */
export type Preview = Readonly<{ data: WhatIfReply | null; error: unknown; isLoading: boolean }>;

/** Asks what a decision would change, after a short pause; null asks nothing. Saves nothing. */
export function usePreview(
  project: string,
  task: string,
  unit: string,
  decision: WhatIfDecision | null,
): Preview {
  const body = decision === null ? null : JSON.stringify({ task, unit, ...decision });
  const [shown, setShown] = useState<Omit<Preview, 'isLoading'> & { readonly body: string | null }>(
    { body: null, data: null, error: null },
  );
  useEffect(() => {
    if (body === null) return undefined;
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        const data = await request<WhatIfReply>(
          apiPath`/api/projects/${project}/verdicts/preview`,
          { method: 'POST', body: JSON.parse(body) as unknown, signal: stop.signal },
        );
        setShown({ body, data, error: null });
      } catch (error) {
        if (!stop.signal.aborted) setShown({ body, data: null, error });
      }
    };
    const timer = setTimeout(() => void ask(), 150);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [project, body]);
  if (body === null) return { data: null, error: null, isLoading: false };
  return { data: shown.data, error: shown.error, isLoading: shown.body !== body };
}
