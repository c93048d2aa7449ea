import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HashedFile } from '../../release/croissant.ts';
import { tablePath } from '../../release/croissant.ts';
import { unitsTable } from '../../release/data-tables.ts';
import { judgmentLines, judgmentReader } from '../../release/judgment-lines.ts';
import { readUnitLine, recordFolder, unitLine } from '../../release/record-files.ts';
import type { RecordUnit } from '../../release/record.ts';
import { filePieces, hasContent } from './file-pieces.ts';

/** What can be said of the files of a release without folding its record. */
export interface CheckedFiles {
  readonly hashed: readonly HashedFile[];
  /** Files of the record that are written exactly as we write what they hold. */
  readonly asWritten: readonly string[];
  /** Tables of units, by the task whose units in the record they hold. */
  readonly unitTables: readonly { readonly name: string; readonly task: string }[];
}

/** Hashes the files of a release, and checks those of its record that are large. */
export function checkedFiles(folder: string, names: readonly string[]): CheckedFiles {
  const judgment = judgmentReader();
  const units: RecordUnit[] = [];
  const rewritten = new Map<string, (line: string) => string>([
    ['judgments.jsonl', (line) => [...judgmentLines([judgment(line, 0)])].join('')],
    [
      'units.jsonl',
      (line) => {
        const unit = readUnitLine(line);
        units.push(unit);
        return unitLine(unit);
      },
    ],
  ]);
  const asWritten = [...rewritten].flatMap(([file, rewrite]) => {
    const name = `${recordFolder}/${file}`;
    return isRewritten(join(folder, name), rewrite) ? [name] : [];
  });
  return {
    hashed: names.map((name) => hashedFile(folder, name)),
    asWritten,
    unitTables: asWritten.includes(`${recordFolder}/units.jsonl`) ? unitTables(folder, units) : [],
  };
}

/** A file with its size and hash. */
export function hashedFile(folder: string, name: string): HashedFile {
  const digest = createHash('sha256');
  let bytes = 0;
  for (const piece of filePieces(join(folder, name))) {
    digest.update(piece);
    bytes += piece.length;
  }
  return { name, bytes, sha256: digest.digest('hex') };
}

/** Whether each line of a file, read and written again, is the same line. */
function isRewritten(path: string, rewrite: (line: string) => string): boolean {
  if (!existsSync(path)) return false;
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let carried = '';
  try {
    for (const piece of filePieces(path)) {
      const text = carried + decoder.decode(piece, { stream: true });
      let start = 0;
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
        const line = text.slice(start, end);
        if (rewrite(line) !== `${line}\n`) return false;
        start = end + 1;
      }
      carried = text.slice(start);
    }
    return carried === '' && decoder.decode() === '';
  } catch {
    // What cannot be read is not as we write it. What is wrong with it, comparing tells.
    return false;
  }
}

/** The tables of units in a release that hold the units of a task. */
function unitTables(folder: string, units: readonly RecordUnit[]): CheckedFiles['unitTables'] {
  const tasks = [...new Set(units.map(({ task }) => task))];
  return tasks.flatMap((task) => {
    const own = units.filter((unit) => unit.task === task);
    return ['', `_${task}`].flatMap((suffix) => {
      const table = unitsTable({ task, suffix, list: own });
      const name = tablePath(table);
      const path = join(folder, name);
      if (!existsSync(path)) return [];
      return hasContent(path, () => [new Uint8Array(table.parquet())]) ? [{ name, task }] : [];
    });
  });
}
