import { fault, refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { sameName } from '../../domain/people/person-name.ts';
import { isWhole } from '../../formats/judging/judgment-row.ts';
import { textSize } from '../../formats/jsonl.ts';
import { listAccounts } from '../../store/people/accounts.ts';
import { liveFold } from '../fold/live-fold.ts';
import type { ImportRequest } from './import-request.ts';
import type { FoundRow } from './import-rows.ts';
import type { WorkContext } from '../work-context.ts';

/**
 * Annotators under the spelling by which they are known: `A0` and `a0` are one name. Accounts come
 * first, then annotators of earlier judgments, then the first spelling in the file.
 */
export class KnownNames {
  readonly #spelling = new Map<string, string>();
  /** How many rows got another spelling. */
  changed = 0;

  /** Adds names; the first spelling stays. */
  add(names: Iterable<string>): void {
    for (const name of names)
      if (!this.#spelling.has(sameName(name))) this.#spelling.set(sameName(name), name);
  }

  /** The row with the known spelling of its annotator. */
  named(given: FoundRow): FoundRow {
    const field = isWhole(given.row) ? 'annotator' : 'annotator_id';
    const name = given.row[field];
    if (typeof name !== 'string' || name.trim() !== name || name === '') return given;
    this.add([name]);
    const known = this.#spelling.get(sameName(name))!;
    if (known === name) return given;
    this.changed += 1;
    return { ...given, row: { ...given.row, [field]: known } };
  }
}

/** The names of everybody who has an account, or has judged the task. */
export async function knownNames(
  { store }: WorkContext,
  place: { readonly project: string; readonly task: string },
): Promise<KnownNames> {
  const names = new KnownNames();
  names.add((await store.read((db) => listAccounts(db))).map(({ login }) => login));
  names.add((await liveFold(store, place)).fold.table.annotators);
  return names;
}

/** How far the clocks of two machines may differ, in milliseconds. */
const clockTolerance = 24 * 3_600_000;

/** The fault of a judgment that would be given later than now. */
export function futureFault(at: string | null, now: Date): Fault | null {
  if (at === null || Date.parse(at) <= now.getTime() + clockTolerance) return null;
  const values = { field: 'at', got: at, expected: codedText('past-time') };
  return fault('wrong-value', values, { field: 'at' });
}

/** Whether a time is later than now, by less than what the clocks of two machines may differ. */
export function isAhead(at: string | null, now: Date): boolean {
  return at !== null && Date.parse(at) > now.getTime();
}

/** Whether a judgment was given before its project was created. */
export function isBefore(at: string | null, created: string | null): boolean {
  return at !== null && created !== null && Date.parse(at) < Date.parse(created);
}

/** Refuses a file of which a server would have to keep too much in memory until it is written. */
export function keptLimit({ apart, name }: ImportRequest): (kept: object) => void {
  let characters = 0;
  return (kept) => {
    if (apart !== true) return;
    characters += 100 + textSize(kept);
    if (characters > mostKept)
      refuse('too-large', { limit: codedText('kept-rows', { count: mostKept }) }, { file: name });
  };
}

const mostKept = 50_000_000;
