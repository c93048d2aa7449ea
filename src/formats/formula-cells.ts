/** What spreadsheets take for the beginning of a formula, ordinary or full-width; see OWASP. */
const beginsFormula = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A number is no formula, and has to stay one. */
const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * A text for a cell that people open: what a spreadsheet would run as a formula gets an apostrophe,
 * and so does what already begins with apostrophes before such a sign. {@link readCell} takes it
 * away again, so that every text comes back as it was.
 * OWASP, https://owasp.org/www-community/attacks/CSV_Injection
 * @example ['=1+1', "'=1+1", '-3', "'tis"].map(escapedCell) // ["'=1+1", "''=1+1", '-3', "'tis"]
 */
export function escapedCell(text: string): string {
  return beginsFormula.test(text) && !isNumber.test(text) ? `'${text}` : text;
}

/**
 * The text of a cell that {@link escapedCell} wrote, or that nobody escaped.
 * @example ["'=1+1", "''=1+1", '=1+1', "'tis"].map(readCell) // ['=1+1', "'=1+1", '=1+1', "'tis"]
 */
export function readCell(cell: string): string {
  return cell.startsWith("'") && beginsFormula.test(cell) ? cell.slice(1) : cell;
}

/**
 * A text for a cell that is typed as text, where a formula needs no apostrophe. One that is there
 * is doubled, because {@link readCell} takes one away.
 * @example ['=1+1', "'=1+1"].map(typedCell) // ['=1+1', "''=1+1"]
 */
export function typedCell(text: string): string {
  return readCell(text) === text ? text : `'${text}`;
}

/** Whether a spreadsheet would run a text as a formula once somebody enters it anew. */
export function isFormula(text: string): boolean {
  return escapedCell(text) !== text;
}
