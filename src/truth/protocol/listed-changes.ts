import { canonicalJson } from '../../domain/canonical-json.ts';
import type { CodedText, TextValue } from '../../domain/coded-text.ts';
import { entryWeight } from '../../domain/judging/annotator.ts';
import type { Panel, PanelEntry } from '../../domain/judging/annotator.ts';
import type { Guideline } from '../../domain/protocol/guideline.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { Scale } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Round } from '../../domain/rounds/round.ts';
import { codedText } from '../../domain/text-values.ts';
import type { TextCode } from '../../domain/texts.ts';
import { fileChanges, guidelineChanges } from './content-changes.ts';
import type { ChangeClass, ListedChange, NamedFile } from './content-changes.ts';

/** A protocol with its guideline and the files that it names. */
export interface WholeProtocol {
  readonly protocol: Protocol;
  readonly guideline: Guideline;
  readonly named: readonly NamedFile[];
}

/** Every change between two versions. What reads the same in both is not a change. */
export function listedChanges(
  before: WholeProtocol,
  after: WholeProtocol,
): readonly ListedChange[] {
  return [
    ...partChanges(tree(before.protocol), tree(after.protocol), []),
    ...guidelineChanges(before.guideline, after.guideline),
    ...fileChanges(before.named, after.named),
  ];
}

/** A value that is compared as a whole: by what it means, and shown as it was written. */
class Whole {
  readonly meaning: unknown;
  readonly shown: string;
  constructor(meaning: unknown, shown: string) {
    this.meaning = meaning;
    this.shown = shown;
  }
}

/** Parts by name, whose order matters where `order` says what it is the order of. */
class Parts {
  readonly entries: ReadonlyMap<string, unknown>;
  readonly order: TextCode | null;
  constructor(entries: Iterable<readonly [string, unknown]>, order: TextCode | null = null) {
    this.entries = new Map(entries);
    this.order = order;
  }
}

type Path = readonly string[];

/** A protocol by its parts. Keys that it may have one day are taken as they are. */
function tree({ tasks, rounds, panel, ...rest }: Protocol): Parts {
  const byId = <Thing extends { readonly id: string }>(
    things: readonly Thing[],
    partsOf: (thing: Omit<Thing, 'id'>) => Parts,
    order: TextCode,
  ): Parts =>
    new Parts(
      things.map(({ id, ...thing }) => [id, partsOf(thing)] as const),
      order,
    );
  return new Parts([
    ...Object.entries(rest),
    ['tasks', byId(tasks, (task) => taskParts(task, byId), 'order-of-tasks')],
    ['panel', new Parts(panelEntries(panel), 'order-of-panel')],
    ['rounds', byId(rounds, roundParts, 'order-of-rounds')],
  ]);
}

/** Entries with what they say by default: spelling it out changes nothing. */
function panelEntries(panel: Panel): readonly (readonly [string, PanelEntry])[] {
  return Object.entries(panel).map(([name, entry]) => {
    const runs = entry.kind === 'model' ? { runs: entry.runs ?? 1 } : {};
    return [name, { ...entry, ...runs, weight: entryWeight(entry) }];
  });
}

function taskParts(
  { questions, constraints, ...rest }: Omit<Task, 'id'>,
  byId: (
    things: readonly Question[],
    partsOf: (thing: Omit<Question, 'id'>) => Parts,
    order: TextCode,
  ) => Parts,
): Parts {
  const rules = constraints.map(
    ({ source, expression }) => [canonicalJson(expression), new Whole(expression, source)] as const,
  );
  return new Parts([
    ...Object.entries(rest),
    ['questions', byId(questions, questionParts, 'order-of-questions')],
    ['constraints', new Parts(rules, 'order-of-constraints')],
    // The same constraint twice is read twice.
    ['constraints.count', constraints.length],
  ]);
}

function questionParts({ when, scale, ...rest }: Omit<Question, 'id'>): Parts {
  return new Parts([
    ...Object.entries(rest),
    ['scale', scaleParts(scale)],
    ['when', when === null ? null : new Whole(when.expression, when.source)],
  ]);
}

/** A scale by its values, so that a change names the value whose text became another. */
function scaleParts(scale: Scale): Parts {
  if (scale.kind !== 'nominal' && scale.kind !== 'ordinal') return new Parts(Object.entries(scale));
  const { values, ...rest } = scale;
  const texts = values.map(
    ({ value, title }) => [valueName(value), new Whole(title, shownValue(title))] as const,
  );
  return new Parts([...Object.entries(rest), ['values', new Parts(texts, 'order-of-values')]]);
}

/** A text that reads like a number is another value than the number. */
function valueName(value: string | number): string {
  const isNumeric = typeof value === 'string' && value.trim() !== '' && Number.isFinite(+value);
  return isNumeric ? JSON.stringify(value) : String(value);
}

function roundParts({ gates, ...rest }: Omit<Round, 'id'>): Parts {
  const meaning = gates.map(({ source: _, ...gate }) => gate);
  const gate = gates.length === 0 ? null : gates.map(({ source }) => source).join('; ');
  return new Parts([
    ...Object.entries(rest),
    ['gate', gate === null ? null : new Whole(meaning, gate)],
  ]);
}

function partChanges(before: unknown, after: unknown, path: Path): readonly ListedChange[] {
  const [old, now] = [asParts(before), asParts(after)];
  if (old !== null && now !== null) {
    const names = [...new Set([...now.entries.keys(), ...old.entries.keys()])];
    const own = names.flatMap((name) =>
      partChanges(old.entries.get(name), now.entries.get(name), [...path, name]),
    );
    return [...own, ...orderChange(old, now, path)];
  }
  if (canonicalJson(meaningOf(before)) === canonicalJson(meaningOf(after))) return [];
  const place = { class: classOf(path), round: path[0] === 'rounds' ? path[1]! : null };
  const what = partName(path);
  if (isThing(path) && (before === undefined || after === undefined)) {
    const code = before === undefined ? 'change-added' : 'change-removed';
    return [{ ...place, text: codedText(code, { what: thingName(path, before ?? after) }) }];
  }
  const values = { what, before: shownText(before), after: shownText(after) };
  return [{ ...place, text: codedText('change-value', values) }];
}

/** Names that both have, in another order. */
function orderChange(old: Parts, now: Parts, path: Path): readonly ListedChange[] {
  if (now.order === null) return [];
  const common = (one: Parts, other: Parts): readonly string[] =>
    [...one.entries.keys()].filter((name) => other.entries.has(name));
  const [earlier, later] = [common(old, now), common(now, old)];
  if (earlier.join('\n') === later.join('\n')) return [];
  const shown = (names: readonly string[], { entries, order }: Parts): string =>
    order === 'order-of-constraints'
      ? names.map((name) => nameOf(name, entries.get(name))).join(', ')
      : names.join(', ');
  const [section, task = '', , question = ''] = path;
  const what = codedText(now.order, section === 'tasks' ? { task, question } : {});
  const values = { what, before: shown(earlier, old), after: shown(later, now) };
  const isWording = now.order === 'order-of-tasks';
  const group = isWording ? 'wording' : classOf([...path, '']);
  return [{ class: group, round: null, text: codedText('change-order', values) }];
}

function nameOf(name: string, value: unknown): string {
  return value instanceof Whole ? value.shown : name;
}

/** Whether a part is a thing that comes and goes as a whole. */
function isThing([section, , part, ...rest]: Path): boolean {
  if (section !== 'tasks') return ['rounds', 'panel'].includes(section!) && part === undefined;
  if (part === undefined) return true;
  if (part === 'questions' && isValue(rest)) return true;
  return (part === 'questions' || part === 'constraints') && rest.length === 1;
}

/** Whether a part of a question is one of the values of its scale. */
function isValue([, scale, values, ...rest]: Path): boolean {
  return scale === 'scale' && values === 'values' && rest.length === 1;
}

function thingName([section, name, part, inner, ...rest]: Path, value: unknown): CodedText {
  if (section === 'rounds') return codedText('the-round', { round: name! });
  if (section === 'panel') return codedText('the-entry', { entry: name! });
  if (part === undefined) return codedText('the-task', { task: name! });
  const constraint = nameOf(inner!, value);
  if (part === 'constraints') return codedText('the-constraint', { constraint, task: name! });
  const question = { question: inner!, task: name! };
  return rest.length === 0
    ? codedText('the-question', question)
    : codedText('the-value', { value: rest.at(-1)!, ...question });
}

function partName([section, name, ...rest]: Path): CodedText {
  const part = rest.join('.');
  if (section === 'rounds') return codedText('part-of-round', { part, round: name! });
  if (section === 'panel') return codedText('part-of-entry', { part, entry: name! });
  if (section === 'guideline' && name === 'version') return codedText('version-of-guideline');
  if (section !== 'tasks')
    return codedText('part-of-protocol', {
      part: [section, name, ...rest].filter(Boolean).join('.'),
    });
  if (rest[0] !== 'questions') return codedText('part-of-task', { part, task: name! });
  const question = { question: rest[1]!, task: name! };
  if (isValue(rest.slice(1))) return codedText('text-of-value', { value: rest[4]!, ...question });
  return codedText('part-of-question', { part: rest.slice(2).join('.'), ...question });
}

/** The settings of a model that are not rules. */
const plainSettings: readonly string[] = [
  'service',
  'base_url',
  'key_env',
  'max_tokens',
  'context',
  'recording',
  'drop_parameters',
];

/** What makes judgments stale is `asked`; what is neither that nor wording is a rule. */
function classOf(path: Path): ChangeClass {
  const [section, name, part, inner, last] = path;
  if (['title', 'effort', 'units', 'prices'].includes(section!)) return 'wording';
  // Where a model is reached, and how much it may say, changes neither who judges nor what counts.
  if (section === 'panel' && plainSettings.includes(part!)) return 'wording';
  if (section === 'guideline') {
    if (name === 'version') return 'asked';
    return name === 'file' ? 'wording' : 'rules';
  }
  if (section !== 'tasks') return 'rules';
  if (part === undefined) return 'asked';
  if (part === 'title') return 'wording';
  if (part === 'unit') {
    if (['show', 'folded', 'context'].includes(inner!)) return 'asked';
    return inner === 'titles' ? 'wording' : 'rules';
  }
  if (part === 'asides' || last === 'measured') return 'rules';
  return 'asked';
}

function asParts(value: unknown): Parts | null {
  if (value instanceof Parts) return value;
  if (value === null || typeof value !== 'object') return null;
  if (Array.isArray(value) || value instanceof Whole) return null;
  return new Parts(Object.entries(value));
}

function meaningOf(value: unknown): unknown {
  if (value instanceof Whole) return value.meaning;
  return value instanceof Parts ? [...value.entries.keys()] : (value ?? null);
}

function shownText(value: unknown): TextValue {
  const text = value instanceof Whole ? value.shown : shownValue(value);
  return text === '' ? codedText('no-setting') : text;
}

/** A value as people read it: `0: no, 1: yes`. */
function shownValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Whole) return value.shown;
  if (value instanceof Parts) return [...value.entries.keys()].join(', ');
  if (Array.isArray(value)) return value.map(shownValue).join(', ');
  if (typeof value !== 'object') return String(value as string | number | boolean);
  const entries = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
  return entries.map(([key, one]) => `${key} ${shownValue(one)}`).join(', ');
}
