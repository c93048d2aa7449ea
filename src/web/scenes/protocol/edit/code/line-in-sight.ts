import { EditorView } from '@codemirror/view';
import type { Extension } from '@codemirror/state';

/**
 * Keeps the line that is being written in sight when the editor gets shorter, as it does when the
 * first fault is listed below it. Whoever has scrolled elsewhere stays there.
 */
export function lineInSight(): Extension {
  let height = 0;
  return EditorView.updateListener.of(({ view }) => {
    const before = height;
    height = view.scrollDOM.clientHeight;
    // An update may not begin another.
    if (height < before) queueMicrotask(() => follow(view, before));
  });
}

function follow(view: EditorView, before: number): void {
  const { head } = view.state.selection.main;
  const line = view.coordsAtPos(head);
  const { top } = view.scrollDOM.getBoundingClientRect();
  if (line === null || line.top < top || line.bottom > top + before) return;
  view.dispatch({ effects: EditorView.scrollIntoView(head) });
}
