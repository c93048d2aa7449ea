import { useEffect, useState } from 'react';
import type { RulingPreviewReply } from '../../../../server/routes/rulings/cases.ts';
import { apiPath, request } from '../../../api/client.ts';

/** What a ruling would change, asked for once its answers rest; null while there is nothing. */
export function usePreview(project: string, body: object | null): RulingPreviewReply | null {
  const asked = body === null ? null : JSON.stringify(body);
  const [found, setFound] = useState<{ asked: string; reply: RulingPreviewReply } | null>(null);
  useEffect(() => {
    if (asked === null) return undefined;
    const ended = new AbortController();
    const timer = setTimeout(() => {
      const path = apiPath`/api/projects/${project}/rulings/preview`;
      request<RulingPreviewReply>(path, { method: 'POST', body: JSON.parse(asked) as object }).then(
        (reply) => {
          if (!ended.signal.aborted) setFound({ asked, reply });
        },
        // The ruling itself says what is wrong with it; a preview that fails shows nothing.
        () => undefined,
      );
    }, quiet);
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [asked, project]);
  return found !== null && found.asked === asked ? found.reply : null;
}

/** Milliseconds without a change before it is asked. */
const quiet = 200;
