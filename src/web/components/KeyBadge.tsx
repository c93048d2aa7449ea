import { keyParts } from '../actions/key-match.ts';
import { useSharedTexts } from '../texts/shared-texts.ts';
import styles from './KeyBadge.module.css';

interface KeyBadgeProps {
  readonly keys: string;
  readonly isSpoken?: boolean;
}

/** A key. Hidden from screen readers unless `isSpoken`: buttons name it in aria-keyshortcuts. */
export function KeyBadge({ keys, isSpoken = false }: KeyBadgeProps) {
  const names = useSharedTexts().keys;
  const parts = keyParts(keys, names, isMac);
  return (
    <span className={styles.keys} aria-hidden={isSpoken ? undefined : true}>
      {parts.map((part) => (
        <kbd key={part} className={styles.key}>
          {part}
        </kbd>
      ))}
    </span>
  );
}

/** A key as aria-keyshortcuts wants it. */
export function spokenKeys(keys: readonly string[]): string {
  return keys
    .map((key) =>
      key
        .replace('mod', isMac ? 'Meta' : 'Control')
        .replace('shift', 'Shift')
        .replace('alt', 'Alt'),
    )
    .join(' ');
}

const isMac = /Mac|iP(hone|ad|od)/.test(navigator.userAgent);
