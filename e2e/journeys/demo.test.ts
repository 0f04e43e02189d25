import { fillWithSample } from '@zavet/demo/fill';
import { samplePassword } from '@zavet/demo/sample';
import { startProtocol } from '@zavet/demo/visits';
import { fillLogin, screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

test('the sample is complete, and its protocol delivers every letter to whom it is meant for', async ({
  page,
  server,
  mailbox,
}) => {
  const { owner, trusted, contacts, instructions } = await fillWithSample(server.url, 'ru');
  await page.goto('/login');
  await fillLogin(page, { email: owner.email, password: samplePassword });
  await screen(page, owner.first_name).waitFor();
  await page.goto('/instructions');
  for (const { title } of instructions) await expect(page.getByText(title)).toBeVisible();
  await page.goto('/contact');
  for (const { name } of contacts) await expect(page.getByText(name).first()).toBeVisible();
  await page.goto('/settings?tab=plan');
  await expect(page.getByText('500 МБ').first()).toBeVisible();

  await startProtocol(server.url, trusted.email);
  const forTrusted = instructions.filter((one) => one.contacts.includes(trusted.email));
  await page.goto(await mailbox.newestLink(trusted.email, '/delivery'));
  await expect(page.locator('.sheet')).toBeVisible();
  for (const { title } of forTrusted) {
    await expect(page.locator('#content').getByText(title, { exact: true })).toBeVisible();
  }
});
