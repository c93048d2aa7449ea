import { defined } from '../../domain/defined.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { readJsonText } from '../json-rows.ts';
import type { PlacedRow } from '../json-rows.ts';
import { readJson } from '../json-value.ts';
import type { JsonRow } from '../jsonl.ts';
import { fieldOf, isFields, ownField } from '../own-field.ts';
import { utcTime } from '../time-text.ts';
import { firstId, idText, readRecords } from './tool-export.ts';
import type {
  NewRecord,
  Report,
  Skip,
  ToolAnnotation,
  ToolExport,
  ToolValue,
} from './tool-export.ts';

/**
 * Reads traces and scores of Langfuse, as its API and its export give them: traces with their
 * `scores`, pages of them under `data`, rows of scores with a `traceId`, and items of an annotation
 * queue. A score is the answer of whoever annotated (`authorUserId`) or of what computed it
 * (`source`). Formats: https://api.reference.langfuse.com
 */
export function readLangfuse(text: string): ToolExport {
  const read = readJsonText(text);
  const rows = read.rows.flatMap(({ row, ...place }): readonly PlacedRow[] => {
    const data = ownField(row, 'data');
    const listed = Array.isArray(data) ? data.filter(isFields) : [row];
    return listed.map((one) => ({ row: one, ...place }));
  });
  const merged = readRecords('langfuse', { rows, faults: read.faults }, langfuseRecord);
  return { ...merged, records: mergedRecords(merged.records) };
}

function langfuseRecord(row: JsonRow, report: Report, skip: Skip): NewRecord | null {
  const trace = firstId(row, ['traceId', 'objectId']);
  if (ownField(row, 'objectId') !== undefined) {
    if (ownField(row, 'status') !== 'COMPLETED') skip('skipped-pending');
    return { id: trace, fields: {}, annotations: [] };
  }
  if (trace !== null && ownField(row, 'name') !== undefined && ownField(row, 'value') !== undefined)
    return {
      id: trace,
      fields: defined({ observationId: ownField(row, 'observationId') ?? undefined }),
      annotations: scoreAnnotation(row, report),
    };
  const scores = ownField(row, 'scores');
  const given: readonly unknown[] = Array.isArray(scores) ? scores : [];
  return {
    id: firstId(row, ['id']),
    fields: {
      ...textFields(ownField(row, 'input'), ownField(row, 'output')),
      ...defined({
        name: ownField(row, 'name') ?? undefined,
        session: ownField(row, 'sessionId') ?? undefined,
        contexts: retrieved(row),
        ...(isFields(ownField(row, 'metadata')) ? (ownField(row, 'metadata') as JsonRow) : {}),
      }),
    },
    annotations: given.flatMap((score) => (isFields(score) ? scoreAnnotation(score, report) : [])),
  };
}

/** What the retriever of a trace returned, from its observations. */
function retrieved(trace: JsonRow): unknown {
  const found = listAt(trace, 'observations').find(
    (one) =>
      ownField(one, 'type') === 'RETRIEVER' || /retriev/i.test(String(ownField(one, 'name'))),
  );
  const output = found === undefined ? undefined : ownField(found, 'output');
  return isFields(output) ? (ownField(output, 'documents') ?? undefined) : (output ?? undefined);
}

function scoreAnnotation(score: JsonRow, report: Report): readonly ToolAnnotation[] {
  const name = ownField(score, 'name');
  const value = scoreValue(score);
  if (typeof name !== 'string' || value === null) {
    report(wrongValue('value', ownField(score, 'value'), codedText('score-value')));
    return [];
  }
  const source = ownField(score, 'source');
  const annotator =
    idText(ownField(score, 'authorUserId')) ??
    (typeof source === 'string' ? `langfuse-${source.toLowerCase()}` : null);
  const comment = ownField(score, 'comment');
  const answers = new Map<string, ToolValue>([[name, value]]);
  if (typeof comment === 'string' && comment !== '')
    answers.set('notes', { kind: 'text', text: comment });
  const at = utcTime(ownField(score, 'updatedAt') ?? ownField(score, 'timestamp'));
  const kept = { langfuse: defined({ score: idText(ownField(score, 'id')) ?? undefined }) };
  return [{ annotator, answers, at, seconds: null, kept }];
}

function scoreValue(score: JsonRow): ToolValue | null {
  const [value, text] = [ownField(score, 'value'), ownField(score, 'stringValue')];
  const type = ownField(score, 'dataType');
  if (type === 'BOOLEAN' && (value === 0 || value === 1))
    return { kind: 'applies', applies: value === 1 };
  if (typeof text === 'string' && type !== 'NUMERIC') return { kind: 'chosen', labels: [text] };
  if (typeof value === 'string') return { kind: 'chosen', labels: [value] };
  return typeof value === 'number' ? { kind: 'number', number: value } : null;
}

/** The scores of one person or program on one trace are one judgment. */
function mergedRecords(records: ToolExport['records']): ToolExport['records'] {
  const byId = new Map<string | null, ToolExport['records'][number]>();
  for (const record of records) {
    const before = record.id === null ? undefined : byId.get(record.id);
    const fields = { ...before?.fields, ...record.fields };
    const annotations = joined([...(before?.annotations ?? []), ...record.annotations]);
    byId.set(record.id, { ...(before ?? record), fields, annotations });
  }
  return [...byId.values()];
}

function joined(annotations: readonly ToolAnnotation[]): readonly ToolAnnotation[] {
  const byName = new Map<string | null, ToolAnnotation>();
  for (const one of annotations) {
    const before = byName.get(one.annotator);
    const notes = [before, one].flatMap((each) => {
      const note = each?.answers.get('notes');
      return note?.kind === 'text' ? [note.text] : [];
    });
    const answers = new Map([...(before?.answers ?? []), ...one.answers]);
    if (notes.length > 0) answers.set('notes', { kind: 'text', text: notes.join('\n') });
    byName.set(one.annotator, { ...(before ?? one), answers });
  }
  return [...byName.values()];
}

/**
 * Reads OpenTelemetry spans in OTLP's JSON: the generative ones, with their messages, and the
 * results of evaluations as events. A span is named by its `spanId`. Conventions:
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/
 */
export function readOpenTelemetry(text: string): ToolExport {
  const read = readJsonText(text);
  const { rows, others } = spansOf(read.rows);
  let silent = 0;
  const documents = new Map<unknown, unknown>();
  for (const { row } of rows) {
    const given = message(attributesOf(ownField(row, 'attributes')), [
      'gen_ai.retrieval.documents',
    ]);
    if (given !== undefined) documents.set(ownField(row, 'traceId'), given);
  }
  const exported = readRecords('opentelemetry', { rows, faults: read.faults }, (span) => {
    const attributes = attributesOf(ownField(span, 'attributes'));
    const input = message(attributes, ['gen_ai.input.messages', 'gen_ai.prompt']);
    const output = message(attributes, ['gen_ai.output.messages', 'gen_ai.completion']);
    const annotations = evaluations(span);
    // What retrieved or embedded says nothing itself: its documents are with the answer.
    if (input === undefined && output === undefined && annotations.length === 0) {
      silent += 1;
      return null;
    }
    return {
      id: idText(ownField(span, 'spanId')),
      fields: {
        ...textFields(input, output),
        trace: ownField(span, 'traceId'),
        ...defined({
          contexts: documents.get(ownField(span, 'traceId')),
          model: attributes.get('gen_ai.response.model') ?? attributes.get('gen_ai.request.model'),
        }),
      },
      annotations,
    };
  });
  const count = others + silent;
  const skipped = count === 0 ? [] : [codedText('skipped-other-spans', { count })];
  return { ...exported, skipped: [...exported.skipped, ...skipped] };
}

function spansOf(given: readonly PlacedRow[]): { rows: readonly PlacedRow[]; others: number } {
  const rows: PlacedRow[] = [];
  let others = 0;
  for (const { row, ...place } of given)
    for (const resource of listAt(row, 'resourceSpans'))
      for (const scope of listAt(resource, 'scopeSpans'))
        for (const span of listAt(scope, 'spans')) {
          const isGenerative = [...attributesOf(ownField(span, 'attributes')).keys()].some((key) =>
            key.startsWith('gen_ai.'),
          );
          if (isGenerative) rows.push({ row: span, ...place });
          else others += 1;
        }
  return { rows, others };
}

function evaluations(span: JsonRow): readonly ToolAnnotation[] {
  const answers = new Map<string, ToolValue>();
  for (const event of listAt(span, 'events')) {
    if (ownField(event, 'name') !== 'gen_ai.evaluation.result') continue;
    const said = attributesOf(ownField(event, 'attributes'));
    const name = said.get('gen_ai.evaluation.name');
    const label = said.get('gen_ai.evaluation.score.label');
    const score = said.get('gen_ai.evaluation.score.value');
    if (typeof name !== 'string') continue;
    if (typeof label === 'string') answers.set(name, { kind: 'chosen', labels: [label] });
    else if (typeof score === 'number') answers.set(name, { kind: 'number', number: score });
    const why = said.get('gen_ai.evaluation.explanation');
    if (typeof why === 'string') answers.set('notes', { kind: 'text', text: why });
  }
  return answers.size === 0 ? [] : [{ annotator: null, answers, at: null, seconds: null }];
}

/** Attributes as OTLP writes them: a list of keys, each with a value under its type. */
function attributesOf(given: unknown): ReadonlyMap<string, unknown> {
  const all = new Map<string, unknown>();
  for (const one of Array.isArray(given) ? (given as readonly unknown[]) : []) {
    const [key, typed] = [fieldOf(one, 'key'), fieldOf(one, 'value')];
    if (typeof key !== 'string' || !isFields(typed)) continue;
    const [value] = Object.values(typed);
    const isWhole = Object.hasOwn(typed, 'intValue');
    all.set(key, isWhole && typeof value === 'string' ? Number(value) : value);
  }
  return all;
}

function message(attributes: ReadonlyMap<string, unknown>, names: readonly string[]): unknown {
  const given = names.map((name) => attributes.get(name)).find((one) => one !== undefined);
  if (typeof given !== 'string' || !/^\s*[[{]/.test(given)) return given;
  const read = readJson(given);
  return read.ok ? read.value : given;
}

function listAt(row: unknown, name: string): readonly JsonRow[] {
  const value = fieldOf(row, name);
  return Array.isArray(value) ? value.filter(isFields) : [];
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
