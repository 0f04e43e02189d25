import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { fillWithSample, fillWithWaiting } from '@zavet/demo/fill';
import { samplePassword } from '@zavet/demo/sample';
import { Mailbox } from '../mailbox.ts';
import { acceptUpcomingDocuments } from '../people.ts';
import { confirmAndOpenPayment, pressButton, pressUntilDialog } from '../protocol.ts';
import { expectSettled } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

const folder = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));
const desk = { width: 1280, height: 860 };
const phone = { width: 390, height: 800 };

test.use({ locale: 'en-GB', viewport: desk, deviceScaleFactor: 1.5 });

/** The steps of the README, from the sample to a letter. */
test('the pictures of the README', async ({ page, server, browser, baseURL }) => {
  const sample = await fillWithSample(server.url, 'en');
  await page.addInitScript(() => localStorage.setItem('zavet.language', 'en'));

  await signIn(page, sample.owner.email);
  await take(page, 'dashboard');
  await page.goto('/contact');
  await take(page, 'trusted-contacts');
  await page.goto('/instructions');
  await take(page, 'instructions');
  await page.setViewportSize(phone);
  await page.goto('/dashboard');
  await take(page, 'dashboard-phone');

  const trusted = await browser.newContext({ viewport: desk, deviceScaleFactor: 1.5, baseURL });
  const other = await trusted.newPage();
  await other.addInitScript(() => localStorage.setItem('zavet.language', 'en'));
  await signIn(other, sample.trusted.email);
  await other.goto('/trusted-legacies');
  await expect(pressButton(other)).toBeVisible();
  await take(other, 'trusted-legacies');
  await pressUntilDialog(other);
  await take(other, 'activation');
  await confirmAndOpenPayment(other);
  await take(other, 'payment');
  await other.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(other).toHaveURL(/\/trusted-legacies/);
  await expect(other.getByText(sample.instructions[0]?.title ?? '').first()).toBeVisible();
  await take(other, 'activated');

  const letter = await new Mailbox(server.url).newestLink(sample.trusted.email, '/delivery');
  await other.setViewportSize(phone);
  await other.goto(letter);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await take(other, 'letter-phone');
  await trusted.close();
});

/** The notice to a living owner during the waiting period. */
test('the picture of a waiting protocol', async ({ page, server }) => {
  const { owner } = await fillWithWaiting(server.url, 'en');
  await page.addInitScript(() => localStorage.setItem('zavet.language', 'en'));
  await signIn(page, owner.email);
  await take(page, 'waiting');
});

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(samplePassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await acceptUpcomingDocuments(page.request);
  await page.reload();
}

async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await expectSettled(page);
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' });
}
