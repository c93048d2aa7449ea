import { useEffect, useRef } from 'react';
import type { Span } from '../../../../../truth/judging/quote.ts';
import { TextLines } from '../../../units/view/TextLines.tsx';
import type { Marking } from './marked-lines.ts';
import { trimmedSpan } from './passages.ts';

interface QuotableTextProps {
  readonly text: string;
  readonly markings: readonly Marking[];
  readonly onSelect: ((span: Span) => void) | null;
}

/** A text to quote from by selecting a passage with mouse, touch or keyboard. */
export function QuotableText({ text, markings, onSelect }: QuotableTextProps) {
  const frame = useRef<HTMLDivElement>(null);
  useSelection(frame, text, onSelect);
  const candidate = markings.find((marking) => marking.kind === 'candidate') ?? null;
  useEffect(() => {
    if (candidate !== null)
      frame.current
        ?.querySelector('mark[data-kind=candidate]')
        ?.scrollIntoView({ block: 'nearest' });
  }, [candidate]);
  return (
    <div ref={frame}>
      <TextLines text={text} markings={markings} />
    </div>
  );
}

/** How long a selection by touch or keyboard must rest before it is taken, in milliseconds. */
const rest = 700;

function useSelection(
  frame: { readonly current: HTMLElement | null },
  text: string,
  onSelect: ((span: Span) => void) | null,
): void {
  useEffect(() => {
    if (onSelect === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let isDown = false;
    const take = (): void => {
      const span = frame.current === null ? null : selectedSpan(frame.current, text);
      if (span === null) return;
      getSelection()?.removeAllRanges();
      onSelect(span);
    };
    const down = (): void => {
      isDown = true;
    };
    const up = (event: PointerEvent): void => {
      isDown = false;
      // The selection is complete only after the event.
      if (event.pointerType === 'mouse') setTimeout(take, 0);
    };
    const change = (): void => {
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(() => {
        if (!isDown) take();
      }, rest);
    };
    document.addEventListener('pointerdown', down);
    document.addEventListener('pointerup', up);
    document.addEventListener('selectionchange', change);
    return () => {
      if (timer !== null) clearTimeout(timer);
      document.removeEventListener('pointerdown', down);
      document.removeEventListener('pointerup', up);
      document.removeEventListener('selectionchange', change);
    };
  }, [frame, text, onSelect]);
}

/** What is selected inside an element, as offsets in its text. */
function selectedSpan(element: HTMLElement, text: string): Span | null {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.startContainer) && !element.contains(range.endContainer)) return null;
  const whole = document.createRange();
  whole.selectNodeContents(element);
  // Only the part that lies inside counts.
  const inside = range.cloneRange();
  if (!element.contains(range.startContainer))
    inside.setStart(whole.startContainer, whole.startOffset);
  if (!element.contains(range.endContainer)) inside.setEnd(whole.endContainer, whole.endOffset);
  const before = whole.cloneRange();
  before.setEnd(inside.startContainer, inside.startOffset);
  const start = before.toString().length;
  return trimmedSpan(text, start, start + inside.toString().length);
}
