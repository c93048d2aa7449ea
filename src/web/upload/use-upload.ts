import { useState } from 'react';
import { upload } from '../api/upload.ts';

/** What a form sends: where to, what, and what becomes of the reply. */
interface Sending<Reply> {
  readonly path: string;
  readonly body: () => Blob | Promise<Blob>;
  readonly done: (reply: Reply) => void;
  readonly failed?: () => void;
}

/** Sends the files of a form: the share that is sent, null when idle, and why it failed. */
export function useUpload<Reply>() {
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const send = async ({ path, body, done, failed }: Sending<Reply>): Promise<void> => {
    setShare(0);
    setFailure(null);
    try {
      done(await upload<Reply>(path, await body(), setShare));
    } catch (error) {
      setFailure(error);
      failed?.();
    }
    setShare(null);
  };
  return { share, failure, send, forgive: () => setFailure(null), blame: setFailure };
}
