import { describe, expect, it } from 'vitest';
import { keyParts, matchesKey } from './key-match.ts';
import type { Pressed } from './key-match.ts';

const pressed = (key: string, code: string, held: Partial<Pressed> = {}): Pressed => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('keys', () => {
  it('are digits by their place, on every keyboard', () => {
    expect(matchesKey('1', pressed('1', 'Digit1'))).toBe(true);
    expect(matchesKey('1', pressed('&', 'Digit1'))).toBe(true); // French
    expect(matchesKey('1', pressed('1', 'Numpad1'))).toBe(true);
    expect(matchesKey('2', pressed('ArrowDown', 'Numpad2'))).toBe(false); // without Num Lock
    expect(matchesKey('ArrowDown', pressed('ArrowDown', 'Numpad2'))).toBe(true);
    expect(matchesKey('shift+1', pressed('!', 'Digit1', { shiftKey: true }))).toBe(true);
    expect(matchesKey('1', pressed('!', 'Digit1', { shiftKey: true }))).toBe(false);
  });

  it('are letters by what they write, and by their place in other scripts', () => {
    expect(matchesKey('y', pressed('y', 'KeyZ'))).toBe(true); // German
    expect(matchesKey('y', pressed('z', 'KeyY'))).toBe(false);
    expect(matchesKey('f', pressed('а', 'KeyF'))).toBe(true); // Cyrillic
    expect(matchesKey('f', pressed('F', 'KeyF', { shiftKey: true }))).toBe(false);
  });

  it('are signs by what they write, with or without Shift', () => {
    expect(matchesKey('?', pressed('?', 'Slash', { shiftKey: true }))).toBe(true);
    expect(matchesKey('?', pressed('?', 'Minus', { shiftKey: true }))).toBe(true);
  });

  it('need exactly the modifiers that they name', () => {
    expect(matchesKey('mod+Enter', pressed('Enter', 'Enter', { ctrlKey: true }))).toBe(true);
    expect(matchesKey('mod+Enter', pressed('Enter', 'Enter', { metaKey: true }))).toBe(true);
    expect(matchesKey('Enter', pressed('Enter', 'Enter', { ctrlKey: true }))).toBe(false);
    expect(matchesKey('f', pressed('f', 'KeyF', { ctrlKey: true }))).toBe(false);
    expect(matchesKey('q', pressed('@', 'KeyQ', { ctrlKey: true, altKey: true }))).toBe(false);
  });

  it('are shown in the words of the reader', () => {
    expect(keyParts('mod+Enter', { Ctrl: 'Strg' }, false)).toEqual(['Strg', 'Enter'.toUpperCase()]);
    expect(keyParts('mod+Enter', { Enter: 'Enter' }, true)).toEqual(['⌘', 'Enter']);
    expect(keyParts('shift+1', { Shift: 'Umschalt' }, false)).toEqual(['Umschalt', '1']);
  });
});
