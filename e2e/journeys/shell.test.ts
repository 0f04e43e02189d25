import type { Page, Route } from '@playwright/test';
import { HeldClock } from '../held-clock.ts';
import { expectShown } from '../page-witness.ts';
import { choose, fillLogin, follow, screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';
import { nameContact } from '../vault.ts';

const sections = (page: Page) => page.getByRole('navigation', { name: 'Разделы', exact: true });

const publicPaths = [
  '/login',
  '/signup',
  '/forgot-password',
  '/update-password',
  '/reset-password',
  '/password-success',
  '/yookassa-return',
  '/terms',
  '/terms-of-use',
  '/privacy',
  '/privacy-policy',
  '/public-offer',
  '/personal-data-consent',
  '/faq',
  '/success',
  '/cancel',
  '/verify',
  '/setup',
];
const privatePaths = [
  '/dashboard',
  '/readiness',
  '/settings',
  '/contact',
  '/trusted-legacies',
  '/mail',
  '/instructions',
];

test('every public path works signed out', async ({ page }) => {
  for (const path of publicPaths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test('private and unknown paths lead signed-out visitors to the login', async ({ page }) => {
  for (const path of [...privatePaths, '/', '/nowhere']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login/);
  }
});

test('every section of the navigation opens, and unknown paths say that they are not there', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await page.goto('/');
  await expect(page).toHaveURL(/\/dashboard$/);
  const links = page.getByRole('navigation', { name: 'Разделы', exact: true }).getByRole('link');
  await expect(links.first()).toBeVisible();
  const targets = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(targets.map((target) => target?.split('?')[0])).toEqual([
    '/dashboard',
    '/instructions',
    '/contact',
    '/trusted-legacies',
    '/mail',
    '/settings',
  ]);
  for (const target of targets) {
    await page.goto(target ?? '');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(links.and(page.locator('[aria-current="page"]'))).toHaveAttribute(
      'href',
      target ?? '',
    );
  }
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: 'Такой страницы нет' })).toBeVisible();
});

test('a phone leads to every section from its bottom bar, and out of the account in two presses', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/dashboard');
  const bar = sections(page);
  for (const [name, heading] of [
    ['Распоряжения', 'Распоряжения'],
    ['Люди', 'Доверенные лица'],
    ['Почта', 'Почта'],
  ] as const) {
    const link = bar.getByRole('link', { name });
    await follow(link, heading);
    await expect(link).toHaveAttribute('aria-current', 'page');
  }
  const more = bar.getByRole('button', { name: 'Ещё' });
  for (const name of ['Мне доверили', 'Настройки']) {
    await more.click();
    await follow(bar.getByRole('link', { name }), name);
  }
  await more.click();
  await bar.getByRole('button', { name: 'Тёмная' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await more.click();
  await bar.getByRole('button', { name: 'Выйти' }).click();
  await expect(screen(page, 'Вход')).toBeVisible();
});

test('what is asked for while the server is away opens by itself when it is back, also a first screen', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await page.goto('/dashboard');
  await expect(sections(page)).toBeVisible();
  const isAway = /\/assets\/|\/api\//;
  await page.route(isAway, (route) => route.abort());
  const link = sections(page).getByRole('link', { name: 'Доверенные лица' });
  await follow(link, page.getByText('Сервер пока не отвечает'));
  await expect(sections(page)).toBeVisible();
  await page.unroute(isAway);
  await page.getByRole('button', { name: 'Попробовать снова' }).click();
  await expect(screen(page, 'Доверенные лица')).toBeVisible();

  const clock = await HeldClock.of(page);
  const start = /\/assets\/start-/;
  await page.route(start, (route) => route.abort());
  await page.goto('/readiness');
  // It notes that it will ask for itself again, and does so once the server answers.
  const hasFailed = () => page.evaluate(() => sessionStorage.getItem('zavet.page_reload') !== null);
  await clock.stepUntil(hasFailed);
  await page.unroute(start);
  await clock.jump(5_000);
  await clock.stepUntilVisible(screen(page, 'Готовность'));
});

test('after a deployment a page of the former version is loaded again, and what was typed is kept', async ({
  page,
  person,
}) => {
  await nameContact(page.request, 'Мария Орлова');
  expect(person.email).toBeTruthy();
  // Some files are gone until the page itself is asked for again.
  let documents = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents += 1;
  });
  const isGoneFrom = (pageNumber: number) => (route: Route) =>
    documents === pageNumber ? route.fulfill({ status: 404, body: '' }) : route.continue();
  await page.route('**/assets/writing-place-*.js*', isGoneFrom(1));
  await page.route('**/assets/mail-screen-*.js', isGoneFrom(2));

  await page.goto('/instructions?new=1');
  const form = screen(page, 'Новое распоряжение');
  await form.getByLabel('Название').fill('Ключи от дачи');
  // A part that is gone says so, and a person decides when to load the page again.
  const help = form.getByRole('button', { name: 'Помочь написать' });
  await help.click();
  await expect(page.getByText('Помощник не загрузился')).toBeVisible();
  await page.getByRole('button', { name: 'Попробовать снова' }).click();
  await expect(form.getByText('Мы вернули ваш черновик')).toBeVisible();
  expect(documents).toBe(2);
  await help.click();
  await expect(page.getByLabel('Сообщение помощнику')).toBeVisible();
  await page.keyboard.press('Escape');

  // A screen that is gone does it by itself, once.
  const link = sections(page).getByRole('link', { name: 'Почта' });
  const question = await follow(link, page.getByRole('dialog'));
  await question.getByRole('button', { name: 'Уйти' }).click();
  await expect(screen(page, 'Почта')).toBeVisible();
  expect(documents).toBe(3);

  await page.goto('/instructions?new=1');
  await expect(form.getByText('Мы вернули ваш черновик')).toBeVisible();
  await expect(form.getByLabel('Название')).toHaveValue('Ключи от дачи');
});

test('the theme is kept and is there before the first paint', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await page.goto('/settings');
  await page.getByRole('radio', { name: 'Тёмная' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // With the application's own scripts held back, the colours must already be right.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/settings', { waitUntil: 'domcontentloaded' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the language is kept in the browser and in the profile', async ({
  page,
  person,
  visitor,
}) => {
  await page.goto('/settings');
  const language = page.getByRole('combobox', { name: 'Язык' });
  // Without its texts a language is not taken; they are asked for again with the next choice.
  await expect(language).toBeVisible();
  const texts = /\/assets\//;
  await page.route(texts, (route) => route.abort());
  await choose(language, 'English');
  await expectShown(page, 'Сервер не отвечает');
  await expect(screen(page, 'Настройки')).toBeVisible();
  await expect(language).toHaveText('Русский');
  await page.unroute(texts);
  await choose(language, 'English');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const profile = async () => (await page.request.get('/api/profile')).json();
  await expect.poll(profile).toMatchObject({ preferred_language: 'en' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();

  const elsewhere = await visitor();
  await elsewhere.goto('/login');
  await fillLogin(elsewhere, person);
  await expect(elsewhere.getByRole('link', { name: 'Home' })).toBeVisible();
});

test('a person can sign in with the keyboard alone', async ({ page, person }) => {
  await page.context().clearCookies();
  await page.goto('/login');
  const email = page.getByLabel('Электронная почта');
  for (let press = 0; press < 12; press++) {
    if (await email.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(email).toBeFocused();
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a success is shown for three seconds', async ({ page, person }) => {
  await page.context().clearCookies();
  const clock = await HeldClock.of(page);
  await page.goto('/login');
  await clock.stepUntilVisible(screen(page, 'Вход'));
  await fillLogin(page, person);
  const success = page.getByText('Вы вошли в систему');
  await clock.stepUntilVisible(success);
  await clock.pass(2_800);
  await expect(success).toBeVisible();
  await clock.pass(1_000);
  await expect(success).toBeHidden();
});
