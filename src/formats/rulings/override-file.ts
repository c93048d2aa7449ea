import {
  codedText,
  earlierPlace,
  foundValue,
  oneOf,
  isStorable,
} from '../../domain/text-values.ts';
import { z } from 'zod';
import { defined } from '../../domain/defined.ts';
import { fault, faultAbout } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Answer } from '../../domain/answer.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { firstRows } from '../first-rows.ts';
import { outsideTerms } from '../verdicts/legacy-topic.ts';
import { isFields } from '../own-field.ts';
import { byLine, printPath, schemaFaults, unknownAt, wrongAt } from '../schema-faults.ts';
import type { LineOf, Path } from '../schema-faults.ts';
import type { TermSchema } from '../../truth/verdicts/topic.ts';
import { parseYaml } from '../yaml-source.ts';

/** One correction by a person of what the models agreed on. */
export interface OverrideEntry {
  readonly unit: string;
  readonly subject: string | null;
  /** What the models had said, for the record; what is not named is not claimed. */
  readonly original: Readonly<Record<string, Answer>>;
  readonly corrected: Readonly<Record<string, Answer>>;
  readonly reason: string;
  readonly by: string | null;
  readonly at: string | null;
  /** Its place in the file. */
  readonly path: Path;
}

/** Stands for the author of an override that does not name one. */
export const unnamedAuthor = 'override file';

/** The document's file of overrides, by topic. */
interface OverrideFile {
  readonly topics: ReadonlyMap<string, readonly OverrideEntry[]>;
  readonly lineOf: LineOf;
}

/** What is to be written beside the entries. */
export interface OverrideFileHead {
  readonly comment?: string;
  readonly createdAt: string;
  readonly lastUpdated: string;
}

/** An override file; or all its faults, with the entries that can still be read and checked. */
export type ReadOverrides =
  | { readonly ok: true; readonly value: OverrideFile }
  | { readonly ok: false; readonly faults: readonly Fault[]; readonly rest: OverrideFile };

/**
 * Reads an override file: a list per topic (or an object with it under `overrides`). A unit that
 * appears twice and an empty reason are faults. {@link overrideRuling} checks the entries further.
 */
export function readOverrideFile(text: string): ReadOverrides {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const place = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    const from = Number(place ?? 0);
    const line = text.slice(0, from).split('\n').length;
    const got =
      place === undefined ? codedText('end-of-file') : foundValue(text.slice(from, from + 20));
    return { ok: false, faults: [fault('bad-json', { got }, { line })], rest: noOverrides };
  }
  // YAML holds JSON, and its parser knows where everything stands.
  const source = parseYaml(text);
  if (!source.ok) return { ...source, rest: noOverrides };
  const { lineOf } = source.value;
  const read = fileSchema.safeParse(value, { reportInput: true });
  const lists = isFields(value) ? Object.entries(value).filter(([topic]) => !isMeta(topic)) : [];
  const topics = new Map(lists.map(([topic, content]) => [topic, entriesOf(topic, content)]));
  const doubles = lists.flatMap(([topic, content]) => duplicates(topic, content, lineOf));
  const faults = byLine([...schemaFaults(read.error?.issues ?? [], lineOf), ...doubles]);
  const content = { topics, lineOf };
  return faults.length === 0 ? { ok: true, value: content } : { ok: false, faults, rest: content };
}

/** Whether a text begins as an override file does: with lists of corrections by topic. */
export function isOverrideFile(beginning: string): boolean {
  const [first] = firstRows(beginning, 1);
  const lists = Object.values(first ?? {}).map((value) =>
    isFields(value) ? value['overrides'] : value,
  );
  return lists.some(
    (list) =>
      Array.isArray(list) && list.some((entry) => isFields(entry) && isFields(entry['corrected'])),
  );
}

/** Writes an override file as the document describes it. */
export function writeOverrideFile(
  topics: ReadonlyMap<string, readonly Omit<OverrideEntry, 'path'>[]>,
  head: OverrideFileHead,
): string {
  const content = {
    _comment: head.comment ?? 'Human corrections to model judgments.',
    created_at: head.createdAt,
    last_updated: head.lastUpdated,
    ...Object.fromEntries([...topics].map(([topic, entries]) => [topic, entries.map(entryJson)])),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/**
 * The ruling of an override, or its faults: every field must be asked, every value answerable, by
 * the terms where they are known. Values that only a policy mentions do not count.
 */
export function overrideRuling(
  entry: OverrideEntry,
  task: Task,
  schema: TermSchema | null,
): OverrideRuling {
  const faults: Fault[] = [];
  const answers: Record<string, Answer> = {};
  for (const part of ['original', 'corrected'] as const) {
    for (const [field, value] of Object.entries(entry[part])) {
      const path = [...entry.path, part, field];
      const allowed = allowedAnswers(task, schema, field);
      if (allowed === null) {
        faults.push(unknownAt(path, field, oneOf(knownFields(task, schema))).fault);
        continue;
      }
      if (part === 'original') continue;
      const given =
        allowed.find((one) => String(one) === String(value)) ??
        (schema === null ? outsideTerms : undefined);
      if (given !== undefined) answers[field] = given;
      else faults.push(wrongAt(path, foundValue(value), oneOf(allowed.map(String))).fault);
    }
  }
  if (faults.length > 0) return { ok: false, faults };
  const { unit, by, reason, at } = entry;
  const decision = { kind: 'answers', answers } as const;
  const ruling = { unit, task: task.id, by: by ?? unnamedAuthor, reason, at, decision };
  return { ok: true, ruling };
}

/** The fault of an override that names another subject than the one its unit belongs to. */
export function subjectFaults(entry: OverrideEntry, subject: string | null): readonly Fault[] {
  const { unit, subject: named, path } = entry;
  if (named === null || named.trim() === '' || subject === null || named.trim() === subject)
    return [];
  const expected = codedText('subject-of-unit', { subject, unit });
  return [wrongAt([...path, 'business_id'], foundValue(named), expected).fault];
}

/** An override of a unit by another file. */
export interface EarlierOverride {
  readonly corrected: OverrideEntry['corrected'];
  readonly file: string;
  readonly line: number;
}

/** The faults of an override that corrects a field otherwise than another file does. */
export function contradictionFaults(
  { corrected, unit, path }: OverrideEntry,
  earlier: EarlierOverride,
): readonly Fault[] {
  const place = `${earlier.file}:${earlier.line}`;
  return Object.entries(corrected).flatMap(([field, value]) => {
    const before = Object.hasOwn(earlier.corrected, field) ? earlier.corrected[field] : undefined;
    if (before === undefined || String(before) === String(value)) return [];
    const expected = codedText('as-elsewhere', { value: foundValue(before), place });
    const { fault: found } = wrongAt([...path, 'corrected', field], foundValue(value), expected);
    return [faultAbout(found, `${unit}:`)];
  });
}

type OverrideRuling =
  | { readonly ok: true; readonly ruling: Ruling }
  | { readonly ok: false; readonly faults: readonly Fault[] };

const answer = z.union([z.string(), z.boolean(), z.number()]);
const entrySchema = z.strictObject({
  review_id: z.string().regex(/\S/, 'override-unit'),
  business_id: z.string().nullable().optional(),
  original: z.record(z.string(), answer).default({}),
  corrected: z
    .record(z.string(), answer)
    .refine((fields) => Object.keys(fields).length > 0, 'override-fields'),
  reason: z.string().regex(/\S/, 'override-reason').refine(isStorable, 'storable-text'),
  by: z.string().optional(),
  at: z.string().optional(),
});
const listSchema = z.union([z.array(entrySchema), z.object({ overrides: z.array(entrySchema) })]);
const noOverrides: OverrideFile = { topics: new Map(), lineOf: () => 1 };

const fileSchema = z.record(z.string(), z.unknown()).superRefine((content, context) => {
  for (const [topic, entries] of Object.entries(content)) {
    const read = isMeta(topic) ? null : listSchema.safeParse(entries, { reportInput: true });
    if (read?.success === false)
      for (const issue of read.error.issues) {
        const placed = { ...issue, path: [topic, ...issue.path] };
        context.issues.push(placed as (typeof context.issues)[number]);
      }
  }
});

/** Keys beside the topics: `_comment`, `created_at`, `last_updated`. */
function isMeta(key: string): boolean {
  return key.startsWith('_') || key === 'created_at' || key === 'last_updated';
}

/** The entries in the list of a topic, with their paths. */
function listed(topic: string, content: unknown): readonly { entry: unknown; path: Path }[] {
  const inside = isFields(content) ? content['overrides'] : content;
  const root = isFields(content) ? [topic, 'overrides'] : [topic];
  return Array.isArray(inside)
    ? inside.map((entry: unknown, at) => ({ entry, path: [...root, at] }))
    : [];
}

/** The entries of a topic that can be read. */
function entriesOf(topic: string, content: unknown): readonly OverrideEntry[] {
  return listed(topic, content).flatMap(({ entry: given, path }) => {
    const read = entrySchema.safeParse(given);
    if (!read.success) return [];
    const { review_id: unit, business_id: subject = null, by = null, at = null } = read.data;
    const { original, corrected, reason } = read.data;
    return [{ unit, subject, original, corrected, reason, by, at, path }];
  });
}

function duplicates(topic: string, content: unknown, lineOf: LineOf): readonly Fault[] {
  const first = new Map<string, Path>();
  return listed(topic, content).flatMap(({ entry, path }) => {
    const unit = isFields(entry) ? entry['review_id'] : undefined;
    if (typeof unit !== 'string' || unit.trim() === '') return [];
    const earlier = first.get(unit);
    if (earlier === undefined) {
      first.set(unit, path);
      return [];
    }
    const place = { line: lineOf(path), field: printPath(path) };
    return [fault('duplicate-unit', { unit, place: earlierPlace(lineOf(earlier) ?? null) }, place)];
  });
}

function entryJson(entry: Omit<OverrideEntry, 'path'>): object {
  const { unit, subject, original, corrected, reason, by, at } = entry;
  return {
    review_id: unit,
    ...defined({ business_id: subject ?? undefined }),
    original,
    corrected,
    reason,
    ...defined({ by: by ?? undefined, at: at ?? undefined }),
  };
}

/** What may be answered to a field; null when it is not asked. */
function allowedAnswers(
  task: Task,
  schema: TermSchema | null,
  field: string,
): readonly Answer[] | null {
  const question = task.questions.find((one) => one.id === field);
  if (question === undefined) return null;
  if (question.scale.kind === 'binary' || schema === null)
    return scaleAnswers(question.scale).filter((one) => one !== outsideTerms);
  const term = field.toLowerCase();
  return Object.hasOwn(schema, term)
    ? scaleAnswers(question.scale).filter((one) => Object.hasOwn(schema[term]!, String(one)))
    : null;
}

function knownFields(task: Task, schema: TermSchema | null): readonly string[] {
  return task.questions
    .filter((question) => allowedAnswers(task, schema, question.id) !== null)
    .map((question) => question.id);
}
