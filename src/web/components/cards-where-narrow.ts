import { useLayoutEffect, useRef } from 'react';

/**
 * Marks the frame of a table with `data-cards` where the window is narrow and the table is wider
 * than its frame: its rows are cards then, and nothing has to be moved sideways to be read.
 */
export function useCardsWhereNarrow() {
  const frame = useRef<HTMLDivElement>(null);
  // After every render, since other rows may need more room.
  useLayoutEffect(() => {
    if (frame.current !== null) measure(frame.current);
  });
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    let width = element.clientWidth;
    // Cards change the height; only another width asks again.
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      measure(element);
      width = element.clientWidth;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return frame;
}

function measure(frame: HTMLElement): void {
  delete frame.dataset['cards'];
  if (!matchMedia('(max-width: 760px)').matches) return;
  if (frame.scrollWidth > frame.clientWidth + 1) frame.dataset['cards'] = 'true';
}
