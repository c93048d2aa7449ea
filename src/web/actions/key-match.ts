/** What of a keyboard event matters here. */
export interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * Whether a key was pressed. Keys are written as `f`, `7`, `shift+1`, `Enter`, `mod+Enter` (Ctrl,
 * or Command on a Mac), `?`. Digits go by their place on the keyboard, since with Shift, and on
 * French keyboards without, they write other signs; the number pad writes digits or moves.
 */
export function matchesKey(written: string, pressed: Pressed): boolean {
  const parts = written.split('+');
  const key = written.endsWith('+') ? '+' : (parts.at(-1) ?? '');
  const wants = {
    mod: parts.includes('mod'),
    shift: parts.includes('shift'),
    alt: parts.includes('alt'),
  };
  if ((pressed.ctrlKey || pressed.metaKey) !== wants.mod || pressed.altKey !== wants.alt)
    return false;
  if (/^\d$/.test(key))
    return (
      pressed.shiftKey === wants.shift &&
      (pressed.code === `Digit${key}` || (pressed.code === `Numpad${key}` && pressed.key === key))
    );
  if (/^[a-z]$/i.test(key))
    return pressed.shiftKey === wants.shift && letterOf(pressed) === key.toLowerCase();
  // A sign such as ? or / is what it is, whether it takes Shift or not.
  if (key.length === 1) return pressed.key === key;
  return pressed.shiftKey === wants.shift && pressed.key === (key === 'Space' ? ' ' : key);
}

/** The letter; on keyboards that write other scripts, the one at its place. */
function letterOf({ key, code }: Pressed): string {
  const written = key.toLowerCase();
  return /^[a-z]$/.test(written) || /^[!-~]*$/.test(written)
    ? written
    : code.replace(/^Key/, '').toLowerCase();
}

/** How a key is shown: `mod+Enter` as the words of `names`, joined by the caller. */
export function keyParts(
  written: string,
  names: Readonly<Record<string, string>>,
  isMac: boolean,
): readonly string[] {
  const parts = written === '+' ? ['+'] : written.split('+');
  return parts.map((part) => {
    if (part === 'mod') return isMac ? '⌘' : (names['Ctrl'] ?? 'Ctrl');
    if (part === 'shift') return names['Shift'] ?? 'Shift';
    if (part === 'alt') return isMac ? '⌥' : (names['Alt'] ?? 'Alt');
    return names[part] ?? part.toUpperCase();
  });
}
