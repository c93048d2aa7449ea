import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../src/store/open-store.ts';
import { setWorkspaceValue } from '../src/store/workspace/workspace.ts';
import { migrations } from '../src/store/workspace/schema/migrations.ts';
import { backup } from '../src/operations/workspace/backup.ts';
import { copyWorkspace } from '../src/operations/workspace/copy.ts';
import { restore } from '../src/operations/workspace/restore.ts';
import { serve } from '../src/server/serve.ts';
import { printedText } from './printed-text.ts';
import { binary, temporaryFolder } from './run-assay.ts';
import { testCost } from './server-harness.ts';

/** Every file and folder below one, with its mode. */
function modesIn(folder: string, below = ''): readonly string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    const mode = (statSync(join(folder, path)).mode & 0o777).toString(8);
    return [`${mode} ${path}`, ...(entry.isDirectory() ? modesIn(folder, path) : [])];
  });
}

function withOpenUmask(): void {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
}

describe('a workspace', () => {
  it('can be read by its owner only, with its logs, backups and copies', async () => {
    withOpenUmask();
    const folder = temporaryFolder();
    const at = (name: string): string => join(folder, name);
    const old = await openStore(at('deep/w.db'), { migrations: migrations.slice(0, -2) });
    await old.close();
    const store = await openStore(at('deep/w.db'));
    await store.write((tx) => setWorkspaceValue(tx, 'test', 'kept'));
    const database = at('deep/w.db');
    await backup({ database, file: at('backups/b.db') });
    await backup({ database, file: at('backups/b.jsonl') });
    await backup({ database, file: at('backups/b.jsonl.gz') });
    await restore({ file: at('backups/b.db'), database: at('restored/a.db') });
    await restore({ file: at('backups/b.jsonl.gz'), database: at('restored/b.db') });
    await restore({ file: at('backups/b.db'), database: at('restored/b.db'), force: true });
    await copyWorkspace({ from: database, to: at('copied/c.db') });
    const modes = modesIn(folder);
    await store.close();
    expect(modes.filter((one) => !/^(600 .*\.\w|700 [^.]*$)/.test(one))).toEqual([]);
    const names = modes.map((one) => one.slice(4));
    expect(names).toContain('deep/w.db-wal');
    expect(names).toContain('deep/w.db-shm');
    expect(names.filter((name) => name.includes('version-'))).toHaveLength(1);
  });

  it('that was just restored can be served at once', async () => {
    const folder = temporaryFolder();
    const database = join(folder, 'w.db');
    await (await openStore(database)).close();
    for (const name of ['b.db', 'b.jsonl']) {
      const restored = join(folder, `restored-${name}.db`);
      await backup({ database, file: join(folder, name) });
      await restore({ file: join(folder, name), database: restored });
      const log = { level: 'error', write: () => undefined } as const;
      const given = { database: restored, host: '127.0.0.1', port: 0, protocols: [], log };
      const server = await serve({ ...given, passwordCost: testCost });
      expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
      await server.close();
    }
  });
});

describe('a server that is told to stop', () => {
  it('ends well though connections are open on which nothing, or half a request, was sent', async () => {
    const child = spawn(process.execPath, [binary, 'serve', '--port', '0'], {
      cwd: temporaryFolder(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const printed = printedText(child);
    await printed.until('/link/');
    const port = Number(/:(\d+)\n/.exec(printed.out())![1]);
    const sockets = ['', 'GET /healthz HTTP/1.1\r\nHost: x'].map((text) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(text);
      return socket;
    });
    for (const socket of sockets) await once(socket, 'connect');
    const idle = connect(port, '127.0.0.1');
    idle.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(idle, 'data');
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    for (const socket of [...sockets, idle]) socket.destroy();
  });
});

describe('two processes that write the same files', () => {
  it('give whole files and leave nothing else behind', async () => {
    const folder = temporaryFolder();
    const source = (file: string): string =>
      JSON.stringify(join(import.meta.dirname, '../src/operations', file));
    const script = `
      import { writeFiles } from ${source('write-files.ts')};
      import { FolderOfVerdicts } from ${source('verdicts/verdict-files.ts')};
      const [, name] = process.argv;
      for (let time = 0; time < 150; time += 1) {
        const lines = (write) => { for (let at = 0; at < 300; at += 1) write(name.repeat(100) + '\\n'); };
        writeFiles(new Map([['a.txt', lines], ['b.txt', lines]]), { force: true });
        const verdicts = new FolderOfVerdicts('out');
        const write = verdicts.open('v.json');
        lines(write);
        verdicts.keep();
      }`;
    const child = (name: string) =>
      spawn(process.execPath, ['--input-type=module', '-e', script, name], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    const ended = await Promise.all(['A', 'B'].map((name) => once(child(name), 'close')));
    expect(ended).toEqual([
      [0, null],
      [0, null],
    ]);
    for (const file of ['a.txt', 'b.txt', 'out/v.json'])
      expect(readFileSync(join(folder, file), 'utf8')).toMatch(
        /^(?:(?:A{100}\n){300}|(?:B{100}\n){300})$/,
      );
    expect(readdirSync(folder).toSorted()).toEqual(['a.txt', 'b.txt', 'out']);
    expect(readdirSync(join(folder, 'out'))).toEqual(['v.json']);
  });
});
