import type { Page, Route } from '@playwright/test';
import { locale } from '../in-locale.ts';
import { expectShown } from '../page-recorder.ts';
import { PausedClock } from '../paused-clock.ts';
import { follow, pressSignOut, screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';
import { createContact } from '../vault.ts';

const sections = (page: Page) => page.getByRole('navigation', { name: 'Разделы', exact: true });

test('after a deployment a page of the previous version reloads and keeps the typed text; the page retries while the server is unavailable, and signing out works offline', async ({
  page,
  person,
  visitor,
}) => {
  expect(person.email).toBeTruthy();
  await createContact(page.request, 'Мария Орлова');
  // Some files are missing until the document itself is requested again.
  let documents = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents += 1;
  });
  const isMissingOnPage = (pageNumber: number) => (route: Route) =>
    documents === pageNumber ? route.fulfill({ status: 404, body: '' }) : route.continue();
  await page.route('**/assets/writing-place-*.js*', isMissingOnPage(1));
  await page.route('**/assets/mail-screen-*.js', isMissingOnPage(2));
  await page.goto('/instructions?new=1');
  const form = screen(page, 'Новое распоряжение');
  await form.getByLabel('Название').fill('Ключи от дачи');
  // A missing part of a screen shows an error, and the person decides when to reload.
  const help = form.getByRole('button', { name: 'Помочь написать' });
  await help.click();
  await expect(page.getByText('Помощник не загрузился')).toBeVisible();
  await page.getByRole('button', { name: 'Попробовать снова' }).click();
  await expect(form.getByText('Ваш черновик')).toBeVisible();
  expect(documents).toBe(2);
  await help.click();
  await expect(page.getByLabel('Сообщение помощнику')).toBeVisible();
  await page.keyboard.press('Escape');
  // A missing screen reloads the page automatically, once.
  const link = sections(page).getByRole('link', { name: 'Почта' });
  const question = await follow(link, page.getByRole('dialog'));
  await question.getByRole('button', { name: 'Уйти' }).click();
  await expect(screen(page, 'Почта')).toBeVisible();
  expect(documents).toBe(3);
  await page.goto('/instructions?new=1');
  await expect(form.getByLabel('Название')).toHaveValue('Ключи от дачи');

  await page.goto('/dashboard');
  await expect(sections(page)).toBeVisible();
  const serverPaths = /\/assets\/|\/api\//;
  await page.route(serverPaths, (route) => route.abort());
  const contacts = sections(page).getByRole('link', { name: 'Доверенные лица' });
  await follow(contacts, page.getByText('Сервер пока не отвечает'));
  await page.unroute(serverPaths);
  await page.getByRole('button', { name: 'Попробовать снова' }).click();
  await expect(screen(page, 'Доверенные лица')).toBeVisible();

  const guest = await visitor();
  const clock = await PausedClock.of(guest);
  const start = /\/assets\/start-/;
  await guest.route(start, (route) => route.abort());
  await guest.goto('/faq');
  // The page stores that it will reload, and reloads once the server answers.
  const hasFailed = () =>
    guest.evaluate(() => sessionStorage.getItem('zavet.page_reload') !== null);
  await clock.stepUntil(hasFailed);
  await guest.unroute(start);
  await clock.fastForward(5_000);
  await clock.stepUntilVisible(screen(guest, /./));

  // Prefetching failed while the server was unavailable.
  await page.goto('/dashboard');
  await expect.poll(() => isLoginPrefetched(page)).toBe(true);
  await page.context().setOffline(true);
  await pressSignOut(page);
  await expect(screen(page, 'Вход')).toBeVisible();
  await expectShown(page, 'вышли только на этом устройстве');
});

/** True if the browser has loaded the code and texts of the screen shown after a sign-out. */
function isLoginPrefetched(page: Page): Promise<boolean> {
  return page.evaluate((language) => {
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
    return [/\/login-screen-[^/]+\.js$/, new RegExp(`/${language}/account\\.js$`)].every((part) =>
      fetched.some((name) => part.test(name)),
    );
  }, locale);
}
