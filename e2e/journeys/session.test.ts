import { expect, test } from '../server-fixture.ts';

test('signing out in one tab signs out the others', async ({ page, person, context }) => {
  expect(person.email).toBeTruthy();
  const second = await context.newPage();
  await second.goto('/settings');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(page).toHaveURL(/\/login/);
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
  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(/вышли только на этом устройстве/)).toBeVisible();
});

test('signing out without a network shows the login', async ({ page, person, context }) => {
  expect(person.email).toBeTruthy();
  await page.goto('/dashboard');
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible();
  await expect(page.getByText(/вышли только на этом устройстве/)).toBeVisible();
});

test('signing out asks before a changed form is lost', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await page.goto('/settings?tab=security');
  await page.getByRole('button', { name: 'Сменить пароль' }).click();
  await page.getByLabel('Текущий пароль', { exact: true }).fill('half typed');
  const signOut = page.getByRole('button', { name: 'Выйти', exact: true });
  await signOut.click();
  const question = page.getByRole('dialog', { name: 'Уйти без сохранения?' });
  await question.getByRole('button', { name: 'Остаться' }).click();
  await expect(page.getByLabel('Текущий пароль', { exact: true })).toHaveValue('half typed');
  await signOut.click();
  await question.getByRole('button', { name: 'Уйти' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible();
});

test('a signed-out visitor is led to the login and back, but never to another site', async ({
  page,
  person,
}) => {
  const signIn = async () => {
    await page.getByLabel('Электронная почта').fill(person.email);
    await page.getByLabel('Пароль', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Войти' }).click();
  };
  await page.context().clearCookies();
  await page.goto('/settings?tab=security');
  await expect(page).toHaveURL(/\/login/);
  await signIn();
  await expect(page).toHaveURL(/\/settings\?tab=security$/);

  await page.context().clearCookies();
  await page.goto('/login?redirect=https://evil.example/');
  await signIn();
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
  await page.getByRole('link', { name: 'Настройки' }).first().click();
  expect((await renewed).status()).toBe(200);
  await expect(page.getByText(person.email)).toBeVisible();
});

test('the session is renewed ahead of its end and removed when that is refused', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A tick that meets a renewal under way joins it, so the answer is waited for.
  const renewed = page.waitForResponse('**/api/session/refresh');
  await page.clock.fastForward('14:00');
  await (await renewed).finished();
  await page.route('**/api/session/refresh', (route) =>
    route.fulfill({
      status: 401,
      json: { error: { code: 'session_missing' }, request_id: 'test' },
    }),
  );
  await page.clock.fastForward('14:00');
  await expect(page).toHaveURL(/\/login/);
});

test('the session outlives a server that was killed', async ({ page, person, server }) => {
  expect(person.email).toBeTruthy();
  await page.goto('/dashboard');
  await server.restart({ kill: 'SIGKILL' });
  await page.goto('/settings');
  await expect(page.getByText(person.email)).toBeVisible();
});
