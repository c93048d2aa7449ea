import { useSharedTexts } from '../texts/shared-texts.ts';
import { wordDiff } from './word-diff.ts';
import styles from './ChangedText.module.css';

/**
 * Texts that were there and texts that are there now: those at the same place word by word, what is
 * left over whole.
 */
export function ChangedTexts({
  removed,
  added,
}: {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}) {
  return (
    <>
      {Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => (
        <ChangedText
          key={`${removed[at] ?? ''}→${added[at] ?? ''}`}
          before={removed[at] ?? ''}
          after={added[at] ?? ''}
        />
      ))}
    </>
  );
}

/**
 * A text with what went struck through and what came underlined; screen readers are told which is
 * which.
 */
export function ChangedText({
  before,
  after,
}: {
  readonly before: string;
  readonly after: string;
}) {
  const texts = useSharedTexts();
  return (
    <p className={styles.text}>
      {wordDiff(before, after).map((part, at) => {
        const key = `${at} ${part.is}`;
        if (part.is === 'same') return <span key={key}>{part.text}</span>;
        const Tag = part.is === 'removed' ? 'del' : 'ins';
        return (
          <Tag key={key}>
            <span className="visually-hidden">
              {part.is === 'removed' ? texts.removed : texts.added}:{' '}
            </span>
            {part.text}
          </Tag>
        );
      })}
    </p>
  );
}
