import { locale } from '../in-locale.ts';
import { follow } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

/** The test switches to Finnish, or to Swedish if the journeys run in Finnish. */
const finnish = [
  'fi',
  'Suomi',
  'Kirjoita nyt se, mitä läheisesi tarvitsevat myöhemmin',
  'Aloita maksutta',
] as const;
const swedish = [
  'sv',
  'Svenska',
  'Skriv nu det som dina närmaste kommer att behöva sedan',
  'Börja gratis',
] as const;

test('the public page works without scripts, names prices and operator, and leads to sign-up in the chosen language', async ({
  visitor,
}) => {
  const page = await visitor({ javaScriptEnabled: false });
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
    'Здесь пока не указано, кто ведёт сервис.',
  );
  await expect(page.locator('body')).not.toContainText('{{');
  const answer = page.getByText('Протокол никогда не запускается сам');
  await expect(answer).toBeHidden();
  await page.getByText('А если я просто долго не захожу?').click();
  await expect(answer).toBeVisible();
  const languages = page.getByRole('navigation', { name: 'Язык' });
  const [language, name, title, startLabel] = locale === 'fi' ? swedish : finnish;
  await follow(languages.getByRole('link', { name }), title);
  const start = page.getByRole('link', { name: startLabel }).first();
  await follow(start, page.locator('#first-paint'));
  await expect(page).toHaveURL(new RegExp(`/signup\\?lang=${language}$`));

  const swede = await visitor({ locale: 'sv-SE' });
  await swede.goto('/welcome');
  await expect(swede.locator('html')).toHaveAttribute('lang', 'sv');
  await swede.goto('/welcome?lang=en');
  await follow(swede.getByRole('link', { name: 'Start for free' }).first(), 'Sign up');
  await swede.goto('/login');
  await expect(swede.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});
