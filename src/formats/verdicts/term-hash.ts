import { inLanguage } from '../../domain/local-text.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { contentHash } from '../../truth/protocol/task-hash.ts';
import { compareCodePoints } from '../code-points.ts';
import type { TermSchema } from '../../truth/verdicts/topic.ts';

/**
 * The version of a topic's terms: the first 16 hex digits of the SHA-256 of the schema as Python's
 * `json.dumps(schema, sort_keys=True)` writes it. Order does not matter, every word does.
 */
export function termHash(schema: TermSchema): string {
  return contentHash(pythonJson(schema)).slice(0, 16);
}

/**
 * JSON as Python's `json.dumps` with sorted keys: a space after commas and colons, ASCII only, keys
 * by code point.
 * @example pythonJson({ b: 'é', a: ['x', true] }) // '{"a": ["x", true], "b": "\\u00e9"}'
 * @internal
 */
export function pythonJson(value: unknown): string {
  if (typeof value === 'string') return pythonText(value);
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).toSorted(([a], [b]) => compareCodePoints(a, b));
    const members = entries.map(([key, entry]) => `${pythonText(key)}: ${pythonJson(entry)}`);
    return `{${members.join(', ')}}`;
  }
  return JSON.stringify(value);
}

/**
 * The terms in a task: its questions on a nominal or ordinal scale, each value with its title.
 * Questions about every unit, such as its relevance, are binary and no terms.
 */
export function taskSchemaOfTerms(task: Task): TermSchema {
  const fields = task.questions.flatMap(({ id, scale }) => {
    if (scale.kind !== 'nominal' && scale.kind !== 'ordinal') return [];
    const titles = scale.values.map(({ value, title }) => [String(value), inLanguage(title)]);
    return [[id.toLowerCase(), Object.fromEntries(titles)] as const];
  });
  return Object.fromEntries(fields);
}

function pythonText(text: string): string {
  // JSON.stringify escapes quotes, backslashes and control characters as Python does; what is left
  // is above the tilde.
  return JSON.stringify(text).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
