import { gateText } from '../../domain/rounds/gate-text.ts';
import { useCodedSentence } from '../texts/error-sentence.ts';
import styles from './GateSentence.module.css';

/** A gate as a sentence, with what the protocol writes beside it. */
export function GateSentence({ gate }: Readonly<{ gate: string }>) {
  const said = useCodedSentence();
  const text = gateText(gate);
  const code = <code className={styles.code}>{gate}</code>;
  if (typeof text === 'string') return code;
  return (
    <span>
      {said(text)} {code}
    </span>
  );
}
