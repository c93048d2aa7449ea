import { useState } from 'react';
import type { MadeRulingReply } from '../../../../server/routes/rulings/rulings.ts';
import { apiPath, request } from '../../../api/client.ts';

/** Makes a ruling, once however often it is sent, and says why it failed. */
export function useSubmitRuling(project: string, onMade: (made: MadeRulingReply) => void) {
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const send = async (ruling: object): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const body = { ...ruling, idempotency_key: key };
      const path = apiPath`/api/projects/${project}/rulings`;
      onMade(await request<MadeRulingReply>(path, { method: 'POST', body }));
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return { isBusy, failure, send, forgive: () => setFailure(null) };
}
