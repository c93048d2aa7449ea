import { lazy, Suspense } from 'react';
import type { ComponentType } from 'react';
import type { MarkdownProps } from './MarkdownText.tsx';

/**
 * Markdown from a guideline or a unit. Until the parser is loaded, or when it cannot be loaded, the
 * text is shown as it was written.
 */
export function Markdown(props: MarkdownProps) {
  return (
    <Suspense fallback={<SourceText {...props} />}>
      <MarkdownText {...props} />
    </Suspense>
  );
}

const MarkdownText = lazy<ComponentType<MarkdownProps>>(async () => {
  try {
    return { default: (await import('./MarkdownText.tsx')).MarkdownText };
  } catch {
    // Offline and not cached: the source is still readable.
    return { default: SourceText };
  }
});

function SourceText({ text, className }: MarkdownProps) {
  return (
    <div className={className} style={{ whiteSpace: 'pre-line' }}>
      {text}
    </div>
  );
}
