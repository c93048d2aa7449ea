import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openWorkspace } from '../workspace.ts';
import type { Workspace } from '../workspace.ts';
import { audit } from '../audit.ts';
import { readAuditHead } from './audit-verify.ts';
import { HeadKeeper } from './keep-head.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-head-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hour = 3_600_000;
let count = 0;

async function workspaceAt(time: { now: number }): Promise<Workspace> {
  const file = join(folder, `${(count += 1)}.db`);
  const workspace = await openWorkspace(file, () => new Date(time.now));
  onTestFinished(() => workspace.store.close());
  await workspace.store.write(async (tx) =>
    audit(tx, { login: 'lena' }, new Date(time.now).toISOString(), 'test', {
      project: null,
      object: 'x',
    }),
  );
  return workspace;
}

/** A server that takes what is sent, and says what it is told to. */
async function receiver(): Promise<{ address: string; got: unknown[]; reply: { status: number } }> {
  const got: unknown[] = [];
  const reply = { status: 500 };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      got.push(JSON.parse(body));
      response.writeHead(reply.status).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, got, reply };
}

describe('the head of the audit log', () => {
  it('is appended to a file once a day', async () => {
    const time = { now: Date.parse('2026-03-01T08:00:00Z') };
    const workspace = await workspaceAt(time);
    const file = join(folder, 'heads');
    const failures: unknown[] = [];
    const keeper = new HeadKeeper(workspace, { file }, (_, failure) => failures.push(failure));
    for (let at = 0; at < 49; at += 1) {
      await keeper.keep();
      time.now += hour;
    }
    const { text } = await readAuditHead(workspace.store.address);
    const days = ['01', '02', '03'].map((one) => `2026-03-${one}T08:00:00.000Z ${text}`);
    expect(readFileSync(file, 'utf8')).toBe(`${days.join('\n')}\n`);
    expect(failures).toEqual([]);
  });

  it('is sent to an address, and again after a failure', async () => {
    const time = { now: Date.parse('2026-03-01T08:00:00Z') };
    const workspace = await workspaceAt(time);
    const { address: webhook, got, reply } = await receiver();
    const failures: string[] = [];
    const keeper = new HeadKeeper(workspace, { webhook }, (place, failure) =>
      failures.push(`${place} ${String(failure)}`),
    );
    await keeper.keep();
    expect(failures).toEqual([`${webhook} Error: the reply was 500`]);
    reply.status = 204;
    await keeper.keep();
    await keeper.keep();
    const { text } = await readAuditHead(workspace.store.address);
    expect(got.length).toBe(2);
    expect(got[1]).toMatchObject({ at: '2026-03-01T08:00:00.000Z', head: text, whole: true });
  });

  it('that cannot be kept stops nothing', async () => {
    const workspace = await workspaceAt({ now: 0 });
    const failures: string[] = [];
    const places = { file: join(folder, 'none', 'heads'), webhook: 'http://127.0.0.1:9/' };
    const keeper = new HeadKeeper(workspace, places, (place) => failures.push(place));
    await keeper.keep();
    expect(failures).toEqual([places.file, places.webhook]);
  });
});
