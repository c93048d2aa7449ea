import { groupBy } from '../../domain/group-by.ts';
import type { ToolExport, ToolValue } from '../exchange/tool-export.ts';
import type { JsonRow } from '../jsonl.ts';

/** A question of a suggested protocol: its id, and what is written of it. */
export type SuggestedQuestion = readonly [id: string, text: JsonRow];

/** What an export's fields of answers become: questions, and how their values are read. */
export interface SuggestedQuestions {
  readonly questions: readonly SuggestedQuestion[];
  /** The question of each field whose name is not one already; null for one that is left out. */
  readonly fields: readonly (readonly [string, string | null])[];
  readonly values: readonly (readonly [string, Readonly<Record<string, string>>])[];
  readonly thresholds: readonly (readonly [string, number])[];
  /** Fields whose values cannot be read, such as regions of a picture. */
  readonly unreadable: readonly string[];
}

/** A scale has at most this many values; a field with more holds texts. */
const mostValues = 20;

/** A question per field of answers, or per label where several can apply to one unit. */
export function suggestQuestions(exported: ToolExport): SuggestedQuestions {
  const draft = new QuestionsDraft(exported);
  for (const [field, all] of answersByField(exported)) if (field !== 'notes') draft.add(field, all);
  if (draft.questions.length === 0) draft.ask('relevant', 'binary');
  return draft;
}

class QuestionsDraft implements SuggestedQuestions {
  readonly questions: [string, JsonRow][] = [];
  readonly fields: [string, string | null][] = [];
  readonly values: [string, Readonly<Record<string, string>>][] = [];
  readonly thresholds: [string, number][] = [];
  readonly unreadable: string[] = [];
  readonly #exported: ToolExport;
  readonly #annotations: number;
  readonly #taken = new Set<string>();

  constructor(exported: ToolExport) {
    this.#exported = exported;
    this.#annotations = exported.records.reduce((sum, one) => sum + one.annotations.length, 0);
  }

  /** Asks a question that so many annotations answer: all, unless it is said. */
  ask(title: string, scale: unknown, answered = this.#annotations): string {
    const id = freeName(title, this.#taken);
    // Not everybody was asked everything: scores of several sources, skipped questions.
    const text = {
      ...(scale === 'binary' ? {} : { scale }),
      ...(answered < this.#annotations ? { required: false } : {}),
    };
    this.questions.push([id, id === title ? text : { title, ...text }]);
    return id;
  }

  /** Adds what a field of answers asks. */
  add(field: string, all: readonly ToolValue[]): void {
    const labels = labelsOf(all);
    if (all.some(({ kind }) => kind === 'unreadable')) {
      this.unreadable.push(field);
      this.fields.push([field, null]);
    } else if (all.some(({ kind }) => kind === 'spans')) this.#addPassages(field, all, labels);
    else if (
      all.some((one) => one.kind === 'chosen' && one.labels.length > 1) &&
      !areWritten(this.#exported, all, labels)
    )
      this.#addLabels(field, all, labels);
    else this.#addAnswers(field, all, labels);
  }

  /** Marked passages: a question per label. */
  #addPassages(field: string, all: readonly ToolValue[], labels: readonly string[]): void {
    for (const label of labels) {
      const scale = passageScale(all, label, this.#exported);
      this.fields.push([`${field}.${label}`, this.ask(label, scale, answersWith(all, label))]);
    }
  }

  /** Labels of which several can apply: a question per label. */
  #addLabels(field: string, all: readonly ToolValue[], labels: readonly string[]): void {
    const asked = timesOffered(all);
    const ids = labels.map((label) => [label, this.ask(label, 'binary', asked(label))] as const);
    this.fields.push([field, '*']);
    const changed = ids.filter(([label, id]) => label !== id);
    if (changed.length > 0) this.values.push([field, Object.fromEntries(changed)]);
  }

  /** One answer for each unit. */
  #addAnswers(field: string, all: readonly ToolValue[], labels: readonly string[]): void {
    const scale = fieldScale(this.#exported, all, labels);
    const id = this.ask(field, scale, all.length);
    if (id !== field || !isPlainName(field)) this.fields.push([field, id]);
    const numbers = all.flatMap((one) => (one.kind === 'number' ? [one.number] : []));
    if (scale === 'binary' && areScores(numbers)) this.thresholds.push([field, 0.5]);
  }
}

function answersByField({ records }: ToolExport): ReadonlyMap<string, readonly ToolValue[]> {
  const answers = records.flatMap(({ annotations }) =>
    annotations.flatMap((one) => [...one.answers]),
  );
  const byField = groupBy(answers, ([field]) => field);
  return new Map([...byField].map(([field, all]) => [field, all.map(([, value]) => value)]));
}

function fieldScale(exported: ToolExport, all: readonly ToolValue[], labels: readonly string[]) {
  if (areWritten(exported, all, labels)) return 'text';
  if (isGraded(exported, labels)) return { nominal: [...new Set(['C', 'I', ...labels])] };
  return scaleOf(all, labels);
}

/** How often each label could be chosen: always, where the file does not say. */
function timesOffered(all: readonly ToolValue[]): (label: string) => number {
  const counts = new Map<string, number>();
  let always = 0;
  for (const one of all)
    if (one.kind !== 'chosen' || one.offered === undefined) always += 1;
    else for (const label of new Set(one.offered)) counts.set(label, (counts.get(label) ?? 0) + 1);
  return (label) => always + (counts.get(label) ?? 0);
}

function labelsOf(all: readonly ToolValue[]): readonly string[] {
  const labels = new Set<string>();
  for (const one of all)
    if (one.kind === 'chosen')
      for (const label of [...(one.offered ?? []), ...one.labels]) labels.add(label);
    else if (one.kind === 'text') labels.add(one.text);
    else if (one.kind === 'spans') for (const { label } of one.spans) labels.add(label);
  return [...labels];
}

/** Two truth values, few labels that come again, few whole numbers; any other answers are texts. */
function scaleOf(all: readonly ToolValue[], labels: readonly string[]): unknown {
  if (all.every((one) => one.kind === 'applies')) return 'binary';
  const numbers = all.flatMap((one) => (one.kind === 'number' ? [one.number] : []));
  const distinct = [...new Set(numbers)].toSorted((a, b) => a - b);
  if (numbers.length === all.length) {
    if (distinct.every(Number.isInteger) && distinct.length <= mostValues)
      return { ordinal: wholeRange(distinct) };
    return areScores(distinct) ? 'binary' : 'text';
  }
  const isTruth = labels.every((label) => /^(yes|no|true|false)$/.test(label));
  if (isTruth && labels.length > 0) return 'binary';
  const comeAgain = labels.length <= mostValues && labels.length * 2 <= all.length;
  const isShort = labels.every((label) => label.length <= 60 && /^\S(.*\S)?$/.test(label));
  const isChosen = all.some((one) => one.kind === 'chosen' && one.labels.length === 1);
  return labels.length > 1 && isShort && (comeAgain || isChosen)
    ? { nominal: [...labels] }
    : 'text';
}

/** Inspect's scorers say correct, incorrect, partially correct or no answer. */
function isGraded({ tool }: ToolExport, labels: readonly string[]): boolean {
  return tool === 'inspect' && labels.length > 0 && labels.every((one) => /^[CIPN]$/.test(one));
}

/** Scores from 0 to 1 answer a question with yes from a threshold on. */
function areScores(numbers: readonly number[]): boolean {
  return numbers.every((one) => one >= 0 && one <= 1) && !numbers.every(Number.isInteger);
}

/** Passages of a label: one to copy, or a text where somebody marked several. */
function passageScale(all: readonly ToolValue[], label: string, exported: ToolExport): unknown {
  const isOne = all.every(
    (one) => one.kind !== 'spans' || one.spans.filter((span) => span.label === label).length < 2,
  );
  const [from] = shownFields(exported);
  return isOne && from !== 'id' ? { quote: { from } } : 'text';
}

/** How many annotations mark a passage with a label. */
function answersWith(all: readonly ToolValue[], label: string): number {
  return all.filter((one) => one.kind === 'spans' && one.spans.some((span) => span.label === label))
    .length;
}

/** doccano writes the texts of a sequence-to-sequence project like labels, but none comes again. */
function areWritten(
  { tool }: ToolExport,
  all: readonly ToolValue[],
  labels: readonly string[],
): boolean {
  const given = all.flatMap((one) => (one.kind === 'chosen' ? one.labels : []));
  return tool === 'doccano' && labels.length > 2 && labels.length === given.length;
}

/** Every whole number between the lowest and the highest, where these are close. */
function wholeRange(numbers: readonly number[]): readonly number[] {
  const [least = 0, most = 1] = [numbers[0], numbers.at(-1)];
  if (most - least >= mostValues || most === least) return [...new Set([...numbers, least + 1])];
  return Array.from({ length: most - least + 1 }, (_, at) => least + at);
}

function isPlainName(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_.-]*$/.test(text);
}

/** The fields with the longest texts, at most two; without any, what names the unit. */
export function shownFields(exported: ToolExport): readonly string[] {
  return longTexts(exported) ?? ['id'];
}

/** Such fields, where there are any. */
export function longTexts({ records }: ToolExport): readonly string[] | null {
  const lengths = new Map<string, number>();
  for (const { fields } of records)
    for (const [name, value] of Object.entries(fields))
      if (typeof value === 'string') lengths.set(name, (lengths.get(name) ?? 0) + value.length);
  const known = ['query', 'answer', 'text'].filter((name) => lengths.has(name));
  if (known.length > 0) return known;
  const longest = [...lengths].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
  return longest.length === 0 ? null : longest.slice(0, 1);
}

/**
 * A name that a protocol takes, and that is not taken yet.
 * @example freeName('Late delivery!', new Set()) // 'Late_delivery'
 */
export function freeName(text: string, taken: Set<string>): string {
  const plain = text
    .trim()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .replace(/_+$/, '');
  const base = plain === '' ? 'question' : plain;
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
  taken.add(name);
  return name;
}
