import { parseYaml } from '../../../../../formats/yaml-source.ts';

/** A round as its file has it; anything may be missing or of another kind. */
export interface RawRound {
  readonly name: string;
  readonly kind: string | null;
  readonly task: string | null;
  /** Null for all. */
  readonly units: number | null;
  readonly annotators: number | null;
  readonly repeat: number | null;
  readonly hasKey: boolean;
  readonly gates: readonly string[];
}

/** An entry of the panel as its file has it. */
export interface RawEntry {
  readonly name: string;
  readonly kind: 'human' | 'model' | 'rule';
  readonly weight: number | null;
  readonly names: readonly string[] | null;
  readonly runs: number | null;
  readonly model: string | null;
}

/** What the form edits, read from a text that may still have faults elsewhere. */
export interface RawProtocol {
  readonly rounds: readonly RawRound[];
  readonly panel: readonly RawEntry[];
}

/** Reads the rounds and the panel of a protocol file; null where the text is not YAML. */
export function rawProtocol(text: string): RawProtocol | null {
  const parsed = parseYaml(text);
  if (!parsed.ok) return null;
  const { rounds, panel } = asMap(parsed.value.value);
  return {
    rounds: Object.entries(asMap(rounds)).map(([name, value]) => rawRound(name, asMap(value))),
    panel: Object.entries(asMap(panel)).map(([name, value]) => rawEntry(name, asMap(value))),
  };
}

function rawRound(name: string, round: Fields): RawRound {
  return {
    name,
    kind: asText(round['kind']),
    task: asText(round['task']),
    units: asNumber(round['units']),
    annotators: asNumber(round['annotators']),
    repeat: asNumber(asMap(round['repeat'])['units']),
    hasKey: round['key'] !== undefined,
    gates: asList(round['gate']).map(String),
  };
}

function rawEntry(name: string, entry: Fields): RawEntry {
  const kind = asText(entry['kind']);
  return {
    name,
    kind: kind === 'model' || kind === 'rule' ? kind : 'human',
    weight: asNumber(entry['weight']),
    names: Array.isArray(entry['names']) ? entry['names'].map(String) : null,
    runs: asNumber(entry['runs']),
    model: asText(entry['model']),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function asMap(value: unknown): Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function asNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
