import type { Locator, Page } from '@playwright/test';
import { expectShown } from '../page-witness.ts';
import { choose, follow } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';
import { nameContact, writeInstruction } from '../vault.ts';

const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

/** Opens the menu of an instruction and gives one of its items. */
async function inMenu(page: Page, title: string, item: string): Promise<Locator> {
  await page.getByRole('button', { name: `Ещё: ${title}`, exact: true }).click();
  return page.getByRole('menuitem', { name: item });
}

/** The first field of an open form. */
const form = (page: Page) => page.getByLabel('Название');

async function fillInstruction(page: Page, title: string, content: string): Promise<void> {
  await page.getByLabel('Название').fill(title);
  await choose(page.getByLabel('Категория'), 'Нотариус');
  await choose(page.getByLabel('Важность'), 'Важно');
  await page.getByLabel('Текст', { exact: true }).fill(content);
}

test('without a trusted contact writing begins, and saving asks for one', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await page.goto('/instructions');
  const begin = page.getByRole('link', { name: 'Написать первое распоряжение' });
  await expect(begin).toBeVisible();
  await expect(page.getByRole('link', { name: 'Новое распоряжение' })).toHaveCount(0);
  await follow(begin, form(page));
  await fillInstruction(page, 'Где ключи', 'Под цветком.');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  const question = page.getByRole('dialog', { name: 'Для кого это распоряжение?' });
  await question.getByRole('button', { name: 'Назвать доверенное лицо' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Доверенные лица' })).toBeVisible();
  await nameContact(page.request, 'Мария Орлова');
  await page.goto('/instructions');
  await follow(page.getByRole('link', { name: 'Продолжить' }), form(page));
  await page.getByLabel(/Мария Орлова/).check();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(card(page, 'Где ключи').getByText('Под цветком.')).toBeVisible();
});

test('an instruction is written, found under its category, changed and deleted', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await nameContact(page.request, 'Мария Орлова');
  const otherTab = await page.context().newPage();
  await otherTab.goto('/instructions');
  await expect(otherTab.getByText('Пока ничего не написано')).toBeVisible();
  await page.goto('/instructions');
  await follow(page.getByRole('link', { name: 'Написать первое распоряжение' }), form(page));
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expectShown(page, 'Заполните все обязательные поля');
  await expect(page.getByText('Выберите категорию.')).toBeVisible();
  await expect(page.getByText('Выберите важность.')).toBeVisible();
  await expect(page.getByText('Выберите хотя бы одно доверенное лицо')).toBeVisible();

  await fillInstruction(page, 'Где лежит завещание', 'Оригинал у нотариуса.');
  await page.getByLabel(/Мария Орлова/).check();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  const written = card(page, 'Где лежит завещание');
  await expect(written.getByText('Оригинал у нотариуса.')).toBeVisible();
  // The form has closed: keyboards and readers go on at the heading of the list.
  await expect(page.getByRole('heading', { level: 1, name: 'Распоряжения' })).toBeFocused();
  await expect(card(otherTab, 'Где лежит завещание')).toBeVisible();
  await expect(written.getByText('Важно').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Новое распоряжение' })).toBeVisible();

  const categories = page.getByRole('navigation', { name: 'Категории' });
  await categories.getByRole('button', { name: /пустые категории/ }).click();
  await follow(
    categories.getByRole('link', { name: /Юрист/ }),
    page.getByText('Ничего не нашлось'),
  );
  await follow(categories.getByRole('link', { name: /Нотариус/ }), written);

  const name = await follow(await inMenu(page, 'Где лежит завещание', 'Изменить'), form(page));
  await expect(name).toHaveValue('Где лежит завещание');
  await name.fill('Где лежит новое завещание');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(card(page, 'Где лежит новое завещание')).toBeVisible();

  await (await inMenu(page, 'Где лежит новое завещание', 'Удалить')).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(card(page, 'Где лежит новое завещание')).toHaveCount(0);
  await expect(otherTab.getByText('Пока ничего не написано')).toBeVisible();
});

test('what was typed survives a closed tab', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await nameContact(page.request, 'Мария Орлова');
  await page.goto('/instructions?new=1');
  await fillInstruction(page, 'Письмо внукам', 'Мои дорогие, если вы это читаете');
  await page.getByLabel(/Мария Орлова/).check();
  await page.close({ runBeforeUnload: false });

  const next = await page.context().newPage();
  await next.goto('/instructions');
  await expect(next.getByText('У вас есть несохранённое распоряжение')).toBeVisible();
  await follow(next.getByRole('link', { name: 'Продолжить' }), form(next));
  await expect(next.getByText('Мы вернули ваш черновик')).toBeVisible();
  await expect(next.getByLabel('Текст', { exact: true })).toHaveValue(
    'Мои дорогие, если вы это читаете',
  );
  await expect(next.getByLabel(/Мария Орлова/)).toBeChecked();
  await next.getByRole('button', { name: 'Сохранить' }).click();
  await expect(card(next, 'Письмо внукам')).toBeVisible();
  await expect(next.getByText('У вас есть несохранённое распоряжение')).toHaveCount(0);
});

test('saving over a newer version from another tab warns and keeps both texts', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  const { id: contactId } = await nameContact(page.request, 'Мария Орлова');
  const { id } = await writeInstruction(page.request, [contactId], 'Банк', 'Первый текст');
  const other = await page.context().newPage();
  await page.goto(`/instructions?edit=${id}`);
  await expect(page.getByLabel('Текст', { exact: true })).toHaveValue('Первый текст');
  await other.goto(`/instructions?edit=${id}`);
  await expect(other.getByLabel('Текст', { exact: true })).toHaveValue('Первый текст');
  await other.getByLabel('Текст', { exact: true }).fill('Текст из другой вкладки');
  await other.getByRole('button', { name: 'Сохранить' }).click();
  await expect(card(other, 'Банк')).toBeVisible();

  await page.getByLabel('Текст', { exact: true }).fill('Мой текст');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Текст из другой вкладки')).toBeVisible();
  await expect(dialog.getByText('Мой текст')).toBeVisible();
  await dialog.getByRole('button', { name: 'Сохранить как новое' }).click();
  await expect(card(page, 'Банк')).toHaveCount(2);
  await expect(page.getByText('Текст из другой вкладки')).toBeVisible();
  await expect(page.getByText('Мой текст')).toBeVisible();
});

test('an instruction without anyone says so until it is fixed', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  const leaving = await nameContact(page.request, 'Уходящий Иван');
  await nameContact(page.request, 'Остающаяся Анна');
  await writeInstruction(page.request, [leaving.id], 'Ключи');
  await page.request.delete(`/api/contacts/${leaving.id}`);
  await page.goto('/instructions');
  const assign = card(page, 'Ключи').getByRole('link', { name: 'Выбрать, кому: Ключи' });
  await follow(assign, form(page));
  await page.getByLabel(/Остающаяся Анна/).check();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(card(page, 'Ключи')).toBeVisible();
  await expect(card(page, 'Ключи').getByText('Остающаяся Анна')).toBeAttached();
  await expect(page.getByRole('link', { name: /^Выбрать, кому/ })).toHaveCount(0);
});

test('two presses confirm an instruction that was not reviewed for long', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  const { id: contactId } = await nameContact(page.request, 'Мария Орлова');
  await writeInstruction(page.request, [contactId], 'Банк');
  const longAgo = new Date(Date.now() - 250 * 24 * 3600 * 1000).toISOString();
  // Written eight months ago, as far as the screen can tell.
  await page.route('**/api/instructions?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /"reviewed_at":"[^"]+"/,
      `"reviewed_at":"${longAgo}"`,
    );
    await route.fulfill({ response, body });
  });
  await page.goto('/instructions');
  await expect(page.getByText('Не пересматривали 8 месяцев')).toBeVisible();
  await page.unroute('**/api/instructions?*');
  await (await inMenu(page, 'Банк', 'Пересмотреть сейчас')).click();
  await expect(page.getByText(/Не пересматривали/)).toHaveCount(0);
});
