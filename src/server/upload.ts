import type { Readable } from 'node:stream';
import { receiveFile } from '../operations/receive-file.ts';
import { whileWanted } from '../operations/workspace/kept-process.ts';
import type { Call } from './route.ts';

/**
 * Receives the file of a request, which is deleted after the work with it. Others wait before
 * anything of theirs is stored, so that uploads take so much room and no more; when a client is
 * gone, so is what was read for it.
 */
export async function withUpload<Reply>(
  {
    services,
    request,
    reply,
  }: Pick<Call<unknown, unknown, unknown>, 'services' | 'request' | 'reply'>,
  largest: number,
  work: (path: string) => Promise<Reply>,
): Promise<Reply> {
  return await services.uploads.run(async () => {
    const body = (request.body as Readable | undefined) ?? noBytes();
    const received = await receiveFile(body, largest);
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    try {
      return await whileWanted(gone.signal, () => work(received.path));
    } finally {
      await received.discard();
    }
  });
}

/** A request without a body is an empty file. */
async function* noBytes(): AsyncGenerator<Uint8Array> {}
