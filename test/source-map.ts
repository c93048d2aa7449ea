import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The rooms of the house, from the top: what a file may touch. */
export const rooms = [
  'web',
  'cli',
  'server',
  'operations',
  'store',
  'llm',
  'evaluation',
  'release',
  'formats',
  'truth',
  'domain',
  'statistics',
] as const;
export type Room = (typeof rooms)[number];

/** The wings, the same in every room: what a file is for. */
export const wings = [
  'protocol',
  'units',
  'judging',
  'agreement',
  'fold',
  'rounds',
  'rulings',
  'discussion',
  'monitoring',
  'verdicts',
  'models',
  'release',
  'evaluation',
  'exchange',
  'people',
  'workspace',
] as const;
export type Wing = (typeof wings)[number];

/** Where a room keeps its wings, if not directly below it. */
const wingFolders: Readonly<Partial<Record<Room, string>>> = {
  web: 'scenes',
  cli: 'commands',
  server: 'routes',
};

/** Folders beside the wings, each for something that all wings of the room share. */
const sharedFolders: readonly string[] = [
  'statistics/fixtures',
  'truth/fixtures',
  'formats/fixtures',
  'evaluation/rankings',
  'evaluation/report',
  'release/measured',
  'release/report',
  'server/routes',
  'cli/commands',
  'web/scenes',
  'web/actions',
  'web/api',
  'web/components',
  'web/figures',
  'web/offline',
  'web/outbox',
  'web/upload',
  'web/report',
  'web/shell',
  'web/texts',
];

export interface Source {
  /** The path below `src`. */
  readonly file: string;
  readonly room: Room;
  /** `null` for what all wings of the room share. */
  readonly wing: Wing | null;
  readonly text: string;
  /** What is imported: names of packages, and paths below `src`. */
  readonly imports: readonly string[];
}

const folder = fileURLToPath(new URL('../src', import.meta.url));

/** Every source of the program, without tests. */
export function readSources(): readonly Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const imports = importsOf(text).map((to) =>
        to.startsWith('.') ? normalize(join(dirname(file), to)) : to,
      );
      return { file, room: file.split('/')[0] as Room, wing: wingOf(file), text, imports };
    });
}

/** Folders that are neither a room, nor a wing, nor on the list of shared ones. */
export function unknownFolders(sources: readonly Source[]): readonly string[] {
  const folders = new Set(sources.map(({ file }) => dirname(file)));
  return [...folders].filter(
    (name) =>
      !(rooms as readonly string[]).includes(name) &&
      !sharedFolders.includes(name) &&
      wingOf(`${name}/x.ts`) === null,
  );
}

/** A file of one wing that another wing of the same room imports. */
export interface Offer {
  readonly room: Room;
  readonly wing: Wing;
  readonly file: string;
  readonly to: readonly Wing[];
}

/** What the wings of a room offer each other, by the imports that there are. */
export function offers(sources: readonly Source[]): readonly Offer[] {
  const byFile = new Map(sources.map((source) => [source.file, source]));
  const users = new Map<string, Set<Wing>>();
  for (const { room, wing, imports } of sources) {
    for (const to of imports) {
      const target = byFile.get(to);
      if (wing === null || target === undefined || target.room !== room) continue;
      if (target.wing === null || target.wing === wing) continue;
      users.set(to, (users.get(to) ?? new Set()).add(wing));
    }
  }
  return [...users].map(([file, to]) => {
    const { room, wing } = byFile.get(file)!;
    return { room, wing: wing!, file, to: wings.filter((name) => to.has(name)) };
  });
}

/** The table of offers as docs/architecture.md has it, a row for each wing that others use. */
export function offersTable(sources: readonly Source[]): string {
  const found = offers(sources);
  const rows = rooms.flatMap((room) =>
    wings.flatMap((wing) => {
      const own = found.filter((offer) => offer.room === room && offer.wing === wing);
      if (own.length === 0) return [];
      const files = own.map(({ file }) => `\`${basename(file).replace(/\.tsx?$/, '')}\``);
      const to = wings.filter((name) => own.some((offer) => offer.to.includes(name)));
      return [`| \`${room}\` | \`${wing}\` | ${files.toSorted().join(', ')} | ${to.join(', ')} |`];
    }),
  );
  return ['| Room | Wing | Offers | To |', '|---|---|---|---|', ...rows].join('\n');
}

/** What a text imports, in any form; nothing out of comments and texts. */
export function importsOf(text: string): readonly string[] {
  const code = withoutComments(text);
  const statement =
    /^(?:import\b[^'"`;=(]*|export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s*from\s*)'([^']+)'/gm;
  const statements = [...code.matchAll(statement)].map((match) => match[1]!);
  const calls = [...code.matchAll(/\bimport\(\s*'([^']+)'/g)].map((match) => match[1]!);
  return [...statements, ...calls];
}

export function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

function wingOf(file: string): Wing | null {
  const [room, ...rest] = file.split('/');
  const below = wingFolders[room as Room];
  const at = below === undefined ? rest : rest[0] === below ? rest.slice(1) : [];
  const name = at.length > 1 ? at[0] : undefined;
  return wings.find((wing) => wing === name) ?? null;
}
