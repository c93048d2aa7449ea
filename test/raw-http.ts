import { connect } from 'node:net';
import type { App } from '../src/server/app.ts';

/** What a server wrote on a connection. */
export interface RawReply {
  readonly status: number;
  /** The code of an error, or an empty text. */
  readonly code: string;
  /** Everything that it wrote. */
  readonly text: string;
}

/** Sends bytes as they are, which no client would, and reads until the server is done. */
export async function sendRaw(port: number, text: string): Promise<RawReply> {
  const socket = connect(port, '127.0.0.1');
  socket.end(text);
  let answer = '';
  for await (const piece of socket.setEncoding('utf8')) answer += String(piece);
  return {
    status: Number(answer.split(' ')[1] ?? 0),
    code: /"error":\{"code":"([^"]+)"/.exec(answer)?.[1] ?? '',
    text: answer,
  };
}

/** Lets a server under test listen; returns its port. */
export async function listenOn({ fastify }: App): Promise<number> {
  return Number(new URL(await fastify.listen({ host: '127.0.0.1', port: 0 })).port);
}
