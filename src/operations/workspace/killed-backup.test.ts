import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { openWorkspace } from '../workspace.ts';
import { draftBeside } from '../unfinished-files.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const at = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
/** Kills the process as soon as the copy of a database is there, before it is checked. */
const killsItself = `
  import BetterSqlite3 from ${at('../../../node_modules/better-sqlite3/lib/index.js')};
  const kill = () => process.kill(process.pid, 'SIGKILL');
  const { backup: copy } = BetterSqlite3.prototype;
  BetterSqlite3.prototype.backup = async function (...given) {
    await copy.apply(this, given); kill();
  };
`;

function killed(source: string, folder: string): void {
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', killsItself + source], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: folder },
  });
  expect([run.signal, run.stderr]).toEqual(['SIGKILL', '']);
}

async function workspaceIn(folder: string): Promise<string> {
  const database = join(folder, 'workspace.db');
  await (await openWorkspace(database)).store.close();
  return database;
}

const drafts = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => /\.tmp/.test(name));

describe('a killed backup', () => {
  it.each(['a.db', 'a.jsonl', 'a.jsonl.gz', 'a.age'])(
    'leaves nothing of %s behind once there was another, under whatever name',
    async (name) => {
      const folder = temporaryFolder();
      const database = await workspaceIn(folder);
      const key = await identityToRecipient(await generateX25519Identity());
      const recipients = name.endsWith('.age') ? [key] : [];
      const given = JSON.stringify({ database, file: join(folder, name), recipients });
      killed(
        `const { backup } = await import(${at('backup.ts')});
         await backup({ ...${given}, progress: kill });`,
        folder,
      );
      expect(drafts(folder)).not.toEqual([]);
      await backup({ database, file: join(folder, 'b.jsonl') });
      expect(readdirSync(folder).filter((one) => !one.startsWith('workspace.db'))).toEqual([
        'b.jsonl',
      ]);
    },
  );

  it('of which a restore was killed neither', async () => {
    const folder = temporaryFolder();
    const database = await workspaceIn(folder);
    const file = join(folder, 'a.db');
    await backup({ database, file });
    const given = JSON.stringify({ file, database: join(folder, 'c.db') });
    killed(
      `const { restore } = await import(${at('restore.ts')}); await restore(${given});`,
      folder,
    );
    expect(drafts(folder)).not.toEqual([]);
    await restore({ file, database: join(folder, 'd.db') });
    expect(drafts(folder)).toEqual([]);
  });

  it('removes neither what somebody else writes, nor what only looks like a draft', async () => {
    const folder = temporaryFolder();
    const database = await workspaceIn(folder);
    const [, mark = '', tail = ''] = /\.([^.-]+-)\d+(-[^.]+\.tmp)$/.exec(draftBeside('x')) ?? [];
    const other = spawn(process.execPath, ['--eval', 'process.stdin.resume()']);
    onTestFinished(() => void other.kill('SIGKILL'));
    const ended = spawnSync(process.execPath, ['--eval', '']).pid;
    const kept = [
      `a.jsonl.${mark}${other.pid}${tail}`,
      `elsewhere.jsonl.00000000-${ended}${tail}`,
      `a.${mark}${ended}${tail}.bak`,
      'notes.tmp',
      'a.0123456789ab.tmp',
    ];
    for (const name of kept) writeFileSync(join(folder, name), 'kept');
    writeFileSync(join(folder, 'target'), 'kept');
    for (const end of ['', '-wal'])
      writeFileSync(join(folder, `b.db.${mark}${ended}${tail}${end}`), '');
    mkdirSync(join(folder, `release.${mark}${ended}${tail}`, 'inside'), { recursive: true });
    symlinkSync('target', join(folder, `link.${mark}${ended}${tail}`));
    await backup({ database, file: join(folder, 'b.jsonl') });
    expect(drafts(folder).toSorted()).toEqual(kept.toSorted());
    expect(readdirSync(folder)).toContain('target');
    // What nobody changed for half a day is nobody's, whoever has that number by now.
    const longAgo = new Date(Date.now() - 13 * 3_600_000);
    for (const name of kept) utimesSync(join(folder, name), longAgo, longAgo);
    await backup({ database, file: join(folder, 'c.jsonl') });
    expect(drafts(folder).toSorted()).toEqual(kept.slice(2).toSorted());
    other.kill('SIGKILL');
    await once(other, 'exit');
  });

  it('is known as killed also where the next one has its number, as in containers', async () => {
    const folder = temporaryFolder();
    const database = await workspaceIn(folder);
    const [mine, earlier] = [draftBeside(join(folder, 'a')), draftBeside(join(folder, 'b'))];
    for (const file of [mine, earlier]) writeFileSync(file, '');
    const before = new Date(Date.now() - process.uptime() * 1000 - 60_000);
    utimesSync(earlier, before, before);
    await backup({ database, file: join(folder, 'c.jsonl') });
    await backup({ database, file: join(folder, 'd.jsonl') });
    expect(drafts(folder).map((name) => join(folder, name))).toEqual([mine]);
  });
});
