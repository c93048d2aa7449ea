import { lazy, Suspense } from 'react';
import type { ComponentType } from 'react';
import type { MarkdownProps } from './MarkdownText.tsx';

/** Markdown. Until its parser is loaded, or if it cannot be loaded, the source is shown. */
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
