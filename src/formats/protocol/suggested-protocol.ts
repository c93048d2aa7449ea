import { stringify } from 'yaml';
import type { JsonRow } from '../jsonl.ts';
import type {
  ToolAnnotation,
  ToolExport,
  ToolMapping,
  ToolValue,
} from '../exchange/tool-export.ts';
import { idFaults } from '../id-text.ts';
import { guessColumns, rowNumber } from '../units/guess-columns.ts';

/** A protocol that fits a file, for the lead to read and change. */
export interface SuggestedProtocol {
  /** `protocol.yaml` */
  readonly protocol: string;
  /** `guideline.md`, with a place for every definition. */
  readonly guideline: string;
  readonly mapping: ToolMapping;
  /** The field for the number of each row, where nothing names the rows; else null. */
  readonly numbered: string | null;
  /** Fields whose values cannot be read, such as regions of a picture; the mapping omits them. */
  readonly unreadable: readonly string[];
}

/** A scale has at most this many values; a field with more holds texts. */
const mostValues = 20;

/**
 * Proposes a protocol and a mapping for an export of another tool: a question per field of answers,
 * on the scale that its answers suggest, or per label where several can apply to one unit.
 */
export function suggestProtocol(exported: ToolExport, name: string): SuggestedProtocol {
  const given = new Map<string, ToolValue[]>();
  const said = exported.records.reduce((sum, { annotations }) => sum + annotations.length, 0);
  for (const { annotations } of exported.records)
    for (const { answers } of annotations)
      for (const [field, value] of answers) {
        const all = given.get(field);
        if (all === undefined) given.set(field, [value]);
        else all.push(value);
      }
  const questions: [string, JsonRow][] = [];
  const fields: [string, string | null][] = [];
  const taken = new Set<string>();
  const ask = (title: string, scale: unknown, answered: number): string => {
    const id = freeName(title, taken);
    // Not everybody was asked everything: scores of several sources, skipped questions.
    const text = {
      ...(scale === 'binary' ? {} : { scale }),
      ...(answered < said ? { required: false } : {}),
    };
    questions.push([id, id === title ? text : { title, ...text }]);
    return id;
  };
  const values: [string, Readonly<Record<string, string>>][] = [];
  const thresholds: [string, number][] = [];
  const unreadable: string[] = [];
  for (const [field, all] of given) {
    if (field === 'notes') continue;
    if (all.some(({ kind }) => kind === 'unreadable')) {
      unreadable.push(field);
      fields.push([field, null]);
      continue;
    }
    const labels = labelsOf(all);
    if (all.some(({ kind }) => kind === 'spans')) {
      for (const label of labels) {
        const id = ask(label, passageScale(all, label, exported), answersWith(all, label));
        fields.push([`${field}.${label}`, id]);
      }
    } else if (
      all.some((one) => one.kind === 'chosen' && one.labels.length > 1) &&
      !areWritten(exported, all, labels)
    ) {
      const asked = timesOffered(all);
      const renamed = labels.map((label) => [label, ask(label, 'binary', asked(label))] as const);
      fields.push([field, '*']);
      const changed = renamed.filter(([label, id]) => label !== id);
      if (changed.length > 0) values.push([field, Object.fromEntries(changed)]);
    } else {
      const scale = fieldScale(exported, all, labels);
      const id = ask(field, scale, all.length);
      if (id !== field || !isPlainName(field)) fields.push([field, id]);
      const numbers = all.flatMap((one) => (one.kind === 'number' ? [one.number] : []));
      if (scale === 'binary' && areScores(numbers)) thresholds.push([field, 0.5]);
    }
  }
  if (questions.length === 0) ask('relevant', 'binary', said);
  const unit = unitOf(exported);
  const anonymous = anonymousName(exported);
  const named = namedModels(exported);
  const protocol = {
    assay: 1,
    name: freeName(name, new Set()),
    guideline: { version: '1.0', file: 'guideline.md' },
    tasks: {
      main: {
        unit,
        questions: Object.fromEntries(questions),
        asides: ['confidence', 'notes', 'flag'],
      },
    },
    panel: panelOf(exported),
    rounds: {},
  };
  const cards = questions.map(
    ([id, { title }]) =>
      `## ${id}${title === undefined ? '' : ` – ${String(title)}`}\n\n### Definition\n\n` +
      'Say in one or two sentences what counts.\n',
  );
  return {
    protocol: stringify(protocol),
    guideline: `# Guideline 1.0\n\n${cards.join('\n')}`,
    mapping: {
      ...(fields.length === 0 ? {} : { fields: Object.fromEntries(fields) }),
      ...(values.length === 0 ? {} : { values: Object.fromEntries(values) }),
      ...(thresholds.length === 0 ? {} : { thresholds: Object.fromEntries(thresholds) }),
      ...(anonymous === null ? {} : { annotator: anonymous }),
      ...(named.size === 0
        ? {}
        : { annotators: Object.fromEntries([...named].map((own) => [own, `${own}#1`])) }),
    },
    numbered: unit['id'] === rowNumber ? rowNumber : null,
    unreadable,
  };
}

/**
 * The annotators of the file are on the panel, so that their judgments count; else everybody who
 * signs up. Scores of models are recorded and compared, and decide nothing.
 */
function panelOf(exported: ToolExport): JsonRow {
  const models = modelsOf(exported);
  const said = annotationsOf(exported).flatMap(({ annotator, isModel }) =>
    isModel ? [] : [annotator ?? exported.tool],
  );
  const names = [...new Set(said)];
  const isOpen = names.length === 0 || names.length > mostPeople;
  return {
    people: isOpen ? { weight: 1 } : { names },
    ...Object.fromEntries(models.map((name) => [name, { kind: 'model', weight: 0 }])),
  };
}

/** The models that annotated, by the names of the tool, which itself stands for one without. */
function modelsOf(exported: ToolExport): readonly string[] {
  const named = namedModels(exported);
  const hasOther = annotationsOf(exported).some((one) => one.isModel && one.annotator === null);
  return [...new Set([...named, ...(hasOther ? [exported.tool] : [])])];
}

function namedModels(exported: ToolExport): ReadonlySet<string> {
  const annotations = annotationsOf(exported);
  return new Set(annotations.flatMap((one) => (one.isModel ? (one.annotator ?? []) : [])));
}

function annotationsOf({ records }: ToolExport): readonly ToolAnnotation[] {
  return records.flatMap(({ annotations }) => annotations);
}

const mostPeople = 100;

function fieldScale(exported: ToolExport, all: readonly ToolValue[], labels: readonly string[]) {
  if (areWritten(exported, all, labels)) return 'text';
  if (isGraded(exported, labels)) return { nominal: [...new Set(['C', 'I', ...labels])] };
  return scaleOf(all, labels);
}

/** Who is named where annotations do not say whose they are: the tool, or a run of its model. */
function anonymousName(exported: ToolExport): string | null {
  const unnamed = annotationsOf(exported).filter(({ annotator }) => annotator === null);
  if (unnamed.length === 0) return null;
  return unnamed.every(({ isModel }) => isModel) ? `${exported.tool}#1` : exported.tool;
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

/** How the units are read: of a plain table by what its columns seem to be for. */
function unitOf(exported: ToolExport): JsonRow {
  const { records, tool } = exported;
  if (tool === 'trec') return { id: ['query', 'document'], show: ['query', 'document'] };
  if (records.some(({ id, annotations }) => id !== null || annotations.length > 0))
    return { id: idField(exported), show: shownFields(exported) };
  const { id, show, subject, context, date } = guessColumns(records.map(({ fields }) => fields));
  return {
    id: id ?? rowNumber,
    ...(subject === null ? {} : { subject }),
    show: show.length === 0 ? (longTexts(exported) ?? [id ?? rowNumber]) : show,
    ...(context.length === 0 ? {} : { context }),
    ...(date === null ? {} : { date }),
  };
}

/**
 * A field that names every record and no two alike; else the tool's own name, as `id`; where it
 * gives none, the text itself.
 */
function idField(exported: ToolExport): string {
  const { records } = exported;
  const names = [...new Set(records.flatMap(({ fields }) => Object.keys(fields)))];
  const part = namedPart(exported);
  if (part !== null) return part;
  const named = names.find((name) => /(^|_)id$/i.test(name) && isUnique(records, name));
  if (named !== undefined || records.some(({ id }) => id !== null)) return named ?? 'id';
  return shownFields(exported).find((name) => isUnique(records, name)) ?? 'id';
}

/** The field of the parts that were annotated, where a record of the tool has several. */
function namedPart({ records }: ToolExport): string | null {
  const field = records.flatMap(({ annotations }) => annotations.map(({ part }) => part?.field))[0];
  const isNamed =
    field !== undefined && records.every(({ fields }) => Object.hasOwn(fields, field));
  return isNamed && new Set(records.map(({ id }) => id)).size < records.length ? field : null;
}

function isUnique(records: ToolExport['records'], name: string): boolean {
  const ids = records.map(({ fields }) => fields[name]);
  const isNamed = ids.every(
    (id) => (typeof id === 'string' && idFaults(name, id).length === 0) || Number.isSafeInteger(id),
  );
  const hasIds = records.some(({ id }) => id !== null);
  const things = hasIds ? new Set(records.map(({ id }) => id)).size : records.length;
  return isNamed && new Set(ids).size === things;
}

/** The fields with the longest texts, at most two; without any, what names the unit. */
function shownFields(exported: ToolExport): readonly string[] {
  return longTexts(exported) ?? ['id'];
}

function longTexts({ records }: ToolExport): readonly string[] | null {
  const lengths = new Map<string, number>();
  for (const { fields } of records)
    for (const [name, value] of Object.entries(fields))
      if (typeof value === 'string') lengths.set(name, (lengths.get(name) ?? 0) + value.length);
  const known = ['query', 'answer', 'text'].filter((name) => lengths.has(name));
  if (known.length > 0) return known;
  const longest = [...lengths].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
  return longest.length === 0 ? null : longest.slice(0, 1);
}

function isPlainName(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_.-]*$/.test(text);
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
