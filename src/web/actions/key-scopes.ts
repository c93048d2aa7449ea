import type { BoundAction } from './action.ts';
import { isSingle, keysOf } from './keymap.ts';
import type { Keymap } from './keymap.ts';
import { matchesKey } from './key-match.ts';
import type { Pressed } from './key-match.ts';

/** The actions of one part of the page. Later parts lie over earlier ones. */
export interface KeyScope {
  readonly actions: () => readonly BoundAction[];
  /** Nothing below gets keys, as with a dialog. */
  readonly isExclusive: boolean;
}

/** The focus: `writing` takes letters, `pressing` Enter and Space, `choosing` also arrows. */
export type Focus = 'free' | 'writing' | 'pressing' | 'choosing';

/** The action for a key: that of the topmost part that has the key enabled. */
export function findAction(
  scopes: readonly KeyScope[],
  keymap: Keymap,
  pressed: Pressed,
  focus: Focus,
): BoundAction | null {
  for (const scope of scopes.toReversed()) {
    for (const action of scope.actions()) {
      const hits = (key: string) => matchesKey(key, pressed) && reaches(key, action, focus);
      const key = keysOf(action.keys, keymap).find(hits);
      if (key === undefined || !action.isEnabled()) continue;
      const guard = writes(key) ? (action.guard?.() ?? null) : null;
      return guard === null ? action : { ...action, run: guard };
    }
    if (scope.isExclusive) return null;
  }
  return null;
}

/** The actions that keys can reach now, topmost part first; for the help. */
export function reachable(scopes: readonly KeyScope[]): readonly BoundAction[] {
  const found: BoundAction[] = [];
  for (const scope of scopes.toReversed()) {
    found.push(...scope.actions());
    if (scope.isExclusive) break;
  }
  return found;
}

/** Whether somebody might press a key in the belief that they are in a text field. */
function writes(key: string): boolean {
  return isSingle(key) || key === 'Space' || key === 'Backspace';
}

/** Whether a key goes to the action and not to the focused element. */
function reaches(key: string, action: BoundAction, focus: Focus): boolean {
  if (/\b(mod|alt)\+/.test(key) || focus === 'free') return true;
  if (focus === 'writing') return action.whileWriting === true && !isSingle(key);
  if (/(^|\+)(Enter|Space)$/.test(key)) return false;
  return focus === 'pressing' || !/(^|\+)Arrow/.test(key);
}
