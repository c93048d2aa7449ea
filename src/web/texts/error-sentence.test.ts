import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { english } from '../../domain/english.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import { ApiError, OfflineError } from '../api/client.ts';
import { errorSentence, serverSentence } from './error-sentence.ts';
import { germanErrors } from './german-errors.ts';
import { germanSentence, serverSentences } from './german-sentences.ts';

const codes = Object.keys(errorCatalogue) as ErrorCode[];
const placesOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/\{\+?(\w+)\}/g)].map((match) => match[1]!));

describe('what went wrong', () => {
  it('is said in the language of the reader, with its values', () => {
    expect(
      errorSentence(
        new ApiError(401, { code: 'bad-credentials', message: english('bad-credentials') }),
        'de',
      ),
    ).toBe('Der Name oder das Passwort stimmt nicht.');
    expect(
      errorSentence(
        new ApiError(400, { code: 'wrong-value', message: 'seed is "x", expected a whole number' }),
        'de',
      ),
    ).toBe('seed ist "x", erwartet eine ganze Zahl');
    expect(
      errorSentence(
        new ApiError(400, { code: 'wrong-value', message: 'seed is "x", expected a whole number' }),
        'en',
      ),
    ).toBe('seed is "x", expected a whole number');
    expect(errorSentence(new OfflineError(), 'de')).toContain('nicht erreichbar');
  });

  it('keeps sentences inside of sentences, and several in a row', () => {
    expect(
      serverSentence(
        'The round full cannot be opened: the round pilot comes first. 3 admitted annotators are needed after the round training, and there is 1.',
        'de',
      ),
    ).toBe(
      'Die Runde full kann nicht geöffnet werden: zuerst kommt die Runde pilot. nach der Runde training braucht es 3 zugelassene Annotierende, und es gibt 1.',
    );
    expect(
      serverSentence('You are an annotator in pets; this is for leads or reviewers.', 'de'),
    ).toBe('Das ist in pets für Leitung oder Prüfung; Sie sind dort in der Annotation.');
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
      serverSentence('the override of a1 says that severity was severe, but now it is mild.', 'de'),
    ).toBe('der Entscheid zu a1 sagt, dass severity severe war, aber jetzt ist es mild.');
    expect(
      serverSentence(
        'the override of a1 says that severity was severe, but now it is without an answer.',
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
    expect(
      serverSentence(
        '3 of 5 records have faults, and nothing is kept; they can be left out (--skip-invalid)',
        'de',
      ),
    ).toBe(
      '3 von 5 Einträgen haben Fehler, und nichts wird behalten; sie können ausgelassen werden',
    );
    expect(serverSentence('98 rows had no answer to rationale; the mapping gave one.', 'de')).toBe(
      '98 Zeilen hatten keine Antwort auf rationale; die Zuordnung gab eine.',
    );
    expect(
      serverSentence(
        'rationale is missing, expected a non-empty text; the import can be given one for all rows without (answers in the mapping)',
        'de',
      ),
    ).toBe(
      'rationale fehlt, erwartet ein Text, der nicht leer ist; dem Import kann eine Antwort für alle Zeilen ohne gegeben werden (answers in der Zuordnung)',
    );
    expect(
      serverSentence(
        '3 rows name a round, which is not kept: imported judgments belong to none.',
        'de',
      ),
    ).toBe(
      '3 Zeilen nennen eine Runde, die nicht aufbewahrt wird: Importierte Urteile gehören zu keiner.',
    );
    expect(
      serverSentence(
        'guideline_version is "0.9", expected "1.0"; the import can be told another guideline version, or any to take each as it is (--guideline)',
        'de',
      ),
    ).toBe(
      'guideline_version ist "0.9", erwartet "1.0"; dem Import kann eine andere Fassung des Leitfadens genannt werden, oder any, um jedes Urteil zu nehmen, wie es ist',
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
    for (const code of codes)
      for (const place of placesOf(germanErrors[code]))
        expect([code, placesOf(errorCatalogue[code].message).has(place) ? place : null]).toEqual([
          code,
          place,
        ]);
    for (const [from, to] of serverSentences)
      for (const place of placesOf(to))
        expect([from, placesOf(from).has(place) ? place : null]).toEqual([from, place]);
  });

  it('know every code of the catalogue, filled with values', () => {
    for (const code of codes) {
      const said = english(code, {
        reason: 'The request cannot be read.',
        detail: 'it is open already.',
        field: 'field',
        got: 'got',
        expected: 'expected',
        what: 'unit u1',
        file: 'f',
        round: 'r',
        unit: 'u1',
        seconds: 5,
      });
      expect([code, germanSentence(said) === null]).toEqual([code, false]);
    }
  });

  it('know every refusal and every reason for a missing figure that the sources of the server hold', () => {
    const found = roomsOfServer.flatMap((file) => sentencesOf(readFileSync(file, 'utf8')));
    expect(found.length).toBeGreaterThan(60);
    expect(found.filter((sentence) => germanSentence(sentence) === null)).toEqual([]);
  });
});

/** Commands that work on files have no page. */
const onlyCommands =
  /\/(agree|agree-ratings|aggregate|assign|blind-tasks|copy|split|sample|plan|restore|init|adopt-run|export-adjudication)\.ts$/;
const source = fileURLToPath(new URL('../..', import.meta.url));
const roomsOfServer = ['operations', 'truth', 'statistics', 'server']
  .flatMap((room) =>
    readdirSync(`${source}${room}`, { recursive: true, encoding: 'utf8' }).map(
      (file) => `${source}${room}/${file}`,
    ),
  )
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !onlyCommands.test(file));

/**
 * The texts of refusals that are free sentences, and of figures without a value; a value inside
 * stands for itself.
 */
function sentencesOf(text: string): readonly string[] {
  const refusals = [
    ...text.matchAll(
      /(?:refuse|fault)\('(?:forbidden|conflict|own-judgment|not-admitted|cannot-assign|corpus-too-small)', \{ (?:reason|detail): (?:[^'`{}]*\? )?('[^']+'|`(?:\$\{[^}`]*\}|[^`$])+`)/g,
    ),
  ];
  const missing = [
    ...text.matchAll(
      /noValue\((?:[^'`(){}]*\? )?('[^']+'|`(?:\$\{[^}`]*\}|[^`$])+`)(?: : ('[^']+'))?/g,
    ),
  ];
  return [...refusals, ...missing]
    .flatMap((match) => match.slice(1).filter((one) => one !== undefined))
    .map((quoted) => quoted.slice(1, -1).replace(/\$\{[^}]*\}/g, 'X1'));
}
