import { defined } from '../../domain/defined.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import { groupBy } from '../../domain/group-by.ts';
import { codedText } from '../../domain/text-values.ts';
import { readJsonText } from '../json-rows.ts';
import type { PlacedRow } from '../json-rows.ts';
import { readJson } from '../json-value.ts';
import type { JsonRow } from '../jsonl.ts';
import { fieldOf, isFields, ownField } from '../own-field.ts';
import { utcTime } from '../time-text.ts';
import { byModel, firstId, idText, readRecords } from './tool-export.ts';
import { downloadedTrace, textFields } from './trace-records.ts';
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
    const listed = Array.isArray(data) ? data.filter(isFields) : [downloadedTrace(row) ?? row];
    return listed.map((one) => ({ row: one, ...place }));
  });
  const given = readRecords('langfuse', { rows, faults: read.faults }, langfuseRecord);
  const { records, revised } = mergedRecords(given.records);
  const skipped = revised === 0 ? [] : [codedText('skipped-revised', { count: revised })];
  return { ...given, records, skipped: [...given.skipped, ...skipped] };
}

function langfuseRecord(row: JsonRow, report: Report, skip: Skip): NewRecord | null {
  const trace = firstId(row, ['traceId', 'objectId']);
  if (ownField(row, 'objectId') !== undefined) {
    if (ownField(row, 'objectType') !== 'TRACE') {
      skip('skipped-no-traces');
      return null;
    }
    if (ownField(row, 'status') !== 'COMPLETED') skip('skipped-pending');
    return { id: trace, fields: {}, annotations: [] };
  }
  const isScore = ['name', 'value', 'source'].every((name) => ownField(row, name) !== undefined);
  if (isScore && trace === null) {
    // Of a session or of a run over a dataset.
    skip('skipped-no-traces');
    return null;
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
  const observation = idText(ownField(score, 'observationId'));
  const part = observation === null ? {} : { part: { field: 'observationId', name: observation } };
  // Scores of Langfuse's own evaluators; others come through its API from anywhere.
  const whose = source === 'EVAL' ? byModel : {};
  return [{ annotator, answers, at, seconds: null, kept, ...part, ...whose }];
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

/**
 * The scores of one person or program on one trace are one judgment. Where scores are on several
 * observations of a trace, each of them is a record of its own.
 */
function mergedRecords(records: ToolExport['records']): {
  readonly records: ToolExport['records'];
  readonly revised: number;
} {
  const byId = groupBy(records, ({ id }) => id);
  let revised = 0;
  const merged = [...byId.values()].flatMap((all) => {
    const parts = new Set(all.flatMap(({ fields }) => idText(fields['observationId']) ?? []));
    const groups = parts.size < 2 ? [all] : [...groupBy(all, partOf).values()];
    const whole = parts.size < 2 ? [] : all.filter((one) => partOf(one) === null);
    return groups.map((own) => {
      const { annotations, replaced } = joined(own.flatMap((one) => one.annotations));
      revised += replaced;
      const fields = [...whole, ...own].map((one) => one.fields);
      return { ...own[0]!, fields: Object.assign({}, ...fields) as JsonRow, annotations };
    });
  });
  return { records: merged, revised };
}

function partOf({ fields }: NewRecord): string | null {
  return idText(fields['observationId']);
}

/** Of several scores by one person under one name the latest counts, as they list it first. */
function joined(given: readonly ToolAnnotation[]): {
  readonly annotations: readonly ToolAnnotation[];
  readonly replaced: number;
} {
  let replaced = 0;
  const byWhom = groupBy(given, ({ annotator, part }) => JSON.stringify([annotator, part]));
  const annotations = [...byWhom.values()].map((own): ToolAnnotation => {
    const inTime = own.toSorted((a, b) => timeOf(a) - timeOf(b));
    const byName = new Map<string, ToolAnnotation>();
    for (const one of inTime) {
      const [name] = one.answers.keys();
      if (byName.delete(name!)) replaced += 1;
      byName.set(name!, one);
    }
    const latest = own.filter((one) => [...byName.values()].includes(one));
    const notes = latest.flatMap(({ answers }) => answers.get('notes') ?? []);
    const answers = new Map(latest.flatMap((one) => [...one.answers]));
    const text = notes.flatMap((note) => (note.kind === 'text' ? [note.text] : [])).join('\n');
    if (text !== '') answers.set('notes', { kind: 'text', text });
    return { ...latest[0]!, answers, at: [...byName.values()].at(-1)!.at };
  });
  return { annotations, replaced };
}

function timeOf({ at }: ToolAnnotation): number {
  return at === null ? 0 : Date.parse(at);
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
    const { input, output } = messagesOf(span, attributes);
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
  const notes: string[] = [];
  let at: string | null = null;
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
    if (typeof why === 'string') notes.push(why);
    at = nanosecondTime(ownField(event, 'timeUnixNano')) ?? at;
  }
  if (answers.size === 0) return [];
  if (notes.length > 0) answers.set('notes', { kind: 'text', text: notes.join('\n') });
  return [{ annotator: null, answers, at, seconds: null, ...byModel }];
}

/** A time in nanoseconds since 1970, which JSON has as a text. */
function nanosecondTime(given: unknown): string | null {
  const milliseconds = /^[1-9]\d{15,18}$/.test(String(given)) ? Number(given) / 1e6 : Number.NaN;
  return Number.isNaN(milliseconds) ? null : utcTime(new Date(milliseconds).toISOString());
}

/**
 * What a span was asked and answered: in its attributes, in those of its events, or as older
 * instrumentation has it, in attributes with numbers (`gen_ai.prompt.0.content`) and in an event
 * per message.
 */
function messagesOf(
  span: JsonRow,
  attributes: ReadonlyMap<string, unknown>,
): { readonly input: unknown; readonly output: unknown } {
  const events = listAt(span, 'events').map((event) => ({
    name: ownField(event, 'name'),
    said: attributesOf(ownField(event, 'attributes')),
  }));
  const said = [attributes, ...events.map((event) => event.said)];
  const first = (names: readonly string[]): unknown =>
    said.map((one) => message(one, names)).find((one) => one !== undefined);
  const eachEvent = (name: string, role: string): unknown => {
    const own = events.filter((event) => event.name === name);
    const messages = own.flatMap((event) => {
      const given = message(event.said, ['gen_ai.event.content', 'message', 'content']);
      const inner = fieldOf(given, 'message') ?? given;
      const content = isFields(inner) ? ownField(inner, 'content') : inner;
      return content === undefined || content === null ? [] : [{ role, content }];
    });
    return messages.length === 0 ? undefined : messages;
  };
  return {
    input:
      first(['gen_ai.input.messages', 'gen_ai.prompt']) ??
      numbered(attributes, 'gen_ai.prompt') ??
      eachEvent('gen_ai.user.message', 'user'),
    output:
      first(['gen_ai.output.messages', 'gen_ai.completion']) ??
      numbered(attributes, 'gen_ai.completion') ??
      eachEvent('gen_ai.choice', 'assistant'),
  };
}

/** Messages whose parts are attributes with the number of the message in their names. */
function numbered(attributes: ReadonlyMap<string, unknown>, prefix: string): unknown {
  const messages: { role?: unknown; content: unknown }[] = [];
  for (let at = 0; attributes.has(`${prefix}.${at}.content`); at += 1)
    messages.push({
      role: attributes.get(`${prefix}.${at}.role`),
      content: message(attributes, [`${prefix}.${at}.content`]),
    });
  return messages.length === 0 ? undefined : messages;
}

/** Attributes as OTLP writes them: a list of keys, each with a value under its type. */
function attributesOf(given: unknown): ReadonlyMap<string, unknown> {
  const all = new Map<string, unknown>();
  for (const one of Array.isArray(given) ? (given as readonly unknown[]) : []) {
    const [key, typed] = [fieldOf(one, 'key'), fieldOf(one, 'value')];
    if (typeof key === 'string' && isFields(typed)) all.set(key, typedValue(typed));
  }
  return all;
}

function typedValue(typed: JsonRow): unknown {
  const [entry] = Object.entries(typed);
  if (entry === undefined) return undefined;
  const [type, value] = entry;
  const values = type === 'arrayValue' || type === 'kvlistValue' ? listAt(value, 'values') : [];
  if (type === 'arrayValue') return values.map(typedValue);
  if (type === 'kvlistValue') return Object.fromEntries(attributesOf(values));
  return type === 'intValue' && typeof value === 'string' ? Number(value) : value;
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
