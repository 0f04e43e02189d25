import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { choose, follow } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';
import { nameContact, writeInstruction } from '../vault.ts';

const row = (page: Page, title: string) => page.getByRole('heading', { name: title, exact: true });

/** The oldest is the first; every third goes to another person and matters less. */
async function writeMany(request: APIRequestContext, count: number) {
  const olga = await nameContact(request, 'Ольга Ким');
  const pavel = await nameContact(request, 'Павел Демидов');
  for (let number = 1; number <= count; number += 1) {
    const isThird = number % 3 === 0;
    await writeInstruction(
      request,
      [isThird ? pavel.id : olga.id],
      `Распоряжение ${number}`,
      number === 7 ? 'Ключ лежит под синей шкатулкой.' : undefined,
      '',
      isThird ? { category: 'personal', priority: 'low' } : {},
    );
  }
  return { olga, pavel };
}

test('45 instructions are read in pages, searched and filtered, and the address keeps the place', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  const { pavel } = await writeMany(page.request, 45);
  await page.goto('/instructions');
  await expect(page.getByText('45 распоряжений')).toBeVisible();
  await expect(row(page, 'Распоряжение 45')).toBeVisible();
  await expect(page.getByText('1–20 из 45')).toBeVisible();

  await follow(page.getByRole('link', { name: 'Дальше' }), row(page, 'Распоряжение 25'));
  await follow(page.getByRole('link', { name: 'Дальше' }), row(page, 'Распоряжение 1'));
  await expect(page.getByText('41–45 из 45')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Дальше' })).toHaveCount(0);
  await page.reload();
  await expect(row(page, 'Распоряжение 1')).toBeVisible();
  await page.goBack();
  await expect(row(page, 'Распоряжение 25')).toBeVisible();
  await follow(page.getByRole('link', { name: 'Страница 1' }), row(page, 'Распоряжение 45'));

  await page.getByRole('searchbox', { name: 'Найти' }).fill('ШКАТУЛК');
  await expect(page.getByText('Найдено 1 распоряжение')).toBeVisible();
  await expect(row(page, 'Распоряжение 7')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Найти' })).toHaveValue('ШКАТУЛК');
  await expect(row(page, 'Распоряжение 7')).toBeVisible();
  await page.getByRole('button', { name: 'Показать все' }).click();

  await choose(page.getByRole('combobox', { name: 'Кому' }), 'Павел Демидов');
  await expect(page.getByText('Найдено 15 распоряжений')).toBeVisible();
  await choose(page.getByRole('combobox', { name: 'Важность' }), 'важно');
  await expect(page.getByText('Ничего не нашлось')).toBeVisible();
  await choose(page.getByRole('combobox', { name: 'Важность' }), 'не срочно');
  await choose(page.getByRole('combobox', { name: 'Состояние' }), 'ждёт согласия');
  await choose(page.getByRole('combobox', { name: 'Порядок' }), 'сначала старые');
  await expect(page.getByText('Найдено 15 распоряжений')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Распоряжение 3');
  await page.reload();
  await expect(page.getByText('Найдено 15 распоряжений')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`to=${pavel.id}`));

  // The way back from a form leads to the same place.
  await follow(row(page, 'Распоряжение 3').getByRole('link'), 'Изменить распоряжение');
  await expect(page.getByLabel('Название')).toHaveValue('Распоряжение 3');
  await page.goBack();
  await expect(page.getByText('Найдено 15 распоряжений')).toBeVisible();
});

test('what one person would receive is shown with what reaches nobody, and leads to their page', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  const { olga, pavel } = await writeMany(page.request, 3);
  const gone = await nameContact(page.request, 'Уходящий Иван');
  await writeInstruction(page.request, [gone.id], 'Ничьё');
  await page.request.delete(`/api/contacts/${gone.id}`);
  await page.goto(`/instructions?to=${olga.id}`);
  const way = page.getByRole('link', { name: 'Что получит Ольга Ким' });
  const part = await follow(way, 'Что получит Ольга Ким');
  await expect(part.getByText('Сейчас ничего.')).toBeVisible();
  const titles = part.getByRole('heading', { level: 3 });
  await expect(titles).toHaveText(['Распоряжение 1', 'Распоряжение 2', 'Распоряжение 3', 'Ничьё']);
  await expect(part.getByRole('link', { name: 'Выбрать, кому: Ничьё' })).toBeVisible();
  await expect(part.getByRole('link', { name: /^Открыть страницу/ })).toHaveAttribute(
    'href',
    `/delivery?preview=${olga.id}`,
  );
  await choose(part.getByRole('combobox', { name: 'Человек' }), 'Павел Демидов');
  await expect(page.getByRole('heading', { name: 'Что получит Павел Демидов' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`person=${pavel.id}`));
});

for (const [width, height] of [
  [360, 740],
  [1280, 720],
] as const) {
  test(`the first instruction is in sight within ${width} × ${height}`, async ({
    page,
    person,
  }) => {
    expect(person.email).toBeTruthy();
    await writeMany(page.request, 3);
    await page.setViewportSize({ width, height });
    await page.goto('/instructions');
    const first = page.getByRole('list', { name: 'Список распоряжений' }).locator('> li').first();
    await expect(first).toBeVisible();
    const box = await boxOf(first);
    const bar = page.getByRole('navigation', { name: 'Разделы' }).last();
    const end = width < 640 ? (await boxOf(bar)).y : height;
    expect(box.y + box.height).toBeLessThanOrEqual(end);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
  });
}

test('on a phone the button for a new instruction follows, and covers nothing at the end', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await writeMany(page.request, 9);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/instructions');
  const write = page.getByRole('link', { name: 'Новое распоряжение' });
  await expect(write).toHaveCount(1);
  const last = page.getByRole('main').getByRole('link', { name: 'Доверенные лица' });
  await last.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 5000);
  await expect(write).toHaveCount(2);
  await expect(async () => {
    const [button, link] = [await boxOf(write.last()), await boxOf(last)];
    const isBeside = link.x + link.width <= button.x || link.y + link.height <= button.y;
    expect(isBeside).toBe(true);
  }).toPass();
  await follow(write.last(), 'Новое распоряжение');
});

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not drawn');
  return box;
}
