import type { Page } from '@playwright/test';
import { HeldClock } from '../held-clock.ts';
import { expectShown } from '../page-witness.ts';
import { fillLogin, follow, pressSignOut, screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

const minuteMs = 60_000;

test('the first screen is asked for once, by its own person', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  for (const path of ['/api/session', '/api/dashboard', '/api/dashboard/readiness']) {
    expect(asked.filter((one) => one === path)).toEqual([path]);
  }
});

test('signing out in one tab signs out the others', async ({ page, person, context }) => {
  expect(person.email).toBeTruthy();
  const second = await context.newPage();
  await second.goto('/settings');
  await screen(second, 'Настройки').waitFor();
  await page.goto('/dashboard');
  await pressSignOut(page);
  await expect(screen(page, 'Вход')).toBeVisible();
  await expect(second).toHaveURL(/\/login/);
});

test('signing out reaches the login also when the server does not answer', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await page.goto('/dashboard');
  await page.route('**/api/session', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  );
  await pressSignOut(page);
  await expect(screen(page, 'Вход')).toBeVisible();
  await expectShown(page, 'вышли только на этом устройстве');
});

test('signing out without a network shows the login', async ({ page, person, context }) => {
  expect(person.email).toBeTruthy();
  await page.goto('/dashboard');
  await expect.poll(() => fetchedAhead(page)).toBe(true);
  await context.setOffline(true);
  await pressSignOut(page);
  await expect(screen(page, 'Вход')).toBeVisible();
  await expectShown(page, 'вышли только на этом устройстве');
});

test('signing out asks before a changed form is lost', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await page.goto('/settings?tab=security');
  await page.getByRole('button', { name: 'Сменить пароль' }).click();
  await page.getByLabel('Текущий пароль', { exact: true }).fill('half typed');
  await pressSignOut(page);
  const question = page.getByRole('dialog', { name: 'Уйти без сохранения?' });
  await question.getByRole('button', { name: 'Остаться' }).click();
  await expect(page.getByLabel('Текущий пароль', { exact: true })).toHaveValue('half typed');
  await pressSignOut(page);
  await question.getByRole('button', { name: 'Уйти' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible();
});

test('a signed-out visitor is led to the login and back, but never to another site', async ({
  page,
  person,
}) => {
  await page.context().clearCookies();
  await page.goto('/settings?tab=security');
  await expect(page).toHaveURL(/\/login/);
  await fillLogin(page, person);
  await expect(page).toHaveURL(/\/settings\?tab=security$/);

  await page.context().clearCookies();
  await page.goto('/login?redirect=https://evil.example/');
  await fillLogin(page, person);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a call that meets an expired short half renews it and goes on', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await page.goto('/dashboard');
  let refusals = 0;
  await page.route('**/api/profile', (route) => {
    refusals += 1;
    return refusals === 1
      ? route.fulfill({
          status: 401,
          json: { error: { code: 'session_expired' }, request_id: 'test' },
        })
      : route.fallback();
  });
  const renewed = page.waitForResponse('**/api/session/refresh');
  await follow(page.getByRole('link', { name: 'Настройки' }).first(), 'Настройки');
  expect((await renewed).status()).toBe(200);
  await expect(page.getByText(person.email)).toBeVisible();
});

test('the session is renewed ahead of its end and removed when that is refused', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  const clock = await HeldClock.of(page);
  await page.goto('/dashboard');
  await clock.stepUntilVisible(page.getByRole('heading', { level: 1 }));
  // A tick that meets a renewal under way joins it, so the answer is waited for.
  const renewed = page.waitForResponse('**/api/session/refresh');
  await clock.jump(14 * minuteMs);
  await (await renewed).finished();
  await page.route('**/api/session/refresh', (route) =>
    route.fulfill({
      status: 401,
      json: { error: { code: 'session_missing' }, request_id: 'test' },
    }),
  );
  await clock.jump(14 * minuteMs);
  await clock.stepUntilVisible(screen(page, 'Вход'));
});

test('the session outlives a server that was killed', async ({ page, person, server }) => {
  expect(person.email).toBeTruthy();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await server.restart({ kill: 'SIGKILL' });
  await page.goto('/settings');
  await expect(page.getByText(person.email)).toBeVisible();
});

/** The browser has everything that is shown after a sign-out. */
function fetchedAhead(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
    return [/\/login-screen-[^/]+\.js$/, /\/ru\/account\.js$/].every((part) =>
      fetched.some((name) => part.test(name)),
    );
  });
}
