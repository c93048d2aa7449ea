import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { errorCatalogue } from '../../src/domain/errors.ts';
import { textCatalogue } from '../../src/domain/texts.ts';
import { href } from '../../src/web/router.ts';
import { german as germanCatalogue } from '../../src/web/texts/german.ts';
import { beyondTheEdge } from './beyond-the-edge.ts';
import { scenes, test } from './scene-table.ts';

const web = fileURLToPath(new URL('../../src/web', import.meta.url));

/**
 * What the workbench says in English and says otherwise in German: none of it may stand on a German
 * page, unless a guideline has a chapter of that name, or a protocol a question or an answer.
 */
async function englishOnly(): Promise<ReadonlySet<string>> {
  const english = new Set<string>();
  const german = new Set<string>();
  for (const file of ['texts/shared-texts.ts', ...globSync('scenes/**/texts.ts', { cwd: web })]) {
    for (const texts of Object.values(
      (await import(join(web, file))) as Readonly<Record<string, unknown>>,
    )) {
      if (typeof texts !== 'object' || texts === null || !('en' in texts) || !('de' in texts))
        continue;
      collect(texts.en, english);
      collect(texts.de, german);
    }
  }
  expect(english.size).toBeGreaterThan(300);
  const known = [german, chapters(), protocolWords()];
  return new Set([...english].filter((text) => !known.some((texts) => texts.has(text))));
}

/**
 * What the server says in English: the parts of its sentences between placeholders that have at
 * least three words and are not German too. A page that shows a sentence as it was sent has one.
 */
function serverEnglish(): readonly string[] {
  const errors = Object.values(errorCatalogue).map((one) => one.message);
  const inGerman = Object.values(germanCatalogue.templates).join('\n');
  const parts = [...errors, ...Object.values(textCatalogue)].flatMap((text) =>
    text.split(/\{[^}]*\}/).map((part) => part.trim()),
  );
  const sentences = parts.filter(
    (part) => part.split(/\s+/).length >= 3 && part.length >= 14 && !inGerman.includes(part),
  );
  expect(sentences.length).toBeGreaterThan(400);
  return sentences;
}

function chapters(): ReadonlySet<string> {
  const guidelines = globSync('examples/*/guideline*.md', { cwd: join(web, '..', '..') });
  return new Set(
    guidelines.flatMap((file) =>
      [...readFileSync(join(web, '..', '..', file), 'utf8').matchAll(/^#+ (.+)$/gm)].map(
        (match) => match[1]!,
      ),
    ),
  );
}

/**
 * The titles of questions, the names of answers and the heads of tables in the guidelines of the
 * examples, which are shown as they are written.
 */
function protocolWords(): ReadonlySet<string> {
  const read = (pattern: string): readonly string[] =>
    globSync(pattern, { cwd: join(web, '..', '..') }).map((file) =>
      readFileSync(join(web, '..', '..', file), 'utf8'),
    );
  const names = read('examples/*/protocol.yaml').flatMap((text) =>
    [...text.matchAll(/^ +(?:title: (.+)|- "?(\w+)"?: .+)$/gm)].map((one) => one[1] ?? one[2]!),
  );
  const heads = read('examples/*/guideline.md').flatMap((text) =>
    [...text.matchAll(/^\|(.+)\|\n\|[-:| ]+\|$/gm)].flatMap((one) => one[1]!.split('|')),
  );
  return new Set([...names, ...heads.map((head) => head.trim())]);
}

function collect(texts: unknown, into: Set<string>): void {
  if (typeof texts === 'string') into.add(texts);
  else if (typeof texts === 'object' && texts !== null)
    for (const one of Object.values(texts)) collect(one, into);
}

/**
 * Whatever is read or heard: the texts that are seen, and the names of what has no text. What the
 * protocol or people have written is left out.
 */
async function said(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest('[data-unit], code, pre, textarea, [lang]:not(html)') == null)
        found.push(node.textContent?.trim() ?? '');
    }
    for (const element of document.querySelectorAll(
      '[aria-label], [placeholder], [title], [aria-valuetext]',
    )) {
      for (const name of ['aria-label', 'placeholder', 'title', 'aria-valuetext'])
        found.push(element.getAttribute(name)?.trim() ?? '');
    }
    return found.filter((text) => text !== '');
  });
}

for (const [route, states] of Object.entries(scenes)) {
  test(`${route}: everything that the workbench says is German, and fits`, async ({
    browser,
    world,
  }) => {
    const english = await englishOnly();
    const sent = serverEnglish();
    for (const { name, target, person, isChanged } of states) {
      const { workbench } = isChanged === true ? world.changed : world;
      const who = person(world);
      const speak = async (language: 'de' | 'en'): Promise<void> => {
        if (who !== null)
          await workbench
            .workspace()
            .store.write(
              async (tx) =>
                void (await tx
                  .updateTable('account')
                  .set({ language })
                  .where('id', '=', who.account)
                  .execute()),
            );
      };
      await speak('de');
      const context = await browser.newContext({ locale: 'de-DE' });
      if (who !== null) await workbench.signIn(context, who);
      const page = await context.newPage();
      await page.goto(workbench.address + href(target(world)));
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      await expect(page.locator('h1').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(page.getByText('Wird geladen', { exact: true })).toHaveCount(0);
      const texts = await said(page);
      expect(texts.length, name).toBeGreaterThan(5);
      expect(
        texts.filter((text) => english.has(text) || sent.some((part) => text.includes(part))),
        name,
      ).toEqual([]);
      for (const [width, height] of [
        [1440, 900],
        [1280, 720],
      ] as const) {
        await page.setViewportSize({ width, height });
        expect(await beyondTheEdge(page), `${name} at ${width}`).toEqual([]);
      }
      await context.close();
      await speak('en');
    }
  });
}
