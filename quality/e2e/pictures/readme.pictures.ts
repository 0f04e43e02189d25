import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { fillWithSample, fillWithWaiting } from '@zavet/demo/fill';
import { samplePassword } from '@zavet/demo/sample';
import { startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { acceptUpcomingDocuments } from '../people.ts';
import { confirmAndOpenPayment, pressUntilDialog } from '../protocol.ts';
import { expectSettled } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

const folder = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));
const desk = { width: 1280, height: 860 };
const phone = { width: 390, height: 800 };

test.use({ locale: 'en-GB', viewport: desk, deviceScaleFactor: 1.5 });

/** The steps of the README, with mail that is sent: captured mail would be announced on each screen. */
test('the pictures of the README', async ({ page, server, visitor }) => {
  const sample = await fillWithSample(server.url, 'en');
  const waiting = await fillWithWaiting(server.url, 'en');
  const mails = await startSmtpStandIn();
  await server.restart({ settings: { SMTP_URL: mails.url } });

  await signIn(page, sample.owner.email);
  await take(page, 'dashboard');

  const other = await visitor({ viewport: desk, deviceScaleFactor: 1.5 });
  await signIn(other, sample.trusted.email);
  await other.goto('/trusted-legacies');
  await pressUntilDialog(other);
  await take(other, 'activation');
  await confirmAndOpenPayment(other);
  await other.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(other).toHaveURL(/\/trusted-legacies/);
  const findLink = () => {
    const mail = mails.accepted.findLast(({ to }) => to === sample.trusted.email);
    return /http\S+\/delivery\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  };
  await expect.poll(findLink).toBeTruthy();
  await other.setViewportSize(phone);
  await other.goto(findLink());
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await take(other, 'letter-phone');

  const living = await visitor({ viewport: desk, deviceScaleFactor: 1.5 });
  await signIn(living, waiting.owner.email);
  await take(living, 'waiting');
  await mails.stop();
});

async function signIn(page: Page, email: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('zavet.language', 'en'));
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
