import { Fragment, useMemo } from 'react';
import { readBlocks, readInline } from './markdown.ts';
import styles from './guideline.module.css';

/** A text of the guideline, with what was searched for marked. */
export function Prose({
  text,
  sought = '',
  level: Heading = 'h4',
}: {
  readonly text: string;
  readonly sought?: string;
  readonly level?: 'h3' | 'h4';
}) {
  const blocks = useMemo(() => readBlocks(text), [text]);
  return (
    <div className={styles.prose}>
      {blocks.map((block, at) => {
        const key = `${at} ${block.kind}`;
        if (block.kind === 'heading') return <Heading key={key}>{block.text}</Heading>;
        if (block.kind === 'paragraph') {
          return (
            <p key={key}>
              <Words text={block.text} sought={sought} />
            </p>
          );
        }
        const List = block.isOrdered ? 'ol' : 'ul';
        return (
          <List key={key}>
            {block.entries.map((entry) => (
              <li key={entry}>
                <Words text={entry} sought={sought} />
              </li>
            ))}
          </List>
        );
      })}
    </div>
  );
}

const elements = { plain: Fragment, strong: 'strong', emphasis: 'em', code: 'code' } as const;

/** A line with its words set off as they are written. */
export function Words({ text, sought = '' }: { readonly text: string; readonly sought?: string }) {
  return readInline(text).map((piece, at) => {
    const Element = elements[piece.kind];
    return (
      // oxlint-disable-next-line no-array-index-key -- pieces have no name but their place
      <Element key={at}>
        <Marked text={piece.text} sought={sought} />
      </Element>
    );
  });
}

function Marked({ text, sought }: { readonly text: string; readonly sought: string }) {
  const wanted = sought.trim().toLowerCase();
  if (wanted.length < 2) return text;
  const pieces: { readonly text: string; readonly isHit: boolean }[] = [];
  let from = 0;
  for (
    let at = text.toLowerCase().indexOf(wanted);
    at >= 0;
    at = text.toLowerCase().indexOf(wanted, from)
  ) {
    pieces.push(
      { text: text.slice(from, at), isHit: false },
      { text: text.slice(at, at + wanted.length), isHit: true },
    );
    from = at + wanted.length;
  }
  pieces.push({ text: text.slice(from), isHit: false });
  // oxlint-disable-next-line no-array-index-key -- pieces have no name but their place
  return pieces.map((piece, at) =>
    piece.isHit ? <mark key={at}>{piece.text}</mark> : <Fragment key={at}>{piece.text}</Fragment>,
  );
}
