// Checks the types of all projects side by side. By default the compiler divides each project among
// four threads, every one of which works out again what they share: that takes twice the processor.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
// The pure rooms without the types of Node and the browser; the largest first.
const waiting = ['tsconfig.web.json', 'tsconfig.json', 'tsconfig.pure.json'];
const places = Array.from({ length: Math.min(availableParallelism(), waiting.length) }, checkNext);
if ((await Promise.all(places)).includes(false)) process.exitCode = 1;

/** Checks projects until none waits. */
async function checkNext() {
  let isRight = true;
  for (let project = waiting.shift(); project !== undefined; project = waiting.shift())
    isRight = (await check(project)) && isRight;
  return isRight;
}

function check(project) {
  const words = [compiler, '-p', project, '--checkers', '1'];
  const child = spawn(process.execPath, words, { stdio: 'inherit' });
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code === 0));
  });
}
