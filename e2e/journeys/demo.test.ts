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
  const titles = new Set<string>();
  for (const _ of forTrusted) {
    const letter = await mailbox.newestLink(trusted.email, '/delivery');
    // The same page with another letter behind # would not be loaded again.
    await page.goto('about:blank');
    await page.goto(letter);
    // Of several letters, the one behind the link is shown first.
    const heading = page.locator('.sheet').getByRole('heading').first();
    await expect(heading).toBeVisible();
    titles.add((await heading.textContent()) ?? '');
  }
  expect([...titles].toSorted()).toEqual(forTrusted.map(({ title }) => title).toSorted());
});
