import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { pollWorkspace } from '../src/operations/models/poll-models.ts';
import { bodyOf, temporaryServer } from './server-harness.ts';
import { addProject, guidelineText, leadContext, protocolText } from './server-project.ts';

const secret = 'aws-0123456789abcdef';

interface Heard {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** What only this machine reaches: it writes down who calls, and answers with a page. */
async function internalPage(status = 403, headers: Record<string, string> = {}) {
  const heard: Heard[] = [];
  const server = createServer((request, reply) => {
    heard.push({ path: request.url ?? '', headers: request.headers });
    request.resume();
    reply.writeHead(status, { 'content-type': 'application/json', ...headers });
    reply.end(JSON.stringify({ error: { message: 'the internal page', code: 'internal-code' } }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { heard, port: (server.address() as AddressInfo).port };
}

/** A project whose lead has put an entry on the panel and has the server ask it. */
async function ledBy(entry: string, mode: 'now' | 'batch' = 'now') {
  const server = await temporaryServer();
  await addProject(server.workspace, 'pets', 2);
  const lea = await server.person('lea', { pets: 'lead' });
  const source = `${protocolText('pets')}panel:\n  own: ${entry}\n`;
  const content = { protocol: source, guideline: guidelineText, files: {} };
  bodyOf(await lea.post('/api/projects/pets/protocol', content), 201);
  const body = { mode, outside_rounds: true };
  bodyOf(await lea.post('/api/projects/pets/models/jobs', body), 201);
  const options = { signal: new AbortController().signal, wait: false, interval: 10 };
  await pollWorkspace(leadContext(server.workspace), options, ['now', 'batch']);
  const attempts = await lea.get('/api/projects/pets/models/attempts');
  const overview = await lea.get('/api/projects/pets/models');
  const jobs = bodyOf<{ jobs: { state: string; reason: unknown }[] }>(overview).jobs;
  return { jobs, seen: overview.body + attempts.body + server.logged() };
}

describe('a lead who names an address and a key on the panel', () => {
  for (const mode of ['now', 'batch'] as const)
    for (const provider of ['openai', 'openai-chat', 'anthropic', 'compatible', 'ollama'] as const)
      it(`gets neither: ${provider}, ${mode}`, async () => {
        vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret);
        const { heard, port } = await internalPage();
        const entry =
          `{ kind: model, provider: ${provider}, key_env: AWS_SECRET_ACCESS_KEY, ` +
          `base_url: "http://127.0.0.1:${port}/v1" }`;
        const { jobs, seen } = await ledBy(entry, mode);
        expect(heard).toEqual([]);
        expect(jobs).toMatchObject([{ state: 'paused' }]);
        expect(seen).not.toMatch(/internal page|internal-code|aws-0123/);
      });
});
