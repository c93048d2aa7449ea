import { writeFileSync } from 'node:fs';
import { faultIn, InputError, refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { GivenRow } from '../../formats/judging/judgment-intake.ts';
import { severalTasks } from '../protocol/choose-task.ts';
import { readBeginning } from '../exchange/file-content.ts';
import { optionalProtocol } from '../protocol/load-protocol.ts';
import { otherFormat, otherRows } from '../exchange/other-formats.ts';
import { scratchCopy } from '../scratch-copy.ts';
import type { ScratchCopy } from '../scratch-copy.ts';
import { readText } from '../text-file.ts';

/** The protocol and task that tables of judgments belong to. */
export interface TableProtocol {
  readonly protocol?: string;
  readonly task?: string;
}

/**
 * Runs `act` with files of JSON lines. A table of judgments, such as a task file filled in with a
 * spreadsheet, is copied to a temporary file, each row at its line in the table; faults name the
 * table.
 */
export function withTablesAsRows<T>(
  files: readonly string[],
  named: TableProtocol,
  act: (paths: readonly string[]) => T,
): T {
  const tables = files.flatMap((file) => tableOf(file, named) ?? []);
  if (tables.length === 0) return act(files);
  const copies = new Map<string, ScratchCopy>();
  try {
    for (const { file, rows } of tables) {
      const write = (descriptor: number): void => writeFileSync(descriptor, linesAt(rows));
      if (!copies.has(file)) copies.set(file, scratchCopy(write));
    }
    return act(files.map((file) => copies.get(file)?.path ?? file));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const originals = new Map([...copies].map(([file, copy]) => [copy.path, file]));
    const faults = error.faults.map((one) => inTable(one, originals));
    throw new InputError(faults, error.count);
  } finally {
    for (const copy of copies.values()) copy.discard();
  }
}

/** The rows of a table of judgments; null for any other file. */
function tableOf(
  file: string,
  named: TableProtocol,
): { readonly file: string; readonly rows: readonly GivenRow[] } | null {
  const beginning = readBeginning(file);
  if (otherFormat(beginning, [])?.format !== 'judgments-csv') return null;
  const { protocol } = optionalProtocol(named.protocol) ?? refuse('no-protocol');
  const tasks = protocol.tasks.filter((one) => named.task === undefined || one.id === named.task);
  // An unknown task is reported later.
  if (tasks.length === 0) return null;
  const task: Task =
    otherFormat(beginning, tasks)?.task ?? refuse('usage', { reason: severalTasks(tasks) });
  const table = { kind: 'judgments', format: 'judgments-csv', task } as const;
  const { rows, faults } = otherRows(readText(file), table, {});
  if (faults.length > 0) throw new InputError(faults.map((one) => ({ ...one, file })));
  return { file, rows };
}

function linesAt(rows: readonly GivenRow[]): string {
  const lines: string[] = [];
  for (const { row, line } of rows) {
    while (lines.length + 1 < line!) lines.push('');
    lines.push(JSON.stringify(row));
  }
  return `${lines.join('\n')}\n`;
}

function inTable(one: Fault, originals: ReadonlyMap<string, string>): Fault {
  return faultIn(one, (text) =>
    [...originals].reduce((renamed, [copy, file]) => renamed.replaceAll(copy, file), text),
  );
}
