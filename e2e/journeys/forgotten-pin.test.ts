import type { Locator, Page } from '@playwright/test';
import { bringAxe, expectAccessible } from '../accessible.ts';
import { picture } from '../attaching.ts';
import { agreeToPay, pressToQuestion } from '../legacies.ts';
import { Operator } from '../operators.ts';
import { expectShown } from '../page-witness.ts';
import { strongPassword } from '../people.ts';
import { activateProtocol, chooseRules, ownerTrusting } from '../protocol.ts';
import { follow } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

test('a contact who does not know the PIN asks the operators, and starts without it', async ({
  page,
  person,
  mailbox,
  server,
  visitor,
}) => {
  await bringAxe(page.context());
  const me = { request: page.request, email: person.email };
  const { owner } = await ownerTrusting(me, mailbox, server.url);
  const pin = { pin: '274951', current_password: strongPassword };
  expect((await owner.put('/api/account/pin', { data: pin })).ok()).toBe(true);
  const operator = await Operator.appoint(await visitor(), mailbox, server);
  await operator.openDesk();

  await page.goto('/trusted-legacies');
  const dialog = await pressToQuestion(page);
  await dialog.getByRole('button', { name: 'Не знаете PIN-код?' }).click();
  await expectAccessible(page);
  await fileRequest(page, dialog.getByRole('link', { name: /^Обратиться в поддержку/ }));
  await approve(operator, 'Неизвестен PIN-код');

  await page.goto('/trusted-legacies');
  await expect(page.getByText('Поддержка одобрила запрос')).toBeVisible();
  await page.getByRole('button', { name: /^Перейти к оплате/ }).click();
  await expect(page.getByRole('dialog').getByLabel('PIN-код', { exact: true })).toHaveCount(0);
  await agreeToPay(page);
  await page.getByRole('button', { name: 'Оплатить' }).click();
  await expectShown(page, 'Оплата прошла, протокол запущен');
  await owner.dispose();
});

test('a contact whose start was stopped asks the operators, and may start again', async ({
  page,
  person,
  mailbox,
  server,
  visitor,
}) => {
  await bringAxe(page.context());
  const me = { request: page.request, email: person.email };
  const { owner, contactId } = await ownerTrusting(me, mailbox, server.url);
  await chooseRules(owner, { waiting_hours: 72 });
  await activateProtocol({ ...me, contactId }, server.url);
  expect((await owner.post('/api/protocol/own-stop', { data: {} })).ok()).toBe(true);
  const operator = await Operator.appoint(await visitor(), mailbox, server);
  await operator.openDesk();

  await page.goto('/trusted-legacies');
  await expect(page.getByText('Запуск остановлен').first()).toBeVisible();
  await expectAccessible(page);
  await fileRequest(page, page.getByRole('link', { name: /^Обратиться в поддержку/ }));
  await approve(operator, 'Владелец остановил прошлый запуск');

  await page.goto('/trusted-legacies');
  await expect(page.getByText('Поддержка одобрила запрос')).toBeVisible();
  await page.getByRole('button', { name: /^Перейти к оплате/ }).click();
  await agreeToPay(page);
  await page.getByRole('button', { name: 'Оплатить' }).click();
  await expectShown(page, 'Оплата прошла, послания ждут своего времени');
  await owner.dispose();
});

async function fileRequest(page: Page, way: Locator): Promise<void> {
  const form = await follow(way, 'Запрос в поддержку');
  await form.getByLabel('Что случилось').fill('Он в больнице и не говорит.');
  await page.locator('input[type="file"]').setInputFiles(picture);
  await expect(form.getByText(picture.name)).toBeVisible();
  await form.getByRole('button', { name: 'Отправить запрос' }).click();
  await expect(page.getByText('1 документ загружен')).toBeAttached();
}

/** The only request that waits for this reason. */
async function approve(operator: Operator, reason: string): Promise<void> {
  const { page } = operator;
  await page.goto('/operator/requests');
  const row = page.getByRole('row').filter({ hasText: reason });
  await follow(
    row.getByRole('link', { name: /^Открыть запрос/ }),
    page.getByText('Он в больнице и не говорит.'),
  );
  await page.getByRole('radio', { name: 'Одобрить' }).click();
  await page.getByRole('radio', { name: 'Человек не может действовать сам' }).click();
  await page.getByRole('button', { name: 'Принять решение' }).click();
  await operator.confirmWithCode();
  await expectShown(page, 'Запрос одобрен');
}
