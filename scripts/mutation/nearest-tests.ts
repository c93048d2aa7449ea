import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { importsOf } from '../../test/source-map.ts';

/** Who imports a file: the path of each file, with those that import it. */
export type Importers = ReadonlyMap<string, readonly string[]>;

/** Reads the imports of every source and test below a folder. */
export function readImporters(root: string): Importers {
  const importers = new Map<string, string[]>();
  for (const name of globSync(['src/**/*.ts', 'src/**/*.tsx', 'test/**/*.ts'], { cwd: root })) {
    const file = resolve(root, name);
    for (const specifier of importsOf(readFileSync(file, 'utf8'))) {
      if (!specifier.startsWith('.')) continue;
      const imported = resolve(dirname(file), specifier);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return importers;
}

/**
 * The tests that import a file, through others or not: all those of its own room, which are about
 * it and fast, then at most so many of other rooms; the nearest first. Of tests that are equally
 * near, such as all those of the command line, those that are named after the file go first.
 */
export function nearestTests(importers: Importers, file: string, most: number): readonly string[] {
  const seen = new Set([file]);
  const tests: string[] = [];
  for (let layer = [file]; layer.length > 0;) {
    layer = layer
      .flatMap((one) => importers.get(one) ?? [])
      .filter((one) => !seen.has(one) && seen.add(one));
    const found = layer.filter((one) => one.endsWith('.test.ts')).toSorted();
    tests.push(...found.toSorted((a, b) => commonWords(b, file) - commonWords(a, file)));
  }
  const room = /^.*\/src\/\w+\//.exec(file)?.[0] ?? file;
  const [own, others] = [true, false].map((isOwn) =>
    tests.filter((test) => test.startsWith(room) === isOwn),
  );
  return [...own!, ...others!.slice(0, most)];
}

/** How many words the names of two files share. */
function commonWords(first: string, second: string): number {
  const words = new Set(basename(second, '.ts').split('-'));
  return basename(first, '.test.ts')
    .split('-')
    .filter((word) => words.has(word)).length;
}
