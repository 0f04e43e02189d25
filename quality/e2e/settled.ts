import { expect, type Page } from '@playwright/test';

/** The screen is there, and nothing on it is still on its way. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"], [class*="_skeleton_"]')).toHaveCount(0);
}
