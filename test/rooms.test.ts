import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  importsOf,
  offers,
  offersTable,
  readSources,
  rooms,
  unknownFolders,
  wings,
  withoutComments,
} from './source-map.ts';
import type { Room, Wing } from './source-map.ts';

/** What each room may import beside itself: rooms below it, and packages. */
const allowed: Readonly<
  Record<Room, { readonly rooms: readonly Room[]; readonly packages: readonly string[] }>
> = {
  statistics: { rooms: [], packages: [] },
  domain: { rooms: [], packages: ['zod'] },
  truth: { rooms: ['domain', 'statistics'], packages: ['@noble/hashes'] },
  formats: {
    rooms: ['domain', 'statistics', 'truth'],
    packages: ['yaml', 'zod', '@noble/hashes', 'hyparquet', 'hyparquet-writer', 'fflate'],
  },
  release: {
    rooms: ['domain', 'statistics', 'truth', 'formats'],
    packages: ['zod', '@noble/hashes', 'yaml'],
  },
  evaluation: { rooms: ['domain', 'statistics', 'truth', 'formats', 'release'], packages: [] },
  store: { rooms: ['domain'], packages: ['node:', 'kysely', 'better-sqlite3', 'pg'] },
  llm: { rooms: ['domain'], packages: ['node:', 'openai', '@anthropic-ai/sdk'] },
  operations: {
    rooms: ['domain', 'statistics', 'truth', 'formats', 'release', 'evaluation', 'store', 'llm'],
    packages: ['node:', 'zod', 'fflate', 'nodemailer', 'age-encryption', '@myriaddreamin'],
  },
  server: {
    rooms: ['domain', 'operations'],
    packages: [
      'node:',
      'fastify',
      '@fastify/static',
      '@fastify/swagger',
      'fastify-type-provider-zod',
      'openapi-types',
      'prom-client',
      'zod',
    ],
  },
  // The command line starts the server and uses nothing else of it.
  cli: {
    rooms: ['domain', 'operations', 'server'],
    packages: ['node:', 'commander', 'cli-progress'],
  },
  web: {
    rooms: ['domain', 'statistics', 'truth', 'formats', 'release', 'evaluation', 'server'],
    packages: [
      'react',
      'react-dom',
      '@mantine/core',
      '@mantine/hooks',
      '@tanstack/react-query',
      '@observablehq/plot',
      'react-markdown',
      'remark-gfm',
      '@codemirror',
      '@lezer/highlight',
      'zod',
    ],
  },
};
const pure: readonly Room[] = ['statistics', 'domain', 'truth', 'formats', 'release', 'evaluation'];

/** How many lines outside of the rooms are still above 100 columns. It only goes down. */
const longLines = { tests: 315, scripts: 5, bench: 4 };

const root = new URL('../', import.meta.url);
const sources = readSources();
const pureSources = sources.filter(({ room }) => pure.includes(room));
const imports = sources.flatMap(({ file, room, imports: all }) =>
  all.map((to) => ({ file, room, to })),
);
const roomOf = (path: string): Room | undefined =>
  rooms.find((room) => path.startsWith(`${room}/`));
const isSource = (to: string): boolean => roomOf(to) !== undefined;
const named = (found: readonly { readonly file: string }[]): readonly string[] =>
  found.map(({ file }) => file);

describe('the rooms', () => {
  it('are those described, and hold all the sources', () => {
    expect(named(sources.filter(({ room }) => !rooms.includes(room)))).toEqual([]);
    expect(new Set(sources.map(({ room }) => room))).toEqual(new Set(rooms));
  });

  it('are read: there are more imports than files, and some in every room', () => {
    expect(imports.length).toBeGreaterThan(sources.length);
    expect(new Set(imports.map(({ room }) => room))).toEqual(new Set(rooms));
  });

  it('import only downwards', () => {
    const upwards = imports.filter(({ room, to }) => {
      const target = roomOf(to);
      return target !== undefined && target !== room && !allowed[room].rooms.includes(target);
    });
    expect(upwards).toEqual([]);
  });

  it('import only their own packages', () => {
    const isAllowed = (room: Room, to: string): boolean =>
      allowed[room].packages.some(
        (name) => to === name || to.startsWith(name.endsWith(':') ? name : `${name}/`),
      );
    expect(imports.filter(({ room, to }) => !isSource(to) && !isAllowed(room, to))).toEqual([]);
  });

  it('take into the browser only the types of the server’s routes', () => {
    const value = /^import (?!type )[^;]*from '[^']*\/server\/[^']*'/m;
    expect(named(sources.filter(({ room, text }) => room === 'web' && value.test(text)))).toEqual(
      [],
    );
    const fromServer = imports.filter(({ to }) => roomOf(to) === 'server');
    expect(
      fromServer.filter(({ room, to }) => room === 'web' && !to.startsWith('server/routes/')),
    ).toEqual([]);
    const starts = /^cli\/commands\/workspace\/(serve|start)\.ts$/;
    expect(fromServer.filter(({ room, file }) => room === 'cli' && !starts.test(file))).toEqual([]);
  });

  it('name every import of a source by its file', () => {
    expect(imports.filter(({ to }) => isSource(to) && !/\.(tsx?|json|css)$/.test(to))).toEqual([]);
  });

  it('read no clock and no randomness in the pure rooms', () => {
    const impure = /\bMath\.random\(|\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/;
    expect(named(pureSources.filter(({ text }) => impure.test(withoutComments(text))))).toEqual([]);
  });
});

describe('the wings', () => {
  const document = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8');
  const cells = tableRows(document, 'The grid');

  it('are the same short list in every room, and no folder has another name', () => {
    expect(unknownFolders(sources)).toEqual([]);
  });

  it('are described in docs/architecture.md: a cell for each room that has the wing, and no other', () => {
    const [head = [], ...rows] = cells;
    const described = rows.flatMap(([wing = '', ...texts]) =>
      texts.map((text, at) => ({ wing, room: head[at + 1]!, text })),
    );
    const found = new Set(sources.flatMap(({ room, wing }) => (wing ? [`${room} ${wing}`] : [])));
    const filled = described.filter(({ text }) => text !== '–');
    expect(new Set(filled.map(({ room, wing }) => `${room} ${wing}`))).toEqual(found);
    expect(rows.map(([wing]) => wing)).toEqual(wings);
  });

  it('have in docs/architecture.md every command, where its file is', () => {
    const [head = [], ...rows] = cells;
    const at = head.indexOf('cli');
    const described = rows.flatMap(([wing, ...texts]) =>
      [...`\`${texts[at - 1]}\``.matchAll(/`([a-z]+)`/g)].map(([, verb]) => `${wing} ${verb}`),
    );
    const list = readFileSync(new URL('../src/cli/commands.ts', import.meta.url), 'utf8');
    const found = [...list.matchAll(/^ {2}([a-z]+): .*'\.\/commands\/([a-z]+)\//gm)];
    expect(described.toSorted()).toEqual(
      found.map(([, verb, wing]) => `${wing} ${verb}`).toSorted(),
    );
  });

  it('use of each other only what docs/architecture.md says is offered', () => {
    const written = offersTable(sources).split('\n').slice(2).map(cellsOf);
    expect(tableRows(document, 'What wings offer each other').slice(1)).toEqual(written);
  });

  it.each(['statistics', 'truth', 'formats', 'store'] as const)(
    'of %s import each other in one direction',
    (room) => {
      expect(cycle(room)).toEqual([]);
      const shared = sources.filter((source) => source.room === room && source.wing === null);
      const intoWings = shared.flatMap(({ file, imports: all }) =>
        all
          .filter((to) =>
            sources.some((one) => one.file === to && one.room === room && one.wing !== null),
          )
          .map((to) => [file, to]),
      );
      expect(room === 'store' ? [] : intoWings).toEqual([]);
    },
  );
});

describe('the files', () => {
  it('have named exports only', () => {
    const standard = /^export default\b|\bas default\b/m;
    expect(named(sources.filter(({ text }) => standard.test(text)))).toEqual([]);
  });

  it('are no barrels', () => {
    const barrel = /^export (\*|\{[^}]*\}) from\b/m;
    expect(named(sources.filter(({ text }) => barrel.test(text)))).toEqual([]);
  });

  it('are named after what they hold, in kebab case, components of the page in Pascal case', () => {
    const names = sources.map(({ file }) => basename(file));
    const good = /^([a-z0-9]+(-[a-z0-9]+)*\.tsx?|([A-Z][a-z0-9]*)+\.tsx)$/;
    const empty = /^(utils?|helpers?|common|types?|misc|shared|index)\.ts$/;
    expect(names.filter((name) => !good.test(name) || empty.test(name))).toEqual([]);
  });

  it('stay readable: half have fewer than 120 lines, nine in ten fewer than 250', () => {
    const lengths = sources.map(({ text }) => text.split('\n').length - 1);
    const sorted = lengths.toSorted((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length * 0.5)]).toBeLessThan(120);
    expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThan(250);
  });

  it('have no line above 100 columns, but for addresses, tables, patterns and drawn icons', () => {
    const long = sources.flatMap(({ file, text }) =>
      longLinesOf(text)
        .filter((line) => !/^(return )?\/(?!\*)|'M\d|@example/.test(line.trim()))
        .map(() => file),
    );
    expect(long).toEqual([]);
  });

  it('get no more such lines in tests, scripts and benchmarks', () => {
    const count = (...patterns: readonly string[]): number =>
      globSync(patterns, { cwd: root }).flatMap((file) =>
        longLinesOf(readFileSync(new URL(file, root), 'utf8')),
      ).length;
    expect(count('src/**/*.test.ts', 'test/**/*.ts')).toBeLessThanOrEqual(longLines.tests);
    expect(count('scripts/**/*.ts')).toBeLessThanOrEqual(longLines.scripts);
    expect(count('bench/**/*.ts')).toBeLessThanOrEqual(longLines.bench);
  });

  it('have a doc comment on every export of the pure rooms', () => {
    const bare = pureSources.flatMap(({ file, text }) =>
      undocumented(text).map((line) => `${file}: ${line}`),
    );
    expect(bare).toEqual([]);
  });
});

describe('the reading of imports', () => {
  it('finds imports of every form, and nothing in comments and texts', () => {
    const text = `import 'a';
import b from 'b';
import { c,
  d } from './c.ts';
import type { E } from 'e';
export { f } from 'f';
const g = await import('g');
// import 'h';
const i = "import 'i'";
/* import 'j'; */
`;
    expect(importsOf(text).toSorted()).toEqual(['./c.ts', 'a', 'b', 'e', 'f', 'g']);
  });
});

/** The cells of the first table below a heading of a Markdown document. */
function tableRows(text: string, heading: string): readonly (readonly string[])[] {
  const chapter = text.split(new RegExp(`^#+ ${heading}$`, 'm'))[1] ?? '';
  const table = /(?:^\|.*\n)+/m.exec(chapter)?.[0] ?? '';
  return table
    .trim()
    .split('\n')
    .filter((line) => !/^\|[-| ]+\|$/.test(line))
    .map(cellsOf);
}

function cellsOf(row: string): readonly string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replace(/^`([^`]*)`$/, '$1'));
}

/** Wings of a room that import each other in a circle, in the order of the imports. */
function cycle(room: Room): readonly Wing[] {
  const own = offers(sources).filter((offer) => offer.room === room);
  const uses = (wing: Wing): readonly Wing[] =>
    wings.filter((other) => own.some((offer) => offer.wing === other && offer.to.includes(wing)));
  const walk = (path: readonly Wing[]): readonly Wing[] => {
    for (const next of uses(path.at(-1)!)) {
      if (path.includes(next)) return [...path, next];
      const found = walk([...path, next]);
      if (found.length > 0) return found;
    }
    return [];
  };
  return wings.map((wing) => walk([wing])).find((found) => found.length > 0) ?? [];
}

/**
 * Exports without a doc comment. One comment may cover a run of constants, and the type of the
 * schema above it needs none of its own.
 */
function undocumented(text: string): readonly string[] {
  const lines = text.split('\n');
  const isDocumented = (at: number): boolean => {
    const before = lines[at - 1] ?? '';
    return (
      /\*\/\s*$/.test(before) ||
      (/^export const \w+ = [^{[(]*;$/.test(before) && isDocumented(at - 1))
    );
  };
  return lines.filter((line, at) => {
    if (!/^export (async )?(function|class|const|interface|type)\b/.test(line)) return false;
    const isInferred = /^export type \w+ = (z\.infer|\(typeof|keyof typeof|typeof)/.test(line);
    return !isInferred && !isDocumented(at);
  });
}

/** Lines above 100 columns, but for addresses and tables in comments. */
function longLinesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.length > 100 && !/https?:|^\s*\* \|/.test(line));
}
