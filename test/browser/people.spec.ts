import { expect } from '@playwright/test';
import { peopleTexts } from '../../src/web/scenes/people/members/texts.ts';
import { profileTexts } from '../../src/web/scenes/people/profile/texts.ts';
import { signInTexts } from '../../src/web/scenes/people/sign-in/texts.ts';
import { expectAccessible } from './accessibility.ts';
import { look } from './look-at.ts';
import { loadSmallProject } from './small-project.ts';
import { test } from './workbench.ts';

for (const language of ['en', 'de'] as const) {
  test(`the panel is invited by name, and who has not come is seen (${language})`, async ({
    page,
    workbench,
    browser,
  }) => {
    const texts = peopleTexts[language];
    const signing = signInTexts[language];
    const project = await loadSmallProject(workbench);
    const lead = await workbench.person('lena', { '*': 'lead' }, { language });
    await workbench.person('eve', { [project]: 'annotator' }, { name: 'Eve Outside' });
    await workbench.person('ben', { [project]: 'annotator' }, { name: 'Ben' });
    await workbench.signIn(page.context(), lead);
    await page.goto(`${workbench.address}/projects/${project}/people`);
    const panel = page.getByRole('region', { name: texts.panel.title });
    const row = (name: string) => panel.getByRole('row').filter({ hasText: name });
    await expect(row('ada')).toContainText(texts.panel.arrivals.none);
    await expect(row('ben')).toContainText(texts.panel.arrivals.joined);
    await expect(panel.getByRole('alert')).toContainText('Eve Outside (eve)');
    await expectAccessible(page);
    await look(page, `people-1-panel-${language}`);

    // Once for all, by keyboard.
    await panel.getByRole('button', { name: texts.panel.inviteAll(2) }).focus();
    await page.keyboard.press('Enter');
    const link = panel.getByLabel(`${texts.link}: ada`, { exact: true });
    await expect(link).toHaveValue(/\/link\//);
    const second = panel.getByLabel(`${texts.link}: cleo`, { exact: true });
    await expect(second).toHaveValue(/\/link\//);
    await expect(panel.getByRole('button', { name: texts.panel.inviteAll(2) })).toHaveCount(0);
    await expectAccessible(page);
    await look(page, `people-2-invited-${language}`);

    // The link is for this name, which cannot be changed.
    const other = await browser.newContext({ locale: language });
    const ada = await other.newPage();
    await ada.goto(await link.inputValue());
    await expect(ada.getByLabel(signing.login)).toHaveValue('ada');
    await expect(ada.getByLabel(signing.login)).toHaveAttribute('readonly', '');
    await ada.getByLabel(signing.fullName).fill('Ada');
    await ada.getByLabel(signing.password, { exact: true }).fill('a long enough password');
    await ada.getByRole('button', { name: signing.create }).click();
    await expect(ada.getByRole('heading', { level: 1 })).toBeVisible();
    await page.reload();
    await expect(row('ada')).toContainText(texts.panel.arrivals.joined);

    // Where she is signed in is ended by a lead of the workspace, who gives her a new link.
    await page.getByRole('button', { name: `${texts.access.open}: Ada` }).click();
    const dialog = page.getByRole('dialog', { name: texts.access.title('Ada') });
    await dialog.getByRole('button', { name: texts.access.makeLink }).click();
    await expect(dialog.getByLabel(texts.access.link)).toHaveValue(/\/link\/password\./);
    await expectAccessible(page);
    await look(page, `people-3-access-${language}`);
    await dialog.getByRole('button', { name: texts.access.endAll }).click();
    await expect(dialog.getByText(texts.access.noSession)).toBeVisible();
    await ada.goto(workbench.address);
    await expect(ada.getByRole('heading', { level: 1, name: signing.title })).toBeVisible();
    await other.close();
  });

  test(`messages, webhooks and sessions are set up by keyboard alone (${language})`, async ({
    page,
    workbench,
    browser,
  }) => {
    const [people, profile] = [peopleTexts[language], profileTexts[language]];
    const project = await loadSmallProject(workbench);
    const lead = await workbench.person('lena', { [project]: 'lead' }, { language });
    const elsewhere = await browser.newContext();
    await workbench.signIn(elsewhere, lead);
    await workbench.signIn(page.context(), lead);
    await page.goto(`${workbench.address}/profile`);
    const messages = page.getByRole('region', { name: profile.notices.title });
    await messages.getByLabel(profile.notices.email).focus();
    await page.keyboard.type('lena@example.org');
    await messages.getByLabel(profile.notices.events.digest).focus();
    await page.keyboard.press('Space');
    await messages.getByRole('button', { name: /^(Save|Speichern)$/ }).focus();
    await page.keyboard.press('Enter');
    await expect(messages.getByRole('button', { name: profile.notices.test })).toBeEnabled();
    await messages.getByRole('button', { name: profile.notices.test }).focus();
    await page.keyboard.press('Enter');
    await expect(messages.getByText(profile.notices.tested)).toBeVisible();
    const sessions = page.getByRole('region', { name: profile.sessions.title });
    await expect(sessions.getByRole('row')).toHaveCount(3);
    await expectAccessible(page);
    await look(page, `people-4-profile-${language}`);
    await sessions.getByRole('button', { name: profile.sessions.endOthers }).focus();
    await page.keyboard.press('Enter');
    await expect(sessions.getByRole('row')).toHaveCount(2);

    await page.goto(`${workbench.address}/projects/${project}/people`);
    const hooks = page.getByRole('region', { name: people.webhooks.title });
    await hooks.getByRole('button', { name: people.webhooks.add }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: people.webhooks.addTitle });
    await dialog.getByLabel(people.webhooks.url).fill('file:///etc/passwd');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('https://');
    await dialog.getByLabel(people.webhooks.url).fill('http://127.0.0.1:1/hook');
    await expectAccessible(page);
    await look(page, `people-5-webhook-${language}`);
    await page.keyboard.press('Enter');
    await expect(hooks.getByLabel(people.webhooks.secret)).toHaveValue(/.{40}/);
    await hooks.getByRole('button', { name: `${people.webhooks.test}: http` }).focus();
    await page.keyboard.press('Enter');
    await expect(async () => {
      await page.reload();
      await expect(hooks.getByText('ECONNREFUSED')).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(hooks.getByText(people.webhooks.states.waiting)).toBeVisible();
    await expectAccessible(page);
    await look(page, `people-6-messages-${language}`);
    await elsewhere.close();
  });
}
