// Compiles the sources to plain JavaScript in dist/, for the package: type stripping does not reach
// into node_modules.
import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');

rmSync(join(root, 'dist'), { recursive: true, force: true });
// The package runs on Node 20, so nothing newer may be used: no Map.groupBy, no
// Promise.withResolvers.
execFileSync(
  process.execPath,
  [compiler, '-p', join(root, 'tsconfig.build.json'), '--lib', 'es2023,es2024.string'],
  { cwd: root, stdio: 'inherit' },
);
// Plain JavaScript already.
copyFileSync(
  join(root, 'src/store/workspace/wal-checkpointer-thread.mjs'),
  join(root, 'dist/store/workspace/wal-checkpointer-thread.mjs'),
);
