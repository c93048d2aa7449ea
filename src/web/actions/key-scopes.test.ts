import { describe, expect, it } from 'vitest';
import type { BoundAction } from './action.ts';
import { findAction, reachable } from './key-scopes.ts';
import { readKeymap, writeKeymap } from './keymap.ts';
import type { Pressed } from './key-match.ts';

const pressed = (key: string, held: Partial<Pressed> = {}): Pressed => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});
const action = (
  id: string,
  keys: BoundAction['keys'],
  more: Partial<BoundAction> = {},
): BoundAction => ({
  id,
  title: { en: id, de: id },
  group: 'general',
  keys,
  isEnabled: () => true,
  run: () => undefined,
  ...more,
});
const scope = (actions: readonly BoundAction[], isExclusive = false) => ({
  actions: () => actions,
  isExclusive,
});
const assay = readKeymap('assay');

describe('keys and actions', () => {
  it('give a key to the uppermost part that can use it', () => {
    const scopes = [
      scope([action('below', { assay: ['f'] })]),
      scope([action('above', { assay: ['f'] }, { isEnabled: () => false })]),
    ];
    expect(findAction(scopes, assay, pressed('f'), 'free')?.id).toBe('below');
    expect(
      findAction(
        [scopes[0]!, scope([action('above', { assay: ['f'] })])],
        assay,
        pressed('f'),
        'free',
      )?.id,
    ).toBe('above');
  });

  it('give nothing to what lies below a dialogue', () => {
    const scopes = [scope([action('below', { assay: ['f'] })]), scope([], true)];
    expect(findAction(scopes, assay, pressed('f'), 'free')).toBeNull();
    expect(reachable(scopes)).toEqual([]);
  });

  it('leave letters to those who write, and Enter to buttons, unless Ctrl is held', () => {
    const scopes = [
      scope([
        action('flag', { assay: ['f'] }),
        action('submit', { assay: ['Enter', 'mod+Enter'] }),
        action('leave', { assay: ['Escape'] }, { whileWriting: true }),
        action('next', { assay: ['ArrowDown'] }),
      ]),
    ];
    const found = (key: string, focus: 'writing' | 'pressing' | 'choosing', held = {}) =>
      findAction(scopes, assay, pressed(key, held), focus)?.id ?? null;
    expect(found('f', 'writing')).toBeNull();
    expect(found('Enter', 'writing')).toBeNull();
    expect(found('Enter', 'writing', { ctrlKey: true })).toBe('submit');
    expect(found('Escape', 'writing')).toBe('leave');
    expect(found('Enter', 'pressing')).toBeNull();
    expect(found('f', 'pressing')).toBe('flag');
    expect(found('ArrowDown', 'pressing')).toBe('next');
    expect(found('ArrowDown', 'choosing')).toBeNull();
  });

  it('follow the preset, and leave single keys alone for those who want that', () => {
    const scopes = [
      scope([
        action('accept', { assay: ['y'], prodigy: ['a'] }),
        action('submit', { assay: ['Enter'] }),
      ]),
    ];
    expect(findAction(scopes, readKeymap('prodigy'), pressed('a'), 'free')?.id).toBe('accept');
    expect(findAction(scopes, readKeymap('prodigy'), pressed('y'), 'free')).toBeNull();
    expect(findAction(scopes, readKeymap('argilla'), pressed('y'), 'free')?.id).toBe('accept');
    expect(findAction(scopes, readKeymap('assay quiet'), pressed('y'), 'free')).toBeNull();
    expect(findAction(scopes, readKeymap('assay quiet'), pressed('Enter'), 'free')?.id).toBe(
      'submit',
    );
  });

  it('keep a keymap as text, and take an unknown one for the usual', () => {
    expect(readKeymap(writeKeymap({ preset: 'argilla', singleKeys: false }))).toMatchObject({
      preset: 'argilla',
      singleKeys: false,
    });
    expect(readKeymap('vim')).toMatchObject({ preset: 'assay', singleKeys: true });
  });
});
