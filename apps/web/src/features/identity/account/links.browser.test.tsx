import type { LinkDescription } from '@zavet/contract/identity/account-schemas';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { farEnd } from '../../../../test/far-end.ts';
import { addressNow, openPage } from '../../../../test/page.tsx';
import { answerPerson, sessionOf } from '../../../../test/signed-in-person.ts';

const signUpLink: LinkDescription = {
  effect: 'signup',
  email: 'a•••@example.org',
  new_email: null,
  asked_at: '2027-01-17T10:00:00Z',
  network: null,
  browser: null,
  system: null,
  expires_at: '2027-01-18T10:00:00Z',
};
const link = `/verify#type=signup&token=${'t'.repeat(43)}`;
const button = (name: string) => page.getByRole('button', { name, exact: true });

afterEach(() => vi.useRealTimers());

describe('a link of a mail', () => {
  it('does nothing until its button is pressed, and leaves the address', async () => {
    farEnd.answer('describeLink', signUpLink);
    farEnd.answer('verifyEmail', { session: null });
    await openPage(link);
    await expect.element(button('Подтвердить почту')).toBeVisible();
    expect(addressNow()).not.toContain('token');
    expect(farEnd.callsOf('verifyEmail')).toEqual([]);
    await button('Подтвердить почту').click();
    await expect
      .element(page.getByText('Email успешно подтверждён! Теперь вы можете войти в систему.'))
      .toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Войти' }).click();
    await expect.poll(addressNow).toBe('/login');
  });

  it.each([
    ['link_invalid', 400, 'Ошибка при подтверждении email. Попробуйте войти в систему.'],
    ['link_expired', 410, 'Ссылка подтверждения истекла. Попробуйте зарегистрироваться заново.'],
  ] as const)('that is refused as %s says so', async (code, status, words) => {
    farEnd.refuse('describeLink', status, code);
    await openPage(link);
    await expect.element(page.getByText(words)).toBeVisible();
    expect(addressNow()).not.toContain('token');
  });

  it('that cannot be looked up gives the general error, and can be looked up again', async () => {
    farEnd.answer('describeLink', () => {
      throw new TypeError('Failed to fetch');
    });
    await openPage(link);
    await expect
      .element(page.getByText('Произошла ошибка. Попробуйте войти в систему.'))
      .toBeVisible();
    farEnd.answer('describeLink', signUpLink);
    await button('Попробовать снова').click();
    await expect.element(button('Подтвердить почту')).toBeVisible();
  });

  it.each(['/verify', '/verify?type=other&token=x', '/verify#type=signup'])(
    'without type or token is an invalid one: %s',
    async (address) => {
      await openPage(address);
      await expect.element(page.getByText('Неверная ссылка подтверждения.')).toBeVisible();
    },
  );

  it.each(['/verify?type=signup&token=used', '/verify#access_token=anything'])(
    'counts as confirmed in a browser that has a session: %s',
    async (address) => {
      answerPerson(farEnd);
      farEnd.refuse('describeLink', 400, 'link_invalid');
      await openPage(address);
      await expect.poll(addressNow).toBe('/dashboard');
    },
  );

  it('for a new password goes on to it', async () => {
    farEnd.refuse('describeLink', 400, 'link_invalid');
    await openPage('/verify?type=recovery&token=made-up');
    await expect.poll(addressNow).toBe('/update-password');
    await expect.element(page.getByText('Ссылка не подошла')).toBeVisible();
  });
});

describe('a new password', () => {
  it.each(['/update-password', '/reset-password'])(
    'is not asked for without a token at %s',
    async (path) => {
      await openPage(path);
      await expect
        .element(page.getByText('Пароль меняется в настройках, в разделе «Безопасность».'))
        .toBeVisible();
      await expect.element(page.getByLabelText('Новый пароль')).not.toBeInTheDocument();
    },
  );

  it('that is saved leads to the login by itself after five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await openPage('/password-success');
    await expect.element(page.getByRole('heading', { name: 'Пароль изменён' })).toBeVisible();
    vi.advanceTimersByTime(4_500);
    expect(addressNow()).toBe('/password-success');
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    await expect.poll(addressNow).toBe('/login');
  });
});

describe('the forms of guests', () => {
  it.each(['/login', '/signup', '/forgot-password'])(
    'lead a person who is signed in home and are not drawn: %s',
    async (path) => {
      answerPerson(farEnd);
      let isDrawn = false;
      const drawn = new MutationObserver(() => {
        const field = document.querySelector('form input');
        isDrawn ||= field?.checkVisibility({ visibilityProperty: true }) ?? false;
      });
      drawn.observe(document.body, { subtree: true, childList: true });
      await openPage(path);
      await expect.poll(addressNow).toBe('/dashboard');
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      drawn.disconnect();
      expect(isDrawn).toBe(false);
    },
  );

  it('carry an address from screen to screen, but not in the page address, and correct a slip', async () => {
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

  it('say that an address is not confirmed, and send its link again', async () => {
    farEnd.refuse('signIn', 403, 'email_not_verified');
    farEnd.answer('resendVerification', {});
    await openPage('/login');
    await page.getByLabelText('Электронная почта').fill('anna@example.org');
    await page.getByLabelText('Пароль', { exact: true }).fill('Cormorant7');
    await button('Войти').click();
    await expect.element(page.getByText(/^Email не подтвержден/).first()).toBeVisible();
    await button('Отправить ссылку ещё раз').click();
    await expect.element(page.getByText(/Если адрес ждёт подтверждения/)).toBeVisible();
    expect(farEnd.callsOf('resendVerification')).toHaveLength(1);
  });

  it('lead to the screen that was asked for, and never to another site', async () => {
    farEnd.answer('signIn', () => {
      answerPerson(farEnd);
      return { session: sessionOf() };
    });
    await openPage('/login?redirect=https://evil.example/');
    await page.getByLabelText('Электронная почта').fill('anna@example.org');
    await page.getByLabelText('Пароль', { exact: true }).fill('Cormorant7');
    await button('Войти').click();
    await expect.poll(addressNow).toBe('/dashboard');
  });
});
