import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** How the editor looks, in the colours of the workbench: light and dark follow by themselves. */
const theme = EditorView.theme({
  '&': {
    height: '100%',
    fontSize: '0.8438rem',
    color: 'var(--assay-ink)',
    backgroundColor: 'var(--assay-paper)',
  },
  // Not `.cm-focused`, which comes a moment later.
  '&:has(.cm-content:focus)': { outline: '2px solid var(--assay-accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.6' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--assay-ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--assay-ink)' },
  '.cm-gutters': {
    color: 'var(--assay-soft)',
    backgroundColor: 'var(--assay-sunken)',
    borderRight: '1px solid var(--assay-line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLineGutter': { color: 'var(--assay-ink)' },
  '& .cm-scroller .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--assay-mark) !important',
  },
  '.cm-tooltip': {
    maxWidth: 'min(440px, 92vw)',
    border: '1px solid var(--assay-line-strong)',
    borderRadius: '6px',
    color: 'var(--assay-ink)',
    backgroundColor: 'var(--assay-paper)',
    boxShadow: 'var(--assay-shadow)',
  },
  '.cm-key-help': { padding: '8px 12px', fontSize: '0.875rem' },
  '.cm-key-help p': { margin: '4px 0 0' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--assay-ink)',
    backgroundColor: 'var(--assay-accent-wash)',
  },
  '.cm-completionDetail': { color: 'var(--assay-soft)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { fontWeight: '650', textDecoration: 'none' },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--mantine-font-family)' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--assay-bad)' },
  '.cm-panels': { color: 'var(--assay-ink)', backgroundColor: 'var(--assay-sunken)' },
  '.cm-panel input, .cm-panel button': { fontSize: '0.875rem' },
  '.cm-changedLine, .cm-inlineChangedLine': { backgroundColor: 'var(--assay-good-wash)' },
  '.cm-changedText': { background: 'var(--assay-good-wash)', textDecoration: 'underline' },
  '.cm-deletedChunk': { color: 'var(--assay-bad)', backgroundColor: 'var(--assay-bad-wash)' },
  '.cm-deletedChunk .cm-deletedText': { background: 'none', textDecoration: 'line-through' },
  '.cm-changeGutter': { width: '4px' },
  '.cm-changedLineGutter': { backgroundColor: 'var(--assay-good)' },
  '.cm-deletedLineGutter': { backgroundColor: 'var(--assay-bad)' },
});

const highlighting = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--assay-accent)' },
  { tag: [tags.heading], color: 'var(--assay-accent)', fontWeight: '650' },
  { tag: [tags.string], color: 'var(--assay-good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--assay-warn)' },
  { tag: [tags.comment, tags.quote], color: 'var(--assay-soft)', fontStyle: 'italic' },
  { tag: [tags.strong], fontWeight: '700' },
  { tag: [tags.emphasis], fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--assay-accent)', textDecoration: 'underline' },
  {
    tag: [tags.punctuation, tags.separator, tags.processingInstruction],
    color: 'var(--assay-soft)',
  },
]);

export const look = [theme, syntaxHighlighting(highlighting)];
