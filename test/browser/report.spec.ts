import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { writeProject } from '../mails-project.ts';

const binary = fileURLToPath(new URL('../../bin/assay.js', import.meta.url));
const example = fileURLToPath(new URL('../../examples/regulatory-topics', import.meta.url));

let folder = '';
let page = '';
let smallPage = '';

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-report-'));
  const out = join(folder, 'release');
  const words = ['release', example, '--version', '1.0', '--out', out, '--with-text'];
  const given = ['--allow-open', 'The meeting is next week.', '--date', '2026-11-01T00:00:00Z'];
  execFileSync(process.execPath, [binary, ...words, ...given], { stdio: 'ignore' });
  page = join(out, 'report.html');
  const project = join(folder, 'mails');
  const small = join(folder, 'small');
  writeProject(project);
  const more = ['release', project, '--version', '1.0', '--out', small];
  execFileSync(process.execPath, [binary, ...more], { stdio: 'ignore' });
  smallPage = join(small, 'report.html');
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens a page from the disk; anything that it asks the network for is a fault. */
async function opened(browserPage: Page, file: string) {
  const asked: string[] = [];
  browserPage.on('request', (request) => {
    if (!request.url().startsWith('file:')) asked.push(request.url());
  });
  await browserPage.goto(pathToFileURL(file).href);
  return asked;
}

test('the report computes every figure again, offline, and each is equal', async ({
  page: tab,
}) => {
  const asked = await opened(tab, page);
  await tab.getByRole('button', { name: 'Compute every figure again' }).click();
  await expect(tab.locator('#proof')).toContainText('all equal');
  const figures = await tab.locator('main [data-figure]').count();
  expect(figures).toBeGreaterThan(100);
  await expect(tab.locator('[data-proven="equal"]')).toHaveCount(figures);
  expect(asked).toEqual([]);
});

/** The page with one change, as somebody would make it in an editor. */
function doctored(from: string | RegExp, to: string, given = page): string {
  const text = readFileSync(given, 'utf8');
  const changed = text.replace(from, () => to);
  expect(changed).not.toBe(text);
  const file = join(folder, 'doctored.html');
  writeFileSync(file, changed);
  return file;
}

test('a doctored figure is found and shown beside what the judgments give', async ({
  page: tab,
}) => {
  const file = doctored(/data-figure="counts\.released">\d+/, 'data-figure="counts.released">999');
  await opened(tab, file);
  await expect(tab.locator('main')).toContainText('999');
  await tab.getByRole('button', { name: 'Compute every figure again' }).click();
  await expect(tab.locator('#proof')).toContainText('counts.released: the page said 999');
  await expect(tab.locator('[data-proven="differs"]')).toHaveCount(1);
  await expect(tab.locator('main')).not.toContainText('999');
});

const forgeries: readonly (readonly [string, string | RegExp, string])[] = [
  ['the title', /<title>[^<]*/, '<title>Certified truth'],
  ['the heading', /<h1>[^<]*/, '<h1>Certified truth'],
  ['the lines below it', '<p class="lines">', '<p class="lines">Audited · '],
  ['a warning that is gone', /<p class="notice warn">[^]*?<\/p>\n/, ''],
  ['a claim in the header', '<nav ', '<p class="notice good">κ = 0.99, certified</p><nav '],
  ['a link of the navigation', '<a href="#method">', '<a href="https://elsewhere.example/">'],
  ['a link that is gone', /<a href="#method">.*?<\/a>/, ''],
  ['the footer', /<footer>[^<]*/, '<footer>Certified'],
  ['a claim behind the footer', '</footer>', '</footer><div>κ = 0.99, certified</div>'],
  ['a claim before all', '<html lang', '<p>κ = 0.99, certified</p><html lang'],
  ['a claim behind all', /<\/html>\n$/, '</html><p>κ = 0.99, certified</p>'],
  ['an overlay', '<main', '<div style="position:fixed;inset:0">All is well</div><main'],
  ['another style', '</style>', '#careful { display: none }</style>'],
  ['a second style', '</head>', '<style>li { display: none }</style></head>'],
  ['a style sheet from elsewhere', '</head>', '<link rel="stylesheet" href="x.css"></head>'],
  ['an attribute of the body', '<body>', '<body class="plain">'],
  ['an attribute of the page', '<html lang="en">', '<html lang="en" hidden>'],
  ['a style of an element', '<section id="overview">', '<section id="overview" style="opacity:0">'],
  ['a hidden element', '<section id="rounds">', '<section id="rounds" hidden>'],
  ['a base', '<title>', '<base href="https://elsewhere.example/"><title>'],
  ['a later address', '<title>', '<meta http-equiv="refresh" content="900;url=x"><title>'],
  ['a handler', '<main id="main">', '<main id="main" onclick="alert(1)">'],
  ['a second script', '<header>', '<script>1</script><header>'],
  ['another policy', 'base-uri &#39;none&#39;', 'base-uri &#39;self&#39;'],
  ['no document type', '<!doctype html>', ''],
  ['a comment', '<main', '<!-- audited by us --><main'],
  ['a comment behind all', /$/, '<!-- audited by us -->'],
  ['an open shadow', '<header>', '<header><template shadowrootmode="open">Fine</template>'],
  ['a closed shadow', '<header>', '<header><template shadowrootmode="closed">Fine</template>'],
  ['an inner shadow', '<nav ', '<div><template shadowrootmode="closed">x</template></div><nav '],
  ['a template', '<main', '<template>x</template><main'],
  ['a frame', '<main', '<iframe srcdoc="x"></iframe><main'],
  ['a result that is there already', 'id="proof" class="proof">', 'id="proof" class="proof">✓ all'],
  ['the tone of the result', 'id="proof" class="proof"', 'id="proof" class="proof good"'],
  ['a second result', '<div id="proof"', '<div class="proof good">✓ all</div><div id="proof"'],
  ['units that are there already', '<div id="explorer">', '<div id="explorer"><p>None.</p>'],
  ['a table that is gone', /<table>[^]*?<\/table>/, ''],
  ['two rows that are exchanged', /(<tr><th scope="row"[^\n]*<\/tr>)\n/, ''],
  ['a text that is gone', /<dd>[^]*?<\/dd>/, '<dd></dd>'],
  ['a picture', /<circle /, '<circle data-x="1" '],
  ['a figure more', '<main id="main">', '<main id="main"><p data-figure="kappa">0.99</p>'],
];

test('the page as a whole is checked, and drawn again from its judgments', async ({
  page: tab,
}) => {
  const missed: string[] = [];
  for (const [what, from, to] of forgeries) {
    // The smaller page is computed again in a moment; only the other has a warning.
    const given = from instanceof RegExp && from.source.includes('notice warn') ? page : smallPage;
    await tab.goto(pathToFileURL(doctored(from, to, given)).href);
    await tab.locator('#proof button').first().dispatchEvent('click');
    await expect(tab.locator('#proof.good, #proof.bad')).toContainText('figures');
    const seen = await tab.evaluate(() => ({
      isFound: document.querySelector('#proof.bad') !== null,
      told: document.querySelector('#proof')!.textContent,
      outside: document.querySelectorAll('body > :not(.skip, header, main, footer)').length,
      active: document.querySelectorAll('script, base, iframe, template').length,
      texts: ['title', 'header > :not(#proof)', 'main', 'footer']
        .flatMap((place) => [...document.querySelectorAll(place)])
        .map((one) => one.textContent)
        .join('\n'),
    }));
    const isClean = seen.outside === 0 && seen.active === 0;
    const isTrue =
      !/certified|All is well|Audited/i.test(seen.texts) && /release 1\.0/.test(seen.texts);
    if (!seen.isFound || seen.told!.includes('all equal') || !isClean || !isTrue) missed.push(what);
  }
  expect(missed).toEqual([]);
});

test('whoever begins with the units has the whole page checked, too', async ({ page: tab }) => {
  await opened(tab, page);
  await tab.getByRole('button', { name: 'Show the units with their votes' }).click();
  await expect(tab.locator('#proof.good')).toContainText('all equal');
  await expect(tab.locator('#explorer details').first()).toBeVisible();
});

test('a label is followed down to its votes and the guideline', async ({ page: tab }) => {
  await opened(tab, page);
  await tab.getByRole('button', { name: 'Show the units with their votes' }).click();
  await tab.getByLabel('Standing').selectOption('settled');
  await tab.getByLabel('Order').selectOption('most disagreement first');
  const first = tab.locator('#explorer details').first();
  await first.locator('summary').first().click();
  await expect(first.getByRole('table')).toContainText('Truth');
  await expect(first.locator('.contested').first()).toBeVisible();
  await expect(first.locator('blockquote')).not.toBeEmpty();
  await expect(first.getByText('Guideline 1.0')).toBeVisible();
});

test('no table of the report is cut at the width of a desk', async ({ page: tab }) => {
  await tab.setViewportSize({ width: 1440, height: 900 });
  await opened(tab, page);
  const cut = await tab
    .locator('.scroll')
    .evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.getAttribute('aria-label')),
    );
  expect(cut).toEqual([]);
  expect(await tab.locator('.scroll').count()).toBeGreaterThan(5);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`the report has no accessibility findings (${scheme})`, async ({ page: tab }) => {
    await tab.emulateMedia({ colorScheme: scheme });
    await opened(tab, page);
    const { violations } = await new AxeBuilder({ page: tab }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
}
