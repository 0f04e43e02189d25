import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { run } from 'axe-core';
import { HeldClock } from '../held-clock.ts';
import { pressButton, pressToQuestion } from '../legacies.ts';
import { activateProtocol, ownerTrusting } from '../protocol.ts';
import { fillLogin, screen } from '../screen.ts';
import { longDocuments, privateScreens, publicScreens } from '../screens.ts';
import { expect, test } from '../server-fixture.ts';
import { settled } from '../settled.ts';
import { nameContact, writeInstruction } from '../vault.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

declare global {
  interface Window {
    axe: { run: typeof run };
  }
}

const [phone, desk] = [360, 1280];
let screens = 0;

/**
 * No violation on the open screen, on a phone and on a desk, by day and by night. Each of them once:
 * a theme changes colours, a width what stands where; the next screen has them the other way round.
 */
async function expectAccessible(page: Page): Promise<void> {
  await settled(page);
  screens += 1;
  const [first, second] = screens % 2 === 0 ? [phone, desk] : [desk, phone];
  for (const [width, theme] of [
    [first, 'light'],
    [second, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expectNoViolation(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${page.url()} is wider than ${width} px`).toBe(0);
  }
}

async function expectNoViolation(page: Page): Promise<void> {
  const found = await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map((one) => one.finished));
    // They only pass the focus on, to keep it in an open list, and are never announced.
    const looked = { exclude: ['[data-base-ui-focus-guard]'] };
    const { violations } = await window.axe.run(looked, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
  });
  expect(found, page.url()).toEqual([]);
}

// The theme follows the system, so that a screen can be looked at in both without opening it twice.
test.beforeEach(async ({ context }) => {
  // Once for each screen, however often it is looked at.
  await context.addInitScript({ content: axeSource });
  await context.addInitScript(() => {
    if (window.origin !== 'null') localStorage.setItem('zavet.theme', 'auto');
  });
});

test('public screens have no accessibility violation', async ({ page }) => {
  for (const path of publicScreens) {
    await page.goto(path);
    await expectAccessible(page);
  }
  await page.goto('/login');
  await page.getByRole('button', { name: 'Язык: Русский' }).click();
  await expect(page.getByRole('button', { name: 'English' })).toBeVisible();
  await expectAccessible(page);
});

test('long documents have no accessibility violation', async ({ page }) => {
  for (const path of longDocuments) {
    await page.goto(path);
    await settled(page);
    await expectNoViolation(page);
  }
});

test('a message on the screen has no accessibility violation', async ({ page, person }) => {
  await page.context().clearCookies();
  const clock = await HeldClock.of(page);
  await page.goto('/login');
  await clock.stepUntilVisible(screen(page, 'Вход'));
  await fillLogin(page, person);
  const messages = page.getByRole('region', { name: 'Сообщения' });
  await clock.stepUntilVisible(messages.getByText('Вы вошли в систему'));
  // The pointer on it keeps it there.
  await messages.getByText('Вы вошли в систему').hover();
  await clock.release();
  await expect(page.getByRole('region', { name: 'Первые шаги' })).toBeVisible();
  await expectAccessible(page);
  await expect(messages.getByText('Вы вошли в систему')).toBeVisible();
});

test('private screens have no accessibility violation', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  for (const path of privateScreens) {
    await page.goto(path);
    await expectAccessible(page);
  }
});

test('filled screens of the vault have no accessibility violation', async ({ page, person }) => {
  const { id: contactId } = await nameContact(page.request, 'Мария Константиновна Орлова');
  const { id } = await writeInstruction(page.request, [contactId], 'Где лежит завещание');
  const data = { message: 'Как прикрепить файл?', userEmail: person.email };
  await page.request.post('/api/support/requests', { data });
  const paths = ['/contact', '/instructions', '/mail', '/dashboard', '/settings?tab=support'];
  for (const path of paths) {
    await page.goto(path);
    await expectAccessible(page);
  }
  await page.goto(`/instructions?edit=${id}`);
  await expect(page.getByLabel('Название')).toHaveValue('Где лежит завещание');
  await page.getByLabel('Название').fill('');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText('Заполните все обязательные поля').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Категория' }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/contact');
  await page.getByRole('button', { name: /Удалить: / }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Добавить доверенное лицо' }).click();
  await page.getByRole('button', { name: 'Сохранить и пригласить' }).click();
  await expectAccessible(page);
});

test('legacies have no accessibility violation, before and after an activation', async ({
  page,
  person,
  mailbox,
  server,
}) => {
  const me = { request: page.request, email: person.email };
  const { owner, contactId } = await ownerTrusting(me, mailbox, server.url);
  await owner.dispose();

  await page.goto('/trusted-legacies');
  await pressButton(page).click();
  await expectAccessible(page);
  await pressToQuestion(page);
  await expectAccessible(page);
  await activateProtocol({ ...me, contactId }, server.url);
  await page.goto('/trusted-legacies');
  await expect(page.getByRole('button', { name: 'Открыть: Где завещание' })).toBeVisible();
  await expectAccessible(page);
});

test('forms, errors and dialogs have no accessibility violation', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Заполнить' }).click();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByRole('button', { name: 'Сменить почту' }).click();
  await expectAccessible(page);
  await page.goto('/settings?tab=security');
  await page.getByRole('button', { name: 'Сменить пароль' }).click();
  await page.getByRole('button', { name: 'Задать PIN-код' }).click();
  await expectAccessible(page);
  for (let press = 0; press < 3; press++) {
    await page.getByRole('button', { name: /Удалить аккаунт|Нажмите ещё раз/ }).click();
  }
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});
