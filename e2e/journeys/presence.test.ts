import { bringAxe, expectAccessible } from '../accessible.ts';
import { Mailbox } from '../mailbox.ts';
import { signInPerson, signUpPerson } from '../people.ts';
import { RunningServer } from '../running-server.ts';
import { test as base, expect } from '../server-fixture.ts';

/** A server of its own, because its clock is moved. */
const test = base.extend<{ ownServer: RunningServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of this parameter.
  ownServer: async ({}, use) => {
    const server = await RunningServer.start();
    await use(server);
    await server.stop();
  },
  baseURL: async ({ ownServer }, use) => use(ownServer.url),
  mailbox: async ({ ownServer }, use) => use(new Mailbox(ownServer.url)),
});

test('an owner who wants to be asked answers by the button of a mail, and sees every step', async ({
  page,
  mailbox,
  visitor,
}) => {
  await bringAxe(page.context());
  const person = await signUpPerson(page.request, mailbox);
  await page.goto('/settings?tab=privacy');
  await page.getByRole('combobox', { name: 'Как часто спрашивать' }).click();
  await page.getByRole('option', { name: 'Через неделю без вестей' }).click();
  await expect(page.getByText(/Следующая проверка/)).toBeVisible();

  const passed = await page.request.post('/api/dev/days', { data: { days: 14 } });
  expect(passed.ok()).toBe(true);
  await mailbox.newestMail(person.email, 'Это второе письмо из трёх');
  await page.goto('/settings?tab=privacy');
  await expect(page.getByText('Отправлено письмо 2 из 3')).toBeVisible();
  await expectAccessible(page);

  const link = await mailbox.newestLink(person.email, '/check-in');
  const stranger = await visitor();
  await bringAxe(stranger.context());
  await stranger.goto(link);
  await expect(stranger).not.toHaveURL(/token/);
  await expect(stranger.getByRole('button', { name: 'Я на связи' })).toBeVisible();
  await expectAccessible(stranger);
  await stranger.getByRole('button', { name: 'Я на связи' }).click();
  await expect(stranger.getByRole('heading', { name: /теперь мы знаем/ })).toBeVisible();
  await expectAccessible(stranger);
  await stranger.reload();
  await expect(stranger.getByRole('heading', { name: /уже известно/ })).toBeVisible();

  await signInPerson(page.request, person);
  await page.goto('/settings?tab=privacy');
  await expect(page.getByText('Вы ответили по кнопке из письма')).toBeVisible();
  await expect(page.getByText(/Следующая проверка/)).toBeVisible();
});
