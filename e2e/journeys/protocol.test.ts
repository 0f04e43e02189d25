import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { agree, agreeToPay, pressButton, pressToQuestion } from '../legacies.ts';
import { newAddress, newNetworkAddress, signUpPerson } from '../people.ts';
import { expect, test } from '../post-fixture.ts';
import { acceptInvitation, activateProtocol, newcomer, trustedPersonOf } from '../protocol.ts';
import { attachText, nameContact, writeInstruction } from '../vault.ts';

test.describe.configure({ timeout: 120_000 });

/** Somebody at a browser of their own. */
async function visitor(browser: Browser, baseURL: string, locale = 'ru-RU'): Promise<Page> {
  return browser.newPage({
    baseURL,
    locale,
    extraHTTPHeaders: { 'x-forwarded-for': newNetworkAddress() },
  });
}

test('a contact agrees, signs up later, starts the protocol, and the recipient reads the letter', async ({
  page,
  person,
  mailbox,
  browser,
  server,
}) => {
  const contact = await nameContact(page.request, 'Мария Орлова');
  const notary = newAddress();
  const text = 'Оригинал у нотариуса Орловой, копия в верхнем ящике стола.';
  const { id } = await writeInstruction(page.request, [contact.id], 'Где завещание', text, notary);
  await attachText(page.request, id, 'Опись.txt', 'Стол, стул, лампа');

  const maria = await visitor(browser, server.url);
  await maria.goto(await mailbox.newestLink(contact.email, '/invitation'));
  await maria.getByRole('button', { name: 'Согласиться' }).click();
  await expect(maria.getByRole('heading', { name: 'Спасибо, вы согласились' })).toBeVisible();
  await signUpPerson(maria.request, mailbox, { email: contact.email });
  await maria.goto('/trusted-legacies');
  const card = maria.getByRole('listitem').filter({ hasText: person.email });
  await expect(card.getByText('Вы подтверждены')).toBeVisible();
  await expect(card.getByText('Запуск необратим и стоит 7 000 ₽.')).toBeVisible();

  const button = pressButton(maria);
  await button.dblclick();
  await expect(button).toHaveText(/: 2$/);
  await card.getByRole('button', { name: 'Сбросить' }).click();
  await expect(button).toBeFocused();
  for (let held = 0; held < 5; held += 1) await maria.keyboard.down('Enter');
  await maria.keyboard.up('Enter');
  await expect(button).toHaveText(/: 2$/);
  await card.getByRole('button', { name: 'Сбросить' }).click();
  await expect(button).toHaveText(/: 3$/);
  const dialog = await pressToQuestion(maria);
  await expect(dialog.getByText(/Это действие необратимо/)).toBeVisible();
  await expect(dialog.getByText('Запуск стоит 7 000 ₽. Деньги не возвращаются.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Не запускать' })).toBeFocused();
  await agreeToPay(maria);

  const told = await mailbox.newestMail(person.email);
  expect(told.text).toContain('Мария Орлова');
  await page.goto('/dashboard');
  await expect(page.getByText('Кто-то запускает ваш протокол')).toBeVisible();
  await expect(page.getByText(new RegExp(`Мария Орлова \\(${contact.email}\\)`))).toBeVisible();

  await maria.getByRole('button', { name: 'Оплатить' }).click();
  await expect(maria.getByText('Оплата прошла, протокол запущен')).toBeVisible();
  await expect(maria).toHaveURL(/\/trusted-legacies$/);
  await expect(card.getByText(/Вы запустили протокол/)).toBeVisible();
  await expect(card.getByText('Доставлено писем: 2 из 2.')).toBeVisible({ timeout: 20_000 });
  await card.getByRole('button', { name: 'Открыть: Где завещание' }).click();
  await expect(maria.getByRole('heading', { name: 'Где завещание', level: 1 })).toBeVisible();
  await expect(maria.getByText(text)).toBeVisible();
  await maria.close();

  const reader = await visitor(browser, server.url);
  await reader.goto(await mailbox.newestLink(notary, '/delivery'));
  await expect(reader.getByRole('heading', { name: 'Где завещание', level: 1 })).toBeVisible();
  await expect(reader.getByText(text)).toBeVisible();
  const [file] = await Promise.all([
    reader.waitForEvent('download'),
    reader.getByRole('link', { name: /^Опись\.txt/ }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toBe('Стол, стул, лампа');
  await reader.close();

  await page.goto('/dashboard');
  await expect(page.getByText(/Ваш протокол запущен/)).toBeVisible();
  await page.getByRole('link', { name: 'Кому что доставлено' }).click();
  await page.getByRole('link', { name: /Где завещание/ }).click();
  const toNotary = page.getByRole('listitem').filter({ hasText: notary }).last();
  await expect(toNotary.getByText('Доставлено')).toBeVisible();
  await expect(toNotary.getByText('Файлы скачаны')).toBeVisible();
  await page.goto('/instructions');
  await expect(page.getByText('Протокол уже запущен')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Удалить: Где завещание' })).toHaveCount(0);
});

test('abroad: a PIN is asked, a cancelled payment charges nothing, and all is said in English', async ({
  page,
  person,
  mailbox,
  browser,
  server,
}) => {
  const contact = await nameContact(page.request, 'John Smith', undefined, 'en');
  await writeInstruction(page.request, [contact.id], 'Where the will is', 'At the notary’s.');
  const pin = { pin: '274951', current_password: person.password };
  expect((await page.request.put('/api/account/pin', { data: pin })).ok()).toBe(true);

  const john = await visitor(browser, server.url, 'en-GB');
  await john.goto(await mailbox.newestLink(contact.email, '/invitation'));
  await john.getByRole('button', { name: 'Agree' }).click();
  await signUpPerson(john.request, mailbox, { email: contact.email, language: 'en' });
  await john.evaluate(() => localStorage.setItem('zavet.language', 'en'));
  await john.goto('/trusted-legacies');
  const dialog = await pressToQuestion(john);
  await dialog.getByLabel('PIN', { exact: true }).fill('111111');
  await agree(john);
  await expect(dialog.getByText('The PIN is wrong. 4 tries are left.')).toBeVisible();
  await dialog.getByLabel('PIN', { exact: true }).fill(pin.pin);
  await agreeToPay(john);

  await john.getByRole('button', { name: 'Cancel' }).click();
  await expect(john.getByText('Payment cancelled, no charges made')).toBeVisible();
  await john.getByRole('main').getByRole('link', { name: 'To those who trust me' }).click();
  await expect(john.getByText(/Your last payment was cancelled/)).toBeVisible();

  const again = await pressToQuestion(john);
  await again.getByLabel('PIN', { exact: true }).fill(pin.pin);
  await agreeToPay(john);
  // Whoever leaves here comes back later and finds the payment where it was.
  await john.goto('/trusted-legacies');
  await john.getByRole('button', { name: /Continue the payment/ }).click();
  await again.getByLabel('PIN', { exact: true }).fill(pin.pin);
  await agreeToPay(john);
  await john.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(john.getByText('The payment went through, the protocol is started')).toBeVisible();
  await expect(john).toHaveURL(/\/trusted-legacies$/);

  const mail = await mailbox.newestLink(contact.email, '/delivery');
  await john.goto(mail);
  await expect(john.getByText('A message was left for you')).toBeVisible();
  await expect(john.getByRole('heading', { name: 'Where the will is', level: 1 })).toBeVisible();
  await john.close();
});

test('a payment nobody can confirm is asked about for two minutes, and then said so', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await page.clock.install();
  let asked = 0;
  await page.route('**/api/payments/status', (route) => {
    asked += 1;
    return asked === 2
      ? route.abort()
      : route.fulfill({ status: 404, json: { error: { code: 'not_found' }, request_id: 'x' } });
  });
  await page.goto('/yookassa-return?type=protocol_activation&crt=made-up-made-up-made-up');
  await expect(page.getByText('Проверяем платёж…')).toBeVisible();
  await expect.poll(() => asked).toBe(1);
  await page.clock.runFor(2_000);
  await expect(page.getByText('ошибка при проверке статуса платежа')).toBeVisible();
  await page.clock.fastForward(120_000);
  await expect(page.getByText('Не удалось подтвердить статус платежа')).toBeVisible();
  expect(asked).toBe(3);
  await expect(page.getByRole('main').getByRole('link')).toHaveText('К тем, кто мне доверился');
});

test('a protocol that somebody else has started meanwhile is not paid for twice', async ({
  page,
  person,
  mailbox,
  server,
}) => {
  const { request: owner } = await newcomer(mailbox, server.url);
  const { id } = await nameContact(owner, 'Мария Орлова', person.email);
  await acceptInvitation(page.request, mailbox, person.email);
  await writeInstruction(owner, [id], 'Где завещание');
  const other = await trustedPersonOf(owner, mailbox, server.url);

  await page.goto('/trusted-legacies');
  await pressToQuestion(page);
  await activateProtocol(other, server.url);
  await agree(page);
  await expect(page.getByText(/Этот протокол уже запущен/)).toBeVisible();
  await expect(page.getByText(/Другое доверенное лицо запустило протокол/)).toBeVisible();
  await expect(pressButton(page)).toHaveCount(0);
  await Promise.all([owner.dispose(), other.request.dispose()]);
});
