import { expect, type Page } from '@playwright/test';

export const picture = {
  name: 'дача 🏡.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

export const choose = (
  page: Page,
  files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0],
) => page.locator('input[type="file"]').setInputFiles(files);

/** The chosen files move the button when they are listed: a person presses it after that. */
export async function save(page: Page): Promise<void> {
  await expect(page.getByText(/^Выбран/)).toBeVisible();
  await page.getByRole('button', { name: 'Сохранить' }).click();
}
