import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** What came back. */
export interface Reply {
  readonly status: number;
  readonly body: string;
}

/**
 * One connection that sends one request after the other, as a browser tab does. Written by hand,
 * since a client that does more would take the processor from the server
 * that is measured.
 */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #waiting: {
    readonly resolve: (reply: Reply) => void;
    readonly reject: (failure: Error) => void;
  } | null = null;

  static async open(host: string, port: number): Promise<Connection> {
    const socket = connect({ host, port, noDelay: true });
    await new Promise<void>((resolve, reject) =>
      socket.once('connect', resolve).once('error', reject),
    );
    return new Connection(socket);
  }

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (piece) => this.#take(piece));
    socket.on('error', (failure) => this.#fail(failure));
    socket.on('close', () => this.#fail(new Error('The connection was closed')));
  }

  /** Sends a request; headers end with a line break each. */
  send(method: string, path: string, headers: string, body?: string): Promise<Reply> {
    const content =
      body === undefined
        ? ''
        : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}${content}\r\n${body ?? ''}`,
      );
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(piece: Buffer): void {
    this.#received = this.#received.length === 0 ? piece : Buffer.concat([this.#received, piece]);
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#received.toString('latin1', 0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#received.length < end + 4 + length) return;
    const reply = {
      status: Number(head.slice(9, 12)),
      body: this.#received.toString('utf8', end + 4, end + 4 + length),
    };
    this.#received = this.#received.subarray(end + 4 + length);
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve(reply);
  }

  #fail(failure: Error): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.reject(failure);
  }
}
