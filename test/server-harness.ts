import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { onTestFinished } from 'vitest';
import { csrfToken, hashSecret, newSecret } from '../src/operations/secret.ts';
import { beginSession } from '../src/operations/people/sign-in.ts';
import type { Role } from '../src/operations/work-context.ts';
import { openWorkspace } from '../src/operations/workspace.ts';
import type { Workspace } from '../src/operations/workspace.ts';
import { buildApp } from '../src/server/app.ts';
import type { App, AppOptions } from '../src/server/app.ts';
import { insertAccount } from '../src/store/people/accounts.ts';
import { grantRole } from '../src/store/people/memberships.ts';
import { insertToken } from '../src/store/people/tokens.ts';
import { putReadyDatabase } from './database-template.ts';

/** A server under test with its database, without a port. */
export interface TestServer {
  readonly app: App;
  readonly workspace: Workspace;
  /** Moves the clock of the server, in milliseconds. */
  passTime(milliseconds: number): void;
  /** The lines that were logged. */
  readonly logged: () => string;
  /** Somebody who is signed in, with roles by project. */
  person(login: string, roles?: Readonly<Record<string, Role | readonly Role[]>>): Promise<Person>;
  /** The secret of a new token of somebody. */
  secretOf(owner: Person, project: string, scope: 'read' | 'write'): Promise<string>;
  /** A program with a token of somebody. */
  program(owner: Person, project: string, scope: 'read' | 'write'): Promise<Client>;
  readonly nobody: Client;
  close(): Promise<void>;
}

/** Sends requests as somebody. */
export interface Client {
  send(
    method: Method,
    url: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<LightMyRequestResponse>;
  get(url: string): Promise<LightMyRequestResponse>;
  post(url: string, body?: unknown): Promise<LightMyRequestResponse>;
}

export interface Person extends Client {
  readonly account: string;
  readonly login: string;
  readonly secret: string;
  readonly csrf: string;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Cheap, so that tests do not spend their time on it. */
export const testCost = { logN: 4, r: 8, p: 1 };

/** Makes a server over an empty database: a file of its own, or the one at an address. */
export async function makeServer(
  options: Partial<AppOptions> & { readonly database?: string } = {},
): Promise<TestServer> {
  // Only where it is needed: what is at an address has a place of its own.
  const folder =
    options.database === undefined ? mkdtempSync(join(tmpdir(), 'assay-server-')) : null;
  let shift = 0;
  const clock = (): Date => new Date(Date.now() + shift);
  const workspace = await openWorkspace(
    folder === null ? options.database! : await putReadyDatabase(join(folder, 'workspace.db')),
    clock,
  );
  const lines: string[] = [];
  const log = { level: 'info', write: (line: string) => lines.push(line) } as const;
  const app = await buildApp({ workspace, log, passwordCost: testCost, pollEvery: 20, ...options });
  const close = async (): Promise<void> => {
    await app.close();
    await workspace.store.close();
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  };
  const secretOf: TestServer['secretOf'] = async (owner, project, scope) => {
    const secret = `assay_${newSecret()}`;
    const now = clock();
    const token = {
      id: workspace.newId(),
      account: owner.account,
      project,
      name: 'test',
      scope,
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + 3_600_000).toISOString(),
    };
    await workspace.store.write((tx) =>
      insertToken(tx, { ...token, tokenHash: hashSecret(secret) }),
    );
    return secret;
  };
  return {
    app,
    workspace,
    passTime: (milliseconds) => (shift += milliseconds),
    logged: () => lines.join(''),
    person: (login, roles = {}) => makePerson(app, workspace, login, roles),
    secretOf,
    program: async (owner, project, scope) =>
      clientOf(app, { authorization: `Bearer ${await secretOf(owner, project, scope)}` }),
    nobody: clientOf(app, {}),
    close,
  };
}

/** What the browser of somebody who is signed in sends along. */
export function sessionHeaders(person: Person): Readonly<Record<string, string>> {
  return { cookie: `assay=${person.secret}`, 'x-csrf-token': person.csrf };
}

/** A server that ends with the test. */
export async function temporaryServer(
  options: Partial<AppOptions> & { readonly database?: string } = {},
): Promise<TestServer> {
  const server = await makeServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** The body of a reply, which must have the status. */
export function bodyOf<T = Record<string, unknown>>(
  reply: LightMyRequestResponse,
  status = 200,
): T {
  if (reply.statusCode !== status)
    throw new Error(`status ${reply.statusCode}, expected ${status}: ${reply.body}`);
  return (reply.body === '' ? {} : reply.json()) as T;
}

/** The code of an error reply. */
export function errorCode(reply: LightMyRequestResponse): string {
  return reply.json<{ error: { code: string } }>().error.code;
}

async function makePerson(
  app: App,
  workspace: Workspace,
  login: string,
  roles: Readonly<Record<string, Role | readonly Role[]>>,
): Promise<Person> {
  const account = workspace.newId();
  const createdAt = workspace.clock().toISOString();
  const passwordHash = await app.services.passwords.hash(passwordOf(login));
  const { secret } = await workspace.store.write(async (tx) => {
    await insertAccount(tx, {
      id: account,
      login,
      name: login,
      passwordHash,
      language: 'en',
      keymap: 'assay',
      createdAt,
    });
    for (const [project, held] of Object.entries(roles))
      for (const role of typeof held === 'string' ? [held] : held)
        await grantRole(tx, { project, account, role, createdAt });
    return await beginSession(tx, workspace, { id: account, login });
  });
  const csrf = csrfToken(secret);
  return {
    account,
    login,
    secret,
    csrf,
    ...clientOf(app, { cookie: `${app.services.cookie}=${secret}`, 'x-csrf-token': csrf }),
  };
}

/** The password of a person that a test made. */
export function passwordOf(login: string): string {
  return `password of ${login}`;
}

function clientOf(app: App, own: Readonly<Record<string, string>>): Client {
  const send: Client['send'] = async (method, url, body, headers = {}) =>
    await app.fastify.inject({
      method,
      url,
      headers: { ...own, ...headers },
      ...(body === undefined ? {} : { payload: body as Record<string, unknown> }),
    });
  return {
    send,
    get: (url) => send('GET', url),
    post: (url, body) => send('POST', url, body ?? {}),
  };
}
