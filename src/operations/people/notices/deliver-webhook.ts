import { createHmac } from 'node:crypto';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP } from 'node:net';
import { checkedLookup, isPrivateAddress } from './private-address.ts';

/** What is sent to a webhook, and to where. */
export interface WebhookDelivery {
  readonly id: string;
  readonly event: string;
  readonly url: string;
  readonly secret: string;
  readonly body: unknown;
  readonly at: Date;
  /** Whether addresses of private networks, and such without TLS, are allowed. */
  readonly allowsPrivate: boolean;
}

/** How long the other side may take in all, in milliseconds. */
const patience = 10_000;

/** What a webhook must not send to the person who set it up. */
class DeliveryProblem extends Error {}

/**
 * Sends one message. Redirects are not followed and the reply is not kept: nothing of what the
 * other side says comes back but its status. The address is checked after its name was resolved, on
 * the very connection that is used, so that a name cannot point elsewhere meanwhile.
 */
export async function deliverWebhook(delivery: WebhookDelivery): Promise<void> {
  const url = new URL(delivery.url);
  const problem = addressProblem(url, delivery.allowsPrivate);
  if (problem !== null) throw new DeliveryProblem(problem);
  const content = JSON.stringify(delivery.body);
  const timestamp = String(Math.trunc(delivery.at.getTime() / 1000));
  const status = await post(url, content, delivery, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(content)),
    'user-agent': 'Assay',
    'x-assay-event': delivery.event,
    'x-assay-id': delivery.id,
    'x-assay-timestamp': timestamp,
    'x-assay-signature': `v1=${webhookSignature(delivery.secret, timestamp, content)}`,
  });
  if (status < 200 || status > 299) throw new DeliveryProblem(`HTTP status ${status}`);
}

/** The signature of a message: HMAC-SHA256 over its time, a dot and its body, in hex. @internal */
export function webhookSignature(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

/** Why an address is not allowed, as far as it can be seen without resolving its name. */
export function addressProblem(url: URL, allowsPrivate: boolean): string | null {
  if (url.username !== '' || url.password !== '') return 'address with a password';
  if (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:'))
    return 'address without TLS';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!allowsPrivate && isIP(host) !== 0 && isPrivateAddress(host))
    return 'address of a private network';
  return null;
}

function post(
  url: URL,
  content: string,
  { allowsPrivate }: WebhookDelivery,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const send = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const sent = send(
      url,
      {
        method: 'POST',
        headers,
        agent: false,
        ...(allowsPrivate ? {} : { lookup: publicLookup }),
        signal: AbortSignal.timeout(patience),
      },
      (reply) => {
        // What it says is not read.
        reply.destroy();
        resolve(reply.statusCode ?? 0);
      },
    );
    sent.on('error', reject);
    sent.end(content);
  });
}

const publicLookup = checkedLookup(
  (address) => !isPrivateAddress(address),
  () => new DeliveryProblem('address of a private network'),
);
