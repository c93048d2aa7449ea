import type { TextValue } from '../../domain/coded-text.ts';
import { codedText, isStorable, oneOf } from '../../domain/text-values.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import { confidences, longestNotes } from '../../domain/judging/judgment.ts';
import type { Asides } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';

/** Asides as they were sent. Null is nothing. */
export type GivenAsides = Readonly<Record<string, unknown>>;

/** The asides that a task allows, and all faults. Empty notes and unset flags are left out. */
export function readAsides(
  task: Task,
  given: GivenAsides,
): { readonly asides: Asides; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const asides: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    if (!task.asides.some((one) => one === name)) {
      faults.push(fault('unknown-field', { field: name, hint: hintOf(task) }));
      continue;
    }
    const expected = expectedInstead(name, value);
    if (expected !== null) faults.push(wrongValue(name, value, expected));
    else if (value !== false && value !== '') asides[name] = value;
  }
  return { asides: asides as Asides, faults };
}

function hintOf({ asides }: Task): TextValue {
  return asides.length === 0 ? codedText('only-answers') : codedText('asides-are', { asides });
}

/** What an aside may be; null when it is that. */
function expectedInstead(name: string, value: unknown): TextValue | null {
  if (name === 'confidence')
    return confidences.some((one) => one === value) ? null : oneOf(confidences);
  if (name !== 'notes') return typeof value === 'boolean' ? null : codedText('true-or-false');
  const isRight = typeof value === 'string' && value.length <= longestNotes && isStorable(value);
  return isRight ? null : codedText('short-text', { most: longestNotes });
}
