import { strFromU8 } from 'fflate';
import { defined } from '../../domain/defined.ts';
import { refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { readJsonText } from '../json-rows.ts';
import type { PlacedRow } from '../json-rows.ts';
import type { JsonRow } from '../jsonl.ts';
import { readJson } from '../json-value.ts';
import { fieldOf, isFields, ownField } from '../own-field.ts';
import { zipEntries } from './zip-entries.ts';
import type { Unpack } from './zip-entries.ts';
import { utcTime } from '../time-text.ts';
import { textFields } from './trace-records.ts';
import { byModel, idText, readRecords } from './tool-export.ts';
import type { Skip, ToolAnnotation, ToolExport, ToolValue } from './tool-export.ts';

/**
 * Reads the results of promptfoo (`--output results.json`): each test with a prompt and a provider
 * is a record with its variables, and the assertions judged it: `pass`, named scores and metrics.
 * Format: https://www.promptfoo.dev/docs/configuration/outputs
 */
export function readPromptfoo(text: string): ToolExport {
  const read = readJsonText(text);
  const rows = read.rows.flatMap(({ row, ...place }): readonly PlacedRow[] =>
    promptfooResults(row).map((one) => ({ row: one, ...place })),
  );
  let at = 0;
  return readRecords('promptfoo', { rows, faults: read.faults }, (row, _report, skip) => {
    at += 1;
    const vars = ownField(row, 'vars') ?? fieldOf(ownField(row, 'testCase'), 'vars');
    const provider = ownField(row, 'provider');
    const about = defined({
      prompt: fieldOf(ownField(row, 'prompt'), 'raw'),
      provider: typeof provider === 'string' ? provider : fieldOf(provider, 'id'),
    });
    const grading = ownField(row, 'gradingResult');
    const answers = promptfooAnswers(row, grading);
    if (answers.size === 0) skip('skipped-unannotated');
    const [test, prompt] = ['testIdx', 'promptIdx'].map((key) => idText(ownField(row, key)));
    const numbered = test === null || prompt === null ? null : `test${test}-prompt${prompt}`;
    return {
      // Earlier versions name no result: they have the order of the file.
      id: numbered ?? idText(ownField(row, 'id')) ?? `result${at}`,
      fields: {
        ...(isFields(vars) ? vars : {}),
        ...about,
        ...textFields(
          fieldOf(vars, 'query') ?? fieldOf(vars, 'question') ?? about['prompt'],
          fieldOf(ownField(row, 'response') ?? ownField(row, 'providerResponse'), 'output'),
        ),
      },
      annotations:
        answers.size === 0 ? [] : [{ annotator: 'promptfoo', answers, at: null, seconds: null }],
    };
  });
}

/**
 * The results in a file of promptfoo: all of an evaluation, whose list is called `results` under
 * one or two keys, also where it was shared as `data`; or a line of JSONL, which is one result.
 */
function promptfooResults(row: JsonRow): readonly JsonRow[] {
  const whole = isFields(ownField(row, 'data')) ? (ownField(row, 'data') as JsonRow) : row;
  const results = ownField(whole, 'results');
  const listed = Array.isArray(results) ? results : fieldOf(results, 'results');
  if (Array.isArray(listed)) return listed.filter(isFields);
  return isPromptfooResult(row) ? [row] : [];
}

/** A prompt with its variables, and whether the answer was right. */
function isPromptfooResult(value: unknown): boolean {
  const has = (name: string): boolean => fieldOf(value, name) !== undefined;
  return has('prompt') && has('success') && (has('vars') || has('testCase') || has('testIdx'));
}

/** True for an evaluation of promptfoo, and for one of its results. */
export function isPromptfooRow(row: JsonRow): boolean {
  const [first] = promptfooResults(row);
  return first !== undefined && isPromptfooResult(first);
}

function promptfooAnswers(row: JsonRow, grading: unknown): ReadonlyMap<string, ToolValue> {
  const answers = new Map<string, ToolValue>();
  const passed = fieldOf(grading, 'pass') ?? ownField(row, 'success');
  if (typeof passed === 'boolean') answers.set('pass', { kind: 'applies', applies: passed });
  const scores = ownField(row, 'namedScores') ?? fieldOf(grading, 'namedScores');
  for (const [name, score] of isFields(scores) ? Object.entries(scores) : [])
    if (typeof score === 'number') answers.set(name, { kind: 'number', number: score });
  const parts = fieldOf(grading, 'componentResults');
  for (const part of Array.isArray(parts) ? (parts as readonly unknown[]) : []) {
    const metric = fieldOf(fieldOf(part, 'assertion'), 'metric');
    const isMet = fieldOf(part, 'pass');
    if (typeof metric === 'string' && typeof isMet === 'boolean')
      answers.set(metric, { kind: 'applies', applies: isMet });
  }
  const reason = fieldOf(grading, 'reason');
  if (typeof reason === 'string' && reason !== '')
    answers.set('notes', { kind: 'text', text: reason });
  return answers;
}

/**
 * Reads an evaluation log of Inspect: its JSON, or the samples of an `.eval` file as lines. A
 * sample is a record, and every scorer an annotator whose answer has the scorer's name, a model
 * where it asked one; `C`, `P` and `I` stay as they are. Format:
 * https://inspect.aisi.org.uk/eval-logs.html
 */
export function readInspect(text: string): ToolExport {
  const read = readJsonText(text);
  const rows = read.rows.flatMap(({ row, ...place }): readonly PlacedRow[] => {
    const samples = ownField(row, 'samples');
    // Only the header of a log: its samples were not kept.
    if (isFields(ownField(row, 'eval')) && !Array.isArray(samples)) return [];
    if (!Array.isArray(samples)) return [{ row, ...place }];
    const at = fieldOf(ownField(row, 'stats'), 'completed_at');
    return samples
      .filter(isFields)
      .map((sample) => ({ row: { ...sample, [logEnded]: at }, ...place }));
  });
  const isRepeated = rows.some(({ row }) => Number(ownField(row, 'epoch') ?? 1) > 1);
  return readRecords('inspect', { rows, faults: read.faults }, (row, _report, skip) => {
    const id = idText(ownField(row, 'id'));
    const epoch = idText(ownField(row, 'epoch')) ?? '1';
    const metadata = ownField(row, 'metadata');
    const target = ownField(row, 'target');
    const output = ownField(row, 'output');
    const scores = ownField(row, 'scores');
    const choices = ownField(row, 'choices');
    const at = utcTime(ownField(row, 'completed_at') ?? ownField(row, logEnded));
    const annotations = Object.entries(isFields(scores) ? scores : {}).flatMap(
      ([scorer, score]): readonly ToolAnnotation[] => scorerAnnotation(scorer, score, at, skip),
    );
    if (annotations.length === 0) skip('skipped-unannotated');
    return {
      id: id === null || !isRepeated ? id : `${id}_epoch_${epoch}`,
      fields: {
        ...(isFields(metadata) ? metadata : {}),
        ...textFields(ownField(row, 'input'), fieldOf(output, 'completion') ?? choiceOf(output)),
        ...(Array.isArray(choices) && choices.length > 0 ? { choices } : {}),
        reference: Array.isArray(target) ? target.join('\n') : target,
        ...defined({ model: fieldOf(output, 'model') }),
      },
      annotations,
    };
  });
}

/**
 * The samples in the bytes of an `.eval` file, which is a zip file, as JSON lines, each with the
 * time at which the log ended. Null for another zip file.
 */
export function inspectSamples(bytes: Uint8Array, zstandard?: Unpack): string | null {
  const entries = zipEntries(bytes, zstandard);
  const isLog = entries?.some(({ name }) => /^(header|_journal\/start)\.json$/.test(name)) === true;
  const samples = entries?.filter(({ name }) => /^samples\/.*\.json$/.test(name)) ?? [];
  if (entries === null || (samples.length === 0 && !isLog)) return null;
  const total = samples.reduce((sum, { size }) => sum + size, 0);
  if (total > mostBytes) refuse('too-large', { limit: codedText('bytes', { count: mostBytes }) });
  const header = entries.find(({ name, size }) => name === 'header.json' && size <= mostBytes);
  const about = header === undefined ? null : readJson(strFromU8(header.bytes()));
  const ended = about?.ok === true ? fieldOf(fieldOf(about.value, 'stats'), 'completed_at') : null;
  const added = typeof ended === 'string' ? `"${logEnded}":${JSON.stringify(ended)},` : '';
  return samples
    .map((one) => strFromU8(one.bytes()).replaceAll(/[\r\n]+/g, ' '))
    .map((text) => text.replace(/^\s*\{(?=\s*")/, `{${added}`))
    .join('\n');
}

/** Where a sample of an archive carries the time at which its log ended. */
const logEnded = 'log_completed_at';

const mostBytes = 400_000_000;

function choiceOf(output: unknown): unknown {
  const choices = fieldOf(output, 'choices');
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  return fieldOf(fieldOf(first, 'message'), 'content');
}

function scorerAnnotation(
  scorer: string,
  score: unknown,
  at: string | null,
  skip: Skip,
): readonly ToolAnnotation[] {
  const value = fieldOf(score, 'value');
  const entries: readonly (readonly [string, unknown])[] = isFields(value)
    ? Object.entries(value)
    : [[scorer, value]];
  const answers = new Map<string, ToolValue>();
  for (const [name, one] of entries) {
    const read = plainValue(one);
    if (read !== null) answers.set(name, read);
    else skip('skipped-score', 1, { field: name });
  }
  if (answers.size === 0) return [];
  const why = fieldOf(score, 'explanation');
  if (typeof why === 'string' && why !== '') answers.set('notes', { kind: 'text', text: why });
  // Scorers that ask a model keep what it was asked; others match texts or are people's own code.
  const isGraded =
    scorer.startsWith('model_graded_') ||
    fieldOf(fieldOf(score, 'metadata'), 'grading') !== undefined;
  return [{ annotator: scorer, answers, at, seconds: null, ...(isGraded ? byModel : {}) }];
}

function plainValue(value: unknown): ToolValue | null {
  if (typeof value === 'boolean') return { kind: 'applies', applies: value };
  if (typeof value === 'number') return { kind: 'number', number: value };
  return typeof value === 'string' ? { kind: 'chosen', labels: [value] } : null;
}

/** The columns of Ragas, in its present and its earlier names. */
const ragasText: Readonly<Record<string, string>> = {
  user_input: 'query',
  question: 'query',
  response: 'answer',
  answer: 'answer',
  reference: 'reference',
  ground_truth: 'reference',
  retrieved_contexts: 'contexts',
  contexts: 'contexts',
  reference_contexts: 'reference_contexts',
};

/** True for a row of a Ragas dataset: what was asked, answered and retrieved. */
export function isRagasRow(row: JsonRow): boolean {
  const has = (name: string): boolean => ownField(row, name) !== undefined;
  return (
    (has('user_input') && has('response')) ||
    (has('question') && has('answer') && Array.isArray(ownField(row, 'contexts')))
  );
}

/**
 * Reads rows of Ragas, from JSON or Parquet as `to_pandas` writes them: the texts of a sample, and
 * a column per metric, as judgments of the annotator that the mapping names. Formats:
 * https://docs.ragas.io/en/stable/concepts/components/eval_sample/
 */
export function readRagas(rows: readonly PlacedRow[]): ToolExport {
  return readRecords('ragas', { rows, faults: [] }, (row, _report, skip) => {
    const answers = new Map<string, ToolValue>();
    const fields: [string, unknown][] = [];
    for (const [name, value] of Object.entries(row)) {
      const known = ragasText[name];
      if (known !== undefined) fields.push([known, value]);
      else if (typeof value === 'number' && name !== 'id' && !name.endsWith('_id'))
        answers.set(name, { kind: 'number', number: value });
      else fields.push([name, value]);
    }
    if (answers.size === 0) skip('skipped-unannotated');
    return {
      id: idText(ownField(row, 'id')),
      fields: Object.fromEntries(fields),
      annotations:
        answers.size === 0
          ? []
          : [{ annotator: null, answers, at: null, seconds: null, ...byModel }],
    };
  });
}

/** The same from a text. */
export function readRagasText(text: string): ToolExport {
  const read = readJsonText(text);
  const exported = readRagas(read.rows);
  return { ...exported, faults: [...read.faults, ...exported.faults] };
}

/** What a large log of one object is, by its first keys; null when these do not tell. */
export function logFormat(beginning: string) {
  const head = beginning.slice(0, 4000);
  if (/^\uFEFF?\s*\{\s*"resourceSpans"\s*:/.test(head)) return 'opentelemetry' as const;
  if (/^\uFEFF?\s*\{[\s\S]*?"results"\s*:\s*\{\s*"(version|timestamp|prompts|results)"/.test(head))
    return 'promptfoo' as const;
  return /^\uFEFF?\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"\s*:[\s\S]*"eval"\s*:/.test(head)
    ? ('inspect' as const)
    : null;
}

/** A remark about a log that was recognised by its first keys. */
export const logReason = codedText('looks-like-log');
