import { codedText, foundValue, oneOf } from '../../domain/text-values.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fault, InputError } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { readWeakRules } from '../../formats/protocol/weak-rules-yaml.ts';
import type { DrawUnit } from '../../truth/rounds/draw.ts';
import { WeakMatcher } from '../../truth/units/weak-rules.ts';
import type { WeakRules } from '../../truth/units/weak-rules.ts';
import type { LoadedProtocol } from '../protocol/load-protocol.ts';
import { readText } from '../text-file.ts';
import type { FaultList } from '../text-file.ts';
import type { UnitRow } from '../units/unit-file.ts';

/** Where the labels of the strata come from. */
export type LabelSource =
  | { readonly kind: 'none' }
  | { readonly kind: 'field'; readonly field: string }
  /** Keyword rules, and the fields of a unit whose text they read. */
  | {
      readonly kind: 'rule';
      readonly name: string;
      readonly rules: WeakRules;
      readonly text: readonly string[];
    };

/** What a name refers to: a rule of the panel, a file of rules, or a field of the units. */
export function labelSource(
  by: string | null,
  loaded: LoadedProtocol | null,
  text: readonly string[],
): LabelSource {
  if (by === null) return { kind: 'none' };
  const entry = loaded?.protocol.panel[by];
  if (loaded !== null && entry?.kind === 'rule' && entry.file !== undefined)
    return { kind: 'rule', name: by, rules: loadRules(join(loaded.folder, entry.file)), text };
  if (/\.ya?ml$/i.test(by) || existsSync(by))
    return { kind: 'rule', name: by, rules: loadRules(by), text };
  return { kind: 'field', field: by };
}

/** Reads the keyword rules in a file; all its faults are thrown together. */
function loadRules(file: string): WeakRules {
  const read = readWeakRules(readText(file));
  if (read.ok) return read.value;
  throw new InputError(read.faults.map((one): Fault => Object.assign({}, one, { file })));
}

type FieldText = 'rule-or-unit-field' | 'field-of-units' | 'rule-text-field';

/** Collects what a draw looks at, unit by unit, without keeping the units. */
export class Stratifier {
  readonly #source: LabelSource;
  readonly #hardBy: string | null;
  readonly #hardByRule: boolean;
  readonly #matcher: WeakMatcher | null;
  readonly #found: FaultList;
  readonly #file: string;
  readonly #seen: {
    readonly id: string;
    readonly labels: readonly string[];
    readonly hardness: number | boolean | null;
    readonly keywords: readonly (readonly string[])[];
  }[] = [];
  readonly #fields = new Set<string>();
  #hardnessKind: string | null = null;

  constructor(
    source: LabelSource,
    hardness: { readonly by: string | null; readonly wanted: boolean },
    found: FaultList,
    file: string,
  ) {
    this.#source = source;
    this.#hardBy = hardness.wanted ? hardness.by : null;
    this.#hardByRule = hardness.wanted && hardness.by === null;
    this.#matcher = source.kind === 'rule' ? new WeakMatcher(source.rules) : null;
    this.#found = found;
    this.#file = file;
  }

  add(row: UnitRow): void {
    for (const field of Object.keys(row.fields)) this.#fields.add(field);
    const matched =
      this.#source.kind === 'rule'
        ? this.#matcher!.match(textOf(row, this.#source.text)).labels
        : [];
    const labels =
      this.#source.kind === 'field'
        ? this.#fieldLabels(row, this.#source.field)
        : matched.map((one) => one.label);
    this.#seen.push({
      id: row.id,
      labels,
      hardness: this.#hardBy === null ? null : this.#hardness(row, this.#hardBy),
      keywords: this.#hardByRule ? matched.map((one) => one.keywords) : [],
    });
  }

  /** The units for the draw; throws if no unit has a requested field. */
  units(): readonly DrawUnit[] {
    const source = this.#source;
    if (source.kind === 'field') this.#require([source.field], '--by', 'rule-or-unit-field');
    if (this.#hardBy !== null) this.#require([this.#hardBy], '--hard-by', 'field-of-units');
    if (source.kind === 'rule' && this.#seen.length > 0)
      this.#require(source.text, '--text', 'rule-text-field');
    this.#found.throwIfAny();
    const matcher = this.#matcher;
    if (!this.#hardByRule || matcher === null) return this.#seen;
    // How unsure the rule is: certain of nothing where it found nothing.
    return this.#seen.map(({ id, labels, keywords }) => ({
      id,
      labels,
      hardness: 1 - Math.max(0, ...keywords.map((words) => matcher.confidence(words))),
    }));
  }

  /** Adds a fault unless a unit has one of the fields. */
  #require(fields: readonly string[], option: string, expected: FieldText): void {
    if (fields.some((field) => this.#fields.has(field))) return;
    const known = codedText(expected, { fields: oneOf([...this.#fields]) });
    const values = { field: option, got: oneOf(fields), expected: known };
    this.#found.add(fault('unknown-reference', values, { file: this.#file }));
  }

  #fieldLabels(row: UnitRow, field: string): readonly string[] {
    const value = row.fields[field];
    if (value === undefined || value === null) return [];
    const parts = typeof value === 'string' ? value.split(';') : value;
    const listed: readonly unknown[] = Array.isArray(parts) ? parts : [parts];
    const labels = listed.map((one) => (typeof one === 'object' ? null : String(one).trim()));
    if (labels.includes(null)) this.#wrong(row, field, 'a label, or a list of labels');
    return [...new Set(labels.filter((label): label is string => label !== null && label !== ''))];
  }

  #hardness(row: UnitRow, field: string): number | boolean {
    const value = row.fields[field];
    const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
    let read = text === '' ? value : Number(text);
    if (text === 'true' || text === 'false') read = text === 'true';
    if (typeof read !== 'boolean' && !(typeof read === 'number' && Number.isFinite(read))) {
      this.#wrong(row, field, 'a number, true or false');
      return 0;
    }
    this.#hardnessKind ??= typeof read;
    if (typeof read !== this.#hardnessKind)
      this.#wrong(row, field, `a ${this.#hardnessKind} as in the rows above`);
    return read;
  }

  #wrong(row: UnitRow, field: string, expected: string): void {
    const value = row.fields[field];
    const code = value === undefined ? 'missing-field' : 'wrong-value';
    const values = { field, got: foundValue(value), expected };
    this.#found.add(fault(code, values, { file: this.#file, line: row.line }));
  }
}

/** The text of a unit that rules read. */
function textOf(row: UnitRow, fields: readonly string[]): string {
  return fields
    .map((field) => row.fields[field])
    .filter((value) => typeof value === 'string')
    .join('\n');
}

/** The fields whose text annotators see, for rules to read. */
export function shownText(
  task: Task | null,
  named: readonly string[] | undefined,
): readonly string[] {
  return named ?? task?.unit.show ?? ['text'];
}
