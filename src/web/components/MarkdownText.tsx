import { memo } from 'react';
import ReactMarkdown from 'react-markdown';
import type { Components, ExtraProps, Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { defineTexts, useTexts } from '../texts/define-texts.ts';
import styles from './Markdown.module.css';

type Element = NonNullable<ExtraProps['node']>;
type Parent = Pick<Element, 'children'>;
type Content = Element['children'][number];

export interface MarkdownProps {
  readonly text: string;
  readonly className?: string | undefined;
  /** All headings become this one, so that they fit into the page around them. */
  readonly heading?: 'h3' | 'h4';
  /** Sets off parts of the text, such as search hits; pass the same function at each render. */
  readonly mark?: MarkText | undefined;
}

/** Cuts a text into pieces that join to the same text; pieces with a `tag` become elements. */
export type MarkText = (
  text: string,
) => readonly {
  readonly text: string;
  readonly tag?: { readonly name: 'mark' | 'span'; readonly properties?: Element['properties'] };
}[];

/**
 * GitHub-flavoured Markdown without HTML: tags are shown as text, images become links, and links
 * lead to http, https and mailto addresses only. Nothing in the source is hidden.
 */
export const MarkdownText = memo(function MarkdownText(props: MarkdownProps) {
  const { text, className = '', heading: tag = 'h4', mark } = props;
  return (
    <div className={`${styles.text} ${className}`}>
      <ReactMarkdown
        remarkPlugins={remarkPlugins}
        rehypePlugins={[() => (tree: Parent) => rewrite(tree, mark)]}
        components={{ ...elements, h1: tag, h2: tag, h3: tag, h4: tag, h5: tag, h6: tag }}
        urlTransform={safeAddress}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
});

/** Definitions and footnotes would vanish or move: `[C1]: Yes.` is an answer. HTML stays text. */
const hiding = [
  'definition',
  'htmlFlow',
  'htmlText',
  'gfmFootnoteDefinition',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall',
];

const remarkPlugins: NonNullable<Options['remarkPlugins']> = [
  [remarkGfm, { singleTilde: false }],
  function withoutHiddenText() {
    const data = this.data() as { micromarkExtensions?: unknown[] };
    (data.micromarkExtensions ??= []).push({ disable: { null: hiding } });
  },
];

function safeAddress(address: string): string {
  return /^(?:https?:\/\/|mailto:)/i.test(address) ? address : '';
}

const markdownTexts = defineTexts({ en: { table: 'Table' }, de: { table: 'Tabelle' } });

const elements: Components = {
  a: ({ href, children }) =>
    href === undefined || href === '' ? (
      children
    ) : (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    ),
  table: ({ children }) => (
    <div
      className={styles.frame}
      tabIndex={0}
      role="group"
      aria-label={useTexts(markdownTexts).table}
    >
      <table>{children}</table>
    </div>
  ),
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
  input: ({ checked }) => (checked === true ? '☑ ' : '☐ '),
};

/** Replaces images by links and marks text, everywhere below a node. */
function rewrite(node: Parent, mark: MarkText | undefined, isInLink = false): void {
  node.children = node.children.flatMap((child): Content[] => {
    if (child.type === 'text' && mark !== undefined) return markedText(child.value, mark);
    if (child.type !== 'element') return [child];
    if (child.tagName === 'img') return [imageLink(child, isInLink)];
    rewrite(child, mark, isInLink || child.tagName === 'a');
    return [child];
  });
}

function markedText(value: string, mark: MarkText): Content[] {
  return mark(value).map(({ text, tag }) => {
    const content = { type: 'text', value: text } as const;
    if (tag === undefined) return content;
    const { name: tagName, properties = {} } = tag;
    return { type: 'element', tagName, properties, children: [content] };
  });
}

function imageLink({ properties }: Element, isInLink: boolean): Content {
  const address = String(properties['src'] ?? '');
  const alternative = String(properties['alt'] ?? '');
  const text = { type: 'text', value: alternative === '' ? address : alternative } as const;
  if (isInLink) return text;
  return { type: 'element', tagName: 'a', properties: { href: address }, children: [text] };
}
