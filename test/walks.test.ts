import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importsOf } from './source-map.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const document = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const chapter = document.split(/^## Three walks$/m)[1]!.split(/^## /m)[0]!;
const walks = chapter
  .split(/^### /m)
  .slice(1)
  .map((text) => ({
    title: text.split('\n', 1)[0]!,
    files: [...text.matchAll(/^\| `([^`]+)`/gm)].map(([, file]) => `src/${file!}`),
  }));

function importedBy(file: string): readonly string[] {
  return importsOf(readFileSync(join(root, file), 'utf8'))
    .filter((to) => to.startsWith('.'))
    .map((to) => normalize(join(dirname(file), to)));
}

describe('the three walks in docs/architecture.md', () => {
  it('are three', () => {
    expect(walks.map(({ files }) => files.length >= 10)).toEqual([true, true, true]);
  });

  it.each(walks)('$title: every file is there, and leads to the next', ({ files }) => {
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    const lost = files.filter((file, at) => {
      const isEntered = at === 0 || file.startsWith('src/server/routes/');
      return !isEntered && !files.slice(0, at).some((above) => importedBy(above).includes(file));
    });
    expect(lost).toEqual([]);
  });
});
