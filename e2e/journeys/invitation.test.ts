import { expectShown } from '../page-witness.ts';
import { chooseInMenu } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';
import { nameContact } from '../vault.ts';

test('an invited person declines without an account, the owner is told, and the mind can be changed', async ({
  page,
  person,
  mailbox,
  visitor,
}) => {
  const { email } = await nameContact(page.request, 'Елена Ким');
  const link = await mailbox.newestLink(email, '/invitation');
  const stranger = await visitor();
  await stranger.goto(link);
  await expect(stranger).not.toHaveURL(/token/);
  await expect(stranger.getByText('Вас просят стать доверенным лицом')).toBeVisible();
  await expect(stranger.getByText(person.email)).toBeVisible();
  await stranger.getByRole('button', { name: 'Отказаться' }).click();
  await stranger.getByRole('dialog').getByRole('button', { name: 'Отказаться' }).click();
  await expect(stranger.getByRole('heading', { name: 'Вы отказались' })).toBeVisible();
  const told = await mailbox.newestMail(person.email);
  expect(told.text).toContain('Елена Ким');

  await page.goto('/contact');
  await expect(page.getByText('Отказ', { exact: true })).toBeVisible();

  await stranger.goto(link);
  await stranger.getByRole('button', { name: 'Всё-таки согласиться' }).click();
  await expect(stranger.getByRole('heading', { name: 'Спасибо, вы согласились' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Подтверждено', { exact: true })).toBeVisible();
});

test('an invitation is read in the language that is there when the texts of its own do not come', async ({
  page,
  person,
  mailbox,
  visitor,
}) => {
  const { email } = await nameContact(page.request, 'Aino Virtanen', undefined, 'fi');
  const stranger = await visitor();
  await stranger.route('**/api/invitation', async (route) => {
    const response = await route.fetch();
    await stranger.route(/\/assets\//, (asset) => asset.abort());
    await route.fulfill({ response });
  });
  await stranger.goto(await mailbox.newestLink(email, '/invitation'));
  await expect(stranger.getByText('Вас просят стать доверенным лицом')).toBeVisible();
  await expect(stranger.getByText(person.email)).toBeVisible();
});

test('a new invitation ends the link of the former one', async ({ page, person, mailbox }) => {
  expect(person.email).toBeTruthy();
  const { email } = await nameContact(page.request, 'Елена Ким');
  const former = await mailbox.newestLink(email, '/invitation');
  await page.goto('/contact');
  await chooseInMenu(page, 'Елена Ким', 'Пригласить ещё раз');
  await expectShown(page, `Приглашение отправлено на ${email}`);
  const current = await mailbox.newestLink(email, '/invitation');
  expect(current).not.toBe(former);
  await page.goto(former);
  await expect(page.getByRole('heading', { name: 'Ссылка не действует' })).toBeVisible();
});
