import { expect } from '@playwright/test';
import { invite } from '../../src/operations/people/invite.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './workbench.ts';

test('the first lead comes by the link that the server prints, makes an account, and lands at home', async ({
  page,
  workbench,
}) => {
  await workbench.load('rag-tasks');
  await page.goto(workbench.link);
  await expect(page.getByRole('heading', { name: 'You are invited' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Your full name').fill('Lena Lead');
  await page.getByLabel('Login').fill('lena');
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Your work' })).toBeVisible();
  await expect(page.getByRole('link', { name: /question-answering assistant/ })).toBeVisible();
});

test('a name that nobody can sign in with is refused beside its field, in the words of the page', async ({
  page,
  workbench,
}) => {
  await page.goto(workbench.link);
  await page.getByLabel('Your full name').fill('Ada Lovelace');
  const name = page.getByLabel('Login');
  await name.fill('Ada Lovelace');
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(
    page.getByText(
      'Use letters from a to z, digits and . _ @ + - only, and start with a letter or a digit.',
    ),
  ).toBeVisible();
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('login is')).toHaveCount(0);
  await expectAccessible(page);
  await name.fill('ada');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your work' })).toBeVisible();
});

test('a link that was used says so', async ({ page, workbench }) => {
  const lead = await workbench.person('lena', { '*': 'lead' });
  const { secret } = await invite(lead.work, { project: '*', role: 'lead', days: 1 });
  await workbench.signIn(page.context(), lead);
  await page.goto(`${workbench.address}/link/${secret}`);
  await page.getByRole('button', { name: 'Join as lena' }).click();
  await expect(page.getByRole('heading', { name: 'Your work' })).toBeVisible();
  await page.goto(`${workbench.address}/link/${secret}`);
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  await expectAccessible(page);
});

test('a reviewer opens the project from a link, without an account', async ({
  page,
  workbench,
}) => {
  const project = await workbench.load('rag-tasks');
  const lead = await workbench.person('lena', { '*': 'lead' });
  const { secret } = await invite(lead.work, { project, role: 'reviewer', days: 1 });
  await page.goto(`${workbench.address}/link/${secret}`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open read-only' }).click();
  await expect(page).toHaveURL(`${workbench.address}/projects/${project}`);
  await expect(
    page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Agreement' }),
  ).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'People' }),
  ).toHaveCount(0);
});

test('signing in refuses a wrong password, leads to where one wanted to go, and ends with signing out', async ({
  page,
  workbench,
}) => {
  const anna = await workbench.person('anna', {}, { name: 'Anna Alt' });
  await page.goto(`${workbench.address}/profile`);
  await expect(page).toHaveURL(/\/sign-in\?to=%2Fprofile/);
  await expect(page.getByLabel('Login')).toBeFocused();
  await page.keyboard.type('anna');
  await page.keyboard.press('Tab');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Incorrect name or password.');
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill(anna.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${workbench.address}/profile`);
  await page.getByRole('button', { name: 'Account: Anna Alt' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto(`${workbench.address}/profile`);
  await expect(page).toHaveURL(/sign-in/);
});

test('an account that was signed out elsewhere has to sign in again, and nothing is sent in another name', async ({
  page,
  workbench,
}) => {
  const [anna, ben] = [
    await workbench.person('anna', {}, { name: 'Anna Alt' }),
    await workbench.person('ben', {}, { name: 'Ben Berg' }),
  ];
  await workbench.signIn(page.context(), anna);
  await page.goto(`${workbench.address}/profile`);
  await expect(page.getByLabel('Full name')).toHaveValue('Anna Alt');
  // Ben signs in in another tab of the same browser.
  await workbench.signIn(page.context(), ben);
  await page.getByLabel('Full name').fill('Anna Neu');
  const you = page.getByRole('region', { name: 'You', exact: true });
  await you.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Account: Ben Berg' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Full name')).toHaveValue('Ben Berg');
});

test('the page names no scripts and styles but its own, and breaks no rule of its content policy', async ({
  page,
  workbench,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) =>
    message.type() === 'error' ? complaints.push(message.text()) : undefined,
  );
  page.on('pageerror', (failure) => complaints.push(failure.message));
  const anna = await workbench.person('anna', {});
  await workbench.signIn(page.context(), anna);
  await page.goto(`${workbench.address}/profile`);
  await page.getByRole('button', { name: 'Account: anna' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(complaints).toEqual([]);
});
