import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { Task } from '../../domain/protocol/task.ts';

/**
 * The version of what a task asks: `2:` and 16 hex digits over everything that an annotator or a
 * model reads in order to answer. Judgments carry it; after a change older ones are stale. Titles
 * of the task and of fields, spacing and brackets do not count. What is not set is left out, so
 * that a further setting of a later release changes no hash.
 */
export function taskHash(task: Task): string {
  return remembered(present, task, () => `2:${shortHash(withoutNulls(askedContent(task)))}`);
}

/** A task does not change, and readers of files ask for its hash at every row. */
const [present, former] = [new WeakMap<Task, string>(), new WeakMap<Task, string>()];

function remembered(known: WeakMap<Task, string>, task: Task, make: () => string): string {
  const found = known.get(task) ?? make();
  known.set(task, found);
  return found;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== 'object') return value;
  const given = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(given.map(([key, one]) => [key, withoutNulls(one)]));
}

/**
 * What an annotator or a model reads in order to answer: the fields of the unit, the questions with
 * their texts and the values with theirs, the constraints and the steps of a decision.
 */
function askedContent({ unit, form, questions, constraints, steps }: Task): unknown {
  const shown = (names: readonly string[]): readonly string[] =>
    names.filter((name) => !unit.hidden.includes(name));
  return {
    unit: { show: shown(unit.show), folded: shown(unit.folded), context: shown(unit.context) },
    form,
    questions: questions.map(({ id, title, ask, help, scale, when, required }) => ({
      id,
      title,
      ask,
      help,
      scale: askedScale(scale),
      required,
      when: when?.expression ?? null,
    })),
    constraints: constraints.map((constraint) => constraint.expression),
    steps,
  };
}

/**
 * The hash of earlier releases: 16 hex digits over questions, values, conditions and constraints,
 * without their texts. Judgments and files of that time carry it.
 */
export function formerTaskHash(task: Task): string {
  return remembered(former, task, () => shortHash(formerContent(task)));
}

function formerContent({ questions, constraints }: Task): unknown {
  return {
    questions: questions.map((question) => ({
      id: question.id,
      scale: formerScale(question.scale),
      when: question.when?.expression ?? null,
      required: question.required,
    })),
    constraints: constraints.map((constraint) => constraint.expression),
  };
}

/**
 * Whether a row of a file was made under the task's questions, by the hash that it carries. A row
 * of an earlier release is compared by the hash of that release.
 */
export function isHashOf(hash: string, task: Task): boolean {
  return hash === taskHash(task) || hash === formerTaskHash(task);
}

/** The hash for judgments under terms of which only their own hash is known: never a task's. */
export function hashOfTerms(termHash: string): string {
  return `2:${shortHash({ terms: termHash })}`;
}

/** SHA-256 of a text, in hexadecimal. */
export function contentHash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

function shortHash(content: unknown): string {
  return contentHash(canonicalJson(content)).slice(0, 16);
}

/** A scale with the texts of its values; a default that is not set changes nothing. */
function askedScale(scale: Question['scale']): unknown {
  if (scale.kind !== 'ordinal' || scale.default !== null) return scale;
  const { default: _, ...asked } = scale;
  return asked;
}

function formerScale(scale: Question['scale']): unknown {
  if (scale.kind === 'nominal')
    return { kind: scale.kind, values: scale.values.map((entry) => entry.value) };
  if (scale.kind === 'ordinal')
    return {
      kind: scale.kind,
      values: scale.values.map((entry) => entry.value),
      present: scale.present,
      ...(scale.default === null ? {} : { default: scale.default }),
    };
  return scale;
}
