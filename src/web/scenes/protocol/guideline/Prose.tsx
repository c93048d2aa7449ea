import { useCallback } from 'react';
import { Markdown } from '../../../components/Markdown.tsx';
import type { MarkText } from '../../../components/MarkdownText.tsx';
import styles from './guideline.module.css';

/** Guideline text with the search hits marked. */
export function Prose({
  text,
  sought = '',
  level = 'h4',
}: Readonly<{ text: string; sought?: string; level?: 'h3' | 'h4' }>) {
  const mark = useCallback<MarkText>((part) => markHits(part, sought), [sought]);
  return <Markdown className={styles.prose} text={text} heading={level} mark={mark} />;
}

const hit = { name: 'mark' } as const;

/**
 * Splits a text at every hit of what was typed, in upper or lower case.
 * @internal
 */
export function markHits(text: string, sought: string): ReturnType<MarkText> {
  const wanted = sought.trim();
  if (wanted.length < 2) return [{ text }];
  return text
    .split(new RegExp(`(${wanted.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')})`, 'i'))
    .map((part, at) => (at % 2 === 0 ? { text: part } : { text: part, tag: hit }))
    .filter((part) => part.text !== '');
}
