import { expect, type Locator, type Page } from '@playwright/test';
import type { Person } from './people.ts';

/**
 * The screen with this heading. What is looked for in it is never found on the screen before it,
 * however long that one still stands there.
 */
export function screen(page: Page, heading: string | RegExp): Locator {
  const title = page.getByRole('heading', { level: 1, name: heading });
  return page.getByRole('main').filter({ has: title });
}

/**
 * Presses what leads on, waits until that is there, and gives it: another screen, by its heading,
 * or a part that comes up on this one.
 */
export async function follow(way: Locator, next: string | RegExp | Locator): Promise<Locator> {
  const part = typeof next === 'string' || next instanceof RegExp ? screen(way.page(), next) : next;
  await expect(way).toBeVisible();
  // What is true before would prove nothing after.
  await expect(part, 'what the way leads to, before it is taken').toBeHidden();
  await way.click();
  await expect(part).toBeVisible();
  return part;
}

/** Fills in the login that stands there, or is about to, and presses its button. */
export async function fillLogin(page: Page, { email, password }: Person): Promise<void> {
  const login = screen(page, 'Вход');
  await login.getByLabel('Электронная почта').fill(email);
  await login.getByLabel('Пароль', { exact: true }).fill(password);
  await login.getByRole('button', { name: 'Войти', exact: true }).click();
}

/** Answers the question for the password that sensitive changes ask. */
export async function provePassword(page: Page, { password }: Person): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Введите пароль' });
  await question.getByLabel('Пароль', { exact: true }).fill(password);
  await question.getByRole('button', { name: 'Продолжить' }).click();
  await expect(question).toBeHidden();
}

/** Opens a list of choices by its field and takes the one with these words. */
export async function choose(field: Locator, words: string): Promise<void> {
  await field.click();
  await field.page().getByRole('option', { name: words, exact: true }).click();
}

/** Leaves the account as a person does: the menu of the account, then its last line. */
export async function pressSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ваш аккаунт' }).click();
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
}
