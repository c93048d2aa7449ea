import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A mail as it arrived. */
export interface ReceivedMail {
  readonly to: string;
  readonly source: string;
}

/** A receiver of mail on this machine that ends with the test. */
export async function mailReceiver(options: { readonly refuses?: number } = {}) {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let refusals = options.refuses ?? 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    let [to, source, isData, rest] = ['', '', false, ''];
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      rest += chunk.toString('utf8');
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (isData && line === '.') {
          isData = false;
          mails.push({ to, source });
          source = '';
          socket.write('250 taken\r\n');
        } else if (isData) source += `${line.replace(/^\.\./, '.')}\n`;
        else if (/^DATA/i.test(line)) {
          isData = true;
          socket.write('354 go on\r\n');
        } else if (/^RCPT/i.test(line)) {
          to = /<([^>]*)>/.exec(line)?.[1] ?? '';
          refusals -= 1;
          socket.write(refusals >= 0 ? '451 later\r\n' : '250 ok\r\n');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { mails, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
