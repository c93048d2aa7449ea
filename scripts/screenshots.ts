// Takes pictures of every scene, at both widths, light and dark, over the real server with the
// examples: npm run screenshots [-- name…]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { findBrowser } from '../test/browser/find-browser.ts';
import { shotsOf } from '../test/browser/shots.ts';
import type { Shot } from '../test/browser/shots.ts';
import { startWorkbench } from '../test/browser/workbench.ts';

const folder =
  process.env['ASSAY_SHOTS'] ??
  join(fileURLToPath(new URL('..', import.meta.url)), 'docs', 'screenshots');
const wanted = process.argv.slice(2);
const widths = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'narrow', width: 390, height: 844 },
] as const;

mkdirSync(folder, { recursive: true });
const found = await findBrowser();
const workbench = await startWorkbench();
const browser = await chromium.launch({
  executablePath: found.path,
  args: ['--no-sandbox'],
  env: { ...process.env, ...found.env } as Record<string, string>,
});
try {
  for (const shot of await shotsOf(workbench, wanted)) {
    for (const width of widths)
      for (const scheme of ['light', 'dark'] as const) await take(browser, shot, width, scheme);
    process.stderr.write(`${shot.name}\n`);
  }
} finally {
  await browser.close();
  await workbench.close();
}

async function take(
  opened: Browser,
  shot: Shot,
  { name, width, height }: (typeof widths)[number],
  scheme: 'light' | 'dark',
): Promise<void> {
  const context = await opened.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    locale: shot.language ?? 'en-GB',
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
  });
  if (shot.person !== null) await workbench.signIn(context, shot.person);
  const page = await context.newPage();
  await page.goto(`${workbench.address}${shot.path}`);
  await shot.ready(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({
    path: join(folder, `${shot.name}-${name}-${scheme}.png`),
    fullPage: shot.isWhole ?? false,
  });
  await context.close();
}
