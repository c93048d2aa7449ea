import { useSharedTexts } from '../texts/shared-texts.ts';
import { wordDiff } from './word-diff.ts';
import styles from './ChangedTexts.module.css';

interface ChangedTextsProps {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Old and new texts: word by word where they share a place, whole where one is missing. */
export function ChangedTexts({ removed, added }: ChangedTextsProps) {
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

interface ChangedTextProps {
  readonly before: string;
  readonly after: string;
}

/** A text with removed words struck through and added words underlined, also for screen readers. */
function ChangedText({ before, after }: ChangedTextProps) {
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
