import type { Page } from '@playwright/test';
import { fillWithSample, fillWithWaiting } from '@zavet/demo/fill';
import { samplePassword } from '@zavet/demo/sample';
import { startProtocol } from '@zavet/demo/visits';
import { locale, words } from '../in-locale.ts';
import { fillLogin, follow, screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

test('the sample is complete: one protocol delivers every letter, the other waits and is vetoed', async ({
  page,
  server,
  mailbox,
  visitor,
}) => {
  const { owner, trusted, contacts, instructions } = await fillWithSample(server.url, locale);
  words.addContent(owner.first_name, ...instructions.map(({ title }) => title));
  words.addContent(...contacts.map(({ name }) => name));
  await signIn(page, owner.email);
  await screen(page, owner.first_name).waitFor();
  await page.goto('/instructions');
  for (const { title } of instructions) await expect(page.getByText(title)).toBeVisible();
  await page.goto('/contact');
  for (const { name } of contacts) await expect(page.getByText(name).first()).toBeVisible();
  await startProtocol(server.url, trusted.email);
  const forTrusted = instructions.filter((one) => one.contacts.includes(trusted.email));
  await page.goto(await mailbox.newestLink(trusted.email, '/delivery'));
  await expect(page.locator('.sheet')).toBeVisible();
  for (const { title } of forTrusted) {
    await expect(page.locator('#content').getByText(title, { exact: true })).toBeVisible();
  }

  const waiting = await fillWithWaiting(server.url, locale);
  const vetoing = await visitor();
  await signIn(vetoing, waiting.owner.email);
  const done = vetoing.getByRole('heading', { name: 'Запуск остановлен' });
  await follow(
    vetoing.getByRole('dialog').getByRole('button', { name: 'Я здесь, остановить' }),
    done,
  );
});

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, { email, password: samplePassword });
}
