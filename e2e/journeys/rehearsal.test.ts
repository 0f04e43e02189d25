import { bringAxe, expectAccessible } from '../accessible.ts';
import { strongPassword } from '../people.ts';
import { acceptInvitation } from '../protocol.ts';
import { follow } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';
import { nameContact, writeInstruction } from '../vault.ts';

test('an owner holds a rehearsal, a contact answers and knows the PIN, and readiness tells of it', async ({
  page,
  person,
  mailbox,
  visitor,
}) => {
  await bringAxe(page.context());
  const contact = await nameContact(page.request, 'Елена Ким');
  const stranger = await visitor();
  await acceptInvitation(stranger.request, mailbox, contact.email);
  const title = 'Ключи от сейфа';
  await writeInstruction(page.request, [contact.id], title, 'В шкафу', 'notary@example.org');
  const pin = { pin: '274951', current_password: strongPassword };
  expect((await page.request.put('/api/account/pin', { data: pin })).ok()).toBe(true);

  await page.goto('/readiness');
  await expect(page.getByRole('heading', { name: 'Пора провести репетицию' })).toBeVisible();
  await follow(page.getByRole('link', { name: 'Провести репетицию' }), 'Репетиция');
  await expect(page.getByText('notary@example.org')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Начать репетицию' }).click();
  await expect(page.getByRole('heading', { name: 'Репетиция идёт' })).toBeVisible();

  await bringAxe(stranger.context());
  await stranger.goto(await mailbox.newestLink(contact.email, '/rehearsal-answer'));
  await expect(stranger).not.toHaveURL(/token/);
  await expect(stranger.getByText(person.email)).toBeVisible();
  await expect(stranger.getByText(title)).toHaveCount(0);
  await expectAccessible(stranger);
  await stranger.getByRole('button', { name: 'Письмо дошло' }).click();
  await stranger.getByLabel('PIN-код', { exact: true }).fill('111112');
  await stranger.getByRole('button', { name: 'Проверить PIN-код' }).click();
  await expect(stranger.getByText('PIN-код неверный. Осталось 2 попытки.')).toBeVisible();
  await stranger.getByLabel('PIN-код', { exact: true }).fill('274951');
  await stranger.getByRole('button', { name: 'Проверить PIN-код' }).click();
  await expect(stranger.getByText(/^PIN-код верный/)).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Последняя репетиция' })).toBeVisible();
  await expect(page.getByText('Знает PIN-код')).toBeVisible();
  await expect(page.getByText('Адрес в порядке')).toBeVisible();
  await expectAccessible(page);
  await follow(page.getByRole('link', { name: 'К готовности' }), 'Готовность');
  await expect(page.getByText(/ответили 1 из 1$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Пора провести репетицию' })).toHaveCount(0);
});
