import { stringify } from 'yaml';
import type { JsonRow } from '../jsonl.ts';
import type { ToolAnnotation, ToolExport, ToolMapping } from '../exchange/tool-export.ts';
import { idFaults } from '../id-text.ts';
import { guessColumns, rowNumber } from '../units/guess-columns.ts';
import { freeName, longTexts, shownFields, suggestQuestions } from './suggested-questions.ts';
import type { SuggestedQuestion } from './suggested-questions.ts';

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

/**
 * Proposes a protocol and a mapping for an export of another tool: a question per field of answers,
 * on the scale that its answers suggest, or per label where several can apply to one unit.
 */
export function suggestProtocol(exported: ToolExport, name: string): SuggestedProtocol {
  const { questions, fields, values, thresholds, unreadable } = suggestQuestions(exported);
  const unit = unitOf(exported);
  const anonymous = anonymousName(exported);
  const named = namedModels(exported);
  const annotators = [...named].map((own) => [own, `${own}#1`] as const);
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
  return {
    protocol: stringify(protocol),
    guideline: `# Guideline 1.0\n\n${questions.map(cardOf).join('\n')}`,
    mapping: {
      ...given('fields', fields),
      ...given('values', values),
      ...given('thresholds', thresholds),
      ...(anonymous === null ? {} : { annotator: anonymous }),
      ...given('annotators', annotators),
    },
    numbered: unit['id'] === rowNumber ? rowNumber : null,
    unreadable,
  };
}

/** A place in the guideline for the definition of a question. */
function cardOf([id, { title }]: SuggestedQuestion): string {
  const head = title === undefined ? id : `${id} – ${String(title)}`;
  return `## ${head}\n\n### Definition\n\nSay in one or two sentences what counts.\n`;
}

/** A part of the mapping, where it says anything. */
function given<Name extends string, Value>(
  name: Name,
  entries: readonly (readonly [string, Value])[],
): { readonly [Own in Name]?: Readonly<Record<string, Value>> } {
  return entries.length === 0
    ? {}
    : ({ [name]: Object.fromEntries(entries) } as Record<Name, Record<string, Value>>);
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

/** Who is named where annotations do not say whose they are: the tool, or a run of its model. */
function anonymousName(exported: ToolExport): string | null {
  const unnamed = annotationsOf(exported).filter(({ annotator }) => annotator === null);
  if (unnamed.length === 0) return null;
  return unnamed.every(({ isModel }) => isModel) ? `${exported.tool}#1` : exported.tool;
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
