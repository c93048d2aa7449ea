// Every optional platform package named in the lock must itself be locked, or `npm ci` stops with
// "Missing: … from lock file". --prune drops those that the registry could not resolve.
import { readFileSync, writeFileSync } from 'node:fs';

const prune = process.argv.includes('--prune');
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const locked = new Set(Object.keys(lock.packages));
const missing = [];

for (const [place, entry] of Object.entries(lock.packages)) {
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    const nested = `${place ? `${place}/` : ''}node_modules/${name}`;
    if (locked.has(nested) || locked.has(`node_modules/${name}`)) continue;
    missing.push(`${place || '(root)'} -> ${name}`);
    if (prune) delete entry.optionalDependencies[name];
  }
}

if (missing.length > 0)
  console.error(`${prune ? 'Pruned' : 'Unlocked'} optional packages:\n${missing.join('\n')}`);
if (prune) writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
else if (missing.length > 0) process.exitCode = 1;
console.log(`${locked.size} packages in the lock`);
