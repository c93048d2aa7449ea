import { currentToken, OfflineError, readReply, withRenewal } from './client.ts';

/** Uploads a file and reports the share sent, from 0 to 1; from 0 again if it is sent twice. */
export function upload<Reply>(
  path: string,
  file: Blob,
  onProgress: (share: number) => void,
): Promise<Reply> {
  const sendOnce = (resolve: (reply: Reply) => void, reject: (error: Error) => void): void => {
    // Only XMLHttpRequest reports how much of a body has been sent.
    const sending = new XMLHttpRequest();
    sending.open('POST', path);
    sending.setRequestHeader('accept', 'application/json');
    const token = currentToken();
    if (token !== null) sending.setRequestHeader('x-csrf-token', token);
    sending.upload.addEventListener('progress', (event) =>
      onProgress(event.lengthComputable && event.total > 0 ? event.loaded / event.total : 0),
    );
    for (const failure of ['error', 'abort', 'timeout'])
      sending.addEventListener(failure, () => reject(new OfflineError()));
    sending.addEventListener('load', () => {
      try {
        resolve(readReply<Reply>(sending.status, sending.responseText));
      } catch (error) {
        reject(error instanceof Error ? error : new OfflineError());
      }
    });
    sending.send(file);
  };
  return withRenewal(() => new Promise(sendOnce));
}
