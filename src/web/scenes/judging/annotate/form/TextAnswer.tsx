import { useId } from 'react';
import { useTexts } from '../../../../texts/define-texts.ts';
import { useFormat } from '../../../../texts/format.ts';
import { annotateTexts } from '../texts.ts';
import styles from './asides.module.css';

interface TextAnswerProps {
  readonly text: string;
  readonly max: number;
  readonly onText: (text: string) => void;
  readonly isOff: boolean;
  readonly labelledBy: string;
  readonly placeholder?: string;
}

/** An answer in words, with how many characters are left when they run out. */
export function TextAnswer({ text, max, onText, isOff, labelledBy, placeholder }: TextAnswerProps) {
  const texts = useTexts(annotateTexts);
  const format = useFormat();
  const id = useId();
  const left = max - text.length;
  const isNear = left < max * 0.2;
  return (
    <>
      <textarea
        className={styles.text}
        data-stop="true"
        rows={1}
        value={text}
        readOnly={isOff}
        placeholder={placeholder}
        onChange={(event) => onText(event.target.value)}
        aria-labelledby={labelledBy}
        aria-invalid={left < 0}
        {...(isNear ? { 'aria-describedby': id } : {})}
      />
      {isNear ? (
        <p className={styles.counter} id={id} data-over={left < 0}>
          {left < 0 ? texts.tooLong(format.count(-left)) : texts.characters(format.count(left))}
        </p>
      ) : null}
    </>
  );
}
