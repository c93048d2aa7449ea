#!/usr/bin/env node
// Plain JavaScript that any Node can parse. In a clone the sources run under the Node that npm
// installed; in an installed package the compiled files run under the host's.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

// Compiled code is kept in the system's temporary folder: every start after the first takes half
// the time. Node 20 cannot do that.
module.enableCompileCache?.();

const sources = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
// A server runs for weeks, so memory matters more to it than to a command. With a small nursery, a
// heap that grows in small steps and one arena, it takes about 40 % less under load for little time.
const isServer = ['serve', 'start'].includes(process.argv[2]);
// Commands that take in replies of models do the same: a batch may have a million of them.
const isThrifty = isServer || ['extract', 'poll', 'worker'].includes(process.argv[2]);
// Releases are large and soon done: a heap that grows in small steps takes 8 % less and no time.
const isRelease = ['release', 'verify'].includes(process.argv[2]);
const flags =
  isThrifty || isRelease
    ? [`--max-semi-space-size=${isThrifty ? 8 : 32}`, '--heap-growing-percent=60']
    : [];
const thrift = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '32768',
  MALLOC_TOP_PAD_: '16384',
};
const environment = isServer ? { ...thrift, ...process.env } : process.env;
const own = fileURLToPath(import.meta.url);
const major = Number(process.versions.node.split('.')[0]);

const hasFlags = flags.every((flag) => process.execArgv.includes(flag));

if (!hasFlags && major >= 24 && process.platform !== 'win32') {
  // In place of this process, not beside it.
  process.execve(
    process.execPath,
    [process.execPath, ...flags, ...process.execArgv, own, ...process.argv.slice(2)],
    environment,
  );
} else if (!existsSync(sources)) {
  await import('../dist/cli/main.js');
} else if (major >= 24) {
  await import('../src/cli/main.ts');
} else {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  let node;
  try {
    node = createRequire(import.meta.url).resolve(
      `${name}/bin/node${system === 'win' ? '.exe' : ''}`,
    );
  } catch {
    const found = `this is ${process.version}, and ${name} is not installed`;
    console.error(`assay needs Node 24 or newer; ${found}. Run npm ci, or install Node 24.`);
    process.exit(2);
  }
  const run = spawn(node, [...flags, own, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: environment,
  });
  // A terminal sends its interrupt to both; what is sent to this process alone is passed on.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => run.kill(signal));
  // What a signal ended has no code; a shell knows it by this one.
  run.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
