import { follow } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a stranger reads what this is, what it costs and who runs it, and goes on to sign up', async ({
    page,
  }) => {
    await page.goto('/welcome');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Напишите сейчас то, что близким понадобится потом',
    );
    const steps = page.getByRole('region', { name: 'Как это работает' });
    await expect(steps.getByRole('listitem')).toHaveCount(3);
    const prices = page.getByRole('region', { name: 'Сколько это стоит' });
    await expect(prices).toContainText('300\u00a0₽');
    await expect(prices).toContainText('7\u00a0000\u00a0₽');
    await expect(page.getByRole('region', { name: 'Кто ведёт сервис' })).toContainText(
      'На этом сайте пока не указано, кто ведёт сервис.',
    );
    await expect(page.locator('body')).not.toContainText('{{');

    const answer = page.getByText('Протокол никогда не запускается сам');
    await expect(answer).toBeHidden();
    await page.getByText('А если я просто долго не захожу?').click();
    await expect(answer).toBeVisible();

    const languages = page.getByRole('navigation', { name: 'Язык' });
    await follow(
      languages.getByRole('link', { name: 'Suomi' }),
      'Kirjoita nyt se, mitä läheisesi tarvitsevat myöhemmin',
    );
    const start = page.getByRole('link', { name: 'Aloita maksutta' }).first();
    await follow(start, page.locator('#first-paint'));
    await expect(page).toHaveURL(/\/signup\?lang=fi$/);
  });
});

test('the browser’s language decides, and what a reader chose goes along to the form', async ({
  visitor,
}) => {
  const page = await visitor({ locale: 'sv-SE' });
  await page.goto('/welcome');
  await expect(page.locator('html')).toHaveAttribute('lang', 'sv');
  await page.goto('/welcome?lang=en');
  await follow(page.getByRole('link', { name: 'Start for free' }).first(), 'Sign up');
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('beside the form a stranger learns what this is and where to read on', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/login/);
  await follow(
    page.getByRole('link', { name: 'Подробнее о Завете' }),
    'Напишите сейчас то, что близким понадобится потом',
  );
  await expect(page).toHaveURL(/\/welcome\?lang=ru$/);
  await follow(page.getByRole('link', { name: 'Войти' }).first(), 'Вход');
});
