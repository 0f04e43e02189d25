import type { Page } from '@playwright/test';
import { expect, test } from '../server-fixture.ts';
import { nameContact } from '../vault.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Помощник' });
const field = (page: Page) => page.getByLabel('Сообщение помощнику');
const answers = (page: Page) => panel(page).getByRole('region', { name: 'Переписка' });
const sendButton = (page: Page) => panel(page).getByRole('button', { name: 'Отправить' });
const text = (page: Page) => page.getByLabel('Текст', { exact: true });
const greeting = 'Здравствуйте. Я помогу составить распоряжение';

/** Answers one question of the guide and asks for the draft. */
async function getDraft(page: Page, answer: string): Promise<void> {
  await page.goto('/instructions');
  await panel(page).getByRole('button', { name: 'Нотариус' }).click();
  await expect(answers(page).getByText('Вопрос 1 из 7')).toBeVisible();
  await field(page).fill(answer);
  await field(page).press('Enter');
  await expect(answers(page).getByText('Вопрос 2 из 7')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Готово' }).click();
  await panel(page).getByRole('button', { name: 'Вставить в распоряжение' }).click();
}

test('the guide leads to a draft that becomes an instruction', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await nameContact(page.request, 'Мария Орлова');
  await getDraft(page, 'Открыть наследственное дело');
  await expect(text(page)).toBeFocused();
  await expect(text(page)).toHaveValue(/Открыть наследственное дело/);
  await expect(page.getByLabel('Название')).toHaveValue('');

  await text(page).fill('Моё начало');
  await panel(page).getByRole('button', { name: 'Вставить в распоряжение' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Добавить ниже' }).click();
  await expect(text(page)).toBeFocused();
  await expect(text(page)).toHaveValue(/^Моё начало\n\n.*Открыть наследственное дело/s);

  await page.getByLabel('Название').fill('Для нотариуса');
  await page.getByLabel('Категория').selectOption({ label: 'Нотариус' });
  await page.getByLabel('Важность').selectOption({ label: 'Важно' });
  await page.getByLabel(/Мария Орлова/).check();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByRole('heading', { name: 'Для нотариуса' })).toBeVisible();
});

test('without a trusted contact a draft waits until there is one', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await getDraft(page, 'Открыть наследственное дело');
  await expect(page.getByText('Черновик сохранён на этом устройстве')).toBeVisible();
  await nameContact(page.request, 'Мария Орлова');
  await page.goto('/instructions');
  await page.getByRole('link', { name: 'Продолжить' }).click();
  await expect(text(page)).toHaveValue(/Открыть наследственное дело/);
});

test('a message is counted, warned about and sent by Enter; a failed one is sent again', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await page.goto('/instructions');
  await expect(sendButton(page)).toBeDisabled();
  await field(page).fill('я'.repeat(1001));
  await expect(panel(page).getByText('1 001 из 1 000')).toBeVisible();
  await expect(sendButton(page)).toBeDisabled();
  await field(page).fill('Пароль от почты: Qwerty-123');
  await expect(panel(page).getByText('Похоже, здесь написан пароль')).toBeVisible();

  await page.context().setOffline(true);
  await field(page).fill('Письмо');
  await field(page).press('Shift+Enter');
  await field(page).pressSequentially('сестре ');
  await expect(panel(page).getByText('13 из 1 000')).toBeVisible();
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue('');
  const toast = page.getByRole('region', { name: 'Сообщения' });
  await expect(toast.getByText('Проверьте подключение к интернету')).toBeVisible();
  await expect(answers(page).getByText('Простите, ответить не получилось')).toBeVisible();

  await page.context().setOffline(false);
  await panel(page).getByRole('button', { name: 'Попробовать ещё раз' }).click();
  await expect(answers(page).getByText('Вопрос 1 из 7')).toBeVisible();
  await expect(answers(page).getByText('Простите, ответить не получилось')).toHaveCount(0);
  await expect(answers(page).getByText('Письмо\nсестре', { exact: true })).toHaveCount(1);
});

test('a conversation outlives a reload and ends when it is cleared or its person signs out', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await page.goto('/instructions');
  await expect(panel(page).getByText('Сообщения не покидают этот сервер')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Друзья' }).click();
  await expect(answers(page).getByText('Вопрос 1 из 6')).toBeVisible();
  await page.reload();
  await expect(answers(page).getByText('Вопрос 1 из 6')).toBeVisible();

  await panel(page).getByRole('button', { name: 'Очистить чат' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Очистить', exact: true }).click();
  await expect(answers(page).getByText('Вопрос 1 из 6')).toHaveCount(0);
  await expect(answers(page).getByText(greeting)).toBeVisible();

  await panel(page).getByRole('button', { name: 'Друзья' }).click();
  await expect(answers(page).getByText('Вопрос 1 из 6')).toBeVisible();
  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Друзья');
});
