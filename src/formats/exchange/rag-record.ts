import type { CodedText } from '../../domain/coded-text.ts';
import { codedText, foundValue, oneOf } from '../../domain/text-values.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { badField, missingField, wrongField, wrongValue } from '../../domain/field-fault.ts';
import { compareCodePoints } from '../code-points.ts';
import { isFields, ownField, shownName } from '../own-field.ts';
import type { JsonRow } from '../jsonl.ts';

/** A passage that a retrieval system returned, with its rank from 1. */
interface RagChunk {
  readonly chunk_id: string;
  /** Null where a table has no such column. */
  readonly doc_id: string | null;
  readonly chunk_rank: number;
  readonly text: string;
  /** What else the chunk says; it is kept. */
  readonly other: JsonRow;
}

/** A question to a retrieval-augmented system, its answer, the retrieved chunks and the context. */
export interface RagRecord {
  readonly query: string;
  readonly answer: string;
  readonly chunks: readonly RagChunk[];
  readonly context_set: string;
  readonly language: string | null;
  /** What else the record says; it is kept. */
  readonly other: JsonRow;
}

/** A record with what is odd about it, or all its faults. */
export type ReadRagRecord =
  | { readonly ok: true; readonly record: RagRecord; readonly warnings: readonly CodedText[] }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Reads a record of the canonical import format. Texts are trimmed and must not be empty. A
 * chunk_id or chunk_rank that appears twice is a fault; a gap in the ranks is a warning. Other keys
 * are kept, with a warning, unless units have them for something else.
 */
export function readRagRecord(value: unknown, withoutDocuments = false): ReadRagRecord {
  if (!isFields(value))
    return { ok: false, faults: [fault('not-an-object', { got: foundValue(value) })] };
  const faults: Fault[] = [];
  const other = otherKeys(value, recordKeys, '', faults);
  const query = readText(value, 'query', '', faults);
  const answer = readText(value, 'answer', '', faults);
  const contextSet = readText(value, 'context_set', '', faults);
  const given = ownField(value, 'language') ?? null;
  const language = given === null ? null : readText(value, 'language', '', faults);
  const chunks = readChunks(value, withoutDocuments, faults);
  if (faults.length > 0) return { ok: false, faults };
  const kept = [other, ...chunks.map((chunk) => chunk.other)].flatMap((one) => Object.keys(one));
  const fields = [...new Set(kept)].map(shownName);
  return {
    ok: true,
    record: { query, answer, chunks, context_set: contextSet, language, other },
    warnings: [
      ...rankWarnings(chunks),
      ...(fields.length === 0 ? [] : [codedText('keys-kept', { fields })]),
    ],
  };
}

/** A record's id: SHA-256 of query, answer, context and sorted chunk ids, without the language. */
export function recordUuid(record: RagRecord): string {
  const ids = record.chunks.map((chunk) => chunk.chunk_id).toSorted(compareCodePoints);
  const content = [record.query, record.answer, record.context_set, ids.join('|')].join('\0');
  return bytesToHex(sha256(utf8ToBytes(content)));
}

/** Trims by Unicode's list of white space, as the ids of records require. @internal */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && whiteSpace.test(text[start]!)) start += 1;
  while (end > start && whiteSpace.test(text[end - 1]!)) end -= 1;
  return text.slice(start, end);
}

const whiteSpace = /\p{White_Space}/u;
const recordKeys: readonly string[] = ['query', 'answer', 'chunks', 'context_set', 'language'];
const chunkKeys: readonly string[] = ['chunk_id', 'doc_id', 'chunk_rank', 'text'];

/** What units of records have under these names is something else. */
const unitKeys: readonly string[] = ['record_uuid', 'chunk', ...recordKeys, ...chunkKeys];

/** The keys that say something else; those that units have for their own are faults. */
function otherKeys(
  row: JsonRow,
  known: readonly string[],
  prefix: string,
  faults: Fault[],
): JsonRow {
  const hint = codedText('expected-fields', { fields: oneOf(known) });
  const others = Object.entries(row).filter(([key]) => !known.includes(key));
  for (const [key] of others)
    if (unitKeys.includes(key))
      faults.push(fault('unknown-field', { field: prefix + shownName(key), hint }));
  return Object.fromEntries(others);
}

function readText(row: JsonRow, name: string, prefix: string, faults: Fault[]): string {
  const field = prefix + name;
  const value = ownField(row, name);
  const text = typeof value === 'string' ? trimmed(value) : '';
  if (value === undefined) faults.push(missingField(field, codedText('non-empty-text')));
  else if (text === '') faults.push(wrongValue(field, value, codedText('non-empty-text')));
  else if (!text.isWellFormed()) faults.push(wrongValue(field, value, codedText('utf8-text')));
  return text;
}

function readChunks(row: JsonRow, withoutDocuments: boolean, faults: Fault[]): readonly RagChunk[] {
  const chunks = ownField(row, 'chunks');
  const expected = codedText('chunk-list');
  if (!Array.isArray(chunks) || chunks.length === 0) {
    faults.push(badField('chunks', chunks, expected));
    return [];
  }
  const read = chunks.map((chunk: unknown, at) =>
    readChunk(chunk, withoutDocuments, `chunks.${at}.`, faults),
  );
  refuseTwice(read, 'chunk_id', faults);
  refuseTwice(read, 'chunk_rank', faults);
  return read;
}

function readChunk(
  chunk: unknown,
  withoutDocuments: boolean,
  prefix: string,
  faults: Fault[],
): RagChunk {
  if (!isFields(chunk)) {
    const expected = codedText('object-with', { keys: chunkKeys });
    faults.push(wrongValue(prefix.slice(0, -1), chunk, expected));
    return { chunk_id: '', doc_id: null, chunk_rank: 0, text: '', other: {} };
  }
  const other = otherKeys(chunk, chunkKeys, prefix, faults);
  return {
    chunk_id: readText(chunk, 'chunk_id', prefix, faults),
    doc_id: withoutDocuments ? null : readText(chunk, 'doc_id', prefix, faults),
    chunk_rank: readRank(chunk, prefix, faults),
    text: readText(chunk, 'text', prefix, faults),
    other,
  };
}

/** A rank may be written as text, as it is in CSV files and in records that passed through them. */
function readRank(chunk: JsonRow, prefix: string, faults: Fault[]): number {
  const value = ownField(chunk, 'chunk_rank');
  const rank = typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value;
  if (typeof rank === 'number' && Number.isSafeInteger(rank) && rank >= 1) return rank;
  const field = `${prefix}chunk_rank`;
  faults.push(badField(field, value, codedText('whole-number-from', { least: 1 })));
  return 0;
}

function refuseTwice(
  chunks: readonly RagChunk[],
  name: 'chunk_id' | 'chunk_rank',
  faults: Fault[],
): void {
  const seen = new Set<string | number>();
  chunks.forEach((chunk, at) => {
    const value = chunk[name];
    // Empty means a value that already has its own fault.
    if (value === '' || value === 0) return;
    const twice = codedText('twice', { value: foundValue(value) });
    if (seen.has(value))
      faults.push(wrongField(`chunks.${at}.${name}`, twice, codedText('each-once', { name })));
    seen.add(value);
  });
}

function rankWarnings(chunks: readonly RagChunk[]): readonly CodedText[] {
  const ranks = chunks.map((chunk) => chunk.chunk_rank).toSorted((a, b) => a - b);
  return ranks.every((rank, at) => rank === at + 1)
    ? []
    : [codedText('ranks-have-gaps', { ranks: oneOf(ranks), count: ranks.length })];
}
