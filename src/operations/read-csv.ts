import { CsvReader } from '../formats/csv.ts';
import { FaultList, readPieces } from './text-file.ts';
import type { Progress } from './text-file.ts';

/** Streams a CSV file. Throws all faults at the end, unless the caller passes its own list. */
export function readCsv(
  file: string,
  onHeader: (columns: readonly string[]) => void,
  onRow: (fields: readonly string[], line: number) => void,
  progress?: Progress,
  found?: FaultList,
): void {
  const faults = found ?? new FaultList();
  const reader = new CsvReader({
    header: onHeader,
    row: onRow,
    fault: (one) => faults.add({ ...one, file }),
  });
  readPieces(file, (text, line) => reader.push(text, line), progress);
  reader.end();
  if (found === undefined) faults.throwIfAny();
}
