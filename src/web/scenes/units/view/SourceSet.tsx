import { Icon } from '../../../components/Icon.tsx';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { annotateTexts } from '../../judging/annotate/texts.ts';
import { answerParts, citationHint } from './citations.ts';
import type { Source } from './citations.ts';
import { FieldBlock } from './FieldBlock.tsx';
import styles from './unit.module.css';

/** The sources of a context, each with the mark by which it is cited. */
export function SourceSet({
  title,
  sources,
}: {
  readonly title: string;
  readonly sources: readonly Source[];
}) {
  return (
    <FieldBlock title={title}>
      <SourceList sources={sources} />
    </FieldBlock>
  );
}

/** The sources alone. */
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

/** An answer with its citation marks told apart; those that point nowhere say so. */
export function AnswerText({
  text,
  sources,
}: {
  readonly text: string;
  readonly sources: readonly Source[] | null;
}) {
  const { citations } = useTexts(annotateTexts);
  return (
    <p className={styles.prose}>
      {answerParts(text, sources).map((part, at) =>
        part.isKnown === null ? (
          part.text
        ) : (
          // oxlint-disable-next-line no-array-index-key -- a mark may occur twice
          <span
            key={at}
            className={styles.citation}
            data-unknown={!part.isKnown}
            title={part.isKnown ? undefined : citations.noSource}
          >
            {part.text}
          </span>
        ),
      )}
    </p>
  );
}

/** What the marks alone tell, in words. */
export function CitationLine({
  answer,
  sources,
}: {
  readonly answer: string;
  readonly sources: readonly Source[];
}) {
  const { citations } = useTexts(annotateTexts);
  const format = useFormat();
  const { cited, unknown } = citationHint(answer, sources);
  return (
    <p className={styles.hint} title={citations.title}>
      <Icon name="info" size={14} />
      <span>
        {cited.length === 0
          ? citations.none
          : `${citations.cited(format.list(cited))} ${unknown.length === 0 ? citations.known : citations.unknown(format.list(unknown))}`}
      </span>
    </p>
  );
}
