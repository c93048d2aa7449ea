import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { english } from '../../domain/english.ts';
import { fault, faultAbout } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { ApiError, OfflineError } from '../api/client.ts';
import { errorSentence, faultSentence, loadGerman, serverSentence } from './error-sentence.ts';
import { germanSentence, serverSentences } from './german-sentences.ts';

const placesOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/\{\+?(\w+)\}/g)].map((match) => match[1]!));

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
    expect(errorSentence(refused, 'de')).toBe('seed ist "x", erwartet: eine ganze Zahl');
    expect(errorSentence(refused, 'en')).toBe('seed is "x", expected a whole number');
    expect(errorSentence(new OfflineError(), 'de')).toContain('nicht erreichbar');
  });

  it('keeps texts inside of texts, and several in a row', () => {
    const blocks = [
      codedText('round-comes-first', { round: 'pilot' }),
      codedText('admissions-needed', { needed: 3, round: 'training', admitted: 1 }),
    ];
    const locked = fault('round-locked', { round: 'full', blocks });
    expect(faultSentence(locked, 'de')).toBe(
      'Die Runde full kann nicht geöffnet werden: zuerst kommt die Runde pilot; nach der Runde training braucht es 3 zugelassene Annotierende, aber es gibt 1.',
    );
    expect(faultSentence(locked, 'en')).toBe(
      'The round full cannot be opened: the round pilot comes first; 3 admitted annotators are needed after the round training, but there is 1.',
    );
    expect(faultSentence(faultAbout(fault('round-closed', { round: 'r' }), 'u1:'), 'de')).toBe(
      'u1: Die Runde r ist geschlossen.',
    );
  });

  it('says what should be known before verdicts are believed', () => {
    expect(serverSentence('The ruling on u9 is unused: it is not among the units.', 'de')).toBe(
      'Der Entscheid zu u9 bleibt ungenutzt: sie ist nicht unter den Einheiten.',
    );
    expect(
      serverSentence(
        'The ruling on u9 is unused: nobody has judged it, and the correction alone leaves questions open.',
        'de',
      ),
    ).toBe(
      'Der Entscheid zu u9 bleibt ungenutzt: niemand hat sie beurteilt, und die Korrektur allein lässt Fragen offen.',
    );
    expect(
      serverSentence('the override of a1 says that severity was severe, but it is now mild.', 'de'),
    ).toBe('die Korrektur von a1 sagt, dass severity severe war, aber jetzt ist es mild.');
    expect(
      serverSentence(
        'the override of a1 says that severity was severe, but it is now without an answer.',
        'de',
      ),
    ).toContain('keine Antwort');
    expect(
      serverSentence(
        english('stale-terms', {
          topic: 'G1',
          got: 'aa',
          expected: 'bb',
          changes: '3 judgments are of that version and were not given anew.',
        }),
        'de',
      ),
    ).toContain('3 Urteile sind aus dieser Fassung');
    expect(
      serverSentence(
        '3 units have no date that can be read: they count as the oldest, with the weight for undated units.',
        'de',
      ),
    ).toContain('3 Einheiten haben kein lesbares Datum');
  });

  it('tells units that were taken over from those that were drawn', () => {
    const plan = 'full: 2000 units; in the protocol that lena put in force on 2026-02-01;';
    expect(faultSentence(fault('records-faulty', { wrong: 3, all: 5 }), 'de')).toBe(
      '3 von 5 Einträgen haben Fehler, deshalb wurde nichts importiert. Beheben Sie sie, oder lassen Sie sie aus (--skip-invalid).',
    );
    expect(serverSentence('98 rows had no answer to rationale; the mapping gave one.', 'de')).toBe(
      '98 Zeilen hatten keine Antwort auf rationale; die Zuordnung gab eine.',
    );
    expect(
      serverSentence(
        '3 rows name a round, which is not kept: imported judgments belong to none.',
        'de',
      ),
    ).toBe(
      '3 Zeilen nennen eine Runde, die nicht aufbewahrt wird: Importierte Urteile gehören zu keiner.',
    );
    expect(serverSentence(`${plan} drawn with seed 0.`, 'de')).toMatch(
      /; gezogen mit Startwert 0\.$/,
    );
    expect(
      serverSentence(`${plan} the units were taken over as they came, not drawn.`, 'de'),
    ).toMatch(/; die Einheiten wurden übernommen, wie sie kamen, nicht gezogen\.$/);
  });

  it('warns of keywords that may have been shown', () => {
    expect(
      serverSentence(
        'On none of the 14 labels can the truth be told from the keywords (120 units). Were annotators shown them?',
        'de',
      ),
    ).toBe(
      'Bei keinem der 14 Labels lässt sich die Wahrheit von den Stichwörtern unterscheiden (120 Einheiten). Wurden sie den Annotierenden gezeigt?',
    );
  });

  it('stays as it came where nobody knows it', () => {
    expect(serverSentence('Salt and pepper.', 'de')).toBe('Salt and pepper.');
  });
});

describe('the German sentences', () => {
  it('use only values that the English ones have', () => {
    for (const [from, to] of serverSentences)
      for (const place of placesOf(to))
        expect([from, placesOf(from).has(place) ? place : null]).toEqual([from, place]);
  });

  it('know every reason for a missing figure that the sources of the server hold', () => {
    const found = roomsOfServer.flatMap((file) => reasonsOf(readFileSync(file, 'utf8')));
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((sentence) => germanSentence(sentence) === null)).toEqual([]);
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
    'fold/read-votes',
    'judging/(blind-tasks|given-answers)',
    'models/invalidate-cache',
    'protocol/(init|load-examples)',
    'release/split',
    'rounds/(adopt-run|assign|choose-work|plan|sample)',
    'verdicts/(run-compute|truth-from-files|truth-from-protocol)',
    'workspace/(backup|backup-file|command-line|copy|restore)',
    'server/(exposure|serve)',
  ]
    .map((file) => `/${file}\\.ts$`)
    .join('|'),
);
const source = fileURLToPath(new URL('../..', import.meta.url));
const roomsOfServer = ['operations', 'truth', 'statistics', 'server']
  .flatMap((room) =>
    readdirSync(`${source}${room}`, { recursive: true, encoding: 'utf8' }).map(
      (file) => `${source}${room}/${file}`,
    ),
  )
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));

/** Why figures have no value; a value inside stands for itself. */
function reasonsOf(text: string): readonly string[] {
  const missing = text.matchAll(
    /noValue\((?:[^'`(){}]*\? )?('[^']+'|`(?:\$\{[^}`]*\}|[^`$])+`)(?: : ('[^']+'))?/g,
  );
  return [...missing]
    .flatMap((match) => match.slice(1).filter((one) => one !== undefined))
    .map((quoted) => quoted.slice(1, -1).replace(/\$\{[^}]*\}/g, 'X1'));
}

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
