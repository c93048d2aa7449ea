import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fault, InputError, printFault } from '../domain/fault.ts';
import { readCsv } from './read-csv.ts';
import { FaultList, longestLine, readLines, readPieces, readText } from './text-file.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-text-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('readLines', () => {
  it('drops a byte order mark, reads LF and CRLF, passes over blank lines and keeps their count', () => {
    expect(linesOf('\uFEFFa\r\n\r\n  \n\tb \nc')).toEqual(['1 a', '4 \tb ', '5 c']);
  });

  it('needs no line break at the end, and finds nothing in nothing', () => {
    expect(linesOf('a\nb')).toEqual(['1 a', '2 b']);
    expect(linesOf('a\nb\n')).toEqual(['1 a', '2 b']);
    expect(linesOf('')).toEqual([]);
    expect(linesOf('\uFEFF')).toEqual([]);
    expect(linesOf('\n\n')).toEqual([]);
  });

  it('keeps characters whole and lines counted where a piece ends', () => {
    // Characters of one to four bytes across the borders of pieces, in lines of odd length.
    const line = 'aäß€😀'.repeat(97);
    const bytes = Buffer.byteLength(`${line}\n`);
    const count = Math.ceil((9 * 1024 * 1024) / bytes);
    const found = { lines: 0, last: 0, wrong: 0 };
    readLines(file('long.txt', `${line}\n`.repeat(count)), (text, number) => {
      found.lines += 1;
      found.wrong += text === line ? 0 : 1;
      found.last = number;
    });
    expect(found).toEqual({ lines: count, last: count, wrong: 0 });
  });

  it('reads a line that is longer than a piece', () => {
    const long = 'ä'.repeat(5 * 1024 * 1024);
    expect(linesOf(`${long}\nb\n`).map((line) => line.length)).toEqual([long.length + 2, 3]);
  });

  it('tells how far it is', () => {
    const path = file('progress.txt', 'a\n'.repeat(3_000_000));
    const seen: (readonly [number, number])[] = [];
    readLines(
      path,
      () => {},
      (done, total) => seen.push([done, total]),
    );
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.at(-1)).toEqual([6_000_000, 6_000_000]);
    expect(
      seen.every(
        ([done, total], at) => total === 6_000_000 && (at === 0 || done > seen[at - 1]![0]),
      ),
    ).toBe(true);
  });
});

describe('readPieces', () => {
  it('gives pieces that end at line breaks, with the number of their first line', () => {
    const pieces: (readonly [number, string])[] = [];
    const content = Array.from({ length: 500_000 }, (_, at) => `line ${at + 1}\n`).join('');
    readPieces(file('pieces.txt', content), (text, first) => pieces.push([first, text]));
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.map(([, text]) => text).join('')).toBe(content);
    for (const [first, text] of pieces) {
      expect(text.endsWith('\n')).toBe(true);
      expect(text.slice(0, text.indexOf('\n'))).toBe(`line ${first}`);
    }
  });

  it.each([
    ['a\nb\nc\u0000d\n', 3, 'binary data (a zero byte)'],
    [Buffer.from('a\nbä\n', 'latin1'), 2, 'bytes that are not UTF-8; save the file as UTF-8'],
    [
      Buffer.concat([Buffer.from('ok\n'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('\n')]),
      2,
      'bytes that are not UTF-8; save the file as UTF-8',
    ],
    [Buffer.from('a\nb', 'utf16le'), 1, 'binary data (a zero byte)'],
    [
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]),
      1,
      'bytes that are not UTF-8; save the file as UTF-8',
    ],
    [
      Buffer.concat([Buffer.from('x\n'.repeat(2_200_000)), Buffer.from([0xff, 10])]),
      2_200_001,
      'bytes that are not UTF-8; save the file as UTF-8',
    ],
  ])('refuses what is no text, with its line', (content, line, got) => {
    const path = file('binary', content);
    expect(refusal(() => readText(path))).toEqual([
      `${path}:${line} expected UTF-8 text, got ${got}`,
    ]);
  });

  it('refuses a line without end', () => {
    const path = file('endless.txt', Buffer.alloc(longestLine + 5_000_000, 0x61));
    expect(refusal(() => readText(path))).toEqual([
      `${path}:1 the line is longer than ${longestLine} bytes, expected one row per line`,
    ]);
  });

  it('refuses a file that is missing, a folder, and a path through a file', () => {
    const missing = join(folder, 'missing.jsonl');
    expect(refusal(() => readText(missing))).toEqual([
      `${missing} does not exist. Check the path.`,
    ]);
    expect(refusal(() => readText(folder))).toEqual([`${folder} cannot be read: it is a folder.`]);
    const through = join(file('plain.txt', 'x'), 'more');
    expect(refusal(() => readText(through))).toEqual([
      `${through} cannot be read: a part of its path is a file.`,
    ]);
  });

  it.skipIf(process.getuid?.() === 0)('refuses a file that may not be read', () => {
    const path = file('secret.txt', 'x');
    chmodSync(path, 0);
    expect(refusal(() => readText(path))).toEqual([`${path} cannot be read: permission denied.`]);
  });

  it('reads standard input, also when it comes slowly', () => {
    const source = fileURLToPath(new URL('./text-file.ts', import.meta.url));
    const script =
      `import { readText } from ${JSON.stringify(source)}; ` +
      'process.stdout.write(readText("-").toUpperCase());';
    const run = spawnSync(
      'sh',
      [
        '-c',
        `(printf 'a\\n'; sleep 0.3; printf 'b\\n') | "$0" --input-type=module -e '${script}'`,
        process.execPath,
      ],
      { encoding: 'utf8' },
    );
    expect(run).toMatchObject({ status: 0, stdout: 'A\nB\n' });
  });
});

describe('FaultList', () => {
  it('keeps the first 50 faults and counts the rest', () => {
    const found = new FaultList();
    found.throwIfAny();
    for (let line = 1; line <= 120; line += 1)
      found.add(fault('unknown-field', { field: `f${line}`, hint: '' }, { line }));
    expect(found.faults).toHaveLength(50);
    try {
      found.throwIfAny();
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ name: 'InputError', count: 120 });
    }
  });
});

describe('readCsv', () => {
  it('gives the header once and each row with its line', () => {
    const seen: unknown[] = [];
    readCsv(
      file('a.csv', '\uFEFFid,text\r\n1,"a\r\nb"\r\n2,c\r\n'),
      (columns) => seen.push(columns),
      (fields, line) => seen.push([line, fields]),
    );
    expect(seen).toEqual([
      ['id', 'text'],
      [2, ['1', 'a\r\nb']],
      [4, ['2', 'c']],
    ]);
  });

  it('throws all faults together at the end of the file, however many', () => {
    const path = file('ragged.csv', `a,b\n${'1\n'.repeat(200_000)}`);
    try {
      readCsv(
        path,
        () => {},
        () => {},
      );
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ count: 200_000 });
      // Rows with the same fault are one line.
      expect((error as InputError).faults.map(printFault)).toEqual([
        `${path}:2 200000 rows: the row has 1 field, expected 2 as in the header`,
      ]);
    }
  });

  it('adds to the list of a caller who throws for himself', () => {
    const found = new FaultList();
    readCsv(
      file('b.csv', 'a,b\n1\n2,3\n'),
      () => {},
      (_, line) => found.add(fault('usage', { reason: 'mine' }, { line })),
      undefined,
      found,
    );
    expect(found.faults.map((one) => one.message)).toEqual([
      'the row has 1 field, expected 2 as in the header',
      'mine',
    ]);
  });
});

let files = 0;

function file(name: string, content: string | Uint8Array): string {
  files += 1;
  const path = join(folder, String(files));
  mkdirSync(path);
  writeFileSync(join(path, name), content);
  return join(path, name);
}

function linesOf(content: string): readonly string[] {
  const lines: string[] = [];
  readLines(file('lines.txt', content), (text, line) => lines.push(`${line} ${text}`));
  return lines;
}

function refusal(act: () => void): readonly string[] {
  try {
    act();
    return [];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.faults.map(printFault);
  }
}
