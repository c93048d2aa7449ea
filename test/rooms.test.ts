import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const sources = fileURLToPath(new URL('../src', import.meta.url));

/** What each room may import beside itself: rooms below it, and packages. */
const allowed: Readonly<
  Record<string, { readonly rooms: readonly string[]; readonly packages: readonly string[] }>
> = {
  statistics: { rooms: [], packages: [] },
  domain: { rooms: [], packages: ['zod'] },
  truth: { rooms: ['domain', 'statistics'], packages: ['@noble/hashes'] },
  formats: {
    rooms: ['domain', 'statistics', 'truth'],
    packages: ['yaml', 'zod', '@noble/hashes', 'hyparquet', 'hyparquet-writer'],
  },
  store: { rooms: ['domain'], packages: ['node:', 'kysely', 'better-sqlite3', 'pg'] },
  operations: {
    rooms: ['domain', 'statistics', 'truth', 'formats', 'store'],
    packages: ['node:', 'zod'],
  },
  server: {
    rooms: ['domain', 'operations'],
    packages: ['node:', 'fastify', '@fastify/static', 'zod'],
  },
  // The command line starts the server; it has no other business with it.
  cli: {
    rooms: ['domain', 'operations', 'server'],
    packages: ['node:', 'commander', 'cli-progress'],
  },
  web: {
    rooms: ['domain', 'statistics', 'truth', 'formats', 'server'],
    packages: [
      'react',
      'react-dom',
      '@mantine/core',
      '@mantine/hooks',
      '@observablehq/plot',
      'zod',
    ],
  },
};
const pure = ['statistics', 'domain', 'truth', 'formats'];

const files = filesUnder(sources).filter(
  (file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'),
);
const imports = files.flatMap((file) =>
  importsOf(readFileSync(join(sources, file), 'utf8')).map((to) => ({ file, to })),
);

describe('the rooms', () => {
  it('are those that are described, and hold all the sources', () => {
    expect([...new Set(files.map(roomOf))].filter((room) => allowed[room] === undefined)).toEqual(
      [],
    );
  });

  it('are read: there are more imports than files, and some in every room', () => {
    expect(imports.length).toBeGreaterThan(files.length);
    expect(new Set(imports.map(({ file }) => roomOf(file)))).toEqual(new Set(files.map(roomOf)));
  });

  it('import only downwards', () => {
    const upwards = imports.filter(({ file, to }) => {
      if (!to.startsWith('.')) return false;
      const target = roomOf(relative(sources, join(sources, dirname(file), to)));
      return target !== roomOf(file) && !allowed[roomOf(file)]?.rooms.includes(target);
    });
    expect(upwards).toEqual([]);
  });

  it('import only their own packages', () => {
    const foreign = imports.filter(
      ({ file, to }) =>
        !to.startsWith('.') &&
        !allowed[roomOf(file)]?.packages.some(
          (name) => to === name || to.startsWith(name.endsWith(':') ? name : `${name}/`),
        ),
    );
    expect(foreign).toEqual([]);
  });

  it('take from the server only the types of its routes into the browser', () => {
    const values = files
      .filter((file) => roomOf(file) === 'web')
      .flatMap((file) =>
        [
          ...readFileSync(join(sources, file), 'utf8').matchAll(
            /^import (?!type )[^;]*from '([^']*\/server\/[^']*)'/gm,
          ),
        ].map((match) => ({ file, from: match[1] })),
      );
    expect(values).toEqual([]);
    expect(
      imports.filter(
        ({ file, to }) =>
          roomOf(file) === 'web' && to.includes('/server/') && !to.includes('/server/routes/'),
      ),
    ).toEqual([]);
    expect(
      imports.filter(
        ({ file, to }) =>
          roomOf(file) === 'cli' &&
          to.includes('/server/') &&
          !/commands\/workspace\/(serve|start)\.ts$/.test(file),
      ),
    ).toEqual([]);
  });

  it('use nothing of Node in the pure rooms', () => {
    expect(
      imports.filter(({ file, to }) => pure.includes(roomOf(file)) && to.startsWith('node:')),
    ).toEqual([]);
  });

  it('name every import of a source by its file', () => {
    expect(
      imports.filter(({ to }) => to.startsWith('.') && !/\.(tsx?|json|css)$/.test(to)),
    ).toEqual([]);
  });

  it('read no clock and no randomness in the pure rooms', () => {
    const found = files.filter(
      (file) =>
        pure.includes(roomOf(file)) &&
        /\bMath\.random\(|\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/.test(
          withoutComments(readFileSync(join(sources, file), 'utf8')),
        ),
    );
    expect(found).toEqual([]);
  });
});

describe('the files', () => {
  it('have named exports only', () => {
    expect(
      files.filter((file) =>
        /^export default\b|\bas default\b/m.test(readFileSync(join(sources, file), 'utf8')),
      ),
    ).toEqual([]);
  });

  it('are no barrels', () => {
    expect(
      files.filter((file) =>
        /^export (\*|\{[^}]*\}) from\b/m.test(readFileSync(join(sources, file), 'utf8')),
      ),
    ).toEqual([]);
  });

  it('are named after what they hold, in kebab case, components of the page in Pascal case', () => {
    expect(
      files.filter(
        (file) => !/^([a-z0-9]+(-[a-z0-9]+)*\.tsx?|([A-Z][a-z0-9]*)+\.tsx)$/.test(basename(file)),
      ),
    ).toEqual([]);
    expect(
      files.filter((file) =>
        /^(utils?|helpers?|common|types?|misc|shared|index)\.ts$/.test(basename(file)),
      ),
    ).toEqual([]);
  });

  it('stay readable: none is longer than 350 lines', () => {
    const long = files
      .map((file) => ({
        file,
        lines: readFileSync(join(sources, file), 'utf8').split('\n').length,
      }))
      .filter(({ lines }) => lines > 350);
    expect(long).toEqual([]);
  });

  it('have a doc comment on every export of the pure rooms', () => {
    const bare = files
      .filter((file) => pure.includes(roomOf(file)))
      .flatMap((file) =>
        undocumented(readFileSync(join(sources, file), 'utf8')).map((line) => `${file}: ${line}`),
      );
    expect(bare).toEqual([]);
  });
});

describe('the reading of imports', () => {
  it('finds imports of every form, and nothing in comments and texts', () => {
    const text =
      "import 'a';\nimport b from 'b';\nimport { c,\n  d } from './c.ts';\nimport type { E } from 'e';\nexport { f } from 'f';\nconst g = await import('g');\n// import 'h';\nconst i = \"import 'i'\";\n/* import 'j'; */\n";
    expect(importsOf(text).toSorted()).toEqual(['./c.ts', 'a', 'b', 'e', 'f', 'g']);
  });
});

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' });
}

function roomOf(file: string): string {
  return file.split(/[\\/]/)[0]!;
}

function importsOf(text: string): readonly string[] {
  const code = withoutComments(text);
  const statements = [
    ...code.matchAll(
      /^(?:import\b[^'"`;=(]*|export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s*from\s*)'([^']+)'/gm,
    ),
  ].map((match) => match[1]!);
  const calls = [...code.matchAll(/\bimport\('([^']+)'\)/g)].map((match) => match[1]!);
  return [...statements, ...calls];
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

/**
 * Exports without a doc comment. One comment may speak of a run of constants, and the type of the
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
    return (
      !/^export type \w+ = (z\.infer|\(typeof|keyof typeof|typeof)/.test(line) && !isDocumented(at)
    );
  });
}
