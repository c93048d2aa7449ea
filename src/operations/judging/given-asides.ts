import type { TextValue } from '../../domain/coded-text.ts';
import { codedText, foundValue, oneOf } from '../../domain/text-values.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { confidences } from '../../domain/judging/judgment.ts';
import type { Asides } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';

/** What was said beside the answers, as it came from outside. Null is nothing. */
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
    if (!task.asides.some((one) => one === name))
      faults.push(
        fault('unknown-field', {
          field: name,
          hint:
            task.asides.length === 0
              ? codedText('only-answers')
              : codedText('asides-are', { asides: task.asides }),
        }),
      );
    else if (name === 'confidence')
      keepIf(
        name,
        value,
        confidences.some((one) => one === value),
        oneOf(confidences),
      );
    else if (name === 'notes')
      keepIf(
        name,
        value,
        typeof value === 'string' && value.length <= longestNote,
        codedText('short-text', { most: longestNote }),
      );
    else keepIf(name, value, typeof value === 'boolean', codedText('true-or-false'));
  }
  return { asides: asides as Asides, faults };

  function keepIf(field: string, value: unknown, isRight: boolean, expected: TextValue): void {
    if (!isRight) faults.push(fault('wrong-value', { field, got: foundValue(value), expected }));
    else if (value !== false && value !== '') asides[field] = value;
  }
}

const longestNote = 10_000;
