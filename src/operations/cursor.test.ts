import { describe, expect, it } from 'vitest';
import { countIn, cursorNumber, readCursor, writeCursor } from './cursor.ts';

describe('a cursor', () => {
  it('says again what was written', () => {
    expect(readCursor(writeCursor([7]), countIn)).toBe(7);
    expect(readCursor(writeCursor([null, 'ä/1']), (parts) => parts)).toEqual([null, 'ä/1']);
    expect([readCursor(undefined, countIn), cursorNumber(undefined), cursorNumber('12')]).toEqual([
      null,
      undefined,
      12,
    ]);
  });

  it.each([
    '',
    ' ',
    'zzz',
    'W10',
    '5',
    writeCursor(['nope']),
    writeCursor([-1]),
    writeCursor([1.5]),
    writeCursor([1, 2]),
    writeCursor([null]),
  ])('that no page has given is refused: %j', (cursor) => {
    expect(() => readCursor(cursor, countIn)).toThrow(
      'expected the next_cursor of the page before',
    );
  });

  it.each(['', ' ', 'zzz', '-1', '1e3', '1.5', '9'.repeat(16)])(
    'that is a number is nothing else: %j',
    (cursor) => {
      expect(() => cursorNumber(cursor)).toThrow('expected the next_cursor of the page before');
    },
  );
});
