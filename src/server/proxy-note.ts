import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

/**
 * Warns once when a request was passed on by a proxy that is not trusted: then everybody behind it
 * has one address, and attempts to sign in are counted together.
 */
export function proxyNote(log: FastifyBaseLogger): (request: FastifyRequest) => void {
  let isNoted = false;
  return (request) => {
    if (isNoted) return;
    const proxy = request.socket.remoteAddress;
    const told = request.headers['x-forwarded-for'] ?? request.headers.forwarded;
    // A proxy that is trusted has changed the address, unless the client is on the same machine.
    if (told === undefined || request.ip !== proxy) return;
    if (String(told).split(',').at(-1)?.trim() === proxy) return;
    isNoted = true;
    log.warn(
      { proxy },
      'a proxy passes requests on, but is not trusted to tell the addresses of clients; attempts ' +
        'to sign in are counted by the address of the proxy; pass --trust-proxy with it',
    );
  };
}
