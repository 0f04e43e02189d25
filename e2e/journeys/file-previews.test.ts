import { choose, openForm, picture, save } from '../attaching.ts';
import { expectShown } from '../page-witness.ts';
import { scriptedPdf } from '../scripted-pdf.ts';
import { expect, test } from '../server-fixture.ts';

test('pictures and PDFs are shown, also when the reader comes late, and a script inside does not run', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  const id = await openForm(page);
  await choose(page, [
    picture,
    { name: 'Рецепты.pdf', mimeType: 'application/pdf', buffer: scriptedPdf() },
  ]);
  await save(page);
  await expectShown(page, '2 файла загружены');
  let alerts = 0;
  page.on('dialog', (dialog) => {
    if (dialog.type() === 'alert') alerts += 1;
    void dialog.accept();
  });
  await page.goto(`/instructions?edit=${id}`);
  await page.getByRole('button', { name: 'Посмотреть: дача 🏡.png' }).click();
  const preview = page.getByRole('dialog');
  await expect(preview.getByRole('img')).toHaveJSProperty('naturalWidth', 1);
  await page.keyboard.press('Escape');
  // First all of the reader of PDF is missing, then only what it runs in a worker.
  const failed = preview.getByText('Не удалось открыть файл');
  const again = preview.getByRole('button', { name: 'Попробовать снова' });
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
  await expect(preview.locator('canvas')).toBeVisible();
  await expect
    .poll(() =>
      preview.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
        const pixels = canvas
          .getContext('2d')
          ?.getImageData(0, 0, canvas.width, canvas.height).data;
        return pixels?.some((value, place) => place % 4 === 0 && value < 100) ?? false;
      }),
    )
    .toBe(true);
  expect(alerts).toBe(0);
});
