import { createServer } from 'node:net';

/** The first free port from this one on; null when the next hundred are taken. */
export async function freePort(first: number, host: string): Promise<number | null> {
  for (let port = first; port < first + 100 && port <= 65_535; port += 1)
    if (await isFree(port, host)) return port;
  return null;
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
