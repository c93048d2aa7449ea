import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/**
 * The files of a package as npm packs it, by their path inside. By hand, since a machine with Node
 * need not have a tar. Packages hold plain files only, as pax archives
 * (https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html): blocks of 512 bytes, a
 * header with name and size before each content, a long path in a header of its own.
 */
export function readTarball(file: string): ReadonlyMap<string, Buffer> {
  const bytes = gunzipSync(readFileSync(file));
  const files = new Map<string, Buffer>();
  let longPath: string | null = null;
  for (let at = 0; at + block <= bytes.length && bytes[at] !== 0;) {
    const header = bytes.subarray(at, at + block);
    const size = Number.parseInt(field(header, 124, 12), 8);
    const content = bytes.subarray(at + block, at + block + size);
    const kind = String.fromCharCode(header[156]!);
    if (kind === 'x') longPath = /\d+ path=(.*)\n/.exec(content.toString('utf8'))?.[1] ?? null;
    else if (kind === '0') {
      const prefix = field(header, 345, 155);
      const path = longPath ?? (prefix === '' ? '' : `${prefix}/`) + field(header, 0, 100);
      files.set(path.replace(/^package\//, ''), content);
      longPath = null;
    }
    at += block + Math.ceil(size / block) * block;
  }
  return files;
}

const block = 512;

function field(header: Buffer, start: number, length: number): string {
  const text = header.toString('utf8', start, start + length);
  const end = text.indexOf('\0');
  return (end < 0 ? text : text.slice(0, end)).trim();
}
