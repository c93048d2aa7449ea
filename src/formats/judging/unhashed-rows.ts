import type { CodedText } from '../../domain/coded-text.ts';
import { codedText } from '../../domain/text-values.ts';
import type { JsonRow } from '../jsonl.ts';

/**
 * Counts the judgments of files that carry no `task_hash`: whether their questions are those of
 * the present protocol cannot be known. Every command on files says it by this.
 */
export class UnhashedRows {
  #count = 0;

  /** Notes a judgment that was taken in; a plain one is one that certainly carries no hash. */
  add(row: JsonRow | 'plain'): void {
    if (row === 'plain' || typeof row['task_hash'] !== 'string') this.#count += 1;
  }

  /** What to say about the judgments on a task; nothing when all carry a hash. */
  warnings(task: string): readonly CodedText[] {
    return this.#count === 0 ? [] : [codedText('no-task-hash', { task, count: this.#count })];
  }
}
