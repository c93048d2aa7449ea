import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { printedText } from './printed-text.ts';
import { binary, runAssay, temporaryFolder } from './run-assay.ts';

describe('assay serve', () => {
  it('says where it is, gives the lead a link, logs JSON without secrets, and ends when told to', async () => {
    const folder = temporaryFolder();
    const child = spawn(process.execPath, [binary, 'serve', '--port', '0'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const printed = printedText(child);
    await printed.until('/link/');
    const [, address = '', secret = ''] =
      /^Assay runs at (\S+)\n.*\/link\/(\S+)\n$/s.exec(printed.out()) ?? [];
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect((await fetch(`${address}/api/links/${secret}`)).status).toBe(200);
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    const lines = printed
      .err()
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { message: string; route: string; status: number });
    expect(lines[0]!.message).toBe(`Server listening at ${address}`);
    expect(lines.slice(1).map((line) => `${line.route} ${line.status}`)).toEqual([
      '/healthz 200',
      '/api/links/:token 200',
    ]);
    expect(printed.err()).not.toContain(secret);
  });

  it('refuses what would be unsafe, and what cannot be', async () => {
    const folder = temporaryFolder();
    const open = await runAssay(['serve', '--host', '0.0.0.0', '--port', '0'], folder);
    expect([open.code, open.err]).toEqual([2, expect.stringContaining('--tls-cert')]);
    expect((await runAssay(['serve', '--port', '70000'], folder)).code).toBe(2);
    expect((await runAssay(['serve', '--tls-cert', 'x.pem'], folder)).err).toContain(
      'belong together',
    );
    const gone = await runAssay(
      ['serve', '--port', '0', '--protocol', join(folder, 'nowhere')],
      folder,
    );
    expect([gone.code, gone.err]).toEqual([2, expect.stringContaining('does not exist')]);
  });
});
