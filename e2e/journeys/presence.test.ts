import { bringAxe, expectAccessible } from '../accessible.ts';
import { expect, passDays, test } from '../moved-clock-fixture.ts';
import { signInPerson, signUpPerson } from '../people.ts';

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

  await passDays(page, 14);
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
