import { defined } from '../../domain/defined.ts';
import type { Fault } from '../../domain/fault.ts';
import { faultAt } from '../json-rows.ts';
import type { JsonRow } from '../jsonl.ts';
import { readJson } from '../json-value.ts';
import { fieldOf, isFields, ownField } from '../own-field.ts';
import { readRagRecord, recordUuid } from './rag-record.ts';
import type { RagRecord } from './rag-record.ts';
import type { RagRecords } from './rag-records.ts';
import type { ToolExport, ToolRecord } from './tool-export.ts';

/** The formats whose records may say what was asked, answered and retrieved. */
export const traceFormats: readonly string[] = [
  'langfuse',
  'opentelemetry',
  'promptfoo',
  'inspect',
  'ragas',
];

/** What tools call the passages that an answer rests on. */
const contextNames: readonly string[] = [
  'contexts',
  'retrieved_contexts',
  'retrieval_context',
  'context',
  'documents',
  'chunks',
];

/** The traces of a tool as records of the RAG tasks, by their order in the file. */
export function traceRecords({ records, faults }: ToolExport): RagRecords {
  const read: { index: number; record: RagRecord }[] = [];
  const errors: { index: number; faults: readonly Fault[] }[] = [];
  const warnings: RagRecords['warnings'][number][] = [];
  records.forEach((one, index) => {
    const made = readRagRecord(ragValue(one));
    if (made.ok) {
      read.push({ index, record: made.record });
      warnings.push(...made.warnings.map((warning) => ({ index, warning })));
    } else errors.push({ index, faults: made.faults.map((found) => faultAt(found, one)) });
  });
  return { records: read, warnings, errors, faults };
}

/**
 * An export whose records carry the name that the RAG tasks know them by, so that scores on a trace
 * become judgments on its record. A record without passages keeps the tool's own name.
 */
export function withRecordUuids(exported: ToolExport): ToolExport {
  const named = exported.records.map((one): ToolRecord => {
    const made = readRagRecord(ragValue(one));
    if (!made.ok) return one;
    const { query, answer, context_set: contextSet } = made.record;
    const known = { query, answer, context_set: contextSet, record_uuid: recordUuid(made.record) };
    return { ...one, fields: { ...one.fields, ...known } };
  });
  return { ...exported, records: named };
}

function ragValue({ fields }: ToolRecord): JsonRow {
  const name = contextNames.find((one) => ownField(fields, one) !== undefined);
  const chunks = passages(name === undefined ? undefined : ownField(fields, name));
  const language = ownField(fields, 'language');
  return {
    query: ownField(fields, 'query'),
    answer: ownField(fields, 'answer'),
    chunks,
    context_set: chunks.map(({ text }) => text).join('\n\n'),
    ...(typeof language === 'string' ? { language } : {}),
  };
}

interface Passage extends JsonRow {
  readonly text: unknown;
}

/** The passages in the order of their ranks: texts, or objects that hold one. */
function passages(given: unknown): readonly Passage[] {
  const parsed = typeof given === 'string' && /^\s*\[/.test(given) ? readJson(given) : null;
  const value = parsed?.ok === true ? parsed.value : given;
  const single: readonly unknown[] = value === undefined || value === null ? [] : [value];
  const listed: readonly unknown[] = Array.isArray(value) ? value : single;
  return listed.map((one, at): Passage => {
    const rank = at + 1;
    const id = textOf(one, ['chunk_id', 'id']) ?? `C${rank}`;
    const metadata = fieldOf(one, 'metadata');
    return {
      chunk_id: id,
      doc_id: textOf(one, ['doc_id', 'document_id']) ?? textOf(metadata, ['source']) ?? id,
      chunk_rank: rank,
      text: isFields(one) ? textOf(one, passageNames) : one,
    };
  });
}

const passageNames: readonly string[] = ['text', 'content', 'page_content', 'pageContent', 'chunk'];

function textOf(given: unknown, names: readonly string[]): string | undefined {
  const value = names.map((name) => fieldOf(given, name)).find((one) => one !== undefined);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/**
 * A trace as Langfuse's page downloads it, with its observations beside, and what was said as JSON
 * in texts; null for any other row.
 */
export function downloadedTrace(row: JsonRow): JsonRow | null {
  const [trace, observations] = [ownField(row, 'trace'), ownField(row, 'observations')];
  if (!isFields(trace) || !Array.isArray(observations)) return null;
  const read = (name: string): unknown => decoded(ownField(trace, name));
  const said = { input: read('input'), output: read('output'), metadata: read('metadata') };
  const retrieved = observations.filter(isFields).map((one): JsonRow => {
    const output = decoded(ownField(one, 'output'));
    return output === undefined ? one : { ...one, output };
  });
  return { ...trace, ...defined(said), observations: retrieved };
}

function decoded(given: unknown): unknown {
  const read = typeof given === 'string' && /^\s*["[{]/.test(given) ? readJson(given) : null;
  return read?.ok === true ? read.value : given;
}

/** What was asked and answered, in the words of the RAG tasks. */
export function textFields(input: unknown, output: unknown): JsonRow {
  return defined({ query: spoken(input, 'user'), answer: spoken(output, 'assistant') });
}

/**
 * The text of an input or output: as it is, the last message of a role, the only text of an object,
 * or the whole as JSON.
 */
function spoken(given: unknown, role: string): string | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given === 'string') return given;
  const messages = Array.isArray(given) ? given : fieldOf(given, 'messages');
  if (Array.isArray(messages)) {
    const own = messages.filter((one) => fieldOf(one, 'role') === role);
    const last: unknown = own.at(-1) ?? messages.at(-1);
    const content = fieldOf(last, 'content') ?? fieldOf(last, 'parts') ?? last;
    const parts = Array.isArray(content) ? content : [content];
    const texts = parts.map((part: unknown) =>
      typeof part === 'string' ? part : (fieldOf(part, 'text') ?? fieldOf(part, 'content')),
    );
    if (texts.every((one) => typeof one === 'string')) return texts.join('');
  }
  const values = isFields(given) ? Object.values(given) : [];
  return values.length === 1 && typeof values[0] === 'string' ? values[0] : JSON.stringify(given);
}
