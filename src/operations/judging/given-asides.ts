import { fault, printChoice, printValue } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { confidences } from '../../domain/judging/judgment.ts';
import type { Asides } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';

/** What was said beside the answers, as it came from outside. Null is nothing. */
export type GivenAsides = Readonly<Record<string, unknown>>;

/**
 * The asides that a task allows, or what is wrong with them. What says nothing (an empty note, a
 * flag that is not set) is left out.
 */
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
              ? '; the task asks for answers only'
              : `; beside the answers there are ${printChoice(task.asides, 'and')}`,
        }),
      );
    else if (name === 'confidence')
      keepIf(
        name,
        value,
        confidences.some((one) => one === value),
        printChoice(confidences),
      );
    else if (name === 'notes')
      keepIf(
        name,
        value,
        typeof value === 'string' && value.length <= longestNote,
        `a text of at most ${longestNote} characters`,
      );
    else keepIf(name, value, typeof value === 'boolean', 'true or false');
  }
  return { asides: asides as Asides, faults };

  function keepIf(field: string, value: unknown, isRight: boolean, expected: string): void {
    if (!isRight) faults.push(fault('wrong-value', { field, got: printValue(value), expected }));
    else if (value !== false && value !== '') asides[field] = value;
  }
}

const longestNote = 10_000;
