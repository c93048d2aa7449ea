import { codedText, foundValue } from '../../domain/text-values.ts';
import { wrongField, wrongValue } from '../../domain/field-fault.ts';
import { readJsonText } from '../json-rows.ts';
import type { PlacedRow } from '../json-rows.ts';
import type { JsonRow } from '../jsonl.ts';
import { fieldOf, isFields, ownField, shownName } from '../own-field.ts';
import { utcTime } from '../time-text.ts';
import { judgmentField, readMarks } from './tool-asides.ts';
import { firstId, idText, readRecords } from './tool-export.ts';
import type { Report, Skip, ToolAnnotation, ToolExport, ToolValue } from './tool-export.ts';

/** How an Argilla export is read. */
export interface ArgillaOptions {
  /** How to treat responses without a status, which some versions omit; left out means counted. */
  readonly withoutStatus?: 'left out' | 'submitted';
}

/**
 * Reads Argilla's records from JSON or JSONL in all their shapes: nested (`responses: { question:
 * [{ value, user_id, status }] }`), from the API (`responses: [{ values, user_id, status }]`, also
 * pages of them under `items`), or
 * flat as in a Hugging Face dataset (`question.responses`, `….users`, `….status`; in version 1
 * `question: [{ value, user_id, status }]`). Only submitted responses count; drafts, discarded
 * responses and suggestions are left out and counted.
 */
export function readArgilla(text: string, options: ArgillaOptions = {}): ToolExport {
  const read = readJsonText(text);
  const rows = read.rows.flatMap(({ row, ...place }): readonly PlacedRow[] => {
    const page = ownField(row, 'items');
    const isPage = Array.isArray(page) && page.every(isFields) && !Object.hasOwn(row, 'fields');
    return (isPage ? page : [row]).map((one) => ({ row: one, ...place }));
  });
  const exported = readArgillaRows(rows, options);
  return { ...exported, faults: [...read.faults, ...exported.faults] };
}

/** The same from rows that were already read, for instance from Parquet. */
export function readArgillaRows(
  rows: readonly PlacedRow[],
  options: ArgillaOptions = {},
): ToolExport {
  const lists = rows.flatMap(({ row }) =>
    Object.keys(row).filter((key) => isResponseList(row[key])),
  );
  const questions = new Set(lists);
  const unstated = options.withoutStatus === 'submitted' ? 'submitted' : null;
  return readRecords('argilla', { rows, faults: [] }, (row, report, skip) => {
    skip('skipped-suggestions', suggestions(row));
    return {
      id: firstId(row, ['external_id', 'id']),
      fields: recordFields(row, questions),
      annotations: readAnnotations(row, unstated, report, skip).map((one) => ({
        ...one,
        ...readMarks({
          [judgmentField]: fieldOf(fieldOf(row, judgmentField), one.annotator ?? ''),
        }),
        kept: keptIds(row),
      })),
    };
  });
}

/** What an export writes back, so that Argilla updates the record instead of adding one. */
function keptIds(row: JsonRow): JsonRow {
  const ids = ['id', '_server_id'].flatMap((key) => {
    const id = idText(ownField(row, key));
    return id === null ? [] : [[key, id] as const];
  });
  return { argilla: Object.fromEntries(ids) };
}

/** One user's answer to one question, in any of its shapes. */
interface Response {
  readonly question: string;
  readonly user: string | null;
  readonly status: unknown;
  readonly value: unknown;
  readonly at: string | null;
}

function readAnnotations(
  row: JsonRow,
  unstated: string | null,
  report: Report,
  skip: Skip,
): readonly ToolAnnotation[] {
  const responses = responsesOf(row);
  if (responses === null)
    report(wrongValue('responses', ownField(row, 'responses'), codedText('responses')));
  const byUser = new Map<string | null, { answers: Map<string, ToolValue>; at: string | null }>();
  for (const response of responses ?? []) {
    const status = response.status ?? unstated;
    if (status !== 'submitted') {
      if (status === null) skip('skipped-statusless');
      else if (typeof status !== 'string') skip('skipped-unknown-status');
      else skip('skipped-status', 1, { status: shownName(status) });
      continue;
    }
    const own = byUser.get(response.user) ?? { answers: new Map(), at: response.at };
    if (own.answers.has(response.question)) {
      const user = response.user === null ? codedText('nobody') : shownName(response.user);
      const second = codedText('second-response', { user });
      report(wrongField(shownName(response.question), second, codedText('one-per-user')));
    }
    own.answers.set(response.question, readValue(response.value));
    byUser.set(response.user, own);
  }
  return Array.from(byUser, ([annotator, own]) => ({ annotator, ...own, seconds: null }));
}

/** The responses of a record in any shape; null when they have none of them. */
function responsesOf(row: JsonRow): readonly Response[] | null {
  const nested = ownField(row, 'responses');
  if (Array.isArray(nested)) return apiResponses(nested);
  if (isFields(nested)) return nestedResponses(nested);
  return nested === undefined || nested === null ? flatResponses(row) : null;
}

function apiResponses(given: readonly unknown[]): readonly Response[] | null {
  const all: Response[] = [];
  for (const one of given) {
    const values = fieldOf(one, 'values');
    if (!isFields(one) || (!isFields(values) && values !== null && values !== undefined))
      return null;
    const about = {
      user: idText(ownField(one, 'user_id')),
      status: ownField(one, 'status'),
      at: utcTime(ownField(one, 'updated_at') ?? ownField(one, 'inserted_at')),
    };
    const answers = Object.entries(values ?? {});
    const status = about.status === 'submitted' ? 'empty response' : about.status;
    if (answers.length === 0) all.push({ ...about, question: '', value: null, status });
    for (const [question, value] of answers)
      all.push({ ...about, question, value: isFields(value) ? ownField(value, 'value') : value });
  }
  return all;
}

function nestedResponses(given: JsonRow): readonly Response[] | null {
  const all: Response[] = [];
  for (const [question, list] of Object.entries(given)) {
    if (!Array.isArray(list) || !list.every(isFields)) return null;
    for (const one of list)
      all.push({
        question,
        user: idText(ownField(one, 'user_id')),
        status: ownField(one, 'status'),
        value: ownField(one, 'value'),
        at: null,
      });
  }
  return all;
}

const flatEnding = '.responses';

function flatResponses(row: JsonRow): readonly Response[] | null {
  const all: Response[] = [];
  for (const [key, values] of Object.entries(row)) {
    if (isResponseList(values)) {
      // Datasets of Argilla 1: a list of responses under the question's own name.
      all.push(...(nestedResponses({ [key]: values }) ?? []));
      continue;
    }
    if (!key.endsWith(flatEnding) || values === null) continue;
    const users = ownField(row, `${key}.users`);
    const statuses = ownField(row, `${key}.status`);
    if (!Array.isArray(values) || !Array.isArray(users) || users.length !== values.length)
      return null;
    values.forEach((value: unknown, at) =>
      all.push({
        question: key.slice(0, -flatEnding.length),
        user: idText(users[at]),
        status: Array.isArray(statuses) ? (statuses[at] as unknown) : undefined,
        value,
        at: null,
      }),
    );
  }
  return all;
}

/** True for the column of a question in a dataset of Argilla 1. */
export function isResponseList(values: unknown): boolean {
  return (
    Array.isArray(values) &&
    values.length > 0 &&
    values.every(
      (one) => isFields(one) && Object.hasOwn(one, 'user_id') && Object.hasOwn(one, 'value'),
    )
  );
}

/** Rankings and spans are lists of objects, which no answer is. */
function readValue(value: unknown): ToolValue {
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'number', number: value };
  if (Array.isArray(value) && value.every((label) => typeof label === 'string'))
    return { kind: 'chosen', labels: value };
  const expected = codedText('argilla-value');
  return { kind: 'unreadable', count: 1, got: foundValue(value), expected };
}

function suggestions(row: JsonRow): number {
  const nested = ownField(row, 'suggestions');
  if (Array.isArray(nested)) return nested.length;
  if (isFields(nested)) return Object.keys(nested).length;
  return Object.entries(row).filter(([key, value]) => /[.-]suggestion$/.test(key) && value !== null)
    .length;
}

const notData: ReadonlySet<string> = new Set([
  'fields',
  'metadata',
  'responses',
  'suggestions',
  'vectors',
  'status',
  '_server_id',
  'external_id',
  'inserted_at',
  'updated_at',
  'dataset_id',
  judgmentField,
]);

function recordFields(row: JsonRow, questions: ReadonlySet<string>): JsonRow {
  const parts = [ownField(row, 'metadata'), ownField(row, 'fields')].filter(isFields);
  const own = Object.entries(row).filter(
    ([key]) =>
      !notData.has(key) &&
      !questions.has(key) &&
      !/\.responses(\.|$)|[.-]suggestion([.-]|$)/.test(key),
  );
  return Object.fromEntries([...own, ...parts.flatMap((part) => Object.entries(part))]);
}
