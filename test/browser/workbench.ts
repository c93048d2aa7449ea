import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import { loadFolder } from '../../src/operations/protocol/load-folder.ts';
import { newSigningKey } from '../../src/operations/release/new-signing-key.ts';
import { beginSession } from '../../src/operations/people/sign-in.ts';
import type { Role, WorkContext } from '../../src/operations/work-context.ts';
import type { Workspace } from '../../src/operations/workspace.ts';
import { serve } from '../../src/server/serve.ts';
import type { RunningServer } from '../../src/server/serve.ts';
import { insertAccount } from '../../src/store/people/accounts.ts';
import { grantRole } from '../../src/store/people/memberships.ts';
import { putReadyDatabase } from '../database-template.ts';

/** A real server with the built pages, on a port and a database of its own. */
export interface Workbench {
  readonly address: string;
  /** The one-time link for the first lead. */
  readonly link: string;
  /**
   * What the server works on; operations may be called on it directly, to bring a test to where it
   * begins.
   */
  readonly workspace: () => Workspace;
  /** Takes the server away, as a lost connection does. */
  stop(): Promise<void>;
  /**
   * Brings it back at the same address with the same database, with the built pages or those of
   * another folder.
   */
  start(pages?: string): Promise<void>;
  /** Makes one of the examples a project, or the folder at a path; gives its name. */
  load(example: string): Promise<string>;
  /** Makes an account with roles by project; the password is `password of <login>`. */
  person(
    login: string,
    roles: Readonly<Record<string, Role>>,
    more?: { readonly name?: string; readonly language?: 'en' | 'de'; readonly keymap?: string },
  ): Promise<Person>;
  /** Signs somebody in without the form: the session cookie is set in the browser. */
  signIn(context: BrowserContext, person: Person): Promise<void>;
}

/** Somebody with an account. */
export interface Person {
  readonly login: string;
  readonly account: string;
  readonly password: string;
  /** To call operations as this person. */
  readonly work: WorkContext;
}

/** Tests with a workbench. */
export const test = base.extend<{ workbench: Workbench }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern
  workbench: async ({}, use) => {
    const started = await startWorkbench();
    await use(started);
    await started.close();
  },
});

/** Starts a workbench; whoever does so outside of a test closes it. */
export async function startWorkbench(): Promise<Workbench & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-browser-'));
  const run = async (port: number, pages = builtPages): Promise<RunningServer> => {
    const running = await serve({
      database: join(folder, 'workspace.db'),
      host: '127.0.0.1',
      port,
      protocols: [],
      log: { level: 'error', write: () => undefined },
      web: pages,
      passwordCost: { logN: 4, r: 8, p: 1 },
      releaseKey: join(folder, 'key'),
      // Nothing listens there: what is sent stays on its way.
      notices: {
        mail: { smtp: 'smtp://127.0.0.1:1', from: 'assay@example.org' },
        allowsPrivate: true,
      },
    });
    if (latency > 0) answerLate(running.app.fastify.server, latency);
    return running;
  };
  newSigningKey(join(folder, 'key'), 'workbench');
  await putReadyDatabase(join(folder, 'workspace.db'));
  let server: RunningServer | null = await run(0);
  const { address, link } = server;
  const workspace = (): Workspace => {
    if (server === null) throw new Error('The server is stopped');
    return server.workspace;
  };
  const stop = async (): Promise<void> => {
    const stopped = server;
    server = null;
    // Streams of events would keep it open.
    stopped?.app.fastify.server.closeAllConnections();
    await stopped?.close();
  };
  return {
    address,
    link: link ?? '',
    workspace,
    stop,
    start: async (pages) => {
      server ??= await run(Number(new URL(address).port), pages);
    },
    load: async (example) => (await loadFolder(workspace(), resolve(examples, example))).project,
    person: async (login, roles, more = {}) => await makePerson(workspace(), login, roles, more),
    signIn: async (context, person) => {
      const { secret } = await workspace().store.write((tx) =>
        beginSession(tx, workspace(), { id: person.account, login: person.login }),
      );
      await context.addCookies([
        { name: 'assay', value: secret, url: address, httpOnly: true, sameSite: 'Strict' },
      ]);
    },
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Milliseconds that every request to the server waits, for those who look for races: a test that
 * passes on a fast line and fails on a slow one has
 * found a page that shows for a moment what is no longer so, or a test that does not wait for what
 * it needs.
 */
const latency = Number(process.env['ASSAY_LATENCY'] ?? 0);

function answerLate(server: Server, milliseconds: number): void {
  const answer = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on(
    'request',
    (request, response) =>
      void setTimeout(() => answer.forEach((one) => one(request, response)), milliseconds),
  );
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const examples = join(root, 'examples');
/** Where `npm run build:web` puts the pages; another folder lets several people test at once. */
export const builtPages = process.env['ASSAY_WEB'] ?? join(root, 'dist', 'web');

async function makePerson(
  workspace: Workspace,
  login: string,
  roles: Readonly<Record<string, Role>>,
  {
    name = login,
    language = 'en',
    keymap = 'assay',
  }: { readonly name?: string; readonly language?: string; readonly keymap?: string },
): Promise<Person> {
  const account = workspace.newId();
  const createdAt = workspace.clock().toISOString();
  const password = `password of ${login}`;
  const { PasswordHasher } = await import('../../src/operations/people/password.ts');
  const passwordHash = await new PasswordHasher({ logN: 4, r: 8, p: 1 }).hash(password);
  await workspace.store.write(async (tx) => {
    await insertAccount(tx, {
      id: account,
      login,
      name,
      passwordHash,
      language,
      keymap,
      createdAt,
    });
    for (const [project, role] of Object.entries(roles))
      await grantRole(tx, { project, account, role, createdAt });
  });
  const work: WorkContext = {
    ...workspace,
    actor: {
      account,
      login,
      roleIn: (project) => roles[project] ?? roles['*'] ?? null,
      via: 'session',
    },
  };
  return { login, account, password, work };
}
