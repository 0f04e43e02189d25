import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { addressNow, openPage, pressTwice } from '../../../../../test/page.tsx';
import {
  answerSignedInUser,
  answerVisitor,
  sessionOf,
} from '../../../../../test/signed-in-person.ts';
import { loadPathAfterSignUp, storePathAfterSignUp } from './path-after-sign-up.ts';

const email = page.getByLabelText('Электронная почта', { exact: true });
const password = page.getByLabelText('Пароль', { exact: true });
const confirmation = page.getByLabelText('Повторите пароль', { exact: true });
const submit = page.getByRole('button', { name: 'Создать аккаунт' });

beforeEach(async () => {
  fakeServer.answer('signUp', {});
  await openPage('/signup');
});

/** Texts of the password checklist. */
function checklistTexts() {
  const rules = page.getByRole('list', { name: 'Пароль должен содержать' });
  return rules
    .getByRole('listitem')
    .elements()
    .map((rule) => rule.textContent ?? '');
}

async function fillAll(secret = 'Cormorant7') {
  await email.fill('anna@example.org');
  await password.fill(secret);
  await confirmation.fill(secret);
  for (const box of page.getByRole('checkbox').all()) await box.click();
}

describe('new password', () => {
  it('is checked rule by rule while typing', async () => {
    await password.fill('c');
    await expect
      .poll(checklistTexts)
      .toEqual([
        expect.stringMatching(/пока нет$/),
        expect.stringMatching(/заглавную букву.*пока нет$/),
        expect.stringMatching(/строчную букву.*выполнено$/),
        expect.stringMatching(/цифру.*пока нет$/),
      ]);
    await password.fill('Cormorant7');
    await expect.poll(() => checklistTexts().every((rule) => /выполнено$/.test(rule))).toBe(true);
  });

  it('shows immediately whether both entries match', async () => {
    await password.fill('Cormorant7');
    await confirmation.fill('Cormorant');
    await expect.element(page.getByText('Пароли не совпадают')).toBeVisible();
    await confirmation.fill('Cormorant7');
    await expect.element(page.getByText('Пароли совпадают')).toBeVisible();
  });

  it('can be shown and hidden again', async () => {
    await password.fill('Cormorant7');
    await page.getByRole('button', { name: 'Показать пароль' }).first().click();
    await expect.element(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Скрыть пароль' }).first().click();
    await expect.element(password).toHaveAttribute('type', 'password');
  });

  it('is not sent and is marked as invalid if it is too simple', async () => {
    await fillAll('cormorant7');
    await submit.click();
    await expect.element(password).toHaveFocus();
    await expect.element(page.getByText('Выполните все условия из списка.')).toBeVisible();
    expect(fakeServer.callsOf('signUp')).toEqual([]);
  });

  it('is rejected with both required lengths if it is shorter than six characters', async () => {
    await fillAll('Ab1');
    await submit.click();
    await expect
      .element(page.getByText('Пароль должен содержать минимум 6 символов'))
      .toBeVisible();
    await expect.element(page.getByText(/Нужно больше: не меньше 8 символов/)).toBeVisible();
    expect(fakeServer.callsOf('signUp')).toEqual([]);
  });

  it('is not sent if it resembles the address', async () => {
    await fillAll('Anna12345');
    await submit.click();
    await expect
      .element(page.getByText('Пароль похож на ваш адрес. Придумайте другой.'))
      .toBeVisible();
    expect(fakeServer.callsOf('signUp')).toEqual([]);
  });
});

describe('sign-up form', () => {
  it('can be submitted only after every document is accepted', async () => {
    await email.fill('anna@example.org');
    await expect.element(submit).toBeDisabled();
    for (const box of page.getByRole('checkbox').all()) await box.click();
    await expect.element(submit).toBeEnabled();
  });

  it('opens every document in a new tab', async () => {
    await expect.element(submit).toBeVisible();
    const links = document.querySelectorAll<HTMLAnchorElement>('form fieldset a');
    expect([...links].map(({ pathname, target }) => [pathname, target])).toEqual([
      ['/privacy', '_blank'],
      ['/personal-data-consent', '_blank'],
      ['/terms', '_blank'],
      ['/public-offer', '_blank'],
    ]);
  });

  it('sends one request when the button is pressed twice', async () => {
    const answerNow = fakeServer.hold('signUp');
    await fillAll();
    await pressTwice(submit);
    await expect.poll(() => fakeServer.callsOf('signUp').length).toBe(1);
    answerNow();
    await expect
      .element(page.getByText('Регистрация успешна! Проверьте почту для подтверждения.').first())
      .toBeVisible();
    expect(fakeServer.callsOf('signUp')).toHaveLength(1);
    expect(fakeServer.callsOf('signUp')[0]?.body).toMatchObject({
      email: 'anna@example.org',
      password: 'Cormorant7',
      preferred_language: 'ru',
    });
  });

  it('can be reopened for another address and keeps its input', async () => {
    await fillAll();
    await submit.click();
    await page.getByRole('button', { name: 'Указать другой адрес' }).click();
    await expect.element(email).toHaveValue('anna@example.org');
    await expect.element(password).toHaveValue('Cormorant7');
    await email.fill('anna.lavrova@example.org');
    await submit.click();
    await expect.element(page.getByText(/anna\.lavrova@example\.org/)).toBeVisible();
    const addresses = fakeServer
      .callsOf('signUp')
      .map(({ body }) => (body as { email: string }).email);
    expect(addresses).toEqual(['anna@example.org', 'anna.lavrova@example.org']);
  });

  it('shows a server failure and can be submitted again', async () => {
    fakeServer.refuse('signUp', 500, 'internal_error');
    await fillAll();
    await submit.click();
    await expect.element(page.getByText('Не удалось создать пользователя')).toBeVisible();
    fakeServer.answer('signUp', {});
    await submit.click();
    await expect.poll(() => fakeServer.callsOf('signUp').length).toBe(2);
  });

  it('shows that the server is unreachable and keeps its input', async () => {
    await fillAll();
    fakeServer.isAway = true;
    await submit.click();
    await expect.element(page.getByText('Ошибка регистрации')).toBeVisible();
    await expect.element(password).toHaveValue('Cormorant7');
  });
});

describe('visitor redirected from a private page', () => {
  const requestedPath = '/settings?tab=security';

  it('returns to that page after signing up and confirming in another tab', async () => {
    answerVisitor(fakeServer);
    await openPage(`/login?redirect=${encodeURIComponent(requestedPath)}`);
    await page.getByRole('link', { name: 'Зарегистрироваться' }).click();
    await fillAll();
    await submit.click();
    await expect.element(page.getByText(/^Регистрация успешна!/).first()).toBeVisible();
    fakeServer.answer('describeLink', {
      effect: 'signup',
      email: 'a•••@example.org',
      new_email: null,
      asked_at: '2027-01-17T10:00:00Z',
      network: null,
      browser: null,
      system: null,
      expires_at: '2027-01-18T10:00:00Z',
    });
    fakeServer.answer('verifyEmail', () => {
      answerSignedInUser(fakeServer);
      return { session: sessionOf() };
    });
    await openPage('/verify#type=signup&token=token');
    await page.getByRole('button', { name: 'Подтвердить почту' }).click();
    await expect.poll(addressNow).toBe(requestedPath);
  });

  it('is never redirected to another site', async () => {
    storePathAfterSignUp('https://evil.example');
    expect(loadPathAfterSignUp()).toBeUndefined();
    storePathAfterSignUp(requestedPath);
    expect(loadPathAfterSignUp()).toBe(requestedPath);
  });

  it('sees a message on /login that is true before and after the confirmation', async () => {
    await fillAll();
    await submit.click();
    await expect.poll(addressNow, { timeout: 8_000 }).toBe('/login');
    await expect.element(page.getByText(/Подтвердите почту по ссылке/)).toBeVisible();
    await expect.element(page.getByText(/Регистрация успешна/)).not.toBeInTheDocument();
  });
});
