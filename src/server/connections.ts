import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long requests in progress may take to end once the server stops, in milliseconds. */
const longestEnd = 5000;

/**
 * The connections of a server and the requests on them. Node itself does not count a connection as
 * idle on which nothing was ever sent, nor one that never finished its TLS handshake.
 */
export class Connections {
  readonly #open = new Set<Socket>();
  /** How many requests are in progress, by the socket that they came from. */
  readonly #busy = new Map<Socket, number>();

  constructor(server: Pick<Server, 'on'>) {
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
    });
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.#busy.set(socket, (this.#busy.get(socket) ?? 0) + 1);
      response.once('close', () => {
        const left = (this.#busy.get(socket) ?? 1) - 1;
        if (left > 0) this.#busy.set(socket, left);
        else this.#busy.delete(socket);
      });
    });
  }

  /**
   * Ends every connection without a request in progress, now and as they become idle, and after
   * some seconds all that are left. Returns what ends this.
   */
  endIdle(): () => void {
    const end = (isLast: boolean): void => {
      const busy = new Set(Array.from(this.#busy.keys(), keyOf));
      for (const socket of this.#open) if (isLast || !busy.has(keyOf(socket))) socket.destroy();
    };
    end(false);
    const idle = setInterval(() => end(false), 20);
    const last = setTimeout(() => end(true), longestEnd);
    return () => {
      clearInterval(idle);
      clearTimeout(last);
    };
  }
}

/** TLS has a socket of its own on the connection, with the same ends. */
function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
