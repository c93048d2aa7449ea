import { zstdCompressSync } from 'node:zlib';
import { strFromU8, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { InputError } from '../../domain/fault.ts';
import { zstandard } from '../../operations/exchange/read-binary.ts';
import { zipEntries } from './zip-entries.ts';

/** An archive of one file, stored under a method, as `zipfile` of Python lays it out. */
function archive(name: string, packed: Uint8Array, size: number, method: number): Uint8Array {
  const bytes = new Uint8Array(zipSync({ [name]: packed }, { level: 0 }));
  const view = new DataView(bytes.buffer);
  const central = bytes.length - 22 - 46 - name.length;
  view.setUint16(8, method, true);
  view.setUint16(central + 10, method, true);
  view.setUint32(central + 24, size, true);
  return bytes;
}

const textsOf = (bytes: Uint8Array): unknown =>
  zipEntries(bytes, zstandard)?.map((one) => [one.name, strFromU8(one.bytes())]);

const refusal = (act: () => unknown): string => {
  try {
    act();
    return 'nothing';
  } catch (error) {
    return (error as InputError).faults.map(({ message }) => message).join('; ');
  }
};

describe('a zip archive', () => {
  const text = 'a sample '.repeat(50);

  it('is read stored, deflated and packed with Zstandard, in one frame or several', () => {
    const bytes = strToU8(text);
    expect(textsOf(zipSync({ a: [bytes, { level: 0 }], b: bytes }))).toEqual([
      ['a', text],
      ['b', text],
    ]);
    const frames = Buffer.concat([
      zstdCompressSync(bytes.subarray(0, 100)),
      zstdCompressSync(bytes.subarray(100)),
    ]);
    for (const packed of [zstdCompressSync(bytes), frames])
      expect(textsOf(archive('s', packed, bytes.length, 93))).toEqual([['s', text]]);
  });

  it('is refused with a reason where it cannot be unpacked', () => {
    const bytes = strToU8(text);
    const packed = archive('s.json', zstdCompressSync(bytes), bytes.length, 93);
    expect(refusal(() => zipEntries(packed)![0]!.bytes())).toBe(
      's.json cannot be read: it is packed with Zstandard, which cannot be unpacked here.',
    );
    const other = archive('s.json', bytes, bytes.length, 14);
    expect(refusal(() => zipEntries(other)![0]!.bytes())).toContain('packed with 14');
    for (const size of [bytes.length - 1, bytes.length + 1]) {
      const lying = archive('s.json', zstdCompressSync(bytes), size, 93);
      expect(refusal(() => zipEntries(lying, zstandard)![0]!.bytes())).toContain('it is damaged');
    }
    expect(zipEntries(strToU8('PK no archive'))).toBeNull();
  });
});
