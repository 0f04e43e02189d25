import type { APIRequestContext } from '@playwright/test';
import { bringAxe, expectAccessible } from '../accessible.ts';
import { expect, passDays, showDay, skipDays, test } from '../moved-clock-fixture.ts';
import { signInPerson, signUpPerson } from '../people.ts';
import { acceptInvitation } from '../protocol.ts';
import { attachText, nameContact, writeInstruction } from '../vault.ts';

/** More files than fit without a plan. */
const files = ['1.txt', '2.txt', '3.txt', '4.txt'];
const fileBytes = 9 * 1024 * 1024;

test('a plan that its owner no longer pays for is paid by a contact, and every file stays', async ({
  page,
  person,
  mailbox,
  ownServer,
  visitor,
}) => {
  const maria = await visitor();
  await bringAxe(maria.context());
  const contact = await signUpPerson(maria.request, mailbox);
  const { id: contactId } = await nameContact(page.request, 'Мария Орлова', contact.email);
  await acceptInvitation(maria.request, mailbox, contact.email);
  await buyMonth(page.request, ownServer.url);
  const { id } = await writeInstruction(page.request, [contactId], 'Где завещание');
  for (const name of files) await attachText(page.request, id, name, name.repeat(fileBytes / 5));
  await page.request.delete('/api/plan/payment-method');

  await skipDays(maria, 32);
  await skipDays(maria, 15);
  const warned = await passDays(maria, 1, contact);
  const mail = await mailbox.newestMail(contact.email, 'часть сохранённых файлов будет удалена');
  expect(mail.subject).toContain('тариф не продлён');
  expect(mail.text).not.toMatch(/₽|МБ|завещание/);
  await showDay(maria, warned);
  await maria.goto('/trusted-legacies');
  await expect(maria.getByText(/Тариф не оплачен: файлы будут удалены/)).toBeVisible();
  await expectAccessible(maria);
  await maria.getByRole('button', { name: 'Оплатить тариф' }).click();
  const dialog = maria.getByRole('dialog', { name: 'Оплатить тариф?' });
  await expect(dialog.getByRole('radio', { name: /^На месяц/ })).toBeChecked();
  await expectAccessible(maria);
  await dialog.getByRole('button', { name: /^Перейти к оплате/ }).click();
  await maria.getByRole('button', { name: 'Оплатить', exact: true }).click();
  await mailbox.newestMail(contact.email, 'сохраняет свои файлы');
  await mailbox.newestMail(person.email, 'Мария Орлова');
  await maria.goto('/trusted-legacies');
  await expect(maria.getByRole('heading', { name: 'Мне доверили' })).toBeVisible();
  await expect(maria.getByText(/Тариф не оплачен/)).toHaveCount(0);

  await skipDays(maria, 19);
  const later = await passDays(maria, 1);
  await signInPerson(page.request, person);
  await showDay(page, later);
  await page.goto(`/instructions?edit=${id}`);
  for (const name of files) await expect(page.getByText(name).first()).toBeVisible();
});

/** A month of 300 MB, as the screens buy it. */
async function buyMonth(owner: APIRequestContext, address: string): Promise<void> {
  const plan_id = 'storage_300_monthly';
  const { session } = await (await owner.get('/api/session')).json();
  const order = {
    amount: 300,
    currency: 'RUB',
    plan_id,
    user_id: session.user.id,
    description: '',
    return_url: `${address}/yookassa-return?plan_id=${plan_id}&period=monthly`,
  };
  const { payment_id } = await (await owner.post('/api/payments', { data: order })).json();
  const asked = { action: 'refresh-payment-status', plan_id, payment_id, status: 'succeeded' };
  const answer = await owner.post('/api/payments/status', { data: asked });
  expect(await answer.json()).toMatchObject({ is_paid: true });
}
