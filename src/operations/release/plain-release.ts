import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import type { CodedText } from '../../domain/coded-text.ts';
import { refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { zipDirectory } from '../../formats/exchange/zip-entries.ts';
import type { ZipDirectory, ZipEntry } from '../../formats/exchange/zip-entries.ts';
import { manifestName } from '../../release/manifest.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { attempt } from '../write-files.ts';

/** A release on disk that holds plain files and folders only. */
export interface PlainRelease {
  readonly folder: string;
  /** Its files, by name. */
  readonly names: readonly string[];
  /** Folders without a file. */
  readonly empty: readonly string[];
  discard(): Promise<void>;
}

/** Opens the folder or the ZIP archive of a release; nothing in it is read before all is plain. */
export async function openPlainRelease(path: string): Promise<PlainRelease> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true)
    return { ...plainFolder(path, path), discard: async () => undefined };
  if (stat?.isFile() !== true) refuseRelease(path, codedText('no-such-folder'));
  const scratch = scratchFolder('release');
  try {
    unpack(path, scratch.path);
    const [top, ...others] = readdirSync(scratch.path);
    const isNested = others.length === 0 && top !== undefined && top !== manifestName;
    const folder = isNested ? join(scratch.path, top) : scratch.path;
    return { ...plainFolder(folder, path), discard: scratch.discard };
  } catch (error) {
    await scratch.discard();
    throw error;
  }
}

function refuseRelease(folder: string, reason: CodedText): never {
  return refuse('not-a-release', { folder, reason });
}

/** How many names a message gives. */
const mostNamed = 5;

/** The files of a folder; refuses links, pipes and devices, and a folder that is no release. */
function plainFolder(folder: string, named: string): Omit<PlainRelease, 'discard'> {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const name = relative(folder, join(entry.parentPath, entry.name));
    return { entry, name: name.split(sep).join('/') };
  });
  const strange = all.filter(({ entry }) => !entry.isFile() && !entry.isDirectory());
  if (strange.length > 0) {
    const names = strange.map(({ name }) => name).toSorted();
    refuseRelease(named, codedText('not-plain-files', { names: names.slice(0, mostNamed) }));
  }
  const names = all.flatMap(({ entry, name }) => (entry.isFile() ? [name] : [])).toSorted();
  if (!names.includes(manifestName))
    refuseRelease(named, codedText('lacks-file', { file: manifestName }));
  const filled = new Set(names.flatMap(foldersOf));
  const empty = all.flatMap(({ entry, name }) =>
    entry.isDirectory() && !filled.has(name) ? [name] : [],
  );
  return { folder, names, empty };
}

/** The folders that a file lies in, by their paths. */
function foldersOf(name: string): readonly string[] {
  const parts = name.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

/** How large an archive and what it unpacks to may be, and how often larger the second. */
const largest = {
  packed: 2 ** 31 - 1,
  unpacked: 2 ** 32,
  files: 20_000,
  free: 2 ** 24,
  ratio: 200,
};
/** More than any system takes for a path. */
const longestName = 4096;
/** The most that stands between two files: sizes that were unknown when the first was packed. */
const longestDescriptor = 24;

/**
 * Unpacks an archive. Another program must not find anything else in it: every byte belongs to a
 * listed file, each name is said once and stays inside, and all are plain files.
 */
function unpack(file: string, folder: string): void {
  const refuseIt: (reason: CodedText) => never = (reason) => refuseRelease(file, reason);
  const packed = statSync(file).size;
  if (packed > largest.packed) refuseIt(codedText('zip-large', { got: packed, files: 1 }));
  const bytes = readFileSync(file);
  const directory = bytes.length < 22 ? null : zipDirectory(bytes);
  if (directory === null) return refuseIt(codedText('zip-none'));
  const { entries } = directory;
  const limit = Math.min(largest.unpacked, largest.free + packed * largest.ratio);
  const got = entries.reduce((sum, { size }) => sum + size, 0);
  if (got > limit || entries.length > largest.files)
    refuseIt(codedText('zip-large', { got, files: entries.length }));
  const files = new Set(entries.flatMap(({ name }) => (name.endsWith('/') ? [] : [spelled(name)])));
  const known = new Set<string>();
  for (const entry of entries) {
    const { name } = entry;
    const own = spelled(name.replace(/\/$/, ''));
    if (!isInside(own) || known.has(own) || foldersOf(own).some((one) => files.has(one)))
      refuseIt(codedText('zip-name', { name: name.slice(0, longestName) }));
    known.add(own);
    if (!isPlain(entry)) refuseIt(codedText('not-plain-files', { names: [name] }));
  }
  if (!isFilled(bytes.length, directory)) refuseIt(codedText('zip-hidden'));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.name.endsWith('/')) attempt(path, () => mkdirSync(path, { recursive: true }));
    else
      writePlain(path, content(entry) ?? refuseIt(codedText('zip-damaged', { name: entry.name })));
  }
}

/** A name as systems compare it that know one name in two spellings. */
function spelled(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Whether a name has only parts that name something below, on every system. */
function isInside(name: string): boolean {
  if (name.length > longestName) return false;
  const parts = name.split('/');
  // eslint-disable-next-line no-control-regex -- the names are of others
  return parts.every((part) => !/^\.{0,2}$|[\0-\x1f\\:]|[. ]$/.test(part));
}

const fileKinds = { all: 0o170000, file: 0o100000, folder: 0o040000 };

function isPlain({ mode, name, isEncrypted, size }: ZipEntry): boolean {
  const kind = mode & fileKinds.all;
  if (isEncrypted) return false;
  if (name.endsWith('/')) return size === 0 && (kind === 0 || kind === fileKinds.folder);
  return kind === 0 || kind === fileKinds.file;
}

/** Whether the listed files, the list and nothing else fill an archive, from its first byte on. */
function isFilled(length: number, { entries, start, end }: ZipDirectory): boolean {
  const places = entries.map((entry) => ({ listed: entry.name, ...entry.place()! }));
  if (places.some(({ name, listed }) => name !== listed)) return false;
  let at = 0;
  for (const place of [...places.toSorted((a, b) => a.start - b.start), { start, end: start }]) {
    const gap = place.start - at;
    if (gap < 0 || gap > (at === 0 ? 0 : longestDescriptor)) return false;
    at = place.end;
  }
  return end + 22 === length;
}

/** The bytes of a file; null where they are not what the archive says of them. */
function content({ method, size, crc, place }: ZipEntry): Uint8Array | null {
  const { packed } = place()!;
  try {
    const stored = method === 0 ? packed : null;
    const bytes = method === 8 ? inflateRawSync(packed, { maxOutputLength: size || 1 }) : stored;
    return bytes !== null && bytes.length === size && crc32(bytes) === crc ? bytes : null;
  } catch {
    // What cannot be unpacked, or not into so many bytes, is damaged.
    return null;
  }
}

function writePlain(path: string, bytes: Uint8Array): void {
  attempt(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes, { flag: 'wx' });
  });
}
