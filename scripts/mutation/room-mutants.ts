import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findMutants } from './find-mutants.ts';
import type { Mutant } from './find-mutants.ts';
import { digest } from './plan.ts';

/** A mutant with its file, and a name that stays while the lines that it changes stay. */
export interface NamedMutant extends Mutant {
  readonly key: string;
  readonly file: string;
}

/** Every mutant of a room. */
export function roomMutants(root: string, room: string): readonly NamedMutant[] {
  return globSync(`src/${room}/**/*.ts`, { cwd: root })
    .filter((name) => !name.endsWith('.test.ts'))
    .toSorted()
    .flatMap((name) => {
      const file = resolve(root, name);
      return nameMutants(name, readFileSync(file, 'utf8')).map((mutant) => ({ ...mutant, file }));
    });
}

/**
 * The mutants of a source, named after the lines that they change, so that a journal stays good
 * while other lines change. Equal changes of equal lines are numbered.
 */
export function nameMutants(
  name: string,
  source: string,
): readonly (Mutant & { readonly key: string })[] {
  const seen = new Map<string, number>();
  return findMutants(name, source).map((mutant) => {
    const from = source.lastIndexOf('\n', mutant.start) + 1;
    const to = source.indexOf('\n', mutant.end);
    const lines = source.slice(from, to === -1 ? source.length : to).trim();
    const place = mutant.start - from - (/^ */.exec(source.slice(from))?.[0].length ?? 0);
    const change = digest(`${lines}\n${place}\n${mutant.end - mutant.start}\n${mutant.text}`);
    const count = (seen.get(change) ?? 0) + 1;
    seen.set(change, count);
    return { ...mutant, key: `${name}:${change}:${count}` };
  });
}
