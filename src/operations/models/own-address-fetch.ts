import { request as plainRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP } from 'node:net';
import type { BlockList } from 'node:net';
import { AddressRefused } from '../../llm/call.ts';
import type { Fetch } from '../../llm/reached-service.ts';
import { checkedLookup, isPrivateAddress } from '../people/notices/private-address.ts';

/** The most bytes of a reply of a model. */
const mostBytes = 16 << 20;

/**
 * Calls addresses that somebody else has chosen: on the internet with TLS, and what is in the given
 * private networks. What a name resolves to is checked on the very connection that is used. No
 * redirect is followed, no header beyond those of a reply is passed on, and of an error only the
 * status: its body is not even read.
 */
export function ownAddressFetch(networks: BlockList): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const isSecure = url.protocol === 'https:';
    const mayCall = (address: string): boolean =>
      networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') ||
      (isSecure && !isPrivateAddress(address));
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !mayCall(host)) throw new AddressRefused();
    const content = Buffer.from(await request.arrayBuffer());
    const send = isSecure ? secureRequest : plainRequest;
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = send(
        url,
        {
          method: request.method,
          headers: {
            ...Object.fromEntries(request.headers),
            'content-length': content.length,
            'accept-encoding': 'identity',
          },
          agent: false,
          lookup: checkedLookup(mayCall, () => new AddressRefused()),
          signal: request.signal,
        },
        resolve,
      );
      sent.on('error', reject);
      sent.end(content);
    });
    const { statusCode = 0 } = reply;
    const headers = new Headers();
    for (const name of ['content-type', 'retry-after'])
      if (typeof reply.headers[name] === 'string') headers.set(name, reply.headers[name]);
    if (statusCode !== 200) {
      reply.destroy();
      const isStatus = statusCode > 200 && statusCode < 600;
      return new Response(null, { status: isStatus ? statusCode : 502, headers });
    }
    return new Response(await bodyOf(reply), { status: statusCode, headers });
  };
}

async function bodyOf(reply: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of reply as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > mostBytes) throw new Error('the reply is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
