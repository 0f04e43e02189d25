import { afterEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { addressNow, openPage } from '../../../../../test/page.tsx';
import { answerSignedInUser, sessionOf } from '../../../../../test/signed-in-person.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const introduction = page.getByRole('region', { name: /^Завет хранит/ });
const email = page.getByLabelText('Электронная почта', { exact: true });
const boundsOf = (locator: Locator) => locator.element().getBoundingClientRect();

afterEach(() => page.viewport(1024, 800));

it.each(['/login', '/signup'])(
  'the introduction on %s is beside the form on wide screens and below it on phones',
  async (path) => {
    await page.viewport(1280, 860);
    await openPage(path);
    await expect.element(email).toBeVisible();
    await expect.element(introduction).toBeVisible();
    expect(boundsOf(introduction).left).toBeGreaterThan(boundsOf(email).right);
    expect(boundsOf(introduction).top).toBeLessThan(boundsOf(email).top);

    await page.viewport(360, 740);
    await expect.poll(() => boundsOf(introduction).top).toBeGreaterThan(boundsOf(email).bottom);
    expect(boundsOf(introduction).right).toBeLessThanOrEqual(360);
  },
);

it('the introduction explains the product in three steps and links to /welcome in the same language', async () => {
  await openPage('/login');
  const steps = introduction.getByRole('list', { name: 'Как это работает' });
  await expect.element(steps).toBeVisible();
  const titles = steps.getByRole('heading', { level: 3 }).elements();
  expect(titles.map(({ textContent }) => textContent)).toEqual([
    'Вы пишете',
    'Выбираете, кому доверяете',
    'Каждый получает своё',
  ]);
  const more = introduction.getByRole('link', { name: 'Подробнее о Завете' });
  await expect.element(more).toHaveAttribute('href', '/welcome?lang=ru');
});

describe('forms for visitors', () => {
  it.each(['/login', '/signup', '/forgot-password'])(
    'redirect signed-in visitors to the dashboard and are never visible: %s',
    async (path) => {
      answerSignedInUser(fakeServer);
      let isVisible = false;
      const observer = new MutationObserver(() => {
        const field = document.querySelector('form input');
        isVisible ||= field?.checkVisibility({ visibilityProperty: true }) ?? false;
      });
      observer.observe(document.body, { subtree: true, childList: true });
      await openPage(path);
      await expect.poll(addressNow).toBe('/dashboard');
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      observer.disconnect();
      expect(isVisible).toBe(false);
    },
  );

  it('keep the email between screens, outside of the URL, and correct a typo', async () => {
    await openPage('/login');
    const address = page.getByLabelText('Электронная почта');
    await address.fill('anna@gmial.com');
    await page.getByRole('main').getByRole('link', { name: 'Зарегистрироваться' }).first().click();
    await expect.element(page.getByRole('heading', { name: 'Регистрация' })).toBeVisible();
    await expect.element(address).toHaveValue('anna@gmial.com');
    await expect.element(page.getByText('Вы имели в виду anna@gmail.com?')).toBeVisible();
    await button('Да, исправить').click();
    await page.getByRole('main').getByRole('link', { name: 'Войти' }).click();
    await expect.element(page.getByRole('heading', { name: 'Вход' })).toBeVisible();
    await expect.element(address).toHaveValue('anna@gmail.com');
    expect(addressNow()).not.toContain('anna');
  });

  it('report an unconfirmed address and send its link again', async () => {
    fakeServer.refuse('signIn', 403, 'email_not_verified');
    fakeServer.answer('resendVerification', {});
    await openPage('/login');
    await page.getByLabelText('Электронная почта').fill('anna@example.org');
    await page.getByLabelText('Пароль', { exact: true }).fill('Cormorant7');
    await button('Войти').click();
    await expect.element(page.getByText(/^Email не подтвержден/).first()).toBeVisible();
    await button('Отправить ссылку снова').click();
    await expect.element(page.getByText(/Если почта ещё не подтверждена/)).toBeVisible();
    expect(fakeServer.callsOf('resendVerification')).toHaveLength(1);
  });

  it('never redirect to another site', async () => {
    fakeServer.answer('signIn', () => {
      answerSignedInUser(fakeServer);
      return { session: sessionOf() };
    });
    await openPage('/login?redirect=https://evil.example/');
    await page.getByLabelText('Электронная почта').fill('anna@example.org');
    await page.getByLabelText('Пароль', { exact: true }).fill('Cormorant7');
    await button('Войти').click();
    await expect.poll(addressNow).toBe('/dashboard');
  });
});
