import type { JsonRow } from '../jsonl.ts';
import { isFields } from '../own-field.ts';
import type { ToolValue } from './tool-export.ts';

/**
 * Reads what schemes store, by what the whole file says of each. A choice stores a mark per label:
 * yes or no, the label's position, the label again or `scheme:::label`. An input stores its content
 * under a fixed name. A text box or a row of a rating has a name of its own and stores its content
 * under it, so a file in which a label holds anything but marks, or two different numbers, has
 * boxes. `inputs` names schemes that are known to have them.
 */
export class PotatoSchemes {
  readonly #labels = new Map<string, Map<string, LabelFacts>>();
  readonly #inputs: ReadonlySet<string>;

  constructor(annotations: Iterable<JsonRow>, inputs: readonly string[] = []) {
    this.#inputs = new Set(inputs);
    for (const schemes of annotations)
      for (const [scheme, stored] of Object.entries(schemes))
        if (isFields(stored))
          for (const [label, value] of Object.entries(stored)) this.#note(scheme, label, value);
  }

  /** The answers of a scheme by field: the scheme, or `scheme.box` where it has several parts. */
  read(scheme: string, given: unknown): ReadonlyMap<string, ToolValue> | null {
    if (typeof given === 'string') return new Map([[scheme, { kind: 'text', text: given }]]);
    if (typeof given === 'number') return new Map([[scheme, { kind: 'number', number: given }]]);
    if (!isFields(given) || !Object.values(given).every(isPlain)) return null;
    const answers = new Map<string, ToolValue>();
    const choices: [string, unknown][] = [];
    for (const [label, value] of Object.entries(given)) {
      if (!this.#isBox(scheme, label)) choices.push([label, value]);
      else if (value !== '' && value !== null)
        answers.set(this.#boxField(scheme, label), contentOf(value));
    }
    const [only] = choices;
    if (choices.length === 1 && inputLabels.has(only![0]))
      answers.set(scheme, contentOf(only![1] ?? ''));
    else if (choices.length > 0 || answers.size === 0) {
      const chosen = choices.filter(([label, value]) => !isNo(label, value));
      const labels = chosen.map(([label, value]) => (isScalePoint(label) ? String(value) : label));
      answers.set(scheme, { kind: 'chosen', labels });
    }
    return answers;
  }

  #note(scheme: string, label: string, value: unknown): void {
    const labels = this.#labels.get(scheme) ?? new Map<string, LabelFacts>();
    this.#labels.set(scheme, labels);
    const facts = labels.get(label) ?? { hasContent: false, isChosen: false, number: null };
    labels.set(label, facts);
    if (isInput(label) || !isPlain(value)) return;
    const mark = markOf(scheme, label, value);
    if (mark === 'content') facts.hasContent = true;
    else if (typeof mark === 'number') {
      // A position belongs to a label; content varies.
      if (facts.number !== null && facts.number !== mark) facts.hasContent = true;
      facts.number = mark;
    } else if (mark === 'yes') facts.isChosen = true;
  }

  #isBox(scheme: string, label: string): boolean {
    if (inputLabels.has(label) || isScalePoint(label)) return false;
    if (this.#inputs.has(scheme)) return true;
    const labels = this.#labels.get(scheme);
    if (labels?.get(label)?.hasContent === true) return true;
    const all = [...(labels?.values() ?? [])];
    return all.some((one) => one.hasContent) && !all.some((one) => one.isChosen);
  }

  #boxField(scheme: string, label: string): string {
    return (this.#labels.get(scheme)?.size ?? 1) === 1 ? scheme : `${scheme}.${label}`;
  }
}

/** What a file says of a label of a scheme. */
interface LabelFacts {
  hasContent: boolean;
  /** It was stored with a mark that no text box has. */
  isChosen: boolean;
  number: number | null;
}

/** What a stored value is: a mark of a choice, a position, or content. */
function markOf(
  scheme: string,
  label: string,
  value: unknown,
): 'yes' | 'no' | 'content' | number | null {
  if (value === '' || value === null) return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  if (text === label || text === `${scheme}:::${label}` || /^(true|on|null)$/i.test(text))
    return 'yes';
  if (/^false$/i.test(text)) return 'no';
  // 0 and 1 are also how tables write no and yes.
  if (/^[01]$/.test(text)) return null;
  return /^\d{1,4}$/.test(text) ? Number(text) : 'content';
}

/** Labels that input fields have rather than choices: their value is the answer, not their name. */
const inputLabels: ReadonlySet<string> = new Set([
  'text_box',
  'text',
  'textbox',
  'number',
  'slider',
  'select-one',
  'free_response',
  '_data',
  '',
]);

/** True for a label that names an input or a point of a scale, not a choice. */
export function isInput(label: string): boolean {
  return inputLabels.has(label) || isScalePoint(label);
}

/** Points of a scale are named by their number and store it again. */
function isScalePoint(label: string): boolean {
  return /^scale_\d+$/.test(label);
}

/** A label may itself be called false or none; it is then stored with its own name as value. */
function isNo(label: string, value: unknown): boolean {
  if (value === label) return false;
  return (
    value === false ||
    value === null ||
    value === '' ||
    (value === 0 && !isScalePoint(label)) ||
    /^false$/i.test(String(value))
  );
}

function contentOf(value: unknown): ToolValue {
  return typeof value === 'number'
    ? { kind: 'number', number: value }
    : { kind: 'text', text: String(value) };
}

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
