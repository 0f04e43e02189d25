import type { LinkDescription } from '@zavet/contract/identity/account-schemas';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { addressNow, openPage } from '../../../../../test/page.tsx';
import { answerSignedInUser } from '../../../../../test/signed-in-person.ts';

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

describe('mailed link', () => {
  it('does nothing until its button is pressed and is removed from the address', async () => {
    fakeServer.answer('describeLink', signUpLink);
    fakeServer.answer('verifyEmail', { session: null });
    await openPage(link);
    await expect.element(button('Подтвердить почту')).toBeVisible();
    expect(addressNow()).not.toContain('token');
    expect(fakeServer.callsOf('verifyEmail')).toEqual([]);
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
  ] as const)('refused as %s shows the reason', async (code, status, text) => {
    fakeServer.refuse('describeLink', status, code);
    await openPage(link);
    await expect.element(page.getByText(text)).toBeVisible();
    expect(addressNow()).not.toContain('token');
  });

  it('that cannot be loaded shows the general error and a retry', async () => {
    fakeServer.answer('describeLink', () => {
      throw new TypeError('Failed to fetch');
    });
    await openPage(link);
    await expect
      .element(page.getByText('Произошла ошибка. Попробуйте войти в систему.'))
      .toBeVisible();
    fakeServer.answer('describeLink', signUpLink);
    await button('Попробовать снова').click();
    await expect.element(button('Подтвердить почту')).toBeVisible();
  });

  it.each(['/verify', '/verify?type=other&token=x', '/verify#type=signup'])(
    'without type or token is invalid: %s',
    async (address) => {
      await openPage(address);
      await expect.element(page.getByText('Неверная ссылка подтверждения.')).toBeVisible();
    },
  );

  it.each(['/verify?type=signup&token=used', '/verify#access_token=anything'])(
    'counts as confirmed in a browser with a session: %s',
    async (address) => {
      answerSignedInUser(fakeServer);
      fakeServer.refuse('describeLink', 400, 'link_invalid');
      await openPage(address);
      await expect.poll(addressNow).toBe('/dashboard');
    },
  );

  it('for a new password redirects to /update-password', async () => {
    fakeServer.refuse('describeLink', 400, 'link_invalid');
    await openPage('/verify?type=recovery&token=made-up');
    await expect.poll(addressNow).toBe('/update-password');
    await expect.element(page.getByText('Ссылка не подошла')).toBeVisible();
  });
});

describe('new password', () => {
  it.each(['/update-password', '/reset-password'])(
    'is not requested without a token at %s',
    async (path) => {
      await openPage(path);
      await expect
        .element(page.getByText('Пароль меняется в настройках, в разделе «Безопасность».'))
        .toBeVisible();
      await expect.element(page.getByLabelText('Новый пароль')).not.toBeInTheDocument();
    },
  );

  it('redirects to /login five seconds after it is saved', async () => {
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
