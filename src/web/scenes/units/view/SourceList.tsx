import { useCallback } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { Markdown } from '../../../components/Markdown.tsx';
import type { MarkText } from '../../../components/MarkdownText.tsx';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { annotateTexts } from '../../judging/annotate/texts.ts';
import { answerParts, citationHint } from './citations.ts';
import type { Source } from './citations.ts';
import styles from './unit.module.css';

/** The sources of a context, each with the mark by which it is cited. */
export function SourceList({ sources }: { readonly sources: readonly Source[] }) {
  return (
    <ol className={styles.sources}>
      {sources.map((source, at) => (
        <li key={source.mark ?? at} className={styles.source}>
          <span className={styles.citation}>{source.mark ?? `${at + 1}`}</span>
          <p>{source.text}</p>
        </li>
      ))}
    </ol>
  );
}

/** An answer as Markdown, with its citation marks set off; those without a source say so. */
export function AnswerText({
  text,
  sources,
  pattern,
}: Readonly<{ text: string; sources: readonly Source[] | null; pattern: RegExp | null }>) {
  const { noSource } = useTexts(annotateTexts).citations;
  const mark = useCallback<MarkText>(
    (answer) =>
      answerParts(answer, sources, pattern).map((part) => {
        if (part.isKnown === null) return { text: part.text };
        const title = part.isKnown ? undefined : noSource;
        const properties = {
          className: [styles.citation!],
          dataUnknown: `${!part.isKnown}`,
          title,
        };
        return { text: part.text, tag: { name: 'span' as const, properties } };
      }),
    [sources, noSource, pattern],
  );
  return <Markdown className={styles.answer} text={text} mark={mark} />;
}

/** What the marks alone tell, in words. */
export function CitationLine({
  answer,
  sources,
  pattern,
}: Readonly<{ answer: string; sources: readonly Source[]; pattern: RegExp }>) {
  const { citations } = useTexts(annotateTexts);
  const format = useFormat();
  const { cited, unknown } = citationHint(answer, sources, pattern);
  const known = unknown.length === 0 ? citations.known : citations.unknown(format.list(unknown));
  const hint =
    cited.length === 0 ? citations.none : `${citations.cited(format.list(cited))} ${known}`;
  return (
    <p className={styles.hint} title={citations.title}>
      <Icon name="info" size={14} />
      <span>{hint}</span>
    </p>
  );
}
