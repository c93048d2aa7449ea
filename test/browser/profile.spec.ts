import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test } from './workbench.ts';
import { addMember, removeMember } from '../../src/operations/people/people.ts';
import { createToken } from '../../src/operations/people/tokens.ts';

test('language, keys and appearance are changed where they stand, and stay', async ({
  page,
  workbench,
}) => {
  await workbench.signIn(page.context(), await workbench.person('anna', {}));
  await page.goto(`${workbench.address}/profile`);
  await expectAccessible(page);
  await page.getByText('Deutsch').click();
  await expect(page.getByRole('heading', { name: 'Profil', level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('radio', { name: 'Prodigy' }).check();
  await expect(
    page.getByRole('main').getByRole('status').filter({ hasText: 'Gespeichert' }),
  ).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Profil', level: 1 })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Prodigy' })).toBeChecked();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Tastenkürzel' })).toContainText(
    'Tastenbelegung: Prodigy',
  );
  await expectAccessible(page);
});

test('single keys can be switched off, and combinations go on working', async ({
  page,
  workbench,
}) => {
  await workbench.signIn(page.context(), await workbench.person('anna', {}));
  await page.goto(`${workbench.address}/profile`);
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).not.toBeChecked();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Alt+h');
  await expect(page).toHaveURL(`${workbench.address}/`);
});

test('tokens that were made as a lead are ended here, when one is no lead any more', async ({
  page,
  workbench,
}) => {
  const project = await workbench.load('rag-tasks');
  const anna = await workbench.person('anna', { [project]: 'lead' });
  await createToken(anna.work, { project, name: 'nightly export', scope: 'write', days: 30 });
  const lead = await workbench.person('lena', { '*': 'lead' });
  await addMember(lead.work, { project, login: 'anna', role: 'annotator' });
  await removeMember(lead.work, { project, login: 'anna', role: 'lead' });
  await workbench.signIn(page.context(), anna);
  await page.goto(`${workbench.address}/profile`);
  const tokens = page.getByRole('table', { name: `Tokens in ${project}` });
  await expect(tokens.getByRole('rowheader', { name: 'nightly export' })).toBeVisible();
  await expectAccessible(page);
  await tokens.getByRole('button', { name: 'Revoke' }).click();
  await expect(tokens.getByText('Revoked')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('table', { name: 'Your roles' }).getByRole('rowheader')).toHaveText(
    'Retrieval, grounding and generation of a question-answering assistant',
  );
  await expect(tokens).toHaveCount(0);
});

test('a password is changed with the current one, and other sessions end', async ({
  page,
  browser,
  workbench,
}) => {
  const anna = await workbench.person('anna', {});
  const elsewhere = await browser.newContext();
  await workbench.signIn(elsewhere, anna);
  await workbench.signIn(page.context(), anna);
  await page.goto(`${workbench.address}/profile`);
  await page.getByLabel('Current password').fill('not this one');
  await page.getByLabel('New password').fill('a new password of mine');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert')).toContainText('Incorrect name or password');
  await page.getByLabel('Current password').fill(anna.password);
  await page.getByLabel('New password').fill('a new password of mine');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed. Other sessions ended: 1.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  const other = await elsewhere.newPage();
  await other.goto(`${workbench.address}/profile`);
  await expect(other).toHaveURL(/sign-in/);
  await elsewhere.close();
});
