import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { request as plainRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '../src/server/serve.ts';
import type { RunningServer, ServeOptions } from '../src/server/serve.ts';
import { refusedFor } from './refusals.ts';
import { temporaryFolder } from './run-assay.ts';
import { testCost } from './server-harness.ts';
import { guidelineText, protocolText } from './server-project.ts';

const unit = (id: string): string =>
  `${JSON.stringify({ id, document: 'doc', text: 'Text.', answer: '-', page: 1 })}\n`;

function protocolFolder(): string {
  return temporaryFolder({
    'protocol.yaml': protocolText('pets').replace(
      'tasks:',
      'units: { animals: units.jsonl }\ntasks:',
    ),
    'guideline.md': guidelineText,
    'units.jsonl': unit('a') + unit('b'),
  });
}

async function start(options: Partial<ServeOptions> = {}): Promise<RunningServer> {
  const database = options.database ?? join(temporaryFolder(), 'deep', 'folder', 'workspace.db');
  const server = await serve({
    database,
    host: '127.0.0.1',
    port: 0,
    protocols: [],
    log: { level: 'error', write: () => undefined },
    passwordCost: testCost,
    ...options,
  });
  onTestFinished(() => server.close().catch(() => undefined));
  return server;
}

describe('assay serve', () => {
  it('makes the workspace, loads protocols with their units once, and prints the link of the lead once', async () => {
    const [database, folder] = [join(temporaryFolder(), 'workspace.db'), protocolFolder()];
    const first = await start({ database, protocols: [folder] });
    expect(first.projects).toEqual([
      { project: 'pets', title: 'Cats and dogs', fresh: true, units: 2, folder, kept: null },
    ]);
    expect(first.link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/link\/[\w-]{43}$/);
    const entered = await fetch(first.link!.replace('/link/', '/api/links/'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: 'lea', password: 'a long password' }),
    });
    expect(entered.status).toBe(201);
    await first.close();
    const second = await start({ database, protocols: [folder] });
    expect(second.projects).toEqual([
      { project: 'pets', title: 'Cats and dogs', fresh: false, units: 0, folder, kept: null },
    ]);
    expect(second.link).toBeNull();
    const cookie = entered.headers.get('set-cookie')!.split(';')[0]!;
    const projects = (await (
      await fetch(`${second.address}/api/projects`, { headers: { cookie } })
    ).json()) as { items: unknown[] };
    expect(projects.items).toMatchObject([{ project: 'pets', role: 'lead' }]);
    await second.close();
    // A folder that says something else by now is no new version, and that is told.
    const file = join(folder, 'protocol.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('Cats and dogs', 'Pets'));
    const third = await start({ database, protocols: [folder] });
    expect(third.projects).toMatchObject([{ project: 'pets', fresh: false, kept: 1 }]);
  });

  it('loads units from CSV as well', async () => {
    const folder = temporaryFolder({
      'protocol.yaml': protocolText('pets').replace(
        'tasks:',
        'units: { animals: units.csv }\ntasks:',
      ),
      'guideline.md': guidelineText,
      'units.csv':
        'id,document,text,answer,page\na,doc,"Text, with a comma.",-,1\nb,doc,Text.,-,1\n',
    });
    const server = await start({ protocols: [folder] });
    expect(server.projects).toEqual([
      { project: 'pets', title: 'Cats and dogs', fresh: true, units: 2, folder, kept: null },
    ]);
    const rows = await server.workspace.store.read((db) =>
      db.selectFrom('unit').select(['id', 'fields']).execute(),
    );
    expect(JSON.stringify(rows)).toContain('Text, with a comma.');
  });

  it('loads nothing of a protocol whose units are faulty', async () => {
    const folder = temporaryFolder({
      'protocol.yaml': protocolText('pets').replace(
        'tasks:',
        'units: { animals: units.jsonl }\ntasks:',
      ),
      'guideline.md': guidelineText,
      'units.jsonl': `${unit('a')}{"id":"b"}\n`,
    });
    const database = join(temporaryFolder(), 'workspace.db');
    await expect(start({ database, protocols: [folder] })).rejects.toThrow('text is missing');
    const server = await start({ database });
    expect(
      await server.workspace.store.read((db) => db.selectFrom('project').selectAll().execute()),
    ).toEqual([]);
  });

  it('listens where it was told, in whichever way that is written, and not for others in the open', async () => {
    expect((await fetch(`${(await start({ host: '127.1' })).address}/healthz`)).status).toBe(200);
    await expect(start({ host: '0.0.0.0' })).rejects.toThrow('--tls-cert');
  });

  it('makes links with the address by which the outside calls it', async () => {
    const server = await start({ publicUrl: 'HTTPS://Assay.example.org/work//' });
    expect(server.link).toMatch(/^https:\/\/assay\.example\.org\/work\/link\/[\w-]{43}$/);
    expect([server.app.services.secure, server.needsPublicUrl]).toEqual([true, false]);
  });

  it('gives its metrics to this machine, and to others for a token', async () => {
    const status = async (
      server: RunningServer,
      headers: Record<string, string> = {},
    ): Promise<number> => (await fetch(`${server.address}/metrics`, { headers })).status;
    const own = await start();
    expect([await status(own), await status(own, { 'x-forwarded-for': '192.0.2.7' })]).toEqual([
      200, 403,
    ]);
    await expect(start({ metricsToken: 'short' })).rejects.toThrow(
      '--metrics-token is one of 5 characters',
    );
    const metricsToken = 'twenty-letters-long!';
    const told = await start({ metricsToken });
    expect([
      await status(told),
      await status(told, {
        authorization: `Bearer ${metricsToken}`,
        'x-forwarded-for': '192.0.2.7',
      }),
    ]).toEqual([403, 200]);
    // They are wanted most when the database is gone.
    await told.workspace.store.close();
    expect(await status(told, { authorization: `Bearer ${metricsToken}` })).toBe(200);
  });

  it('refuses a database with damaged pages, and serves it again once they are right', async () => {
    const database = join(temporaryFolder(), 'workspace.db');
    await (await start({ database })).close();
    const whole = readFileSync(database);
    const pages = whole.length / 4096;
    for (const page of [3, Math.trunc(pages / 2), pages - 2]) {
      const damaged = Buffer.from(whole);
      damaged.fill(0x5a, page * 4096, (page + 1) * 4096);
      writeFileSync(database, damaged);
      await expect(start({ database })).rejects.toMatchObject(refusedFor('database-damaged'));
    }
    writeFileSync(database, whole);
    await start({ database });
  });

  it('says that a port is in use', async () => {
    const server = await start();
    await expect(start({ port: Number(new URL(server.address).port) })).rejects.toThrow(
      'is in use',
    );
  });

  it.skipIf(!hasOpenssl())('speaks TLS with a certificate, and then insists on it', async () => {
    const folder = temporaryFolder();
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        keyFile,
        '-out',
        certFile,
        '-days',
        '1',
        '-subj',
        '/CN=localhost',
      ],
      { stdio: 'ignore' },
    );
    const server = await start({ tls: { certFile, keyFile } });
    expect(server.address).toMatch(/^https:/);
    const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
      secureRequest(`${server.address}/healthz`, { rejectUnauthorized: false }, (reply) => {
        reply.resume();
        resolve(reply.headers);
      })
        .on('error', reject)
        .end();
    });
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    await expect(start({ tls: { certFile: join(folder, 'gone.pem'), keyFile } })).rejects.toThrow(
      'gone.pem',
    );
    const [junk, otherKey] = [join(folder, 'junk.pem'), join(folder, 'other.pem')];
    writeFileSync(junk, 'no certificate\n');
    execFileSync('openssl', ['genrsa', '-out', otherKey, '2048'], { stdio: 'ignore' });
    await expect(start({ tls: { certFile: junk, keyFile } })).rejects.toThrow(
      `${junk} cannot be read: it holds no certificate in PEM`,
    );
    await expect(start({ tls: { certFile, keyFile: certFile } })).rejects.toThrow(
      `${certFile} cannot be read: it holds no key in PEM`,
    );
    await expect(start({ tls: { certFile, keyFile: otherKey } })).rejects.toThrow(
      `${otherKey} cannot be read: the key does not belong to the certificate in ${certFile}`,
    );
  });

  it('finishes what it was asked before it stops, and closes the database', async () => {
    const server = await start();
    const call = plainRequest(`${server.address}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', expect: '100-continue' },
    });
    call.flushHeaders();
    // The server has the request when it asks for the rest.
    await once(call, 'continue');
    const closed = server.close();
    call.end('{"login":"anna","password":"wrong password"}');
    const [reply] = (await once(call, 'response')) as [IncomingMessage];
    reply.resume();
    expect(reply.statusCode).toBe(401);
    await closed;
    await expect(fetch(`${server.address}/healthz`)).rejects.toThrow('fetch failed');
    await expect(server.workspace.store.write(async () => 1)).rejects.toThrow('closed');
  });
});

/** A certificate can only be made where there is OpenSSL. */
function hasOpenssl(): boolean {
  return spawnSync('openssl', ['version']).status === 0;
}
