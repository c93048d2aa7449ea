/**
 * The name of a person or another annotator in its one form: without space around it, and composed
 * as Unicode's form NFC has it. The same name typed on another machine, or taken from the name of a
 * file, may be written as letters with accents apart; to everybody who reads it, that is the same
 * person.
 *
 * Ids of units are not treated so: they are the keys of somebody's own corpus, which goes by bytes,
 * and are given back as they came.
 *
 * @example personName(' Rene\u0301 ') // 'Ren\u00e9'
 */
export function personName(text: string): string {
  return text.trim().normalize('NFC');
}
