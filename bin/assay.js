#!/usr/bin/env node
// Plain JavaScript that any Node can parse. In a clone the sources run under the Node that the project brings; in an installed
// package the compiled files run under the host's.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled code is kept in the system's temporary folder: every start after the first takes half the time. Node 20 cannot do that.
module.enableCompileCache?.();

const sources = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const major = Number(process.versions.node.split('.')[0]);

if (!existsSync(sources)) {
  await import('../dist/cli/main.js');
} else if (major >= 24) {
  await import('../src/cli/main.ts');
} else {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  let node;
  try {
    node = createRequire(import.meta.url).resolve(`${name}/bin/node${system === 'win' ? '.exe' : ''}`);
  } catch {
    console.error(`assay needs Node 24 or newer; this is ${process.version}, and ${name} is not installed. Run npm ci, or install Node 24.`);
    process.exit(2);
  }
  const run = spawnSync(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exit(run.status ?? 2);
}
