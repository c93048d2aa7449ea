import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTexts } from '../../../../texts/define-texts.ts';
import { annotateTexts } from '../texts.ts';
import { findPassages, moveEdge, passages } from './passages.ts';
import type { EvidencePicker } from './use-evidence.ts';
import styles from './evidence.module.css';

interface FindPassageProps {
  readonly source: string;
  readonly picker: EvidencePicker;
}

/** Finds a passage by typing a few of its words and quotes it, all by keyboard. */
export function FindPassage({ source, picker }: FindPassageProps) {
  const texts = useTexts(annotateTexts).evidence;
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const all = useMemo(() => passages(source), [source]);
  const found = useMemo(() => findPassages(all, typed), [all, typed]);
  const { candidate, propose } = picker;
  useEffect(() => input.current?.focus(), []);
  useEffect(() => propose(found[at] ?? null), [found, at, propose]);
  const step = (by: number): void =>
    setAt((now) => (found.length === 0 ? 0 : (now + by + found.length) % found.length));
  const onKeyDown = (event: KeyboardEvent): void => {
    // Input methods confirm a word with the same keys.
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === 'Escape') picker.find(false);
    else if (key === 'ArrowDown' || key === 'ArrowUp') step(key === 'ArrowDown' ? 1 : -1);
    else if ((key === 'ArrowLeft' || key === 'ArrowRight') && event.altKey && candidate !== null)
      propose(
        moveEdge(
          source,
          candidate,
          event.shiftKey ? 'start' : 'end',
          key === 'ArrowRight' ? 1 : -1,
        ),
      );
    else if (key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      if (candidate !== null) picker.take(candidate);
      if (candidate !== null) picker.find(false);
    } else return;
    event.preventDefault();
  };
  return (
    <div className={styles.find}>
      <input
        ref={input}
        type="search"
        className={styles.search}
        value={typed}
        placeholder={texts.find}
        aria-label={texts.find}
        aria-describedby={hintId}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <p className={styles.count} role="status">
        {found.length === 0 ? texts.notFound : texts.found(at + 1, found.length)}
        {candidate === null ? null : <span className={styles.candidate}>{candidate.text}</span>}
      </p>
      <p className={styles.hint} id={hintId}>
        {texts.findHint}
      </p>
    </div>
  );
}
