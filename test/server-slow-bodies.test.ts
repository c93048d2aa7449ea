import { connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { refuseSlowBody } from '../src/server/slow-body.ts';
import { listenOn } from './raw-http.ts';
import { temporaryServer } from './server-harness.ts';

/** So short that the tests need not wait; nothing depends on how long it really takes. */
const bodyTime = 20;

const head = (path: string, ...headers: readonly string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
const json = ['Content-Type: application/json', 'Content-Length: 100'];

/** Sends this and then a byte now and then, and reads until the server ends the connection. */
async function dribble(port: number, text: string, byte = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  socket.write(text);
  const timer = setInterval(() => byte !== '' && socket.writable && socket.write(byte), 5);
  let answer = '';
  socket.on('data', (piece) => (answer += String(piece)));
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] + (answer.includes('"too-slow"') ? ' too-slow' : '');
}

describe('a body that does not arrive', () => {
  it('in time ends with 408: half of it, or a byte now and then', async () => {
    const server = await temporaryServer({ bodyTime });
    const port = await listenOn(server.app);
    const chunked = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    for (const [text, byte] of [
      [`${head('/api/session', ...json)}{"login":`],
      [head('/api/session', ...json)],
      [head('/api/session', ...json), ' '],
      [head('/api/session', ...chunked), '1\r\n \r\n'],
    ] as const)
      expect([text, byte, await dribble(port, text, byte)]).toEqual([text, byte, '408 too-slow']);
    expect((await server.nobody.get('/healthz')).statusCode).toBe(200);
    expect(server.logged()).not.toContain('"level":50');
  });

  it('after an answer ends the connection, for files and for what has no body at all', async () => {
    const server = await temporaryServer({ bodyTime });
    const port = await listenOn(server.app);
    const lea = await server.person('lea', { '*': 'lead' });
    const signed = [`Cookie: assay=${lea.secret}`, `X-CSRF-Token: ${lea.csrf}`];
    const file = '/api/new-project/columns?name=units.csv';
    expect(await dribble(port, head(file, ...json))).toBe('401');
    expect(await dribble(port, head('/nosuch', ...json), ' ')).toBe('408 too-slow');
    expect(await dribble(port, head('/healthz', ...json).replace('POST', 'GET'))).toBe('200');
    const upload = ['Content-Type: application/octet-stream', 'Content-Length: 99999', ...signed];
    expect(await dribble(port, head(file, ...upload), 'a')).toBe('408 too-slow');
  });
});

describe('a file', () => {
  it('has all the time it needs while it makes progress or waits for the server', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const ends: unknown[] = [];
    const written: string[] = [];
    const socket = {
      bytesRead: 300,
      destroyed: false,
      writable: true,
      write: (text: string) => written.push(text),
      destroy: (error?: unknown) => ends.push(error),
    };
    const request = {
      headers: { 'content-length': '5000' },
      complete: false,
      readableLength: 0,
      socket,
      once: () => undefined,
    };
    const pace = { time: 30_000, bytes: 1000 };
    refuseSlowBody(request as never, { headersSent: false }, pace, {});
    for (let times = 0; times < 4; times += 1) {
      socket.bytesRead += 1000;
      vi.advanceTimersByTime(30_000);
    }
    request.readableLength = 1;
    vi.advanceTimersByTime(300_000);
    expect(ends).toEqual([]);
    Object.assign(request, { readableLength: 0 });
    socket.bytesRead += 999;
    vi.advanceTimersByTime(29_999);
    expect(ends).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(ends).toHaveLength(1);
    expect(written.join('')).toContain('408');
    vi.advanceTimersByTime(300_000);
    expect(ends).toHaveLength(1);
  });
});
