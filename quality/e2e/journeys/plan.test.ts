import type { Page } from '@playwright/test';
import { startStandIn, type YookassaStandIn } from '@zavet/yookassa-stand-in/stand-in';
import { words } from '../in-locale.ts';
import {
  expect,
  passDays,
  setBrowserDay,
  skipDays,
  test as withMovedClock,
} from '../own-server-fixture.ts';
import { expectShown } from '../page-recorder.ts';
import { signInPerson, signUpPerson } from '../people.ts';
import { acceptInvitation } from '../protocol.ts';
import { RunningServer } from '../running-server.ts';
import { attachTextFile, createContact, createInstruction } from '../vault.ts';

/** Payments go through a fake provider that implements its protocol, including notifications. */
const test = withMovedClock.extend<{ standIn: YookassaStandIn }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of this parameter.
  standIn: async ({}, use) => {
    const standIn = await startStandIn();
    await use(standIn);
    await standIn.stop();
  },
  ownServer: async ({ standIn }, use) => {
    const server = await RunningServer.start({
      PAYMENTS: 'yookassa',
      YOOKASSA_SHOP_ID: standIn.shopId,
      YOOKASSA_SECRET_KEY: standIn.secretKey,
      YOOKASSA_API_URL: standIn.url,
    });
    standIn.control.setWebhooks({ url: `${server.url}/api/payments/yookassa/notification` });
    await use(server);
    await server.stop();
  },
});

const planOf = async (page: Page) => (await page.request.get('/api/plan')).json();
const openPlan = (page: Page) => page.goto('/settings?tab=plan');

/** Together larger than the quota without a plan. */
const files = ['1.txt', '2.txt', '3.txt', '4.txt'];
const fileBytes = 9 * 1024 * 1024;

test('a plan is paid at the provider, renews itself, lapses, and is paid by a contact before files are removed', async ({
  page,
  mailbox,
  standIn,
  visitor,
}) => {
  const person = await signUpPerson(page.request, mailbox);
  const maria = await visitor();
  const contact = await signUpPerson(maria.request, mailbox);
  const { id: contactId } = await createContact(page.request, 'Мария Орлова', contact.email);
  await acceptInvitation(maria.request, mailbox, contact.email);

  // The provider's page is in Russian.
  words.addContent('Оплатить', 'Отменить');
  await openPlan(page);
  await page.getByRole('button', { name: 'Купить за 300 ₽' }).click();
  await expect(page).toHaveURL(/\/pay\//);
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect(page.getByText('Оплата отменена', { exact: false }).first()).toBeVisible();
  await openPlan(page);
  await page.getByRole('button', { name: 'Купить за 300 ₽' }).click();
  await expect(page).toHaveURL(/\/pay\//);
  await page.getByRole('button', { name: 'Оплатить' }).click();
  await expect(page).toHaveURL(/\/settings\?tab=plan$/);
  await expectShown(page, 'Оплата прошла');
  await expect(page.getByText('Занято 0 МБ из 300 МБ')).toBeVisible();
  const history = page.getByRole('region', { name: 'История платежей' });
  await expect(history.getByText('Чек оформлен')).toBeVisible();
  const { id } = await createInstruction(page.request, [contactId], 'Где завещание');
  for (const name of files)
    await attachTextFile(page.request, id, name, name.repeat(fileBytes / 5));
  const bought = await planOf(page);
  expect(bought).toMatchObject({ plan: 'storage_300', limit_mb: 300 });

  await skipDays(page, 25);
  await passDays(page, 6, person);
  expect((await planOf(page)).valid_until).not.toBe(bought.valid_until);
  await openPlan(page);
  expect(Object.values(standIn.control.charges())).toEqual([1, 1]);
  await expect(history.getByText('Автопродление').first()).toBeVisible();
  await page.getByRole('button', { name: 'Выключить автопродление' }).click();
  await expect(page.getByText(/тариф закончится/)).toBeVisible();
  // An open page would detect the end of its session and also sign out the next session.
  await page.goto('about:blank');
  await skipDays(page, 32, person);
  await openPlan(page);
  await expect(page.getByText('Срок тарифа 300 МБ закончился')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Восстановить за 300 ₽' })).toBeEnabled();
  await page.goto('about:blank');

  await skipDays(maria, 15);
  const warned = await passDays(maria, 1, contact);
  const mail = await mailbox.newestMail(contact.email, 'часть сохранённых файлов будет удалена');
  expect(mail.subject).toMatch(words.find('тариф не продлён'));
  expect(mail.text).not.toMatch(/₽|МБ|\bM[Bot]\b|завещание/);
  await setBrowserDay(maria, warned);
  await maria.goto('/trusted-legacies');
  await expect(maria.getByText(/Тариф не оплачен: файлы будут удалены/)).toBeVisible();
  await maria.getByRole('button', { name: 'Оплатить тариф' }).click();
  const dialog = maria.getByRole('dialog', { name: 'Оплатить тариф?' });
  await expect(dialog.getByRole('radio', { name: /^На месяц/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Оплатить 300 ₽' }).click();
  await maria.getByRole('button', { name: 'Оплатить', exact: true }).click();
  await mailbox.newestMail(contact.email, 'сохраняет свои файлы');
  await mailbox.newestMail(person.email, 'Мария Орлова');

  await skipDays(maria, 19);
  const later = await passDays(maria, 1);
  await signInPerson(page.request, person);
  await setBrowserDay(page, later);
  await page.goto(`/instructions?edit=${id}`);
  for (const name of files) await expect(page.getByText(name).first()).toBeVisible();
  // Opening the address of the mock payment grants no plan.
  await page.goto('/mock-payment?amount=450&plan=storage_1024_monthly&return=/success');
  await expect(page.getByText('Проверочной оплаты нет')).toBeVisible();
});
