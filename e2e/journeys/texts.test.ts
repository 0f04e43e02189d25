import { moscowDay } from '@zavet/contract/days';
import { editionInForce, legalEditions } from '@zavet/contract/legal/editions';
import { expectShown } from '../page-witness.ts';
import { follow } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

test('a document has contents, a language and its edition', async ({ page }) => {
  await page.goto('/public-offer');
  await expect(page.getByRole('heading', { level: 1, name: 'Публичная оферта' })).toBeVisible();
  const edition = editionInForce(legalEditions.public_offer, moscowDay(new Date()));
  const since = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(edition),
  );
  await expect(page.getByText(`В силе с ${since}`)).toBeVisible();
  const text = page.getByRole('article');
  await expect(text).toHaveAttribute('lang', 'ru');
  await expect(text).toContainText('7\u00a0000 рублей');
  await expect(text).not.toContainText('{{');

  await page.getByRole('navigation', { name: 'Содержание' }).getByText('Контакты').click();
  await expect(page).toHaveURL(/\/public-offer#contacts$/);
  await expect(page.locator('#contacts')).toBeFocused();
  await expect(page.locator('#contacts')).toBeInViewport();

  const languages = page.getByRole('navigation', { name: 'Язык текста' });
  await follow(languages.getByRole('link', { name: 'English' }), 'Public offer');
  await expect(page).toHaveURL(/text=en/);
  await expect(text).toHaveAttribute('lang', 'en');
  // The choice is in the address: it goes along to the next document.
  const more = page.getByRole('navigation', { name: 'Другие документы' });
  await follow(
    more.getByRole('link', { name: 'Политика обработки персональных данных' }),
    'Privacy policy',
  );
  await expect(page).toHaveURL(/\/privacy\?text=en/);
  await expect(text).toHaveAttribute('lang', 'en');
});

test('a reader of French reads in French what Russian decides', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('zavet.language', 'fr'));
  await page.goto('/faq#who-can-read');
  await expect(page.locator('#who-can-read')).toHaveAttribute('open');
  await expect(page.locator('#who-can-read')).toContainText('Qui peut lire mes instructions');
  const more = page.getByRole('link', { name: 'Offre publique' });
  await follow(more, 'Offre publique');
  const text = page.getByRole('article');
  await expect(text).toHaveAttribute('lang', 'fr');
  await expect(text).toContainText('7\u202f000 roubles');
  const mark = page.getByText(/^Ceci est une traduction/);
  await follow(mark.getByRole('link', { name: 'texte russe' }), 'Публичная оферта');
  await expect(text).toHaveAttribute('lang', 'ru');
  await expect(mark).toBeHidden();
});

test('the questions are searched, linked and lead back to the settings', async ({ page }) => {
  await page.goto('/faq#price-and-refund');
  const linked = page.locator('#price-and-refund');
  await expect(linked).toHaveAttribute('open');
  await expect(linked).toBeInViewport();
  await expect(linked).toContainText('7\u00a0000');

  const search = page.getByLabel('Поиск по вопросам');
  await search.fill('ПАРОЛЬ почту');
  await expect(page.getByRole('status')).toContainText(/^Найден/);
  await expect(page.locator('#password-and-email')).toBeVisible();
  await expect(linked).toBeHidden();
  // Found again after a way elsewhere and back.
  await expect(page).toHaveURL(/q=/);
  await follow(page.getByRole('link', { name: 'Публичная оферта' }), 'Публичная оферта');
  await page.goBack();
  await expect(search).toHaveValue('ПАРОЛЬ почту');
  await expect(linked).toBeHidden();
  await search.fill('абракадабра');
  await expect(page.getByRole('heading', { name: 'Ничего не нашлось' })).toBeVisible();
  await expect(page.getByText(/^Найдено/)).toBeHidden();
  await expect(page.getByRole('main').getByRole('link', { name: /поддержку/ })).toBeVisible();
  await page.getByRole('button', { name: 'Показать все вопросы' }).click();
  await expect(search).toBeFocused();
  await page.getByRole('button', { name: 'Раскрыть все' }).click();
  await expect(page.locator('details[id][open]')).toHaveCount(45);

  await follow(page.getByRole('link', { name: 'К настройкам' }), 'Вход');
  await expect(page).toHaveURL(/\/login\?redirect=/);
});

test('a document that is not accepted is named on private screens until it is', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  let isAccepted = false;
  await page.route('**/api/documents', async (route) => {
    const response = await route.fetch();
    const view = await response.json();
    const [first] = view.in_force;
    if (!isAccepted) first.accepted_at = null;
    // Later than everything else: the screen waits for it, so as not to be pushed down.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    await route.fulfill({ response, json: view });
  });
  await page.addInitScript(() => {
    // A screen waits for its notices for a second; a busy machine is given a minute.
    const setTimer = window.setTimeout.bind(window);
    const unhurried = (act: () => void, ms = 0) => setTimer(act, ms < 1000 ? ms : ms * 60);
    window.setTimeout = unhurried as typeof window.setTimeout;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        sources: { node?: Element }[];
      })[]) {
        const isPushed = entry.sources.some(({ node }) => node?.id === 'content');
        if (isPushed) document.documentElement.dataset.pushed = 'true';
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/dashboard');
  const notice = page.getByRole('complementary', { name: 'Изменения в документах' });
  // One line, until more is asked for.
  await expect(notice.getByRole('button', { name: 'Принять' })).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-pushed');
  await expect(notice.getByRole('link')).toHaveCount(0);
  expect((await notice.boundingBox())?.height).toBeLessThan(90);
  await notice.getByRole('button', { name: 'Подробнее' }).click();
  await expect(
    notice.getByRole('link', { name: /Политика обработки персональных данных/ }),
  ).toBeVisible();
  await expect(notice.getByRole('link', { name: /Настройки/ })).toBeVisible();
  await notice.getByRole('button', { name: 'Свернуть' }).click();
  await expect(notice.getByRole('link')).toHaveCount(0);
  isAccepted = true;
  await notice.getByRole('button', { name: 'Принять' }).click();
  await expectShown(page, 'Документы приняты');
  await expect(notice).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
});
