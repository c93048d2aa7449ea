import type { IncomingMessage, ServerResponse } from 'node:http';
import { endBrokenConnection } from './error-reply.ts';

/** How fast a body must arrive. */
export interface BodyPace {
  /** In each such time, in milliseconds … */
  readonly time: number;
  /** … so many bytes arrive, or the rest. */
  readonly bytes: number;
}

/** JSON of the usual size must be there when the time is over. A file only has to make progress. */
export function paceOf(isFile: boolean, time: number): BodyPace {
  return { time, bytes: isFile ? 16 * 1024 : 1024 * 1024 };
}

/** What is needed of a request and its response. */
type Watched = Pick<IncomingMessage, 'headers' | 'complete' | 'readableLength' | 'once'> & {
  readonly socket: IncomingMessage['socket'];
};

/**
 * Ends the connection of a request whose body arrives too slowly: half a body, or a byte now and
 * then, must not hold it. What waits for us to read it is not the client's fault.
 */
export function refuseSlowBody(
  request: Watched,
  response: Pick<ServerResponse, 'headersSent'>,
  { time, bytes }: BodyPace,
  headers: Readonly<Record<string, string>>,
): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (length === '0' && encoding === undefined) return;
  const { socket } = request;
  // A request that was injected came over no connection.
  if (socket.bytesRead === undefined) return;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) return stop();
    const arrived = socket.bytesRead - seen;
    seen = socket.bytesRead;
    if (arrived >= bytes || request.readableLength > 0) return undefined;
    stop();
    const error = Object.assign(new Error('The body was too slow'), { code: tooSlow });
    // After an answer nothing else can be said.
    return response.headersSent ? socket.destroy() : endBrokenConnection(error, socket, headers);
  }, time);
  timer.unref();
  const stop = (): void => clearInterval(timer);
  request.once('end', stop);
  request.once('close', stop);
}

/** As Node itself names a request that takes too long. */
const tooSlow = 'ERR_HTTP_REQUEST_TIMEOUT';
