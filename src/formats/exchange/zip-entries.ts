import { inflateSync, strFromU8 } from 'fflate';
import type { CodedText } from '../../domain/coded-text.ts';
import { refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';

/** Unpacks bytes of a known size, or throws. */
export type Unpack = (packed: Uint8Array, size: number) => Uint8Array;

/** A file in an archive. */
export interface ZipEntry {
  readonly name: string;
  /** Its size when unpacked, as the archive announces it. */
  readonly size: number;
  readonly crc: number;
  /** How it is packed: 0 for stored, 8 for Deflate. */
  readonly method: number;
  /** Kind and permissions of a file on Unix; 0 where the archive has none. */
  readonly mode: number;
  readonly isEncrypted: boolean;
  /** Null where the archive lists a file that it does not hold. */
  place(): ZipPlace | null;
  bytes(): Uint8Array;
}

/** A file where it lies in an archive: from its own header, with the name there, to its end. */
interface ZipPlace {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly packed: Uint8Array;
}

/** The files in an archive, and where the directory that lists them begins and ends. */
export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  readonly start: number;
  readonly end: number;
}

/**
 * The files in a zip archive, or null when it is not one: stored, packed by Deflate, or by
 * Zstandard where the platform unpacks that. Unlike fflate it knows Zstandard, which Inspect
 * writes. Format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export function zipEntries(bytes: Uint8Array, zstandard?: Unpack): readonly ZipEntry[] | null {
  return zipDirectory(bytes, zstandard)?.entries ?? null;
}

/** The same with where they are listed. */
export function zipDirectory(bytes: Uint8Array, zstandard?: Unpack): ZipDirectory | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endRecord(view);
  if (end < 0) return null;
  const entries: ZipEntry[] = [];
  const start = view.getUint32(end + 16, true);
  let at = start;
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) return null;
    const method = view.getUint16(at + 10, true);
    const packed = view.getUint32(at + 20, true);
    const size = view.getUint32(at + 24, true);
    const [nameLength, extra, comment] = [28, 30, 32].map((one) => view.getUint16(at + one, true));
    const local = view.getUint32(at + 42, true);
    const name = strFromU8(bytes.subarray(at + 46, at + 46 + nameLength!));
    const place = (): ZipPlace | null => {
      if (local + 30 > bytes.length || view.getUint32(local, true) !== 0x04034b50) return null;
      const behindName = local + 30 + view.getUint16(local + 26, true);
      const begin = behindName + view.getUint16(local + 28, true);
      const content = bytes.subarray(begin, begin + packed);
      const ownName = strFromU8(bytes.subarray(local + 30, behindName));
      return { start: local, end: begin + packed, name: ownName, packed: content };
    };
    entries.push({
      name,
      size,
      crc: view.getUint32(at + 16, true),
      method,
      mode: view.getUint16(at + 40, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      place,
      bytes: () => {
        const own = place();
        if (own === null) return refusePart(name, codedText('xlsx-damaged'));
        return unpacked(name, method, size, own.packed, zstandard);
      },
    });
    at += 46 + nameLength! + extra! + comment!;
  }
  return { entries, start, end: at };
}

/** Where the record is that ends an archive; a comment of any length may follow it. */
function endRecord(view: DataView): number {
  const least = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= least; at -= 1)
    if (view.getUint32(at, true) === 0x06054b50) return at;
  return -1;
}

function unpacked(
  part: string,
  method: number,
  size: number,
  packed: Uint8Array,
  zstandard: Unpack | undefined,
): Uint8Array {
  if (method === 0) return packed;
  const inflate: Unpack = (given) => inflateSync(given, { out: new Uint8Array(size) });
  const unpackers = new Map([
    [8, inflate],
    [93, zstandard],
  ]);
  const unpack = unpackers.get(method);
  if (unpack === undefined)
    return refusePart(part, codedText('zip-method', { method: methodNames.get(method) ?? method }));
  try {
    const made = unpack(packed, size);
    if (made.length === size) return made;
  } catch {
    // Any error of the unpacker means that the bytes are damaged.
  }
  return refusePart(part, codedText('xlsx-damaged'));
}

const methodNames: ReadonlyMap<number, string> = new Map([[93, 'Zstandard']]);

function refusePart(part: string, reason: CodedText): never {
  return refuse('file-unreadable', { file: part, reason });
}
