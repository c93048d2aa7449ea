// Checks types, form and what is unused: `node scripts/check.mjs [types] [lint]`, all by default.
// As many checks run at once as there are processors, and each prints when it ends.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const settings = ['playwright.config.ts', 'vite.config.web.ts', 'vite.config.report.ts'];
// By default the compiler divides a project among four threads, every one of which works out again
// what they share: that takes twice the processor.
const types = (project) => ['typescript/bin/tsc', '-p', project, '--checkers', '1'];
const knip = 'knip/bin/knip.js';
// The longest first.
const checks = {
  types: [types('tsconfig.web.json'), types('tsconfig.json'), types('tsconfig.pure.json')],
  lint: [
    [knip],
    [knip, '--production'],
    ['oxfmt/bin/oxfmt', '--check'],
    ['oxlint/bin/oxlint', '--deny-warnings', 'src', 'test', 'scripts', 'bench', 'bin', ...settings],
  ],
};

const asked = process.argv.slice(2);
const waiting = (asked.length === 0 ? Object.keys(checks) : asked).flatMap((name) => checks[name]);
const places = Math.min(availableParallelism(), waiting.length);
await Promise.all(Array.from({ length: places }, runNext));

/** Runs checks until none waits. */
async function runNext() {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) await run(check);
}

function run([program, ...words]) {
  const path = join(root, 'node_modules', program);
  const child = spawn(process.execPath, [path, ...words], { cwd: root, stdio: 'pipe' });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(part));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      if (code !== 0) process.exitCode = 1;
      if (code !== 0) process.stdout.write(Buffer.concat(said));
      resolve();
    });
  });
}
