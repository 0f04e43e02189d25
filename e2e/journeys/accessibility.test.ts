import { bringAxe, expectAccessible, expectNoViolation } from '../accessible.ts';
import { HeldClock } from '../held-clock.ts';
import { pressButton, pressToQuestion } from '../legacies.ts';
import { activateProtocol, ownerTrusting } from '../protocol.ts';
import { fillLogin, screen } from '../screen.ts';
import { longDocuments, privateScreens, publicScreens } from '../screens.ts';
import { expect, test } from '../server-fixture.ts';
import { settled } from '../settled.ts';
import { expectSteady, watchMoves } from '../steady.ts';
import { nameContact, writeInstruction } from '../vault.ts';

test.beforeEach(async ({ context }) => {
  await bringAxe(context);
  await watchMoves(context);
});

test('public screens arrive without moving and have no accessibility violation', async ({
  page,
}) => {
  for (const path of publicScreens) {
    await page.goto(path);
    await settled(page);
    await expectSteady(page);
    await expectAccessible(page);
  }
  await page.goto('/login');
  await page.getByRole('button', { name: 'Язык: Русский' }).click();
  await expect(page.getByRole('button', { name: 'English' })).toBeVisible();
  await expectAccessible(page);
});

test('long documents have no accessibility violation', async ({ page }) => {
  for (const path of longDocuments) {
    await page.goto(path);
    await settled(page);
    await expectNoViolation(page);
  }
});

test('a message on the screen has no accessibility violation', async ({ page, person }) => {
  await page.context().clearCookies();
  const clock = await HeldClock.of(page);
  await page.goto('/login');
  await clock.stepUntilVisible(screen(page, 'Вход'));
  await fillLogin(page, person);
  const messages = page.getByRole('region', { name: 'Сообщения' });
  await clock.stepUntilVisible(messages.getByText('Вы вошли в систему'));
  // The pointer on it keeps it there.
  await messages.getByText('Вы вошли в систему').hover();
  await clock.release();
  await expect(page.getByRole('region', { name: 'Первые шаги' })).toBeVisible();
  await expectAccessible(page);
  await expect(messages.getByText('Вы вошли в систему')).toBeVisible();
});

test('private screens arrive without moving and have no accessibility violation', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  for (const path of privateScreens) {
    await page.goto(path);
    await settled(page);
    await expectSteady(page);
    await expectAccessible(page);
  }
});

test('filled screens of the vault arrive without moving and have no accessibility violation', async ({
  page,
  person,
}) => {
  const { id: contactId } = await nameContact(page.request, 'Мария Константиновна Орлова');
  const { id } = await writeInstruction(page.request, [contactId], 'Где лежит завещание');
  const data = { message: 'Как прикрепить файл?', userEmail: person.email };
  await page.request.post('/api/support/requests', { data });
  const paths = ['/contact', '/instructions', '/mail', '/dashboard', '/settings?tab=support'];
  for (const path of paths) {
    await page.goto(path);
    await settled(page);
    await expectSteady(page);
    await expectAccessible(page);
  }
  await page.goto(`/instructions?edit=${id}`);
  await expect(page.getByLabel('Название')).toHaveValue('Где лежит завещание');
  await page.getByLabel('Название').fill('');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText('Заполните все обязательные поля').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Категория' }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/contact');
  await page.getByRole('button', { name: /Ещё: / }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Удалить' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Добавить доверенное лицо' }).click();
  await page.getByRole('button', { name: 'Сохранить и пригласить' }).click();
  await expectAccessible(page);
});

test('legacies have no accessibility violation, before and after an activation', async ({
  page,
  person,
  mailbox,
  server,
}) => {
  const me = { request: page.request, email: person.email };
  const { owner, contactId } = await ownerTrusting(me, mailbox, server.url);
  await owner.dispose();

  await page.goto('/trusted-legacies');
  await pressButton(page).click();
  await expectAccessible(page);
  await pressToQuestion(page);
  await expectAccessible(page);
  await activateProtocol({ ...me, contactId }, server.url);
  await page.goto('/trusted-legacies');
  await expect(page.getByRole('button', { name: 'Открыть: Где завещание' })).toBeVisible();
  await expectAccessible(page);
});

test('forms, errors and dialogs have no accessibility violation', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Заполнить' }).click();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByRole('button', { name: 'Сменить почту' }).click();
  await expectAccessible(page);
  await page.goto('/settings?tab=security');
  await page.getByRole('button', { name: 'Сменить пароль' }).click();
  await page.getByRole('button', { name: 'Задать PIN-код' }).click();
  await expectAccessible(page);
  for (let press = 0; press < 3; press++) {
    await page.getByRole('button', { name: /Удалить аккаунт|Нажмите ещё раз/ }).click();
  }
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});
