import { CsvReader } from '../formats/csv.ts';
import { FaultList, readPieces } from './text-file.ts';
import type { Progress } from './text-file.ts';

/** Streams a CSV file: the header once, then each row with its line. All faults of the file are thrown together at its end. */
export function readCsv(file: string, onHeader: (columns: readonly string[]) => void, onRow: (fields: readonly string[], line: number) => void, progress?: Progress): void {
  const reader = new CsvReader(onHeader, onRow);
  readPieces(file, (text, line) => reader.push(text, line), progress);
  reader.end();
  const found = new FaultList();
  found.add(...reader.faults.map((one) => ({ ...one, file })));
  found.throwIfAny();
}
