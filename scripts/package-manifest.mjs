// What stands in package.json for the clone (the pinned Node, test tools, scripts, overrides) has
// no place in the published package.
//   publish   writes the manifest of the package, keeping the original beside it
//   restore   puts the original back; does nothing when there is none
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const manifest = 'package.json';
const original = 'package.json.original';
const command = process.argv[2];

if (command === 'publish') publish();
else if (command === 'restore') restore();
else {
  console.error('usage: package-manifest.mjs publish|restore');
  process.exitCode = 2;
}

function publish() {
  // An original that is still there was left by a run that was interrupted; what is in its place is
  // already the package's.
  restore();
  const text = readFileSync(manifest, 'utf8');
  const content = JSON.parse(text);
  for (const part of ['scripts', 'devDependencies', 'overrides', 'allowScripts'])
    delete content[part];
  for (const name of Object.keys(content.optionalDependencies ?? {}))
    if (name.startsWith('node-')) delete content.optionalDependencies[name];
  if (Object.keys(content.optionalDependencies ?? {}).length === 0)
    delete content.optionalDependencies;
  write(original, text);
  write(manifest, `${JSON.stringify(content, null, 2)}\n`);
}

function restore() {
  if (!existsSync(original)) return;
  write(manifest, readFileSync(original, 'utf8'));
  rmSync(original);
}

/** Whole or not at all, so that an interruption never leaves half a file. */
function write(file, text) {
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}
