// Compiles the sources to plain JavaScript in dist/, for the package: type stripping does not reach
// into node_modules.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const exported = /^export (?:declare )?(?:function|const|let|class|interface|type) (\w+)/gm;
const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');

rmSync(join(root, 'dist'), { recursive: true, force: true });
compile('tsconfig.build.json');
// Plain JavaScript already.
for (const file of [
  'store/workspace/page-check-thread.mjs',
  'store/workspace/wal-checkpointer-thread.mjs',
  'operations/workspace/work-watchdog.mjs',
])
  copyFileSync(join(root, 'src', file), join(root, 'dist', file));

writeLibrary();

/** Writes what a project makes. `npm run typecheck` has checked the same sources. */
function compile(project) {
  execFileSync(process.execPath, [compiler, '-p', join(root, project), '--noCheck'], {
    cwd: root,
    stdio: 'inherit',
  });
}

/**
 * What `import … from 'assay/statistics'` gives: every export of the room, with its types. The list
 * is made here, since the sources themselves have no file that only passes others on.
 */
function writeLibrary() {
  compile('tsconfig.library.json');
  const room = join(root, 'dist/statistics');
  // The compiler leaves the names of sources in declarations.
  for (const file of readdirSync(room, { recursive: true }).filter((name) =>
    name.endsWith('.d.ts'),
  )) {
    const text = readFileSync(join(room, file), 'utf8');
    writeFileSync(join(room, file), text.replaceAll(/(from '[^']+)\.ts';/g, "$1.js';"));
  }
  const files = readdirSync(room, { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.js'))
    .toSorted();
  const seen = new Set();
  const lines = files.map((file) => {
    const types = readFileSync(join(room, file.replace(/\.js$/, '.d.ts')), 'utf8');
    const names = new Set([...types.matchAll(exported)].map(([, name]) => name));
    for (const name of names) {
      if (seen.has(name)) throw new Error(`statistics exports ${name} twice`);
      seen.add(name);
    }
    return `export * from './statistics/${file}';\n`;
  });
  writeFileSync(join(root, 'dist/statistics.js'), lines.join(''));
  writeFileSync(join(root, 'dist/statistics.d.ts'), lines.join(''));
}
