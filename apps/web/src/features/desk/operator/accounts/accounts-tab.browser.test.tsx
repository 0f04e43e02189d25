import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { accountOf, answerOperator, confirmWithCode } from '../../../../../test/desk-fixture.ts';
import { fakeServer, Refusal } from '../../../../../test/fake-server.ts';
import { addressNow, openPage } from '../../../../../test/page.tsx';

const account = accountOf();
const detail = `/operator/accounts?id=${account.id}`;
const button = (name: string) => page.getByRole('button', { name });

async function choose(field: string, option: string | RegExp): Promise<void> {
  await page.getByLabelText(field).click();
  await page.getByRole('option', { name: option }).click();
}

beforeEach(() => {
  answerOperator();
  fakeServer.answer('getAccount', { account });
});

describe('account search at the desk', () => {
  it('finds an account by full address, keeps the address out of the URL, and opens the account', async () => {
    const { id, email, state, created_at } = account;
    fakeServer.answer('searchAccounts', {
      accounts: [{ id, email, state, created_at, match: 'former' }],
    });
    await openPage('/operator/accounts');
    await page.getByLabelText('Адрес аккаунта').fill('olga@example.org');
    await button('Найти').click();
    await expect.element(page.getByText('прежний адрес', { exact: true })).toBeVisible();
    expect(addressNow()).toBe('/operator/accounts');
    await page.getByRole('link', { name: email }).click();
    await expect.element(page.getByText('203.0.113.7')).toBeVisible();
    expect(addressNow()).not.toContain('example.org');
    expect(fakeServer.callsOf('getAccount')).toHaveLength(1);
    await expectAccessible();
  });

  it('reports an unknown address', async () => {
    fakeServer.answer('searchAccounts', { accounts: [] });
    await openPage('/operator/accounts');
    await page.getByLabelText('Адрес аккаунта').fill('nobody@example.org');
    await button('Найти').click();
    await expect.element(page.getByText('Такого аккаунта нет')).toBeVisible();
  });
});

describe('account at the desk', () => {
  it('can be sent a new confirmation and freed from the sign-in delay', async () => {
    fakeServer.answer('getAccount', {
      account: accountOf({
        state: 'unconfirmed',
        throttles: [{ is_known_device: false, failures: 7, wait_seconds: 20 }],
      }),
    });
    fakeServer.answer('resendConfirmation', {});
    fakeServer.answer('liftSignInDelay', {});
    await openPage(detail);
    await button('Отправить подтверждение снова').click();
    await expect.element(page.getByText('Подтверждение отправляется')).toBeVisible();
    fakeServer.answer('getAccount', { account });
    await button('Снять замедление').click();
    await confirmWithCode();
    await expect.element(page.getByText('Замедление снято')).toBeVisible();
    await expect.element(page.getByText('Вход замедлен')).not.toBeInTheDocument();
    expect(fakeServer.callsOf('liftSignInDelay')[0]?.body).toEqual({ code: '123456' });
  });

  it('is corrected with document and code; invalid values are marked at their field', async () => {
    fakeServer.answer('correctBasicInfo', ({ body }) => {
      if ((body as { date_of_birth: string }).date_of_birth > '2010') {
        throw new Refusal(422, 'invalid_input', { fields: { date_of_birth: 'underage' } });
      }
      return {};
    });
    await openPage(detail);
    const birth = page.getByLabelText('Дата рождения');
    await birth.fill('2015-05-17');
    await button('Исправить').click();
    await expect.element(page.getByLabelText('Номер документа или обращения')).toBeInvalid();
    await choose('Какой документ', 'паспорт');
    await page.getByLabelText('Номер документа или обращения').fill('45 10 998877');
    await button('Исправить').click();
    await confirmWithCode();
    await expect.element(birth).toBeInvalid();
    await birth.fill('1981-05-17');
    await button('Исправить').click();
    await confirmWithCode();
    await expect.element(page.getByText('Исправлено')).toBeVisible();
    expect(fakeServer.callsOf('correctBasicInfo').at(-1)?.body).toEqual({
      first_name: 'Мария',
      last_name: 'Орлова',
      date_of_birth: '1981-05-17',
      proof: 'passport',
      reference: '45 10 998877',
      code: '123456',
    });
  });

  it('ends renewals with a reason and hides the form once nothing can be charged', async () => {
    fakeServer.answer('endRenewals', {});
    await openPage(detail);
    await choose('Основание', 'свидетельство о смерти');
    const { plan } = account;
    fakeServer.answer('getAccount', {
      account: accountOf({ plan: { ...plan, auto_renewal: false, has_card: false } }),
    });
    await button('Прекратить продления').click();
    await confirmWithCode();
    await expect.element(page.getByText('Продления прекращены')).toBeVisible();
    await expect.element(button('Прекратить продления')).not.toBeInTheDocument();
    expect(fakeServer.callsOf('endRenewals')[0]?.body).toEqual({
      reason: 'death_certificate',
      code: '123456',
    });
  });
});

it('shows a notice instead of the forms to an operator who is involved in the account', async () => {
  fakeServer.answer('getAccount', { account: accountOf({ is_involved: true }) });
  await openPage(detail);
  await expect.element(page.getByText(/^Это ваш аккаунт, или вы доверенное лицо/)).toBeVisible();
  await expect.element(button('Исправить')).not.toBeInTheDocument();
});

describe('actions promised in the terms of use', () => {
  it('suspends an account with a reason and lifts the suspension', async () => {
    fakeServer.answer('suspendAccount', {});
    fakeServer.answer('liftSuspension', {});
    await openPage(detail);
    await button('Приостановить аккаунт').click();
    await expect.element(page.getByLabelText('Причина')).toBeInvalid();
    await choose('Причина', 'вред людям или сервису');
    fakeServer.answer('getAccount', {
      account: accountOf({
        state: 'suspended',
        suspension: {
          reason: 'harm',
          suspended_at: '2026-11-01T10:00:00.000Z',
          deletable_from: '2026-12-01T10:00:00.000Z',
        },
      }),
    });
    await button('Приостановить аккаунт').click();
    await confirmWithCode();
    await expect
      .element(page.getByText(/^Приостановлен .* вред людям или сервису\.$/))
      .toBeVisible();
    expect(fakeServer.callsOf('suspendAccount')[0]?.body).toEqual({
      reason: 'harm',
      code: '123456',
    });
    await expect.element(button('Удалить за нарушение')).toBeVisible();
    await expectAccessible();
    fakeServer.answer('getAccount', { account });
    await button('Снять приостановку').click();
    await confirmWithCode();
    await expect.element(button('Приостановить аккаунт')).toBeVisible();
  });

  it('refunds a payment and grants a custom plan', async () => {
    const paid = { id: account.id, product: 'storage_300_monthly', amount_kopecks: 30_000 };
    fakeServer.answer('getAccount', {
      account: accountOf({ refundable: [{ ...paid, paid_at: '2026-11-01T10:00:00.000Z' }] }),
    });
    fakeServer.answer('refundOnRequest', {});
    fakeServer.answer('grantCustomPlan', {});
    await openPage(detail);
    await choose('Платёж', /300/);
    await choose('Причина возврата', 'наша ошибка');
    fakeServer.answer('getAccount', { account });
    await button('Вернуть деньги').click();
    await confirmWithCode();
    await expect.element(page.getByText('Возврат в очереди')).toBeVisible();
    expect(fakeServer.callsOf('refundOnRequest')[0]?.body).toEqual({
      payment_id: account.id,
      ground: 'service_fault',
      code: '123456',
    });
    await page.getByLabelText('Место, МБ').fill('5000');
    await page.getByLabelText('Действует до (не включая)').fill('01.03.2027');
    await button('Включить тариф').click();
    await confirmWithCode();
    await expect.element(page.getByText('Тариф включён')).toBeVisible();
    expect(fakeServer.callsOf('grantCustomPlan')[0]?.body).toEqual({
      storage_mb: 5000,
      valid_until: '2027-03-01',
      code: '123456',
    });
  });

  it('erases a contact by address', async () => {
    fakeServer.answer('eraseContact', { erased: 2, kept: 1 });
    await openPage('/operator/accounts');
    await page.getByLabelText('Адрес доверенного лица').fill('boris@example.org');
    await button('Удалить записи').click();
    await confirmWithCode();
    await expect.element(page.getByText('Удалено записей: 2. Осталось: 1.')).toBeVisible();
    expect(fakeServer.callsOf('eraseContact')[0]?.body).toEqual({
      email: 'boris@example.org',
      code: '123456',
    });
  });
});
