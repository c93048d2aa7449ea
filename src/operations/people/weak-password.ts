import { commonWords } from './common-words.ts';

/** Why a password is among the first that somebody tries. */
export type PasswordWeakness =
  | 'common'
  | 'own-name'
  | 'repeated'
  | 'row'
  | 'only-digits'
  | 'word-and-number';

/** Whose password it is, as far as it is known. */
export interface PasswordOwner {
  readonly login: string;
  readonly name: string;
}

/**
 * Why a password is easy to guess, or null: a common word, also with digits and signs around it or
 * letters swapped for digits; the own name; few characters repeated; keys in a row; digits alone;
 * any one word with digits in a row, one digit repeated, or a year.
 */
export function passwordWeakness(
  password: string,
  owner: PasswordOwner | null,
): PasswordWeakness | null {
  const folded = password.normalize('NFKC').toLowerCase();
  if (isRepeated(folded)) return 'repeated';
  if (/^[\d\s./-]+$/.test(folded)) return 'only-digits';
  if (isInRows(folded)) return 'row';
  if (isCommon(folded)) return 'common';
  if (owner !== null && isOwnName(folded, owner)) return 'own-name';
  if (isWordAndNumber(folded)) return 'word-and-number';
  return null;
}

/** Whatever the word is, all words of a dictionary are tried with these numbers. */
function isWordAndNumber(text: string): boolean {
  const parts = /^[^\p{L}\p{N}]*(\d*)[^\p{L}\p{N}]*\p{L}+[^\p{L}\p{N}]*(\d*)[^\p{L}\p{N}]*$/u.exec(
    text,
  );
  if (parts === null) return false;
  const numbers = [parts[1]!, parts[2]!].filter((digits) => digits !== '');
  return numbers.length > 0 && numbers.every(isTriedNumber);
}

function isTriedNumber(digits: string): boolean {
  const isYear = /^(19|20)\d\d$/.test(digits);
  // One or two digits always count as a row, which may hold that much else.
  return isYear || new Set(digits).size === 1 || isInRows(digits);
}

/** Few different characters, or the same few again and again. */
function isRepeated(text: string): boolean {
  const characters = [...text];
  if (new Set(characters).size <= 3) return true;
  return [4, 5].some((period) =>
    characters.every((one, at) => at < period || one === characters[at - period]),
  );
}

/** The keys of common keyboards by row and column, and the alphabet. */
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiopü',
  'azertyuiop',
  'asdfghjkl',
  'asdfghjklöä',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  'wxcvbn',
  '!@#$%^&*()',
  '!"§$%&/()=',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1qay2wsx3edc4rfv5tgb6zhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1q2w3e4r5t6z7u8i9o0p',
].flatMap((row) => [row, [...row].toReversed().join('')]);

/** Nothing but pieces of such rows, forwards or backwards, and at most two more characters. */
function isInRows(text: string): boolean {
  let rest = 0;
  for (let at = 0; at < text.length;) {
    const run = longestRun(text, at);
    if (run < 3) rest += 1;
    at += run < 3 ? 1 : run;
    if (rest > 2) return false;
  }
  return true;
}

function longestRun(text: string, at: number): number {
  let longest = 0;
  for (const row of rows) {
    // A key that is twice in a row has nothing behind its second place.
    const place = row.indexOf(text[at]!);
    if (place === -1) continue;
    let length = 1;
    while (row[place + length] !== undefined && row[place + length] === text[at + length])
      length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

/** A common word, or two without a space between them, with anything else than letters around. */
function isCommon(text: string): boolean {
  return readings(text).some((reading) => {
    const word = bare(reading);
    const letters = reading.replace(/[^\p{L}]/gu, '');
    if (commonWords.has(word) || commonWords.has(letters) || isTwice(letters)) return true;
    return !/\s/.test(text.trim()) && isTwoWords(letters);
  });
}

function isTwice(word: string): boolean {
  const half = word.slice(0, word.length / 2);
  return word === half + half && commonWords.has(half);
}

function isTwoWords(letters: string): boolean {
  for (let at = 2; at <= letters.length - 2; at += 1)
    if (isPart(letters.slice(0, at)) && isPart(letters.slice(at))) return true;
  return false;
}

/** Small words that people put before or behind a common one. */
const fillers = new Set('my the our new is your mein meine das der die and und for'.split(' '));

function isPart(word: string): boolean {
  return commonWords.has(word) || fillers.has(word);
}

/** The own login anywhere, or the own name with nothing hard to guess beside it. */
function isOwnName(text: string, { login, name }: PasswordOwner): boolean {
  if (holdsLogin(text, login)) return true;
  const own = [login, login.split('@')[0]!, name, ...name.split(/\s+/)]
    .map((one) => one.normalize('NFKC').toLowerCase())
    .filter((one) => one.length >= 3 && text.includes(one))
    .toSorted((a, b) => b.length - a.length);
  if (own.length === 0) return false;
  const rest = bare(own.reduce((left, one) => left.replaceAll(one, ''), text));
  return rest.length < 4 || commonWords.has(rest) || isInRows(rest);
}

/** A short login may be part of another word, as ann is of planned. */
function holdsLogin(text: string, login: string): boolean {
  const own = login.normalize('NFKC').toLowerCase();
  if (own.length >= 4) return text.includes(own);
  return own.length >= 2 && text.split(/[^\p{L}\p{N}]+/u).includes(own);
}

/** Without what is not a letter at both ends. */
function bare(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

/** The text as it is, and with digits and signs read as the letters that they stand for. */
function readings(text: string): readonly string[] {
  // Digits at the end are a number rather than letters, as in password12.
  const inner = text.replace(/[^\p{L}]+$/u, '');
  const swapped = (from: string): readonly string[] =>
    ['i', 'l'].map((one) =>
      from.replace(/[013457@$!+]/g, (sign) => (sign === '1' || sign === '!' ? one : swaps[sign]!)),
    );
  return [text, ...swapped(inner), ...swapped(text)];
}

const swaps: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '+': 't',
};
