import { expect } from '@playwright/test';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Person } from './workbench.ts';

/**
 * Goes to an element as somebody without a mouse does: Tab by Tab, from wherever the keyboard is.
 * Fails when it is not on the way.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 150; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No Tab leads to ${String(target)}`);
}

/** Goes to a button or a link and presses Enter on it. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Signs somebody in by the form. */
export async function signInByKeyboard(page: Page, address: string, person: Person): Promise<void> {
  await page.goto(address);
  await expect(page.getByLabel('Login')).toBeFocused();
  await page.keyboard.type(person.login);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Your work' })).toBeVisible();
}

/**
 * Writes down whatever a mouse, a finger or a wheel does in the pages of a context; gives what was
 * seen so far.
 */
export async function watchPointer(context: BrowserContext): Promise<() => readonly string[]> {
  const seen: string[] = [];
  await context.exposeBinding('pointerWasUsed', (_, type: string) => void seen.push(type));
  await context.addInitScript(() => {
    const { pointerWasUsed } = globalThis as unknown as {
      readonly pointerWasUsed: (type: string) => void;
    };
    for (const type of ['pointerdown', 'mousedown', 'touchstart', 'wheel'])
      addEventListener(type, () => pointerWasUsed(type), true);
  });
  return () => seen;
}
