import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refuse } from '../../domain/fault.ts';
import type { ModelJob } from '../../domain/models/model-job.ts';
import { failureReason } from '../failure-reason.ts';
import { AppendFile } from './append-file.ts';
import { hashOf } from './model-result.ts';
import type { Ledger, Result } from './ledger.ts';

/** Where replies go that cannot be saved: beside the ledger, else among temporary files. */
function spoolFiles(folder: string, key: string): readonly string[] {
  const name = `assay-replies-${hashOf(key).slice(0, 16)}.jsonl`;
  return [join(folder, name), join(tmpdir(), name)];
}

/** Where replies were put that cannot be saved, and how many found no place at all. */
export interface Spooled {
  readonly files: readonly string[];
  readonly lost: number;
}

/** Keeps replies that were paid for and cannot be saved, each wherever there is room. */
export function spoolResults(
  folder: string,
  ledger: Ledger,
  job: ModelJob,
  results: readonly Result[],
): Spooled {
  let lines = results.map((result) => JSON.stringify({ job, result }));
  const files: string[] = [];
  for (const path of spoolFiles(folder, ledger.key)) {
    const file = new AppendFile(path);
    const left = lines.filter((line) => !isAppended(file, line));
    file.close();
    if (left.length < lines.length) files.push(path);
    lines = left;
  }
  return { files, lost: lines.length };
}

function isAppended(file: AppendFile, line: string): boolean {
  try {
    file.append([line]);
    return true;
  } catch {
    // No room here; the next place is tried.
    return false;
  }
}

/** Takes in what an earlier process could not save; returns how many replies that were. */
export async function takeInSpool(folder: string, ledger: Ledger): Promise<number> {
  let count = 0;
  for (const file of spoolFiles(folder, ledger.key)) {
    if (!existsSync(file)) continue;
    // Renamed first: a process that spools meanwhile begins a new file. Not as a draft, which
    // the next process would remove: somebody paid for these replies.
    const taken = `${file}.${randomUUID()}`;
    renameSync(file, taken);
    const lines = readFileSync(taken, 'utf8').split('\n').slice(0, -1);
    try {
      for (const line of lines) {
        const { job, result } = JSON.parse(line) as { job: ModelJob; result: Result };
        await ledger.record([result], job);
        count += 1;
      }
    } catch (error) {
      renameSync(taken, file);
      refuse('replies-spooled', {
        reason: failureReason(error),
        count: lines.length - count,
        file,
      });
    }
    rmSync(taken);
  }
  return count;
}
