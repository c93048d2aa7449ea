import { canonicalJson } from '../domain/canonical-json.ts';
import { contentHash } from '../truth/protocol/task-hash.ts';

/** One look at a test split, in words. */
export interface Look {
  /** When, ISO 8601, and who looked. */
  readonly at: string;
  readonly by: string;
  readonly system: string;
  readonly made_by: readonly string[];
  readonly task: string;
  /** `all` where the release has no split. */
  readonly split: 'test' | 'all';
  readonly measures: readonly string[];
  /** The SHA-256 of the release's manifest, so that a look is at one release. */
  readonly manifest: string;
  /** Why it went on although the guard refused it; null when the guard had no objection. */
  readonly override: string | null;
}

/** A look as the ledger has it: bound to the one before. */
export interface LoggedLook extends Look {
  readonly look: number;
  /** The hash of the look before; null for the first. */
  readonly previous: string | null;
  readonly hash: string;
}

/** The looks of a ledger, or the first line that does not fit. */
export type ReadLooks =
  | { readonly ok: true; readonly looks: readonly LoggedLook[] }
  | { readonly ok: false; readonly line: number; readonly why: BrokenChain };

/** What is wrong with a line: no look, not in its place, or changed. */
type BrokenChain = 'unreadable' | 'order' | 'changed';

/** The look as the next entry of a ledger, after those that it has. */
export function nextLook(earlier: readonly LoggedLook[], look: Look): LoggedLook {
  const bound = { look: earlier.length + 1, ...look, previous: earlier.at(-1)?.hash ?? null };
  return { ...bound, hash: lookHash(bound) };
}

/** Reads a ledger, a look per line, and proves its chain. */
export function readLooks(text: string): ReadLooks {
  const looks: LoggedLook[] = [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [at, line] of lines.entries()) {
    const look = parsedLook(line);
    const broken = (why: BrokenChain): ReadLooks => ({ ok: false, line: at + 1, why });
    if (look === null) return broken('unreadable');
    const { hash, ...bound } = look;
    const previous = looks.at(-1)?.hash ?? null;
    if (look.look !== at + 1 || look.previous !== previous) return broken('order');
    if (hash !== lookHash(bound)) return broken('changed');
    looks.push(look);
  }
  return { ok: true, looks };
}

function lookHash(look: Omit<LoggedLook, 'hash'>): string {
  return contentHash(canonicalJson(look));
}

function parsedLook(line: string): LoggedLook | null {
  try {
    const read = JSON.parse(line) as LoggedLook | null;
    return read !== null && typeof read === 'object' && !Array.isArray(read) ? read : null;
  } catch {
    // What is not JSON is not a look; the caller says which line.
    return null;
  }
}
