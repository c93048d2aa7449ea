import { describe, expect, it } from 'vitest';
import { commonWords } from './common-words.ts';
import { passwordWeakness } from './weak-password.ts';

const anna = { login: 'anna.berg', name: 'Anna Berg' };

describe('a password', () => {
  it.each<readonly [string, string]>([
    ['password12', 'common'],
    ['Password2026!', 'common'],
    ['P@ssw0rd123', 'common'],
    ['passwordpassword', 'common'],
    ['password password', 'common'],
    ['correct horse battery staple', 'common'],
    ['CorrectHorseBatteryStaple1', 'common'],
    ['12welcome12', 'common'],
    ['Sommer2026!', 'common'],
    ['mypassword1', 'common'],
    ['letmein12345', 'common'],
    ['adminadmin', 'repeated'],
    ['adminadmin1', 'common'],
    ['iloveyou!!', 'common'],
    ['tru5tno1!!1', 'common'],
    ['ｐａｓｓｗｏｒｄ１２', 'common'],
    ['aaaaaaaaaa', 'repeated'],
    ['abababababab', 'repeated'],
    ['x1y2x1y2x1y2', 'repeated'],
    ['1234567890', 'only-digits'],
    ['1987-02-2611', 'only-digits'],
    ['qwertyuiop', 'row'],
    ['qwertz12345', 'row'],
    ['1qaz2wsx3edc', 'row'],
    ['poiuytrewq', 'row'],
    ['abcdefghij', 'row'],
    ['harbor12345', 'word-and-number'],
    ['Kutsche-1987', 'word-and-number'],
    ['123verandah!', 'word-and-number'],
    ['galoshes0000', 'word-and-number'],
    ['photosynthese1', 'word-and-number'],
    ['anna.berg12', 'own-name'],
    ['AnnaBerg2026', 'own-name'],
    ['bergpassword', 'own-name'],
    ['aabbccabca', 'repeated'],
    ['xqwertyuiopk', 'row'],
    ['abcxyzdef987', 'row'],
    ['pass-word-77', 'common'],
    ['passwordis12', 'common'],
    ['prince$$', 'common'],
    ['345passw0rd', 'common'],
    ...['adm1n', 'adm!n', 'we1come', 'w3lcome', '4dmin', 'p@ssword', 'pa55word', 'pa$$word']
      .concat('le7mein', 'le+mein', 'passw0rd')
      .map((word) => [`${word}-2026`, 'common'] as const),
    ['photosynthese42', 'word-and-number'],
    ['12345galoshes99', 'word-and-number'],
    ['Berg-poiuyt', 'own-name'],
    ['berg+xkq+berg', 'own-name'],
  ])('%s is refused: %s', (password, weakness) => {
    expect(passwordWeakness(password, anna)).toBe(weakness);
  });

  it.each([
    ['tk-lead-tk', 'lead'],
    ['tk-lead-tk', 'tk-lead'],
    ['xq7-mia-p3vw', 'mia'],
    ['zr5Lead9wq0p', 'LEAD'],
    ['xq7-bo-p3vw', 'bo'],
    ['kira-xkq-kira', 'kira@example.org'],
  ])('%s holds the login %s, and is refused', (password, login) => {
    expect(passwordWeakness(password, { login, name: 'Somebody' })).toBe('own-name');
  });

  it.each([
    ['ann+ann+xkq', 'Ann Quist', 'own-name'],
    // Two letters are too few to be a name.
    ['bo+bo+bo+xkq', 'Bo Quist', null],
    // The longest name is taken away first: what is left are three letters, or else four.
    ['annabel+xkq', 'Anna Annabel', 'own-name'],
    ['annabel+xkqv', 'Anna Annabel', null],
  ])('%s of somebody named %s is refused for it: %s', (password, name, weakness) => {
    expect(passwordWeakness(password, { login: 'zz9', name })).toBe(weakness);
  });

  it('a short login may be part of another word', () => {
    const owner = { login: 'ann', name: 'Somebody' };
    expect(passwordWeakness('unplanned tea ceremony', owner)).toBeNull();
  });

  it.each([
    'a long password',
    'a new password of mine',
    'password of anna',
    'wrong camel charger paper',
    'jk3x-p9fm-2rtw',
    'galoshes-8306',
    'photosynthesis',
    'harbor12345 galoshes',
    'Tr0ub4dor&3x',
    'vier kleine Worte hier',
    'annapurna-1950-herzog',
    'wir fahren nach Wien',
    '自由な長い合言葉ですよね',
    'photosynthese427',
    '12345galoshes8306',
    'xkqmxxkqqm',
    'x1y2z1y2z1y2',
    'kq7wvzq7wvzq7wv',
    'xkqwertyuiopv',
    'abmnxyklpq',
    'galoshes galoshes',
    'our password',
    'berg+xkqv+berg',
  ])('%s is accepted', (password) => {
    expect(passwordWeakness(password, anna)).toBeNull();
  });

  it('is checked fast however long it is', () => {
    expect(passwordWeakness('qwertyuiop1qaz'.repeat(18), anna)).toBe('row');
  });

  it('is compared with a list without spaces and capitals', () => {
    expect([...commonWords].filter((word) => !/^[\p{Ll}\d]+$/u.test(word))).toEqual([]);
    expect(commonWords.size).toBeGreaterThan(600);
  });
});
