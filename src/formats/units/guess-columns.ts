import type { JsonRow } from '../jsonl.ts';

/** The field for the number of a row, where no column names the rows. */
export const rowNumber = 'row_number';

/** What the columns of a table seem to be for; null where none fits. */
export interface GuessedColumns {
  /** Names every row, and no two alike. */
  readonly id: string | null;
  /** The text that is judged. */
  readonly show: readonly string[];
  /** What several rows belong to: a document, a customer. */
  readonly subject: string | null;
  /** Neighbouring text. */
  readonly context: readonly string[];
  readonly date: string | null;
}

/**
 * Guesses from names and values what the columns of a table of units are for.
 * @example guessColumns([{ id: 1, text: 'Some words' }, { id: 2, text: 'More words' }]).id // 'id'
 */
export function guessColumns(rows: readonly JsonRow[]): GuessedColumns {
  // Spreadsheets and data frames write their row numbers under no name.
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => name !== '');
  const about = new Map(names.map((name) => [name, columnFacts(rows, name)]));
  const unique = names.filter((name) => about.get(name)!.isUnique);
  const id =
    unique.find((name) => /(^|[_\s.-])(id|uuid|key|nr|no)\.?$/i.test(name)) ??
    unique.find((name) => /(nummer|kennung|zeichen|-?id)$/i.test(name)) ??
    unique.find((name) => /^(id|uuid|key|nummer|number|nr)/i.test(name)) ??
    unique.find((name) => about.get(name)!.length <= 24 && !about.get(name)!.isDate) ??
    null;
  const others = names.filter((name) => name !== id);
  const context = others.filter((name) => contextName.test(name));
  const texts = others.filter((name) => !context.includes(name) && about.get(name)!.isText);
  const named = texts.filter((name) => textName.test(name));
  const namedWhole = named.filter((name) => about.get(name)!.isWhole);
  const known = namedWhole.length > 0 ? namedWhole : named;
  const longest = texts.toSorted((a, b) => about.get(b)!.length - about.get(a)!.length);
  // A unit without what it shows is refused: a text that every row has is better, if it is one.
  const least = about.get(longest[0] ?? '')?.length ?? 0;
  const whole = longest.filter(
    (name) =>
      about.get(name)!.isWhole &&
      (about.get(name)!.length * 3 >= least || !about.get(name)!.comesOften),
  );
  // A title may both name and show the row.
  const isTitle = id !== null && about.get(id)!.isText && about.get(id)!.length > 8;
  const naming = isTitle && whole.length === 0 ? [id] : [];
  const show = known.length > 0 ? known : [...whole, ...naming, ...longest].slice(0, 1);
  const rest = others.filter((name) => !show.includes(name) && !context.includes(name));
  const date = rest.find((name) => about.get(name)!.isDate) ?? null;
  const subject =
    rest.find((name) => name !== date && subjectName.test(name) && about.get(name)!.comesAgain) ??
    null;
  return { id, show, subject, context, date };
}

const contextName =
  /^(context|previous|next|before|after|kontext|vorher|nachher|davor|danach|vorige|nächste)/i;

const shownTexts =
  'text|body|content|message|query|question|prompt|answer|response|reply|completion|passage|' +
  'inhalt|nachricht|mitteilung|anfrage|frage|antwort|absatz|passus|fundstelle|textstelle';
const textName = new RegExp(`^(${shownTexts})([_\\s.-]?text)?$`, 'i');

const subjects =
  'doc|document|dokument|customer|kunden?|client|business|subject|user|author|thread|case|query|' +
  'vertrag|akte|filiale|betrieb|patient';
const subjectName = new RegExp(
  `(^|[_\\s-])(${subjects})([_\\s-]?(id|nr\\.?|no|name|nummer))?$`,
  'i',
);

interface ColumnFacts {
  /** Whether every row has a value. */
  readonly isWhole: boolean;
  readonly isUnique: boolean;
  readonly isText: boolean;
  readonly isDate: boolean;
  readonly comesAgain: boolean;
  /** Most rows share their values with others. */
  readonly comesOften: boolean;
  /** The mean length of its texts. */
  readonly length: number;
}

function columnFacts(rows: readonly JsonRow[], name: string): ColumnFacts {
  const values = rows.map((row) => row[name]);
  const given = values.filter((value) => value !== undefined && value !== null && value !== '');
  const isName = (value: unknown): boolean =>
    (typeof value === 'string' && value.length <= 200 && isPlainText(value)) ||
    Number.isSafeInteger(value);
  const distinct = new Set(given.map(keyOf)).size;
  const texts = given.map(textIn).filter((text) => text !== '');
  const length = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(texts.length, 1);
  const isWhole = given.length === rows.length && rows.length > 0;
  return {
    isWhole,
    isUnique: isWhole && given.every(isName) && distinct === rows.length,
    isText: texts.length > 0 && texts.length * 2 >= given.length && length > 1,
    isDate: given.length > 0 && given.every((value) => isDateText(value)),
    comesAgain: given.every(isName) && distinct > 1 && distinct < given.length,
    comesOften: distinct * 2 < given.length,
    length,
  };
}

/** A text, or the texts among the parts of a field. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return '';
  return Object.values(value)
    .map(textIn)
    .filter((text) => text !== '')
    .join(' ');
}

/** A name has no line breaks and no other control characters. */
function isPlainText(value: string): boolean {
  return !/\p{Cc}/u.test(value);
}

function keyOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isDateText(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^(\d{4}-\d{2}-\d{2}([T ].*)?|\d{1,2}[./]\d{1,2}[./]\d{2,4})$/.test(value.trim())
  );
}
