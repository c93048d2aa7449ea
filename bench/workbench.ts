import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { findBrowser } from '../test/browser/find-browser.ts';
import { openedRound, unitOnPage } from '../test/browser/annotate-rounds.ts';
import { startWorkbench } from '../test/browser/workbench.ts';
import type { Person, Workbench } from '../test/browser/workbench.ts';
import type { Report } from './benchmark.ts';
import { quantile } from './running-server.ts';

/** What an annotator feels. Times in milliseconds, medians where nothing else is said. */
export interface WorkbenchFigures {
  /** Gzipped script before the first unit is there, in kilobytes. */
  readonly script: number;
  /** From opening the address in a fresh browser profile to the first unit on the page. */
  readonly firstUnit: number;
  /** From the key that submits to the next unit on the page. */
  readonly nextUnit: number;
  /** From a key that ticks a label to the frame that shows it. */
  readonly keyToPaint: number;
  readonly keyToPaint99: number;
}

export const report: Report<WorkbenchFigures> = {
  name: 'the workbench in a browser',
  measure: measureWorkbench,
  print: printWorkbench,
};

/** Measures the pages in a real browser over a real server, on the regulatory example. */
export async function measureWorkbench(quick: boolean): Promise<WorkbenchFigures> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  if (!existsSync(`${root}dist/web/index.html`))
    execFileSync(
      process.execPath,
      ['node_modules/vite/bin/vite.js', 'build', '--config', 'vite.config.web.ts'],
      { cwd: root, stdio: 'ignore' },
    );
  const found = await findBrowser();
  const browser = await chromium.launch({
    executablePath: found.path,
    args: ['--no-sandbox'],
    env: { ...process.env, ...found.env } as Record<string, string>,
  });
  const workbench = await startWorkbench();
  try {
    const { run, people } = await openedRound(workbench, {
      example: 'regulatory-topics',
      round: 'training',
      people: ['expert_a', 'expert_b', 'expert_c'],
    });
    const first = [];
    for (let time = 0; time < (quick ? 3 : 9); time += 1)
      first.push(await firstUnit(browser, workbench, people[0]!, run));
    const { keys, nexts } = await work(browser, workbench, people[1]!, run);
    const middle = (times: readonly number[], share = 0.5): number =>
      quantile(
        times.toSorted((a, b) => a - b),
        share,
      );
    return {
      script: first[0]!.script,
      firstUnit: middle(first.map((one) => one.milliseconds)),
      nextUnit: middle(nexts),
      keyToPaint: middle(keys),
      keyToPaint99: middle(keys, 0.99),
    };
  } finally {
    await browser.close();
    await workbench.close();
  }
}

/** A browser that has never been here. */
async function firstUnit(
  browser: Browser,
  workbench: Workbench,
  person: Person,
  run: string,
): Promise<{ readonly milliseconds: number; readonly script: number }> {
  const context = await browser.newContext();
  await workbench.signIn(context, person);
  const page = await context.newPage();
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.set(response.url(), response.body());
  });
  const started = performance.now();
  await page.goto(`${workbench.address}/work/${run}`, { waitUntil: 'commit' });
  await page.locator('[data-unit]').waitFor();
  const milliseconds = performance.now() - started;
  const bodies = await Promise.all(scripts.values());
  await context.close();
  return {
    milliseconds,
    script: bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000,
  };
}

/** Three labels are ticked and graded, and two of them are taken back. */
const strokes = ['1', 'w', '2', 'e', '3', 'w', '2', '3'];

/**
 * Ticks and unticks labels, submits, and reads the feedback, through all units of the training
 * round.
 */
async function work(
  browser: Browser,
  workbench: Workbench,
  person: Person,
  run: string,
): Promise<{ readonly keys: readonly number[]; readonly nexts: readonly number[] }> {
  const context = await browser.newContext();
  await workbench.signIn(context, person);
  const page = await context.newPage();
  await page.addInitScript(watchKeys);
  await page.goto(`${workbench.address}/work/${run}`);
  const [keys, nexts]: [number[], number[]] = [[], []];
  for (let unit = await unitOnPage(page); nexts.length < 14; unit = await unitOnPage(page)) {
    for (const key of strokes) keys.push(await paintAfter(page, key));
    await paintAfter(page, 'Enter');
    await page.getByRole('heading', { name: 'Compared with the key' }).waitFor();
    await page.evaluate((before) => globalThis.watchUnit(before), unit);
    await page.keyboard.press('Enter');
    nexts.push(await page.evaluate(() => globalThis.unitShown));
  }
  await context.close();
  return { keys, nexts };
}

async function paintAfter(page: Page, key: string): Promise<number> {
  await page.evaluate(() => globalThis.watchPaint());
  await page.keyboard.press(key);
  return await page.evaluate(() => globalThis.painted);
}

declare global {
  // oxlint-disable no-var -- what a script puts on the page is a var
  var watchPaint: () => void;
  var painted: Promise<number>;
  var watchUnit: (before: string) => void;
  var unitShown: Promise<number>;
}

/** Runs in the page. A frame is on the screen when a message posted inside it arrives. */
function watchKeys(): void {
  const afterPaint = (done: (now: number) => void): void => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.addEventListener('message', () => done(performance.now()), { once: true });
      channel.port1.start();
      channel.port2.postMessage(null);
    });
  };
  const afterKey = (
    follow: (pressed: number, resolve: (milliseconds: number) => void) => void,
  ): Promise<number> =>
    new Promise((resolve) =>
      addEventListener('keydown', (event) => follow(event.timeStamp, resolve), {
        once: true,
        capture: true,
      }),
    );
  globalThis.watchPaint = () => {
    globalThis.painted = afterKey((pressed, resolve) =>
      afterPaint((now) => resolve(now - pressed)),
    );
  };
  globalThis.watchUnit = (before) => {
    globalThis.unitShown = afterKey((pressed, resolve) => {
      const look = (): void => {
        const shown = document.querySelector('[data-unit]')?.getAttribute('data-unit') ?? before;
        if (shown === before) requestAnimationFrame(look);
        else afterPaint((now) => resolve(now - pressed));
      };
      look();
    });
  };
}

/** The figures in lines. */
export function printWorkbench(figures: WorkbenchFigures): string {
  return [
    'regulatory example, real Chromium, real server',
    `  script before the first unit   ${figures.script.toFixed(0)} kB gzipped`,
    `  first unit, cold               ${figures.firstUnit.toFixed(0)} ms`,
    `  next unit                      ${figures.nextUnit.toFixed(0)} ms`,
    `  key to paint                   ${figures.keyToPaint.toFixed(1)} ms, 99th ` +
      `percentile ${figures.keyToPaint99.toFixed(1)} ms`,
    '',
  ].join('\n');
}

if (process.argv[1]?.endsWith('bench/workbench.ts') === true)
  process.stdout.write(printWorkbench(await measureWorkbench(process.argv.includes('--quick'))));
