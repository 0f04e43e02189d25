import type { Page } from '@playwright/test';
import { choose, follow, pressSignOut, screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';
import { createContact } from '../vault.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Помощник' });
const field = (page: Page) => page.getByLabel('Сообщение помощнику');
const answers = (page: Page) => panel(page).getByRole('region', { name: 'Переписка' });
const letter = (page: Page) => page.getByRole('region', { name: 'Черновик' });
const insertButton = (page: Page) =>
  letter(page).getByRole('button', { name: 'Вставить в распоряжение' });
const text = (page: Page) => page.getByLabel('Текст', { exact: true });

test('the guide asks its questions in narrow and wide windows, survives a lost connection, and its draft becomes an instruction', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/instructions?write=assistant');
  await expect(field(page)).toBeVisible();
  await expect(letter(page)).toBeHidden();
  await page.context().setOffline(true);
  await field(page).fill('Добрый день');
  await field(page).press('Enter');
  await expect(answers(page).getByText('Простите, ответить не получилось')).toBeVisible();
  await page.context().setOffline(false);
  await panel(page).getByRole('button', { name: 'Попробовать ещё раз' }).click();
  await expect(answers(page).getByText('Для кого распоряжение?')).toBeVisible();
  await expect(answers(page).getByText('Простите, ответить не получилось')).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'Нотариус' }).click();
  await expect(answers(page).getByText('Вопрос 1 из 7')).toBeVisible();
  await expect(field(page)).toBeInViewport({ ratio: 1 });
  await page.reload();
  await expect(answers(page).getByText('Вопрос 1 из 7')).toBeVisible();

  await page.setViewportSize({ width: 1366, height: 650 });
  await expect(letter(page)).toBeInViewport({ ratio: 1 });
  for (const name of ['Пропустить', 'Назад', 'Готово', 'Отправить']) {
    await expect(panel(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
  await field(page).fill('Открыть наследственное дело');
  await field(page).press('Enter');
  await expect(answers(page).getByText('Вопрос 2 из 7')).toBeVisible();
  await expect(letter(page).getByText('Открыть наследственное дело')).toBeVisible();
  // A skipped question is omitted from the draft, and asked again after going back.
  await panel(page).getByRole('button', { name: 'Пропустить' }).click();
  await expect(answers(page).getByText('Вопрос 3 из 7')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Назад' }).click();
  await expect(answers(page).getByText('Вопрос 2 из 7').last()).toBeVisible();
  await panel(page).getByRole('button', { name: 'Готово' }).click();
  await insertButton(page).click();
  await expect(text(page)).toBeFocused();
  await expect(text(page)).toHaveValue(/Открыть наследственное дело/);
  await expect(page.getByLabel('Название')).toHaveValue('Нотариусу');
  await expect(page.getByLabel('Категория')).toHaveText('Нотариус');

  await text(page).fill('Моё');
  await page.getByRole('button', { name: 'Помочь написать' }).click();
  await insertButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Добавить ниже' }).click();
  await expect(text(page)).toHaveValue(/^Моё\n\n.*Открыть наследственное дело/s);
  await createContact(page.request, 'Мария Орлова');
  await page.goto('/instructions');
  await follow(page.getByRole('link', { name: 'Продолжить' }), text(page));
  await choose(page.getByLabel('Важность'), 'Важно');
  await page.getByLabel(/Мария Орлова/).check();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByRole('heading', { name: 'Нотариусу' })).toBeVisible();
  await pressSignOut(page);
  await expect(screen(page, 'Вход')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Нотариус');
});
