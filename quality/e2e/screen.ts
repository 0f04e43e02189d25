import { expect, type Locator, type Page } from '@playwright/test';
import type { Person } from './people.ts';

/** The screen with this heading; locators in it never match the previous screen. */
export function screen(page: Page, heading: string | RegExp): Locator {
  const title = page.getByRole('heading', { level: 1, name: heading });
  return page.getByRole('main').filter({ has: title });
}

/**
 * Presses a link and returns its target: the screen with a heading, or a part of the current
 * screen.
 */
export async function follow(link: Locator, next: string | RegExp | Locator): Promise<Locator> {
  const part =
    typeof next === 'string' || next instanceof RegExp ? screen(link.page(), next) : next;
  await expect(link).toBeVisible();
  // If the target were visible before, its visibility would not show that the link works.
  await expect(part, 'the target of the link, before it is pressed').toBeHidden();
  await link.click();
  await expect(part).toBeVisible();
  return part;
}

/** Fills in and submits the login once it is shown. */
export async function fillLogin(page: Page, { email, password }: Person): Promise<void> {
  const login = screen(page, 'Вход');
  await login.getByLabel('Электронная почта').fill(email);
  await login.getByLabel('Пароль', { exact: true }).fill(password);
  await login.getByRole('button', { name: 'Войти', exact: true }).click();
}

/** Answers the password dialog of sensitive changes. */
export async function provePassword(page: Page, { password }: Person): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Введите пароль' });
  await question.getByLabel('Пароль', { exact: true }).fill(password);
  await question.getByRole('button', { name: 'Продолжить' }).click();
  await expect(question).toBeHidden();
}

/** Opens the list of a select and chooses the option with this text. */
export async function choose(field: Locator, words: string): Promise<void> {
  await field.click();
  await field.page().getByRole('option', { name: words, exact: true }).click();
}

/** Signs out through the account menu. */
export async function pressSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ваш аккаунт' }).click();
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
}

/** Waits until the screen is shown and nothing on it is loading. */
export async function expectSettled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"], [class*="_skeleton_"]')).toHaveCount(0);
}
