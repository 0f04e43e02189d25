import { readFileSync } from 'node:fs';
import { choose, openForm, picture, save } from '../attaching.ts';
import { expectShown } from '../page-witness.ts';
import { follow } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

const mb = 1024 * 1024;
const text = (name: string, bytes = 2000) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.alloc(bytes, `${name} слово `),
});
test('files are attached, downloaded under their own names and deleted', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  const id = await openForm(page);
  await choose(page, [text('Завещание.txt', 3 * mb), picture]);
  await expect(page.getByText('Выбрано 2 файла, загрузятся после сохранения:')).toBeVisible();
  await save(page);
  await expectShown(page, '2 файла загружены');

  await page.goto(`/instructions?edit=${id}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать: Завещание.txt' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Завещание.txt');
  const bytes = readFileSync(await download.path());
  expect(bytes.equals(text('Завещание.txt', 3 * mb).buffer)).toBe(true);
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать все файлы (ZIP)' }).click(),
  ]);
  expect(zip.suggestedFilename()).toBe('Банк.zip');

  await page.getByRole('button', { name: 'Удалить файл: дача 🏡.png' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Скачать: дача 🏡.png' })).toHaveCount(0);
  await page.goto('/instructions');
  await expect(page.getByText('3 МБ из 30 МБ')).toBeVisible();
});

test('files that cannot be attached are named with their reason before anything is sent', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await openForm(page);
  await choose(page, [
    text('вирус.exe'),
    text('большой.txt', 10 * mb + 1),
    text('пустой.txt', 0),
    text('письмо.txt'),
    text('письмо.txt'),
  ]);
  await expect(page.getByText(/вирус\.exe/).first()).toBeVisible();
  await expect(page.getByText(/этот тип файла не поддерживается/)).toBeVisible();
  await expect(page.getByText(/Максимальный размер: 10\sМБ/)).toBeVisible();
  await expect(page.getByText(/файл пустой/)).toBeVisible();
  await expect(page.getByText(/такой файл уже прикреплён/)).toBeVisible();
  await expect(page.getByText('Выбран 1 файл, загрузится после сохранения:')).toBeVisible();
});

test('of more than fits what fits is taken, and the rest is named with the room that is left', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await openForm(page);
  await choose(
    page,
    ['1.txt', '2.txt', '3.txt', '4.txt'].map((name) => text(name, 9 * mb)),
  );
  await expect(page.getByText('Выбрано 3 файла, загрузятся после сохранения:')).toBeVisible();
  const shortage = page.getByRole('alert').filter({ hasText: '1 файл не поместился' });
  await expect(shortage.getByText(/4\.txt:/)).toBeVisible();
  await expect(
    shortage.getByText(/Недостаточно места\. Нужно 9\sМБ, свободно 3\sМБ из 30\sМБ/),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Увеличить хранилище' }).first()).toBeVisible();
});

test('one failed file leaves the text and the other files saved, is named, and can be repeated', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  const id = await openForm(page);
  await page.getByLabel('Текст', { exact: true }).fill('Новый текст');
  const broken = encodeURIComponent('второй.txt');
  await page.route('**/api/instructions/*/files', (route) =>
    route.request().headers()['x-file-name'] === broken ? route.abort() : route.continue(),
  );
  await choose(page, [text('первый.txt'), text('второй.txt')]);
  await save(page);
  await expect(page.getByText(/Файл «второй\.txt» не загружен/).first()).toBeVisible();
  await expect(async () => {
    const saved = await (await page.request.get(`/api/instructions/${id}`)).json();
    expect(saved.content).toBe('Новый текст');
    const names = saved.files.map((file: { file_name: string }) => file.file_name);
    expect(names).toEqual(['первый.txt']);
  }).toPass();

  await page.unroute('**/api/instructions/*/files');
  await page.getByRole('button', { name: 'Повторить: второй.txt' }).click();
  await expect(async () => {
    const { files } = await (await page.request.get(`/api/instructions/${id}`)).json();
    expect(files).toHaveLength(2);
  }).toPass();
});

test('a file that did not arrive stays on its card over a closed tab, until it is chosen again or given up', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  const id = await openForm(page);
  await page.route('**/api/instructions/*/files', (route) => route.abort());
  await choose(page, [text('первый.txt'), text('второй.txt')]);
  await save(page);
  await expect(page.getByText(/Файл «второй\.txt» не загружен/).first()).toBeVisible();
  await page.unroute('**/api/instructions/*/files');

  await page.goto('/readiness');
  await expect(page.getByText('В 1 распоряжении не хватает файлов')).toBeVisible();
  await page.goto(`/mail?message=${id}`);
  await expect(page.getByText('0 из 2 файлов, 2 не загружены')).toBeVisible();
  await expect(page.getByText('второй.txt')).toBeVisible();
  const again = page.getByRole('link', { name: 'Выбрать ещё раз' });
  const form = await follow(again, 'Изменить распоряжение');
  await expect(form.getByRole('button', { name: 'Выбрать ещё раз: второй.txt' })).toBeVisible();
  await page.goto('/instructions');
  await page.getByRole('button', { name: '0 из 2 файлов, 2 не загружены' }).click();
  await page
    .locator('li li', { hasText: 'первый.txt' })
    .locator('input[type="file"]')
    .first()
    .setInputFiles(text('первый.txt'));
  await expect(page.getByText('1 из 2 файлов, 1 не загружен').first()).toBeVisible();
  await page.getByRole('button', { name: 'Отказаться от файла: второй.txt' }).click();
  await expect(page.getByText('1 файл', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Банк' })).toBeFocused();
  const saved = await (await page.request.get(`/api/instructions/${id}`)).json();
  expect(saved.files).toHaveLength(1);
  expect(saved.expected_files).toEqual([]);
});

test('a file whose content is not what its name says is refused by the server and named', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await openForm(page);
  await choose(page, { ...text('письмо.pdf'), mimeType: 'application/pdf' });
  await save(page);
  await expect(
    page.getByText(/Файл «письмо\.pdf» не загружен\. Содержимое файла не соответствует/).first(),
  ).toBeVisible();
});

test('a running upload shows its progress and can be cancelled', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  const id = await openForm(page);
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await choose(page, text('долгий.txt', 9 * mb));
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 500_000,
  });
  await save(page);
  await expect(page.getByRole('progressbar', { name: 'Загрузка: долгий.txt' })).toBeVisible();
  await page.getByRole('button', { name: 'Отменить загрузку: долгий.txt' }).click();
  await expect(page.getByText('Загрузка отменена')).toBeVisible();
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await expect(async () => {
    const { used_mb } = await (await page.request.get('/api/storage')).json();
    expect(used_mb).toBe(0);
  }).toPass();
  const { files } = await (await page.request.get(`/api/instructions/${id}`)).json();
  expect(files).toEqual([]);
});

test('files can be dropped onto the form', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await openForm(page);
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['привет'], 'брошенный.txt', { type: 'text/plain' }));
    return transfer;
  });
  await page.getByText('или перетащите их сюда').dispatchEvent('drop', { dataTransfer: data });
  await expect(page.getByText('брошенный.txt')).toBeVisible();
});
