import { useTexts } from '../../../texts/define-texts.ts';
import { annotateTexts } from '../../judging/annotate/texts.ts';
import styles from './unit.module.css';

/**
 * A text of a unit. Where there is none the page says so: an empty card looks as if something had
 * failed.
 */
export function UnitText({
  text,
  look = 'prose',
}: Readonly<{ text: string; look?: 'prose' | 'query' }>) {
  return text.trim() === '' ? (
    <NoText />
  ) : (
    <p className={look === 'query' ? styles.query : styles.prose}>{text}</p>
  );
}

/** That a unit has nothing here. */
export function NoText() {
  return <p className={styles.nothing}>{useTexts(annotateTexts).nothing}</p>;
}
