/**
 * A text that travels as its code and its values. Each language makes its own sentence of them, and
 * no code ever reads a sentence.
 */
export interface CodedText {
  readonly code: string;
  readonly values: TextValues;
  /** The English sentence, for programs, and where a language does not know the code. */
  readonly message?: string | undefined;
}

/** What fills a placeholder: data as it is, a coded text, or a list of which one is expected. */
export type TextValue = string | number | CodedText | readonly TextValue[];

/** What fills the placeholders of a coded text, by name. */
export type TextValues = Readonly<Record<string, TextValue>>;

/** What a language needs to make sentences: a template per code, and its small words. */
export interface Language {
  readonly plural: Intl.PluralRules;
  readonly templates: Readonly<Record<string, string>>;
  readonly or: string;
  readonly and: string;
  /** What stands between whole numbers and tenths. */
  readonly decimalMark: '.' | ',';
}

/** What fills a placeholder is cut beyond this: an input may hold names of any length. */
const longestValue = 1000;

/**
 * Makes the sentence of a code and its values. In a template, `{name}` is a value, `{names, and}` a
 * list joined with "and" instead of "or", `{parts, ;}` one joined with semicolons, `{parts, .}`
 * sentences one after another, `{share, 0.00}` a number with so many decimals, and
 * `{count?unit:units}` the word that fits the count. A placeholder without a value is left out.
 */
export function sentence(language: Language, code: string, values: TextValues = {}): string {
  const template = language.templates[code] ?? code;
  return template.replace(
    /\{(\w+)(?:, (and|;|\.|0\.0+)|\?([^:{}]*):([^{}]*))?\}/g,
    (_, name: string, joint?: string, one?: string, other?: string) => {
      const value = values[name] ?? '';
      if (one !== undefined && other !== undefined)
        return isOne(language.plural, value) ? one : other;
      if (joint?.startsWith('0.') === true && typeof value === 'number')
        return value.toFixed(joint.length - 2).replace('.', language.decimalMark);
      if (joint === ';') return shown(language, value, '; ', '; ');
      if (joint === '.') return shown(language, value, ' ', ' ');
      return shown(language, value, ', ', ` ${joint === 'and' ? language.and : language.or} `);
    },
  );
}

/** A coded text in words; as its English message where the language does not know the code. */
export function inWords(language: Language, { code, values, message }: CodedText): string {
  return Object.hasOwn(language.templates, code)
    ? sentence(language, code, values)
    : (message ?? code);
}

/** Whether a value is a coded text, which a language has to put into words. */
function isCodedText(value: unknown): value is CodedText {
  return (
    typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string'
  );
}

function shown(language: Language, value: TextValue, comma: string, last: string): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string')
    return value.length > longestValue ? `${value.slice(0, longestValue)}…` : value;
  if (isCodedText(value)) return inWords(language, value);
  const parts = value.map((one) => shown(language, one, comma, last));
  return parts.length < 2 ? parts.join('') : parts.slice(0, -1).join(comma) + last + parts.at(-1);
}

function isOne(plural: Intl.PluralRules, value: TextValue): boolean {
  return plural.select(Number(value)) === 'one';
}
