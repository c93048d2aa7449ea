import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { WireFault } from './plan.ts';

/** A reply of the fake provider. */
export interface WireReply {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A reply as JSON. */
export function json(body: unknown, status = 200): WireReply {
  return { status, body: JSON.stringify(body), type: 'application/json' };
}

/** The whole body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Sends a reply, with what a fault does to it on its way. */
export async function send(
  response: ServerResponse,
  reply: WireReply,
  fault: WireFault | undefined,
): Promise<void> {
  const sent = shaped(reply, fault);
  if (fault?.do === 'drop-after' || fault?.do === 'drop-before') {
    response.socket?.destroy();
    return;
  }
  if (fault?.do === 'slow-headers') await pause(fault.ms, undefined, { ref: false });
  const bytes = Buffer.from(sent.body);
  response.writeHead(sent.status, {
    'content-type': sent.type ?? 'application/octet-stream',
    'content-length': String(bytes.length),
    ...sent.headers,
  });
  if (fault?.do === 'cut-body') {
    response.write(bytes.subarray(0, fault.bytes), () => response.socket?.destroy());
    return;
  }
  if (fault?.do === 'slow-body') {
    response.write(bytes.subarray(0, 1));
    await pause(fault.ms, undefined, { ref: false });
    if (!response.destroyed) response.end(bytes.subarray(1));
    return;
  }
  response.end(bytes);
}

function shaped(reply: WireReply, fault: WireFault | undefined): WireReply {
  if (fault?.do === 'html')
    return { status: 200, type: 'text/html', body: '<html><body>Please sign in</body></html>' };
  if (fault?.do === 'cut-json')
    return { ...reply, body: Buffer.from(reply.body).subarray(0, fault.bytes).toString() };
  if (fault?.do === 'status' || fault?.do === 'status-after')
    return {
      ...json(fault.body ?? { error: { message: 'injected', type: 'server_error' } }, fault.status),
      headers: fault.do === 'status' ? (fault.headers ?? {}) : {},
    };
  return reply;
}
