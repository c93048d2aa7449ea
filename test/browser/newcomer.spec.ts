import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { loadExamples } from '../../src/operations/protocol/load-examples.ts';
import { PasswordHasher } from '../../src/operations/people/password.ts';
import { homeTexts } from '../../src/web/scenes/judging/home/texts.ts';
import { peopleTexts } from '../../src/web/scenes/people/members/texts.ts';
import { signInTexts } from '../../src/web/scenes/people/sign-in/texts.ts';
import { createTexts } from '../../src/web/scenes/protocol/create/texts.ts';
import { overviewTexts } from '../../src/web/scenes/rounds/texts.ts';
import { newcomerFiles } from './newcomer-files.ts';
import { test } from './workbench.ts';

const shots = process.env['ASSAY_SHOTS'];
const password = 'w9en-x5vc-j2px';

for (const [name, make] of Object.entries(newcomerFiles))
  test(`from the first page to the first judged unit with ${name}, without documentation`, async ({
    page,
    workbench,
  }) => {
    const texts = createTexts.en;
    // What `npm start` has made when it opens the browser.
    const hasher = new PasswordHasher({ logN: 4, r: 8, p: 1 });
    await loadExamples(workbench.workspace(), hasher, password);
    await page.setViewportSize({ width: 1280, height: 720 });
    const steps = new Steps(page, name);

    await page.goto(`${workbench.address}/sign-in?login=lead`);
    await steps.look('sign in');
    await page.getByLabel(signInTexts.en.password, { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    const create = page.getByRole('link', { name: homeTexts.en.newProject });
    await expect(create).toBeVisible();
    await steps.look('home');

    await create.click();
    await steps.look('new project');
    const file = page.getByLabel(texts.choose, { exact: true }).and(page.locator('input'));
    await file.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: make() });
    // The first file is read by a thread that has yet to start.
    await expect(page.getByText(texts.read(name, '300'))).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await steps.look('columns');
    const use = (column: string) => page.getByLabel(`${texts.use}: ${column}`);
    if (name.endsWith('.jsonl')) {
      await expect(use('vorgang')).toHaveValue('id');
      await expect(use('fall')).toHaveValue('show');
      await expect(use('kunde')).toHaveValue('none');
    } else {
      await expect(use('Vorgangsnummer')).toHaveValue('id');
      await expect(use('Beschreibung')).toHaveValue('show');
      await expect(use('Kundennummer')).toHaveValue('subject');
      await expect(use('Eingang')).toHaveValue('date');
    }

    await page.getByRole('textbox', { name: texts.label('1'), exact: true }).fill('Zu spät');
    await page.getByRole('textbox', { name: texts.label('2'), exact: true }).fill('Beschädigt');
    const preview = page.getByRole('complementary', { name: texts.preview });
    await expect(preview.getByText('Das Paket 1 kam zu spät')).toBeVisible();
    await steps.look('labels');
    await page.getByLabel(texts.names).fill('ben');
    await page.getByLabel(texts.myself('lead')).check();
    await steps.look('people');
    await page.getByRole('button', { name: texts.create }).click();

    await page.waitForURL(/\/projects\/[^/]+\/people$/);
    await expect(page.getByRole('row', { name: /ben/ }).first()).toBeVisible();
    await steps.look('created');
    await page.getByRole('link', { name: peopleTexts.en.first.open('pilot') }).click();
    await page.getByRole('button', { name: overviewTexts.en.open }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('checkbox', { name: /lead/ })).toBeChecked();
    await expect(dialog.getByRole('checkbox', { name: /ben/ })).toBeChecked();
    await steps.look('open the pilot');
    await dialog.getByRole('button', { name: overviewTexts.en.open }).click();
    await expect(dialog).toHaveCount(0);
    await steps.look('opened');

    await page.getByRole('link', { name: overviewTexts.en.judge }).click();
    await expect(page.getByRole('checkbox', { name: 'Zu spät' })).toBeVisible();
    await steps.look('first unit');
    await page.getByRole('checkbox', { name: 'Zu spät' }).check();
    await page.keyboard.press('Enter');
    await expect(async () => {
      const found = await workbench
        .workspace()
        .store.read((db) =>
          db
            .selectFrom('judgment')
            .select('annotator')
            .where('project', 'not in', ['regulatory-topics', 'trial-relevance', 'rag-tasks'])
            .where('project', '!=', 'policy-ground-truth')
            .execute(),
        );
      expect(found).toEqual([{ annotator: 'lead' }]);
    }).toPass();
    await steps.look('judged');
    test.info().annotations.push({ type: 'steps', description: steps.told() });
  });

/** What a newcomer sees, one after the other, and when. */
class Steps {
  readonly #begun = Date.now();
  readonly #seen: string[] = [];
  readonly #page: Page;
  readonly #file: string;

  constructor(page: Page, file: string) {
    this.#page = page;
    this.#file = file.split('.').at(-1)!;
  }

  async look(step: string): Promise<void> {
    const seconds = ((Date.now() - this.#begun) / 1000).toFixed(1);
    this.#seen.push(`${step} ${seconds} s`);
    if (shots === undefined) return;
    const number = String(this.#seen.length).padStart(2, '0');
    const path = `${shots}/newcomer-${this.#file}-${number}-${step.replaceAll(' ', '-')}.png`;
    await this.#page.screenshot({ path });
  }

  told(): string {
    return `${this.#seen.length} pages: ${this.#seen.join(', ')}`;
  }
}
