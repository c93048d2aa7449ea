import type { Page } from '@playwright/test';

/**
 * What cannot be seen in a window without moving it, with everything unfolded: tables that go on
 * beyond the edge, and a page of panes that is longer than the window, which moves when something
 * in a pane comes into view.
 */
export async function beyondTheEdge(shown: Page): Promise<readonly string[]> {
  return await shown.evaluate(() => {
    const isLong = document.documentElement.scrollHeight > innerHeight;
    const isOfPanes = document.querySelector('[data-layout="work"]') !== null;
    const panes = isLong && isOfPanes ? ['page of panes'] : [];
    for (const folded of document.querySelectorAll('details')) folded.open = true;
    const tables = [...document.querySelectorAll('table')].flatMap((table) => {
      const frame = table.parentElement!;
      const beyond = frame.scrollWidth - frame.clientWidth;
      return beyond > 0 ? [`${frame.getAttribute('aria-label')} by ${beyond}`] : [];
    });
    return [...panes, ...tables];
  });
}
