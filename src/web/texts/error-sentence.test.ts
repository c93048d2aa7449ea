import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { english } from '../../domain/english.ts';
import { fault, faultAbout } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { ApiError, OfflineError } from '../api/client.ts';
import { errorSentence, faultSentence, loadGerman } from './error-sentence.ts';

beforeAll(loadGerman);

describe('what went wrong', () => {
  it('is said in the language of the reader, with its values', () => {
    expect(
      errorSentence(
        new ApiError(401, { code: 'bad-credentials', message: english('bad-credentials') }),
        'de',
      ),
    ).toBe('Name oder Passwort ist falsch.');
    const refused = new ApiError(400, {
      ...fault('wrong-value', { field: 'seed', got: '"x"', expected: codedText('whole-number') }),
    });
    expect(errorSentence(refused, 'de')).toBe('Der Startwert ist "x", erwartet: eine ganze Zahl');
    expect(errorSentence(refused, 'en')).toBe('seed is "x", expected a whole number');
    expect(errorSentence(new OfflineError(), 'de')).toContain('nicht erreichbar');
  });

  it('calls a field as its form does in German, unless it is a field of a file', () => {
    const wrong = fault('wrong-value', { field: 'title', got: '""', expected: 'x' });
    expect(faultSentence(wrong, 'de')).toBe('Der Titel ist "", erwartet: x');
    expect(faultSentence({ ...wrong, line: 3 }, 'de')).toBe('title ist "", erwartet: x');
    expect(faultSentence({ ...wrong, file: 'a.csv' }, 'de')).toBe('title ist "", erwartet: x');
    expect(faultSentence(wrong, 'en')).toBe('title is "", expected x');
    expect(faultSentence({ ...wrong, line: 3 }, 'de', '„Ton“')).toBe('„Ton“ ist "", erwartet: x');
    const unknown = fault('unknown-field', { field: 'title', hint: '' });
    expect(faultSentence(unknown, 'de')).toBe('title ist hier nicht bekannt');
    const row = new ApiError(400, { ...wrong, faults: [{ ...wrong, line: 3 }] });
    expect(errorSentence(row, 'de')).toBe('title ist "", erwartet: x');
  });

  it('keeps texts inside of texts, and several in a row', () => {
    const blocks = [
      codedText('round-comes-first', { round: 'pilot' }),
      codedText('admissions-needed', { needed: 3, round: 'training', admitted: 1 }),
    ];
    const locked = fault('round-locked', { round: 'full', blocks });
    expect(faultSentence(locked, 'de')).toBe(
      'Die Runde full kann nicht geöffnet werden. Zuerst kommt die Runde pilot. Nach der ' +
        'Runde training sind 3 zugelassene Annotierende nötig; es gibt 1.',
    );
    expect(faultSentence(locked, 'en')).toBe(
      'The round full cannot be opened. The round pilot comes first. 3 admitted ' +
        'annotators are needed after the round training; there is 1.',
    );
    expect(faultSentence(faultAbout(fault('round-closed', { round: 'r' }), 'u1:'), 'de')).toBe(
      'u1: Die Runde r ist geschlossen.',
    );
  });

  it('tells what to give an import for rows that lack it', () => {
    const answer = codedText('given-answer', { answer: codedText('non-empty-text') });
    expect(faultSentence(fault('missing-field', { field: 'why', expected: answer }), 'de')).toBe(
      'why fehlt, erwartet: ein Text, der nicht leer ist; um allen Zeilen ohne Antwort ' +
        'dieselbe zu geben, setzen Sie answers in der Zuordnung',
    );
    const values = { field: 'guideline', got: '0.9' };
    const other = { ...values, expected: codedText('other-guideline', { version: '1.0' }) };
    expect(faultSentence(fault('wrong-guideline', other), 'de')).toContain(
      'eine andere Fassung des Leitfadens',
    );
  });
});

describe('a refusal that a page can show', () => {
  it('holds codes and values, never a sentence', () => {
    const found = roomsOfServer
      .filter((file) => !onlyCommands.test(file))
      .flatMap((file) => freeTextsOf(readFileSync(file, 'utf8')).map((text) => [file, text]));
    expect(found).toEqual([]);
  });
});

/** Commands that work on files, and the start of the server, have no page. */
const onlyCommands = new RegExp(
  [
    'agreement/(agree|agree-ratings|read-ratings)',
    'evaluation/release/measured-shape',
    'fold/read-votes',
    'judging/(blind-tasks|given-answers)',
    'models/(folder/folder-ledger|invalidate-cache)',
    'protocol/(init|load-examples)',
    'release/(split|split-rows|read-folder-record|write-report)',
    'rounds/(adopt-run|assign|choose-work|plan|sample)',
    'verdicts/(run-compute|truth-from-files|truth-from-protocol)',
    'workspace/(age-file|backup|command-line)',
    'server/(exposure|serve)',
    'store/database-address',
  ]
    .map((file) => `/${file}\\.ts$`)
    .join('|'),
);
const source = fileURLToPath(new URL('../..', import.meta.url));
const roomsOfServer = ['operations', 'truth', 'statistics', 'server', 'store', 'formats', 'domain']
  .flatMap((room) =>
    readdirSync(`${source}${room}`, { recursive: true, encoding: 'utf8' }).map(
      (file) => `${source}${room}/${file}`,
    ),
  )
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));

/** Texts of several words among the values of refusals. */
function freeTextsOf(text: string): readonly string[] {
  const starts = text.matchAll(/\b(?:refuse|fault|wrongField|wrongValue|badField)\(/g);
  const calls = [...starts].map(({ index }) => callAt(text, index));
  return calls.flatMap((call) =>
    [...call.matchAll(/'[^'\n]* [^'\n]*'|`(?:\$\{[^}`]*\}|[^`$])* (?:\$\{[^}`]*\}|[^`$])*`/g)]
      .map(([found]) => found)
      .filter((found) => / \w+ \w/.test(found)),
  );
}

/** The text of a call, up to its closing parenthesis. */
function callAt(text: string, start: number): string {
  let depth = 0;
  for (let at = text.indexOf('(', start); at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return text.slice(start, at);
  }
  return text.slice(start);
}
