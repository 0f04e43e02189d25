import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import {
  chooseFiles,
  hasDarkPixels,
  picture,
  saveWithFiles,
  scriptedPdf,
} from '../journey-files.ts';
import { expectShown } from '../page-recorder.ts';
import { newAddress } from '../people.ts';
import { choose, follow, screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

const will = {
  name: 'Завещание.txt',
  mimeType: 'text/plain',
  buffer: Buffer.alloc(3 * 1024 * 1024, 'слово '),
};

test('a new owner fills in the profile, adds a contact, writes an instruction with files and previews its delivery', async ({
  page,
  person,
  mailbox,
  visitor,
}) => {
  expect(person.email).toBeTruthy();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/dashboard');
  const steps = page.getByRole('region', { name: 'Первые шаги' });
  await expect(steps.getByText('Сделано 0 из 4')).toBeVisible();
  for (const path of ['/api/session', '/api/dashboard', '/api/dashboard/readiness']) {
    expect(asked.filter((one) => one === path)).toEqual([path]);
  }
  await follow(steps.getByRole('link', { name: 'Заполнить профиль' }), 'Настройки');
  await page.getByRole('button', { name: 'Заполнить' }).click();
  await page.getByLabel('Имя', { exact: true }).fill('Анна');
  await page.getByLabel('Фамилия', { exact: true }).fill('Лаврова');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
  await expectShown(page, 'Изменения сохранены');
  await follow(page.getByRole('link', { name: 'Главная' }), 'Анна');
  await expect(steps.getByText('Сделано 1 из 4')).toBeVisible();
  await follow(
    steps.getByRole('link', { name: 'Назвать доверенное лицо' }),
    screen(page, 'Доверенные лица'),
  );

  const email = newAddress();
  await page.getByRole('button', { name: 'Добавить доверенное лицо' }).click();
  await page.getByLabel('Имя и фамилия').fill('Мария Орлова');
  await page.getByLabel('Электронная почта').fill(email.toUpperCase());
  await page.getByRole('button', { name: 'Сохранить и пригласить' }).click();
  const maria = card(page, 'Мария Орлова');
  await expect(maria.getByText('Ждёт ответа', { exact: true })).toBeVisible();
  const { text } = await mailbox.newestMail(email);
  const code = /\b[A-HJKMNP-Z2-9]{6}\b/.exec(text.replace(/(?<=\b\w) (?=\w\b)/g, ''))?.[0] ?? '';
  await maria.getByRole('button', { name: 'Ввести код: Мария Орлова' }).click();
  await page.getByLabel('Код подтверждения').fill('ААААА-А');
  await page.getByRole('button', { name: 'Подтвердить' }).click();
  await expect(page.getByText('Осталось 9 попыток')).toBeVisible();
  await page.getByLabel('Код подтверждения').fill(` ${code.toLowerCase()} `);
  await page.getByRole('button', { name: 'Подтвердить' }).click();
  await expect(maria.getByText('Подтверждено', { exact: true })).toBeVisible();

  await page.goto('/instructions');
  const title = page.getByLabel('Название');
  await follow(page.getByRole('link', { name: 'Написать первое распоряжение' }), title);
  await title.fill('Где лежит завещание');
  await choose(page.getByLabel('Категория'), 'Нотариус');
  await choose(page.getByLabel('Важность'), 'Важно');
  await page.getByLabel('Текст', { exact: true }).fill('Оригинал у нотариуса.');
  await page.getByLabel(/Мария Орлова/).check();
  // The tab is closed before anything is saved.
  await page.close({ runBeforeUnload: false });
  const next = await page.context().newPage();
  await next.goto('/instructions');
  const form = next.getByLabel('Название');
  await follow(next.getByRole('link', { name: 'Продолжить' }), form);
  await expect(next.getByText('Ваш черновик')).toBeVisible();
  await expect(next.getByLabel(/Мария Орлова/)).toBeChecked();
  const pdf = { name: 'Рецепты.pdf', mimeType: 'application/pdf', buffer: scriptedPdf() };
  await chooseFiles(next, [will, picture, pdf]);
  await saveWithFiles(next);
  await expectShown(next, '3 файла загружены');
  const saved = card(next, 'Где лежит завещание');
  await expect(saved.getByText('Оригинал у нотариуса.')).toBeVisible();
  await expect(next.getByText('3 МБ из 30 МБ')).toBeVisible();

  const letter = next.getByRole('article', { name: 'Где лежит завещание' });
  await follow(saved.getByRole('link', { name: 'Где лежит завещание' }), letter);
  await expect(letter.getByText('Оригинал у нотариуса.')).toBeVisible();
  await follow(next.getByRole('link', { name: 'Изменить' }), form);
  const [download] = await Promise.all([
    next.waitForEvent('download'),
    next.getByRole('button', { name: 'Скачать: Завещание.txt' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Завещание.txt');
  expect(readFileSync(await download.path()).equals(will.buffer)).toBe(true);
  const [zip] = await Promise.all([
    next.waitForEvent('download'),
    next.getByRole('button', { name: 'Скачать всё (ZIP)' }).click(),
  ]);
  expect(zip.suggestedFilename()).toBe('Где лежит завещание.zip');
  await next.getByRole('button', { name: `Посмотреть: ${picture.name}` }).click();
  const preview = next.getByRole('dialog');
  await expect(preview.getByRole('img')).toHaveJSProperty('naturalWidth', 1);
  await next.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await seeScriptedPdf(next);
  await next.keyboard.press('Escape');
  await next.getByRole('button', { name: `Удалить файл: ${picture.name}` }).click();
  await next.getByRole('dialog').getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(next.getByRole('button', { name: `Скачать: ${picture.name}` })).toHaveCount(0);

  await follow(next.getByRole('link', { name: 'Главная' }), 'Анна');
  const letters = next.getByRole('region', { name: 'Ваши распоряжения' });
  await expect(letters.getByText('Сегодня дошло бы всё, что вы написали')).toBeVisible();
  await expect(next.getByRole('region', { name: 'Первые шаги' })).toBeHidden();
  const { contacts } = await (await next.request.get('/api/contacts')).json();
  const ownPreview = `/delivery?preview=${contacts[0].id}`;
  await next.goto(ownPreview);
  await screen(next, 'Где лежит завещание').waitFor();
  await expect(next.getByText(/^Так эту страницу увидит Мария Орлова/)).toBeVisible();
  await expect(next.getByRole('button', { name: 'Ссылку переслали по ошибке?' })).toBeDisabled();
  const stranger = await visitor();
  await stranger.goto(ownPreview);
  await expect(stranger).toHaveURL(/\/login\?redirect=/);
});

/** Shows a PDF although parts of the viewer fail to load at first; the script inside does not run. */
async function seeScriptedPdf(page: Page): Promise<void> {
  let alerts = 0;
  page.on('dialog', (dialog) => {
    if (dialog.type() === 'alert') alerts += 1;
    void dialog.accept();
  });
  const preview = page.getByRole('dialog');
  const failed = preview.getByText('Не удалось открыть файл');
  const again = preview.getByRole('button', { name: 'Попробовать снова' });
  // First the whole PDF viewer is missing, then only its worker.
  let missing = /\/assets\/pdf/;
  const asked: string[] = [];
  await page.route(/\/assets\/pdf/, (route) => {
    asked.push(route.request().url());
    return missing.test(route.request().url()) ? route.abort() : route.continue();
  });
  await page.getByRole('button', { name: 'Посмотреть: Рецепты.pdf' }).click();
  await expect(failed).toBeVisible();
  missing = /\/assets\/pdf\.worker/;
  await again.click();
  await expect.poll(() => asked.some((url) => missing.test(url))).toBe(true);
  await expect(failed).toBeVisible();
  await page.unrouteAll();
  await again.click();
  await expect(preview.getByText('1 страница')).toBeVisible();
  await expect.poll(() => hasDarkPixels(preview.locator('canvas'))).toBe(true);
  expect(alerts).toBe(0);
}
