import { expect, passDays, skipDays, test } from '../own-server-fixture.ts';
import { signInPerson, signUpPerson, strongPassword } from '../people.ts';
import { acceptInvitation } from '../protocol.ts';
import { choose, follow } from '../screen.ts';
import { createContact, createInstruction } from '../vault.ts';

test('an owner holds a rehearsal with a contact who knows the PIN, and answers a check-in by the link of a mail', async ({
  page,
  mailbox,
  visitor,
}) => {
  const person = await signUpPerson(page.request, mailbox);
  const contact = await createContact(page.request, 'Елена Ким');
  const elena = await visitor();
  await acceptInvitation(elena.request, mailbox, contact.email);
  const title = 'Ключи от сейфа';
  await createInstruction(page.request, [contact.id], title, 'В шкафу', 'notary@example.org');
  const pin = { pin: '274951', current_password: strongPassword };
  expect((await page.request.put('/api/account/pin', { data: pin })).ok()).toBe(true);

  await page.goto('/readiness');
  await expect(page.getByRole('heading', { name: 'Пора провести репетицию' })).toBeVisible();
  await follow(page.getByRole('link', { name: 'Провести репетицию' }), 'Репетиция');
  await expect(page.getByText('notary@example.org')).toBeVisible();
  await page.getByRole('button', { name: 'Начать репетицию' }).click();
  await expect(page.getByRole('heading', { name: 'Репетиция идёт' })).toBeVisible();
  await elena.goto(await mailbox.newestLink(contact.email, '/rehearsal-answer'));
  await expect(elena).not.toHaveURL(/token/);
  await expect(elena.getByText(person.email)).toBeVisible();
  await expect(elena.getByText(title)).toHaveCount(0);
  await elena.getByRole('button', { name: 'Письмо дошло' }).click();
  await elena.getByLabel('PIN-код', { exact: true }).fill('111112');
  await elena.getByRole('button', { name: 'Проверить PIN-код' }).click();
  await expect(elena.getByText('PIN-код неверный. Осталось 2 попытки.')).toBeVisible();
  await elena.getByLabel('PIN-код', { exact: true }).fill('274951');
  await elena.getByRole('button', { name: 'Проверить PIN-код' }).click();
  await expect(elena.getByText(/^PIN-код верный/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Последняя репетиция' })).toBeVisible();
  await expect(page.getByText('Знает PIN-код')).toBeVisible();
  await expect(page.getByText('Адрес в порядке')).toBeVisible();
  await follow(page.getByRole('link', { name: 'К готовности' }), 'Готовность');
  await expect(page.getByText(/ответили 1 из 1$/)).toBeVisible();

  const openCheckIns = async () => {
    await page.goto('/settings?tab=protocol');
    await page.getByRole('button', { name: 'Изменить: Проверка, всё ли в порядке' }).click();
  };
  await openCheckIns();
  const often = page.getByRole('combobox', { name: 'Когда спрашивать' });
  await choose(often, 'Через неделю без вестей');
  await expect(page.getByText(/^Следующее письмо/)).toBeVisible();
  for (const days of [6, 6]) {
    await skipDays(page, days);
    await passDays(page, 1);
  }
  await mailbox.newestMail(person.email, 'Это второе письмо из трёх');
  await openCheckIns();
  await expect(page.getByText('Отправлено письмо 2 из 3')).toBeVisible();
  const stranger = await visitor();
  await stranger.goto(await mailbox.newestLink(person.email, '/check-in'));
  await expect(stranger).not.toHaveURL(/token/);
  await stranger.getByRole('button', { name: 'Я на связи' }).click();
  await expect(stranger.getByRole('heading', { name: /теперь мы знаем/ })).toBeVisible();
  await signInPerson(page.request, person);
  await openCheckIns();
  await expect(page.getByText('Вы ответили по ссылке из письма')).toBeVisible();
});
