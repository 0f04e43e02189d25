import { basename } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { words } from './in-locale.ts';

export const picture = {
  name: 'дача 🏡.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

type Files = Parameters<Locator['setInputFiles']>[0];

export async function choose(page: Page, files: Files): Promise<void> {
  const all = [files].flat();
  words.write(...all.map((file) => (typeof file === 'string' ? basename(file) : file.name)));
  await page.locator('input[type="file"]').setInputFiles(files);
}

/** The chosen files move the button when they are listed: a person presses it after that. */
export async function save(page: Page): Promise<void> {
  await expect(page.getByText(/^Выбран/)).toBeVisible();
  await page.getByRole('button', { name: 'Сохранить' }).click();
}
