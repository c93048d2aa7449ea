import type { Page } from '@playwright/test';

/** The least size of what a finger must hit, in CSS pixels. */
const least = 44;

/**
 * What can be touched and is smaller. A link within a sentence may be as high as its line (WCAG
 * 2.5.8); a tick box is as large as its label.
 */
export async function smallTargets(page: Page): Promise<readonly string[]> {
  return await page.evaluate((size) => {
    const touched =
      'a[href], button, input, select, textarea, summary, [role="radio"], [role="tab"], [role="switch"]';
    const isInSentence = (element: Element): boolean =>
      element.tagName === 'A' &&
      getComputedStyle(element).display === 'inline' &&
      element.parentElement !== null &&
      (element.parentElement.textContent ?? '').trim() !== (element.textContent ?? '').trim();
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(touched)) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (element.closest('.visually-hidden, [aria-hidden="true"]') !== null) continue;
      if (element.matches(':disabled, [type="hidden"], [type="file"], [class*="skip"]')) continue;
      if (isInSentence(element)) continue;
      const label = element.matches('[type="checkbox"], [type="radio"], [role="switch"]')
        ? (element.closest('label') ??
          document.querySelector(`label[for="${CSS.escape(element.id)}"]`)?.parentElement)
        : null;
      const box = (label ?? element).getBoundingClientRect();
      if (box.width === 0 || box.height === 0 || box.right <= 0) continue;
      if (box.height >= size - 0.5 && box.width >= size - 0.5) continue;
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
      const shape = `${Math.round(box.width)}×${Math.round(box.height)}`;
      found.push(
        `${element.tagName.toLowerCase()}.${element.className} “${text.slice(0, 30)}” ${shape}`,
      );
    }
    return [...new Set(found)];
  }, least);
}
