import type { CellContent } from './open-cells.ts';

/** The version of what is asked: questions, guideline and prompt. */
export interface AskedVersion {
  /** The hashes of judgments under the present questions. */
  readonly hashes: ReadonlySet<string>;
  readonly guideline: string;
  readonly prompt: string;
}

/** The version that a judgment was made under; the prompt is null when nobody says. */
export interface JudgedVersion {
  readonly taskHash: string;
  readonly guideline: string;
  readonly prompt: string | null;
}

/** The key of a judgment that a model gave here; it says with which prompt it was asked. */
export function modelKey(prompt: string, request: string): string {
  return `model:${prompt}:${request}`;
}

/**
 * What a judgment makes of its cell. One that was imported says nothing about its prompt, and fills
 * the cell like one that was asked for here.
 */
export function cellContent(
  judgment: JudgedVersion,
  { hashes, guideline, prompt }: AskedVersion,
): CellContent {
  const isSame =
    hashes.has(judgment.taskHash) &&
    judgment.guideline === guideline &&
    (judgment.prompt === null || judgment.prompt === prompt);
  return isSame ? 'judged' : 'stale';
}

/**
 * The hash of the prompt in the key of a judgment; null when it was not asked for here.
 * @example promptOfKey(modelKey('1f', 'r-1')) // '1f'
 */
export function promptOfKey(key: string): string | null {
  return /^model:([^:]+):/.exec(key)?.[1] ?? null;
}

/**
 * The attempt in the key of a judgment; null when it was not asked for here.
 * @example attemptOfKey(modelKey('1f', 'r-1')) // 'r-1'
 */
export function attemptOfKey(key: string): string | null {
  return /^model:[^:]+:(.+)$/.exec(key)?.[1] ?? null;
}
