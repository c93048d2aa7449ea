import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeededRandom } from '../src/statistics/seeded-random.ts';

/** The files of a folder, by name. */
export function filesOf(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return names.filter((name) => statSync(join(folder, name)).isFile());
}

/** Computes manifest and sums again, as a forger would. */
export function relisted(folder: string): void {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    files: { name: string; bytes: number; sha256: string }[];
  };
  const here = new Set(filesOf(folder));
  const hash = (name: string): string =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  manifest.files = manifest.files.filter(({ name }) => here.has(name));
  for (const file of manifest.files) {
    file.sha256 = hash(file.name);
    file.bytes = statSync(join(folder, file.name)).size;
  }
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const sums = filesOf(folder).filter((name) => name !== 'SHA256SUMS' && !name.endsWith('.sig'));
  writeFileSync(
    join(folder, 'SHA256SUMS'),
    sums.map((name) => `${hash(name)}  ${name}\n`).join(''),
  );
}

/** One attack on a copy of a release; says what it did. */
type Attack = (folder: string, name: string, random: SeededRandom) => string | null;

const signature = 'manifest.json.sig';

/**
 * Kinds of attacks. Each is given a file at random and says what it did, or null where that file
 * cannot be attacked in this way.
 */
const attacks: Readonly<Record<string, Attack>> = {
  flip: (folder, name, random) => {
    flip(join(folder, name), random);
    return `flipped a bit of ${name}`;
  },
  byte: (folder, name, random) => {
    const path = join(folder, name);
    const bytes = readFileSync(path);
    const at = Math.floor(random.next() * bytes.length);
    bytes[at] = (bytes[at]! + 1 + Math.floor(random.next() * 255)) % 256;
    writeFileSync(path, bytes);
    return `changed byte ${at} of ${name}`;
  },
  truncate: (folder, name, random) => {
    const path = join(folder, name);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, Math.floor(random.next() * bytes.length)));
    return `cut off the end of ${name}`;
  },
  append: (folder, name) => {
    const path = join(folder, name);
    writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from('\n')]));
    return `added a line to ${name}`;
  },
  delete: (folder, name) => {
    if (name === 'manifest.json') return null;
    rmSync(join(folder, name));
    return `deleted ${name}`;
  },
  extra: (folder, name) => {
    writeFileSync(join(folder, `${name}.orig`), 'x');
    return `added ${name}.orig`;
  },
  exchange: (folder, name, random) => {
    const others = filesOf(folder).filter((one) => one !== name && one !== 'manifest.json');
    const other = others[Math.floor(random.next() * others.length)]!;
    const [one, two] = [join(folder, name), join(folder, other)];
    if (name === 'manifest.json' || readFileSync(one).equals(readFileSync(two))) return null;
    renameSync(one, `${one}.x`);
    renameSync(two, one);
    renameSync(`${one}.x`, two);
    return `exchanged ${name} and ${other}`;
  },
  'delete a row': (folder, name, random) =>
    rows(folder, name, (lines) => {
      lines.splice(Math.floor(random.next() * lines.length), 1);
    }),
  'repeat a row': (folder, name, random) =>
    rows(folder, name, (lines) => {
      const at = Math.floor(random.next() * lines.length);
      lines.splice(at, 0, lines[at]!);
    }),
  'swap rows': (folder, name, random) =>
    rows(folder, name, (lines) => {
      const [a, b] = [random.next(), random.next()].map((at) => Math.floor(at * lines.length));
      [lines[a!], lines[b!]] = [lines[b!]!, lines[a!]!];
    }),
  'change a number': (folder, name, random) => changed(folder, name, /\d+/g, raised, random),
  'change a word': (folder, name, random) =>
    changed(folder, name, /\b[a-z]{4,}\b/g, (word) => [...word].toReversed().join(''), random),
  'turn a vote': (folder, name, random) =>
    changed(folder, name, /\b(true|false)\b/g, (v) => (v === 'true' ? 'false' : 'true'), random),
  crlf: (folder, name) => changed(folder, name, /\n/g, () => '\r\n', null),
};

/** A number that is one more, with the same digits otherwise. */
function raised(digits: string): string {
  return digits.slice(0, -1) + String((Number(digits.at(-1)) + 1) % 10);
}

/** The names of the kinds of attacks. */
export const attackKinds: readonly string[] = Object.keys(attacks);

/**
 * Attacks a copy of a release at random; in half of the cases the forger also computes all hashes
 * again, or drops the signature. Says what was done.
 */
export function attack(folder: string, kind: string, random: SeededRandom): string {
  for (;;) {
    const files = filesOf(folder).filter((name) => statSync(join(folder, name)).size > 0);
    const name = files[Math.floor(random.next() * files.length)]!;
    const before = readFileSync(join(folder, name));
    const done = attacks[kind]!(folder, name, random);
    if (done === null) continue;
    if (stays(folder, name, before) && !/added|exchanged/.test(done)) continue;
    const isListed = name !== 'manifest.json' && name !== 'SHA256SUMS' && name !== signature;
    const hides = isListed ? random.next() : 1;
    if (hides < 0.5) relisted(folder);
    if (hides < 0.2) rmSync(join(folder, signature), { force: true });
    return hides < 0.2
      ? `${done}, all hashes again, signature dropped`
      : hides < 0.5
        ? `${done}, all hashes again`
        : done;
  }
}

function stays(folder: string, name: string, before: Buffer): boolean {
  return filesOf(folder).includes(name) && readFileSync(join(folder, name)).equals(before);
}

function rows(folder: string, name: string, change: (lines: string[]) => void): string | null {
  if (!/\.(jsonl|csv|txt|md|json|yaml|cff)$|SUMS$/.test(name)) return null;
  const path = join(folder, name);
  const lines = readFileSync(path, 'utf8').split('\n');
  change(lines);
  writeFileSync(path, lines.join('\n'));
  return `changed the rows of ${name}`;
}

/** Changes one place of a text, or all without a choice. PDF and Parquet are texts here, too. */
function changed(
  folder: string,
  name: string,
  pattern: RegExp,
  change: (found: string) => string,
  random: SeededRandom | null,
): string | null {
  const path = join(folder, name);
  const text = readFileSync(path, 'latin1');
  const places = [...text.matchAll(pattern)];
  if (places.length === 0) return null;
  if (random === null) {
    writeFileSync(path, text.replaceAll(pattern, change), 'latin1');
    return `changed all of ${String(pattern)} in ${name}`;
  }
  const place = places[Math.floor(random.next() * places.length)]!;
  const end = place.index + place[0].length;
  const next = text.slice(0, place.index) + change(place[0]) + text.slice(end);
  writeFileSync(path, next, 'latin1');
  return `changed ${JSON.stringify(place[0])} at ${place.index} of ${name}`;
}

function flip(path: string, random: SeededRandom): void {
  const bytes = readFileSync(path);
  bytes[Math.floor(random.next() * bytes.length)]! ^= 1 << Math.floor(random.next() * 8);
  writeFileSync(path, bytes);
}
